#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A file's lines with their counts, as gcov writes them.  coverage.py FILE PROG [PROFILE...]"""
import sys
import halt

name = sys.argv[1]
lines = {l.line: l for l in halt.open(*sys.argv[2:]).lines()
         if l.file == name or l.file.endswith("/" + name)}
for number, text in enumerate(open(name), 1):
    l = lines.get(number)
    count = "-" if not l else "?" if l.count is None else l.count or "#####"
    print(f"{count:>9}:{number:5}:{text}", end="")
