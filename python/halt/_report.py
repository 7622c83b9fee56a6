# SPDX-License-Identifier: GPL-3.0-or-later
"""A program with what was counted of it."""

import ctypes as _ctypes
from dataclasses import dataclass, replace as _replace
from importlib import import_module as _import_module
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, TypeVar, Union

from . import _library as _c
from ._base import _bytes, _Handle, _number, _text, _words
from ._library import Error, lib as _lib
from ._profile import MovedFunction, Profile, Program, _moved

_T = TypeVar("_T")


@dataclass(frozen=True)
class Place:
    """Where in the source."""
    file: str
    line: int
    column: int = 0
    near: bool = False  #: it is that of something nearby


def _place(at: Any) -> Place:
    return Place(_text(at.file), at.line, at.column, bool(at.near))


@dataclass(frozen=True)
class Count:
    """A count of a block, edge or line, and how it is known."""
    n: Optional[int]  #: None: unknown
    how: str  #: unknown, derived or measured
    reason: str = ""  #: why it is unknown

    def __add__(self, other: "Count") -> "Count":
        """The sum, as certain as the one that is less."""
        how = ("unknown", "derived", "measured")
        a, b = (_c.count(n=c.n or 0, how=how.index(c.how)) for c in (self, other))
        reason = self.reason or other.reason
        return _replace(_count(_lib.count_add(a, b)), reason=reason)


def _count(c: Any, graph: Any = None) -> Count:
    how = ("unknown", "derived", "measured")[c.how]
    if c.how != _c.UNKNOWN:
        return Count(c.n, how)
    text = _ctypes.create_string_buffer(256)
    if graph:
        _lib.graph_reason(graph, _ctypes.byref(c), text, len(text))
    return Count(None, how, _text(text.value))


def _flags(what: int, flags: int) -> Tuple[str, ...]:
    return tuple(_text(_lib.flag_name(what, 1 << i)) for i in range(32) if flags >> i & 1)


@dataclass(frozen=True)
class Object:
    """A file that was loaded."""
    path: str
    build_id: str
    is_program: bool
    unresolved: int  #: ids with counts of which nothing is known
    why: str


@dataclass(frozen=True)
class Unit:
    """A source file that was compiled."""
    source: str
    directory: str
    producer: str
    object: int
    base: int  #: its first id
    ids: int
    checksum: int
    gimple: bool  #: blocks and edges are gcov's


@dataclass(frozen=True)
class Totals:
    """What all points of a kind add up to."""
    points: int
    executed: int
    events: int
    bytes: int
    recorded: bool


@dataclass(frozen=True)
class Arg:
    """A static argument of a point."""
    form: str  #: number, function, variable, string, pc; or callee, which no routine is given
    number: int
    text: str


@dataclass(frozen=True)
class Point:
    """A place in the code that is instrumented, with its counters."""
    report: "Report"
    kind: str
    id: int
    block: int
    insn: int
    after: bool
    file: str
    line: int
    column: int
    inlined: str  #: the function it was copied from, or ""
    recorded: bool
    shared: bool  #: other points of its kind have this id
    events: int
    counters: Tuple[int, int]
    indices: Tuple[Tuple[int, int], ...]  #: of a jump table: (index, count)
    misses: int  #: events that went another way than most
    place: Optional[Place]  #: its own, or that of something near
    function_number: int
    args: Tuple[Arg, ...] = ()  #: what it passes, and what a call names
    key: int = 0  #: the same in the next build wherever the function's code is

    @property
    def function(self) -> "Function":
        """The function that it is in."""
        return self.report.function(self.function_number)

    @property
    def taken(self) -> int:
        """How often a branch was taken."""
        return self.counters[1]

    @property
    def not_taken(self) -> int:
        """How often a branch was not taken."""
        return self.counters[0]

    @property
    def bytes(self) -> int:
        """How many bytes its accesses had together."""
        return self.counters[1]


