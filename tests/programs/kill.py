# SPDX-License-Identifier: GPL-3.0-or-later
"""Kill programs/killed.c, compiled with kinds entry exit cbr bb and libhalt, as PROG
with SIGKILL while it counts with HALT_LIVE=1, TIMES times at random moments:

    kill.py PROG THREADS TIMES

Each time its profile is read while it runs, and when it is gone.  No counter may
have become less, and the flow must be right but for the block that each thread was
in.  The program's own counts, which it keeps in a file of its own, bound ours."""
import csv
import os
import random
import struct
import subprocess
import sys
import time

prog, threads, times = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(threads)


def read():
    """The rows of the profile, and what is said beside them."""
    report = subprocess.run([os.environ["HALT"], "report", "--format=csv", prog],
                            capture_output=True, text=True)
    if report.returncode != 0:
        sys.exit("cannot be read: " + report.stderr)
    return list(csv.DictReader(report.stdout.splitlines())), report.stderr


def own():
    """How often step was about to be called, and had come back."""
    with open("own", "rb") as file:
        data = file.read()
    pairs = [struct.unpack_from("=QQ", data, 64 * i) for i in range(threads)]
    return sum(p[0] for p in pairs), sum(p[1] for p in pairs)


def total(rows, function, kind):
    return sum(int(r["events"]) for r in rows
               if r["function"] == function and r["kind"] == kind)


def once():
    """Kill it once; True if it had counted between the two readings."""
    def wrong(*what):
        print("wrong:", *what)

    for name in ("halt.prof", "own"):
        if os.path.exists(name):
            os.remove(name)
    process = subprocess.Popen(["./" + prog, str(threads)], stdout=subprocess.PIPE,
                               env=dict(os.environ, HALT_LIVE="1"))
    process.stdout.readline()
    time.sleep(random.random() * .005)
    least = own()[1]
    before, note = read()
    if "still running" not in note:
        wrong("not said to run", note)
    time.sleep(random.random() * .005)
    process.kill()
    process.wait()
    process.stdout.close()
    rows, note = read()
    begun, ended = own()
    if "SIGKILL" not in note:
        wrong("not said to be killed", note)

    if total(before, "step", "entry") < least:
        wrong("less than had been done", total(before, "step", "entry"), least)
    was = {(r["kind"], r["id"]): r for r in before}
    for r in rows:
        for column in ("events", "not_taken", "taken"):
            old = was[r["kind"], r["id"]][column]
            if r[column] and int(r[column]) < int(old):
                wrong("less than before", column, old, r)
    steps = total(rows, "step", "entry")
    if not ended <= steps <= begun:
        wrong("steps", ended, steps, begun)
    parts = total(rows, "odd", "entry") + total(rows, "even", "entry")
    if not 0 <= steps - parts <= threads:
        wrong("calls", steps, parts)
    for function in ("step", "odd", "even"):
        inside = (total(rows, function, "entry") - total(rows, function, "exit"))
        if not 0 <= inside <= threads:
            wrong("in", function, inside)
        mine = [r for r in rows if r["function"] == function]
        for r in mine:
            if r["kind"] == "cbr":
                block = sum(int(b["events"]) for b in mine
                            if b["kind"] == "block" and b["block"] == r["block"])
                if not 0 <= block - int(r["events"]) <= threads:
                    wrong("branch", block, r)
    return steps > total(before, "step", "entry")


moved = sum(once() for _ in range(times))
print(f"{prog} {threads}: killed {times} times"
      + ("" if moved else ", but it never counted meanwhile"))
