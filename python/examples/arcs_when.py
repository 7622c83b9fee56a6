#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Arc counting while a context says so: arcs_when.py 'at call parse on *' PROG [ARGUMENT...]"""
import sys
import halt

process = halt.start(*sys.argv[2:])
counted = process.run(sys.argv[1])
for f in halt.Report(halt.Program(sys.argv[2]), counted).functions:
    for e in f.edges:
        print(f.name, e.source, e.target, "?" if e.count is None else e.count)
