# SPDX-License-Identifier: GPL-3.0-or-later
# What tests/bench has CPython do: python.py SIZE.  The output is the same in every run.
import heapq
import json
import math
import re
import sys

SIZE = float(sys.argv[1])


def times(n):
    return range(max(1, int(n * SIZE)))


class Random:
    """The same numbers with every version."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


def bodies():
    """Floats, attributes and loops."""
    class Body:
        __slots__ = ("x", "y", "vx", "vy", "mass")

        def __init__(self, x, y, vx, vy, mass):
            self.x, self.y, self.vx, self.vy, self.mass = x, y, vx, vy, mass

    all_of = [Body(0.0, 0.0, 0.0, 0.0, 1000.0)] + [
        Body(10.0 * i, 0.0, 0.0, math.sqrt(1000.0 / (10.0 * i)), 1.0) for i in range(1, 5)]
    for _ in times(1500):
        for a in all_of:
            for b in all_of:
                if a is not b:
                    dx, dy = b.x - a.x, b.y - a.y
                    pull = b.mass / (dx * dx + dy * dy + 1.0) ** 1.5 * 0.001
                    a.vx += dx * pull
                    a.vy += dy * pull
        for a in all_of:
            a.x += a.vx * 0.001
            a.y += a.vy * 0.001
    return " ".join("%.6f" % a.x for a in all_of)


def queens():
    """Generators, recursion, sets."""
    def place(n, row, columns, left, right):
        if row == n:
            yield tuple(columns)
            return
        for column in range(n):
            if column not in columns and row + column not in left and row - column not in right:
                yield from place(n, row + 1, columns + [column], left | {row + column},
                                 right | {row - column})

    return sum(sum(1 for _ in place(6, 0, [], set(), set())) for _ in times(20))


def words():
    """Strings, dictionaries, sorting."""
    random = Random(1)
    text = " ".join("%s%d" % ("abcdefgh"[random.below(8)] * (1 + random.below(3)),
                              random.below(200)) for _ in times(30000))
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    most = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]
    return most, len(text.upper().replace("A", "bb"))


def lexer():
    """Regular expressions, exceptions."""
    token = re.compile(r"(?P<number>\d+)|(?P<name>[a-z]\w*)|(?P<sign>[-+*/()=])|\s+")
    source = "x1 = (12 + y) * 345 - foo / 6\n" * len(times(600))
    found, failed = {}, 0
    for match in token.finditer(source):
        found[match.lastgroup] = found.get(match.lastgroup, 0) + 1
    for i in times(6000):
        try:
            int("12x" if i % 3 else "12")
        except ValueError:
            failed += 1
    return sorted((str(k), n) for k, n in found.items()), failed


def documents():
    """JSON both ways, by the library."""
    random = Random(2)
    document = [{"id": i, "name": "n%d" % random.below(1000), "tags": ["a", "b", None, True],
                 "point": [random.below(100) / 4, i * 0.5]} for i in times(3000)]
    text = json.dumps(document, sort_keys=True)
    indented = json.dumps(document[:50], indent=1)
    return len(text), json.loads(text) == document, len(indented)


def machine():
    """Objects with methods that differ, a queue of events."""
    class Event:
        def __init__(self, at, of):
            self.at, self.of = at, of

        def __lt__(self, other):
            return self.at < other.at

    class Worker:
        def __init__(self, name):
            self.name, self.done = name, 0

        def work(self, now, random):
            self.done += 1
            return now + 1 + random.below(9)

    class Lazy(Worker):
        def work(self, now, random):
            return super().work(now, random) + 20

    random = Random(3)
    workers = [(Lazy if i % 4 == 0 else Worker)(str(i)) for i in range(20)]
    queue = [Event(i, worker) for i, worker in enumerate(workers)]
    heapq.heapify(queue)
    for _ in times(25000):
        event = heapq.heappop(queue)
        heapq.heappush(queue, Event(event.of.work(event.at, random), event.of))
    return [worker.done for worker in workers]


def primes():
    """Integers, small and large, slices."""
    n = len(times(200000)) + 10
    sieve = bytearray([1]) * n
    for i in range(2, int(n ** 0.5) + 1):
        if sieve[i]:
            sieve[i * i::i] = bytes(len(range(i * i, n, i)))
    big = 1
    for i in times(1200):
        big = big * (i + 3) % (1 << 521) + i
    return sum(sieve) - 2, hex(big)[:20]


for part in bodies, queens, words, lexer, documents, machine, primes:
    print(part.__name__, part())
