#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The functions that execute most instructions.  hottest.py PROG [PROFILE...]"""
import sys
import halt

functions = list(halt.open(*sys.argv[1:]).functions)
total = sum(f.insns for f in functions) or 1
for f in sorted(functions, key=lambda f: -f.insns)[:10]:
    print(f"{f.insns / total:6.1%} {f.insns} {f.entries} {f.pretty}")
