#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What each request cost, in calls of functions, of a program that says halt_event ("request NAME")
and halt_event ("done").  requests.py PROG [ARGUMENT...]"""
import sys
import halt

program, names = halt.Program(sys.argv[1]), []

def tell(event):
    if event.text != "done":
        names.append(event.text)
        return
    points = halt.Report(program, event.profile).points("entry")
    calls = {p.function.pretty: p.events for p in points if p.events}
    print(names.pop(), sorted(calls.items(), key=lambda c: (-c[1], c[0])), flush=True)

halt.start(*sys.argv[1:]).run('on entry; at event "request *" reset; at event done snapshot', tell)
