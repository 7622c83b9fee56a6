#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The branches that are hardest to predict.  branches.py PROG [PROFILE...]"""
import sys
import halt

branches = halt.open(*sys.argv[1:]).points("cbr")
for p in sorted(branches, key=lambda p: (-p.misses, -p.events, p.id))[:10]:
    if p.misses:
        print(f"{p.misses} of {p.events} {p.function.pretty} {p.file}:{p.line}:{p.column}")
