#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Print a formula in DIMACS CNF, the same on every machine.
#
#   cnf.py random VARIABLES CLAUSES SEED    random clauses of three literals
#   cnf.py factors BITS PRODUCT             PRODUCT as that of two numbers of
#                                           BITS bits, both above 1
import sys

clauses = []
variables = 0


def new():
    global variables
    variables += 1
    return variables


def both(a, b):
    """The variable that is true where A and B are."""
    c = new()
    clauses.extend([[-a, -b, c], [a, -c], [b, -c]])
    return c


def odd(a, b):
    c = new()
    clauses.extend([[-a, -b, -c], [a, b, -c], [-a, b, c], [a, -b, c]])
    return c


def either(a, b):
    return -both(-a, -b)


def factors(bits, product):
    """A multiplier of rows of full adders."""
    x = [new() for _ in range(bits)]
    y = [new() for _ in range(bits)]
    total = [both(x[0], b) for b in y]
    out = []
    for a in x[1:]:
        out.append(total[0])
        row, total, carry = [both(a, b) for b in y], total[1:], None
        following = []
        for k, bit in enumerate(row):
            terms = [t for t in (bit, total[k] if k < len(total) else None, carry) if t]
            if len(terms) == 1:
                following.append(terms[0])
                carry = None
                continue
            half = odd(terms[0], terms[1])
            high = both(terms[0], terms[1])
            if len(terms) == 3:
                high = either(high, both(half, terms[2]))
                half = odd(half, terms[2])
            following.append(half)
            carry = high
        total = following + ([carry] if carry else [])
    out += total
    for k, bit in enumerate(out):
        clauses.append([bit if product >> k & 1 else -bit])
    clauses.extend([x[1:], y[1:]])


def random(count, number, seed):
    """An explicit generator, Numerical Recipes' linear congruential one."""
    global variables
    variables = count
    state = seed
    while len(clauses) < number:
        clause = []
        while len(clause) < 3:
            state = (1664525 * state + 1013904223) % 2**32
            literal = (state >> 8) % count + 1
            if literal not in clause and -literal not in clause:
                clause.append(literal if state >> 31 else -literal)
        clauses.append(clause)


what, numbers = sys.argv[1], [int(n) for n in sys.argv[2:]]
{"random": random, "factors": factors}[what](*numbers)
print("p cnf", variables, len(clauses))
for clause in clauses:
    print(*clause, 0)