@dataclass(frozen=True)
class Block:
    """A basic block: 0 is the function's entry, 1 its exit."""
    number: int
    file: str
    line: int
    last_line: int
    insns: int
    flags: Tuple[str, ...]
    how: Count
    lost: Count  #: begun, but left by no edge
    edges_in: Tuple[int, ...]  #: numbers of edges
    edges_out: Tuple[int, ...]
    place: Optional[Place]  #: its own, or that of a block near it
    lines: Tuple[Place, ...]  #: at=gimple: those that gcov counts it for

    @property
    def count(self) -> Optional[int]:
        """How often it was begun; None: unknown."""
        return self.how.n


@dataclass(frozen=True)
class Edge:
    """A way from one block to another."""
    number: int
    source: int
    target: int
    kind: str  #: fall, taken, jump, index, return, eh, abnormal
    index: int
    how: Count

    @property
    def count(self) -> Optional[int]:
        """How often it was crossed; None: unknown."""
        return self.how.n


@dataclass(frozen=True)
class Loop:
    """A natural loop: its head dominates its blocks, and edges back to the head close it."""
    head: int  #: a block's number
    depth: int  #: 1: in no other loop
    parent: Optional[int]  #: the innermost loop around it, as an index of Function.loops
    blocks: Tuple[int, ...]  #: with those of loops in it; the head is the first
    how: Count
    back: Count  #: how often an edge back to the head was taken

    @property
    def count(self) -> Optional[int]:
        """How often its head was begun."""
        return self.how.n

    @property
    def entries(self) -> Optional[int]:
        """How often it was entered."""
        return None if self.how.n is None or self.back.n is None else self.how.n - self.back.n


_Graph = Tuple[List[Block], List[Edge], Optional[int]]


