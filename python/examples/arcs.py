#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Arc counting: how often each edge of the flow graphs was crossed.  arcs.py PROG [PROFILE...]"""
import sys
import halt

for f in halt.open(*sys.argv[1:]).functions:
    for e in f.edges:
        print(f.name, e.source, e.target, "?" if e.count is None else e.count)
