#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Which points of a kind were counted otherwise in a second run.  difference.py KIND PROG A B"""
import sys
import halt

kind, program, a, b = sys.argv[1:]
for p, q in zip(halt.open(program, a).points(kind), halt.open(program, b).points(kind)):
    if p.counters != q.counters or p.indices != q.indices:
        print(f"{p.id} {p.function.pretty} {p.file}:{p.line}: {p.events} {q.events}")