class Function:
    """A function of a report."""

    def __init__(self, report: "Report", f: Any) -> None:
        self.report = report
        self.number: int = f.number
        self.name = _text(f.name)
        self.pretty = _text(f.pretty)
        self.file = _text(f.file)
        self.line: int = f.line
        self.flags = _flags(1, f.flags)
        self.discarded = bool(f.discarded)  #: the linker dropped it
        self.address: int = f.address
        self.cfg: int = f.cfg
        self._unit: int = f.unit
        self._graph: Optional[_Graph] = None
        self._loops: List[Loop] = []

    def __repr__(self) -> str:
        return f"<halt.Function {self.name} {self.file}:{self.line}>"

    @property
    def unit(self) -> Unit:
        """The unit that it was compiled in."""
        return self.report.units[self._unit]

    @property
    def moved(self) -> Optional[MovedFunction]:
        """What became of its counts, if the profile was put onto this build."""
        f = _c.onto_function()
        found = _lib.function_moved(self.report._p, self.number, _ctypes.byref(f))
        return _moved(f) if found else None

    @property
    def points(self) -> Iterator[Point]:
        """Its points, in the order of the code."""
        for p in self.report._all("point", _c.point, self.number):
            yield self.report._point(p)

    def _solve(self) -> _Graph:
        if self._graph is None:
            g = _c.handle("graph_open", self.report._p, self.number, 1)
            try:
                self._graph = self._read(g)
                self._loops = self._read_loops(g)
            finally:
                _lib.graph_close(g)
        return self._graph

    @staticmethod
    def _read(g: Any) -> _Graph:
        b, e, at, n = _c.block(), _c.edge(), _c.place(), _ctypes.c_uint32()
        blocks: List[Block] = []
        edges: List[Edge] = []
        for i in range(_lib.graph_blocks(g)):
            _lib.block(g, i, _ctypes.byref(b))
            into = _lib.edges_in(g, i, _ctypes.byref(n))[:n.value]
            out = _lib.edges_out(g, i, _ctypes.byref(n))[:n.value]
            near = _place(at) if _lib.block_place(g, i, _ctypes.byref(at)) else None
            lines: List[Place] = []
            while _lib.block_line(g, i, len(lines), _ctypes.byref(at)):
                lines.append(_place(at))
            blocks.append(Block(b.number, _text(b.file), b.line, b.last_line, b.n_insns,
                                _flags(2, b.flags), _count(b.count, g), _count(b.lost, g),
                                tuple(into), tuple(out), near, tuple(lines)))
        for i in range(_lib.graph_edges(g)):
            _lib.edge(g, i, _ctypes.byref(e))
            edges.append(Edge(e.number, e.from_, e.to, _text(_lib.flag_name(3, e.flags)), e.index,
                              _count(e.count, g)))
        return blocks, edges, n.value if _lib.graph_conflict(g, _ctypes.byref(n)) else None

    @staticmethod
    def _read_loops(g: Any) -> List[Loop]:
        handle, loop = _c.handle("loops_open", g), _c.loop()
        found: List[Loop] = []
        try:
            while _lib.loop(handle, len(found), _ctypes.byref(loop)):
                found.append(Loop(loop.head, loop.depth,
                                  None if loop.parent == _c.ANY else loop.parent,
                                  tuple(loop.blocks[:loop.n_blocks]), _count(loop.count, g),
                                  _count(loop.back, g)))
        finally:
            _lib.loops_close(handle)
        return found

    @property
    def blocks(self) -> List[Block]:
        """Its blocks with all counts that are known."""
        return self._solve()[0]

    @property
    def edges(self) -> List[Edge]:
        """Its edges with all counts that are known."""
        return self._solve()[1]

    @property
    def loops(self) -> List[Loop]:
        """Its natural loops; one that is in another comes after that."""
        self._solve()
        return self._loops

    @property
    def conflict(self) -> Optional[int]:
        """The number of a block in or around which measured counts contradict each other."""
        return self._solve()[2]

    @property
    def entries(self) -> Optional[int]:
        """How often it was entered."""
        return self.blocks[0].count

    @property
    def insns(self) -> int:
        """Instructions executed in it, as far as its blocks are known."""
        return sum((b.count or 0) * b.insns for b in self.blocks)


@dataclass(frozen=True)
class Branch:
    """One way out of a block that has several."""
    kind: str
    index: int
    how: Count
    of: Count  #: of the block
    never: bool

    @property
    def count(self) -> Optional[int]:
        """How often this way was taken; None: unknown."""
        return self.how.n


@dataclass(frozen=True)
class Line:
    """A source line with code."""
    file: str  #: as far as known absolute
    line: int
    how: Count
    branches: Tuple[Branch, ...]

    @property
    def count(self) -> Optional[int]:
        """How often it was executed, as gcov counts that; None: unknown."""
        return self.how.n


@dataclass(frozen=True)
class LineFunction:
    """A function of the source, with how often it was entered."""
    file: str  #: as far as known absolute
    line: int
    name: str
    pretty: str
    how: Count
    elsewhere: str = ""  #: its own copy was not entered, but: "inlined", "copy", "perhaps"

    @property
    def count(self) -> Optional[int]:
        """How often it was entered; None: unknown."""
        return self.how.n


#: What LineFunction.elsewhere and Report.elsewhere() say, by enum ghalt_found.
_found = ("", "perhaps", "copy", "inlined")


@dataclass(frozen=True)
class Source:
    """A source file that has lines with code."""
    file: str  #: as far as known absolute
    checksums: Tuple[int, ...]  #: of its bytes as they were compiled; several: of several files

    @property
    def changed(self) -> Optional[bool]:
        """Whether the file that is there now is none that was compiled under this name; None: it
        cannot be read, or the compiler left no checksum."""
        try:
            with open(self.file, "rb") as f:
                text = f.read()
        except (OSError, ValueError):
            return None
        return _checksum(text) not in self.checksums if self.checksums else None


