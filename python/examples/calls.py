#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The call graph of what calls.c wrote.  calls.py PROG CALLS"""
import sys
import halt

report = halt.Report(halt.Program(sys.argv[1]))
graph = {}
for line in open(sys.argv[2]):
    id, callee, n = line.split()
    caller, to = report.find(int(id), "call").function, report.function_at(int(callee, 16))
    edge = caller.name, to.name if to else "?"
    graph[edge] = graph.get(edge, 0) + int(n)
for (caller, callee), n in sorted(graph.items()):
    print(caller, "->", callee, n)