def _checksum(text: bytes) -> int:
    """halt_checksum of include/halt/format.h."""
    sum = 0xcbf29ce484222325
    for byte in text:
        sum = (sum ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return sum


def _function_number(f: int) -> Optional[int]:
    return None if f == _c.NO_FUNCTION else f


@dataclass(frozen=True)
class Call:
    """The calls of one function on one line of another."""
    report: "Report"
    caller_number: Optional[int]  #: None: from elsewhere, a pointer's or code without points
    callee_number: Optional[int]  #: None: not in the report, or the call names nothing
    name: str  #: the symbol of the callee; "": the call goes through a pointer
    file: str
    line: int
    sites: int  #: points there; 0 from elsewhere
    how: Count  #: from elsewhere derived: entries less the calls that are known

    @property
    def count(self) -> Optional[int]:
        """How often it was called; None: unknown."""
        return self.how.n

    @property
    def caller(self) -> Optional[Function]:
        """The function that calls, if it is in the report."""
        return None if self.caller_number is None else self.report.function(self.caller_number)

    @property
    def callee(self) -> Optional[Function]:
        """The function that is called, if it is in the report."""
        return None if self.callee_number is None else self.report.function(self.callee_number)


@dataclass(frozen=True)
class PathTotals:
    """What all paths that blpp counted add up to."""
    functions: int
    insns: int  #: statements if gimple
    strays: int  #: counts that no function explains
    gimple: bool


@dataclass(frozen=True)
class PathFunction:
    """A function whose paths were counted."""
    report: "Report"
    function_number: int
    id: int  #: of its first region
    executed: int  #: different paths
    executions: int
    insns: int
    possible: Tuple[int, ...]  #: paths that there may be in each region
    blocks: Tuple[Block, ...]  #: with the counts that its paths alone say
    edges: Tuple[Edge, ...]

    @property
    def function(self) -> Function:
        """The function itself."""
        return self.report.function(self.function_number)


@dataclass(frozen=True)
class Path:
    """An executed Ball-Larus path."""
    report: "Report"
    function_number: int
    region: int
    number: int
    count: int
    insns: int  #: of all executions
    blocks: Tuple[int, ...]
    edges: Tuple[int, ...]
    end: str  #: exit, edge or tail

    @property
    def function(self) -> Function:
        """The function that it is in."""
        return self.report.function(self.function_number)


class Report(_Handle):
    """What a profile says of a program and the shared objects that it was loaded with.  Without
    a profile there are no counts."""

    #: It owns what this one has of the program.
    _first: Optional["Report"] = None

    def __init__(self, program: Program, profile: Optional[Profile] = None) -> None:
        self.program: Optional[Program] = program
        self.profile = profile
        self._begin(_c.handle("report_open", program._p, profile._p if profile else None))

    def again(self, profile: Profile) -> "Report":
        """The report of the same program with PROFILE, of the same process at another time, say:
        files are not looked for again."""
        made = Report.__new__(Report)
        made.program, made.profile = self.program, profile
        made._first = self
        made._begin(_c.handle("report_again", self._p, profile._p))
        return made

    @classmethod
    def never(cls, program: Program) -> "Report":
        """The report of PROGRAM, or of an object that no program has, as if nothing of it had
        been executed."""
        made = cls.__new__(cls)
        made.program, made.profile = program, None
        made._begin(_c.handle("report_never", program._p))
        return made

    @staticmethod
    def lines_of(reports: Iterable["Report"]) -> List[Line]:
        """Source lines of several programs: what is on one line of one file is added up."""
        all_ = list(reports)
        if not all_:
            return []
        error = _ctypes.c_void_p()
        l = _c.handle("lines_open", all_[0]._p)
        try:
            for i, report in enumerate(all_):
                if i > 0 and not _lib.lines_more(l, report._p, _ctypes.byref(error)):
                    _c.check(error)
                for f in report.functions:
                    if not _lib.lines_add(l, f.number, _ctypes.byref(error)):
                        _c.check(error)
            if not _lib.lines_sum(l, _ctypes.byref(error)):
                _c.check(error)
            return Report._lines(l)
        finally:
            _lib.lines_close(l)

    def _begin(self, p: Any) -> None:
        self._own(p, "report_close")
        self.objects: List[Object] = [
            Object(_text(o.path), _text(o.build_id), bool(o.is_program), o.unresolved,
                   _text(o.why)) for o in self._all("object", _c.object)]
        self.units: List[Unit] = [
            Unit(_text(u.source), _text(u.directory), _text(u.producer), u.object, u.base,
                 u.n_ids, u.checksum, bool(u.flags & 2)) for u in self._all("unit", _c.unit)]
        facts = _c.report_facts()
        _lib.report_facts(self._p, _ctypes.byref(facts))
        #: What it cannot show, or may have wrong: one line each.
        self.notes: List[str] = [_text(_lib.report_note(self._p, i))
                                 for i in range(facts.n_notes)]
        self.strays: int = facts.strays

    @property
    def functions(self) -> Iterator[Function]:
        """All functions that the linker kept."""
        for f in self._all("function", _c.function):
            if not f.discarded:
                yield Function(self, f)

    def function(self, which: Union[int, str]) -> Function:
        """The function with that number, symbol, or name as in the source; what it takes may
        be left out."""
        f = _c.function()
        if isinstance(which, int):
            if which >= 0 and _lib.function(self._p, which, _ctypes.byref(f)):
                return Function(self, f)
        else:
            for found in self.functions:
                if which in (found.name, found.pretty) or f" {which}(" in f" {found.pretty}":
                    return found
        raise Error(f"no function '{which}'")

    def function_at(self, address: int, object: int = 0) -> Optional[Function]:
        """The function of OBJECT that begins at ADDRESS, as in its file."""
        f = _c.function()
        if _lib.function_at(self._p, object, address, _ctypes.byref(f)):
            return Function(self, f)
        return None

    def file_name(self, unit: int, file: str) -> str:
        """FILE of that unit as people know it: relative to the program's folder if it is there."""
        room = _ctypes.create_string_buffer(4096)
        return _text(_lib.unit_file(self._p, unit, _bytes(file), room, len(room)))

    def written(self, unit: int) -> str:
        """What is written in that unit, compiled with `cover': docs/coverage.md; or nothing."""
        size = _ctypes.c_size_t()
        text = _lib.unit_written(self._p, unit, _ctypes.byref(size))
        return _ctypes.string_at(text, size.value).decode(errors="replace") if text else ""

    def _args(self, p: Any) -> Iterator[Arg]:
        forms = ("number", "function", "variable", "string", "pc", "callee")
        a = _c.arg()
        for i in range(p.n_args):
            if _lib.arg(self._p, _ctypes.byref(p), i, _ctypes.byref(a)):
                yield Arg(forms[a.form], a.number, _text(a.text))

    def _point(self, p: Any) -> Point:
        at = _c.place()
        known = _lib.point_place(self._p, _ctypes.byref(p), _ctypes.byref(at))
        return Point(
            self, _words.get(p.kind, f"kind-{p.kind}"), p.id, p.block, p.insn,
            bool(p.flags & 1), _text(p.file), p.line, p.column, _text(p.inlined),
            bool(p.recorded), bool(p.shared), p.events, (p.counters[0], p.counters[1]),
            tuple((p.indices[i].index, p.indices[i].count) for i in range(p.n_indices)),
            _lib.point_misses(_ctypes.byref(p)),
            _place(at) if known else None, p.function, tuple(self._args(p)),
            _lib.key(self._p, _ctypes.byref(p)))

    def points(self, kind: str) -> Iterator[Point]:
        """All points of a kind that can be counted, by id."""
        for p in self._all("counted", _c.point, _number(kind)):
            yield self._point(p)

    def find(self, id: int, kind: Optional[str] = None) -> Optional[Point]:
        """The first point with that id."""
        p = _c.point()
        number = _number(kind) if kind else _c.ANY
        return self._point(p) if _lib.find(self._p, number, id, _ctypes.byref(p)) else None

    def n_points(self, kind: str) -> int:
        """How many points of a kind can be counted."""
        return int(_lib.n_counted(self._p, _number(kind)))

    def recorded(self, kind: str) -> int:
        """How many counters of a kind the profile has that are not 0."""
        return int(_lib.recorded(self._p, _number(kind)))

    def totals(self, kind: str) -> Totals:
        """What all points of a kind add up to."""
        t = _c.totals()
        _lib.totals(self._p, _number(kind), None, _ctypes.byref(t))
        return Totals(t.points, t.executed, t.events, t.bytes, bool(t.recorded))

    def lines(self, functions: Optional[Iterable[Function]] = None) -> List[Line]:
        """Source lines with their counts: of all functions, or of those that are given."""
        return self._with_lines(functions, self._lines)

    def line_functions(self, functions: Optional[Iterable[Function]] = None) -> List[LineFunction]:
        """The functions as the source has them, by file and line: all, or those that are given."""
        return self._with_lines(functions, self._line_functions)

    def _with_lines(self, functions: Optional[Iterable[Function]],
                    use: Callable[[Any], List[_T]]) -> List[_T]:
        if functions is None:
            l = _c.handle("lines_all", self._p)
        else:
            l = _c.handle("lines_open", self._p)
        try:
            error = _ctypes.c_void_p()
            for number in sorted({f.number for f in functions or ()}):
                if not _lib.lines_add(l, number, _ctypes.byref(error)):
                    _c.check(error)
            if functions is not None and not _lib.lines_sum(l, _ctypes.byref(error)):
                _c.check(error)
            return use(l)
        finally:
            _lib.lines_close(l)

    @staticmethod
    def _line_functions(l: Any) -> List[LineFunction]:
        n = _ctypes.c_size_t()
        files = _lib.lines_files(l, _ctypes.byref(n))
        names = [_text(files[i].path) for i in range(n.value)]
        rows = _lib.lines_functions(l, _ctypes.byref(n))
        return [LineFunction(names[f.file], f.line, _text(f.name), _text(f.pretty), _count(f.count),
                             _found[f.found])
                for f in (rows[i] for i in range(n.value))]

    @staticmethod
    def _lines(l: Any) -> List[Line]:
        n = _ctypes.c_size_t()
        files = _lib.lines_files(l, _ctypes.byref(n))
        names = [_text(files[i].path) for i in range(n.value)]
        branches = _lib.lines_branches(l, _ctypes.byref(n))
        rows = _lib.lines_lines(l, _ctypes.byref(n))
        found = []
        for row in (rows[i] for i in range(n.value)):
            ways = (branches[row.first_branch + k] for k in range(row.n_branches))
            found.append(Line(names[row.file], row.line, _count(row.count), tuple(
                Branch(_text(_lib.flag_name(3, b.flags)), b.index, _count(b.count), _count(b.of),
                       bool(b.never)) for b in ways)))
        return found

    def elsewhere(self) -> List[Tuple[Function, str]]:
        """The functions whose own code was never entered, but that were executed elsewhere, or may
        have been, and how that is known: "inlined", code of it that was inlined was executed;
        "copy", another copy was entered; "perhaps", it was inlined, whether that was executed is
        not known."""
        handle = _c.handle("elsewhere_open", self._p)
        try:
            found = ((f, _found[_lib.elsewhere(handle, f.number)]) for f in self.functions)
            return [(f, how) for f, how in found if how]
        finally:
            _lib.elsewhere_close(handle)

    def sources(self) -> List[Source]:
        """The source files of lines(), with what they were when they were compiled: where one is
        `changed`, its lines may have moved."""
        return self._with_lines(None, self._sources)

    def _sources(self, l: Any) -> List[Source]:
        n, sums = _ctypes.c_size_t(), _ctypes.POINTER(_ctypes.c_uint64)()
        files = _lib.lines_files(l, _ctypes.byref(n))
        handle, found = _c.handle("sources_open", self._p), []
        try:
            for path in (files[i].path for i in range(n.value)):
                many = _lib.sources_sums(handle, path, _ctypes.byref(sums))
                found.append(Source(_text(path), tuple(sums[:many]) if many else ()))
        finally:
            _lib.sources_close(handle)
        return found

    def calls(self) -> List[Call]:
        """The call graph with counts, where kind call was counted; with kind entry also what was
        called from elsewhere, which comes last."""
        handle, n = _c.handle("calls_open", self._p), _ctypes.c_size_t()
        try:
            rows = _lib.calls_list(handle, _ctypes.byref(n))
            return [Call(self, _function_number(c.caller), _function_number(c.callee),
                         _text(c.name), _text(c.file), c.line, c.sites, _count(c.count))
                    for c in (rows[i] for i in range(n.value))]
        finally:
            _lib.calls_close(handle)

    def path_totals(self) -> PathTotals:
        """What the paths that blpp counted add up to."""
        handle, f = _c.handle("paths_open", self._p), _c.paths_facts()
        _lib.paths_facts(handle, _ctypes.byref(f))
        _lib.paths_close(handle)
        return PathTotals(f.n_functions, f.insns, f.strays, bool(f.gimple))

    def path_functions(self) -> List[PathFunction]:
        """The functions whose paths blpp counted: those with the most instructions come first."""
        handle, f = _c.handle("paths_open", self._p), _c.path_function()
        found: List[PathFunction] = []
        try:
            while _lib.path_function(handle, len(found), _ctypes.byref(f)):
                possible = tuple(_lib.path_possible(handle, len(found), region)
                                 for region in range(f.n_regions))
                g = _c.handle("path_graph", handle, len(found))
                try:
                    blocks, edges, _ = Function._read(g)
                finally:
                    _lib.graph_close(g)
                found.append(PathFunction(self, f.function, f.id, f.n_executed, f.executions,
                                          f.insns, possible, tuple(blocks), tuple(edges)))
        finally:
            _lib.paths_close(handle)
        return found

    def paths(self) -> List[Path]:
        """The executed paths that blpp counted: function by function, the costliest first."""
        handle = _c.handle("paths_open", self._p)
        p, f, found = _c.path(), _c.path_function(), []
        error = _ctypes.c_void_p()
        try:
            i = 0
            while _lib.path_function(handle, i, _ctypes.byref(f)):
                for k in range(f.n_executed):
                    if not _lib.path(handle, i, k, _ctypes.byref(p), _ctypes.byref(error)):
                        _c.check(error)
                    found.append(Path(self, f.function, p.region, p.number, p.count, p.insns,
                                      tuple(p.blocks[:p.n_blocks]), tuple(p.edges[:p.n_edges]),
                                      ("exit", "edge", "tail")[p.end]))
                i += 1
        finally:
            _lib.paths_close(handle)
        return found

    def rows(self, kind: str) -> List[Dict[str, Any]]:
        """The points of a kind as plain dictionaries, for tables of any sort."""
        return [{"kind": p.kind, "id": p.id, "function": p.function.pretty, "file": p.file,
                 "line": p.line, "events": p.events, "first": p.counters[0],
                 "second": p.counters[1], "misses": p.misses} for p in self.points(kind)]

    def to_pandas(self, kind: str) -> Any:
        """rows() as a pandas.DataFrame; pandas must be installed."""
        return _import_module("pandas").DataFrame(self.rows(kind))
