# SPDX-License-Identifier: GPL-3.0-or-later
"""What programs do that GCC instrumented with HALT: their functions, blocks, edges, lines, points
and paths, with counts.

    import halt
    report = halt.open("prog", "halt.prof")
    for f in report.functions:
        print(f.name, f.entries)

The numbers are those of `ghalt report'; libghalt computes them.  A count that is not known is None.
Handles are closed when nothing refers to them any more.
"""

import ctypes as _ctypes
import os as _os
import weakref as _weakref
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _library as _c
from ._library import Error, lib as _lib

__all__ = ["Error", "Kind", "Program", "Profile", "Report", "Unit", "Object", "Function", "Point",
           "Place", "Count", "Block", "Edge", "Line", "Branch", "Path", "Totals", "Live",
           "LiveFacts", "Process", "Switched", "Event", "Sample", "kinds", "open", "attach", "start",
           "check_context", "version"]

Name = Union[str, "_os.PathLike[str]"]


def _text(b: Optional[bytes]) -> str:
    return b.decode(errors="surrogateescape") if b else ""


def _bytes(name: Name) -> bytes:
    return _os.fsencode(name)


def version() -> str:
    """The version of libghalt."""
    return _text(_lib.version())


@dataclass(frozen=True)
class Kind:
    """A row of the table of kinds."""
    number: int
    word: str
    title: str
    text: str
    cells: str  #: what is counted: none, events, ways, bytes, indices or paths
    tells: str  #: what is executed as often: nothing, block, entry, exit, branch, table, edge


def _kinds() -> Dict[str, Kind]:
    cells = ("none", "events", "ways", "bytes", "indices", "paths")
    tells = ("nothing", "block", "entry", "exit", "branch", "table", "edge")
    found = {}
    for number in range(_lib.kinds_end()):
        k = _lib.kind(number)
        if k:
            k = k.contents
            word = _text(k.word)
            found[word] = Kind(number, word, _text(k.title), _text(k.text), cells[k.cells],
                               tells[k.tells])
    return found


#: The kinds, by their words.
kinds: Dict[str, Kind] = _kinds()
_words = {k.number: k.word for k in kinds.values()}


def _number(kind: str) -> int:
    if kind not in kinds:
        raise Error(f"no kind '{kind}'; there are {', '.join(kinds)}")
    return kinds[kind].number


class _Handle:
    """Something of the library that is closed at the end."""

    def _own(self, p: Any, close: str) -> None:
        self._p = p
        self._end = _weakref.finalize(self, getattr(_lib, close), p)

    def _all(self, get: str, structure: type, *at: Any) -> Iterator[Any]:
        i = 0
        while True:
            s = structure()
            if not getattr(_lib, get)(self._p, *at, i, _ctypes.byref(s)):
                return
            yield s
            i += 1


class Program(_Handle):
    """An ELF file with maps."""

    def __init__(self, path: Name) -> None:
        self._own(_c.handle("program_open", _bytes(path)), "program_close")
        self.path = _text(_lib.program_path(self._p))
        self.build_id = _text(_lib.program_build_id(self._p))
        #: The folder that its source files have in common, or "".
        self.folder = _text(_lib.program_folder(self._p))


class Profile(_Handle):
    """Counters: of one file, or the sum of several."""

    def __init__(self, *paths: Name) -> None:
        array = (_ctypes.c_char_p * len(paths))(*map(_bytes, paths))
        self._set(_c.handle("profile_open", array, len(paths)))

    @classmethod
    def sum(cls, profiles: Iterable["Profile"]) -> "Profile":
        """The sum of profiles of one build of one program."""
        all_ = list(profiles)
        array = (_ctypes.c_void_p * len(all_))(*(p._p for p in all_))
        return cls._take(_c.handle("profile_merge", array, len(all_)))

    def since(self, before: "Profile") -> "Profile":
        """What was counted from BEFORE, an earlier moment of the same process."""
        return Profile._take(_c.handle("profile_between", before._p, self._p))

    @classmethod
    def _take(cls, p: Any) -> "Profile":
        made = cls.__new__(cls)
        made._set(p)
        return made

    @classmethod
    def _read(cls, data: bytes, name: str) -> "Profile":
        return cls._take(_c.handle("profile_read", data, len(data), name.encode()))

    def _set(self, p: Any) -> None:
        self._own(p, "profile_close")
        f = _c.profile_facts()
        _lib.profile_facts(p, _ctypes.byref(f))
        self.name = _text(f.names)
        self.pid: int = f.pid
        self.lost: int = f.lost  #: events that could not be counted
        self.lost_by_threads = bool(f.lost_by_threads)
        self.running = bool(f.running)
        self.killed = bool(f.killed)
        #: The kinds that were recorded.
        self.recorded: List[str] = [w for n, w in _words.items() if f.recorded >> n & 1]

    def __bytes__(self) -> bytes:
        """What a file of it has."""
        size = _ctypes.c_size_t()
        data = _lib.profile_data(self._p, _ctypes.byref(size))
        return _ctypes.string_at(data, size.value)


@dataclass(frozen=True)
class Place:
    """Where in the source."""
    file: str
    line: int
    column: int = 0
    near: bool = False  #: it is that of something nearby


@dataclass(frozen=True)
class Count:
    """A count of a block, edge or line, and how it is known."""
    n: Optional[int]  #: None: unknown
    how: str  #: unknown, derived or measured
    reason: str = ""  #: why it is unknown


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

    @property
    def function(self) -> "Function":
        return self.report.function(self.function_number)

    @property
    def taken(self) -> int:
        return self.counters[1]

    @property
    def not_taken(self) -> int:
        return self.counters[0]

    @property
    def bytes(self) -> int:
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

    @property
    def count(self) -> Optional[int]:
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
        return self.how.n


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
        self._graph: Optional[Tuple[List[Block], List[Edge]]] = None

    def __repr__(self) -> str:
        return f"<halt.Function {self.name} {self.file}:{self.line}>"

    @property
    def unit(self) -> Unit:
        return self.report.units[self._unit]

    @property
    def points(self) -> Iterator[Point]:
        """Its points, in the order of the code."""
        for p in self.report._all("point", _c.point, self.number):
            yield self.report._point(p)

    def _solve(self) -> Tuple[List[Block], List[Edge]]:
        if self._graph is None:
            g = _c.handle("graph_open", self.report._p, self.number, 1)
            try:
                self._graph = self._read(g)
            finally:
                _lib.graph_close(g)
        return self._graph

    @staticmethod
    def _read(g: Any) -> Tuple[List[Block], List[Edge]]:
        b, e, blocks, edges = _c.block(), _c.edge(), [], []
        while _lib.block(g, len(blocks), _ctypes.byref(b)):
            blocks.append(Block(b.number, _text(b.file), b.line, b.last_line, b.n_insns,
                                _flags(2, b.flags), _count(b.count, g), _count(b.lost, g)))
        while _lib.edge(g, len(edges), _ctypes.byref(e)):
            edges.append(Edge(e.number, e.from_, e.to, _text(_lib.flag_name(3, e.flags)), e.index,
                              _count(e.count, g)))
        return blocks, edges

    @property
    def blocks(self) -> List[Block]:
        """Its blocks with all counts that are known."""
        return self._solve()[0]

    @property
    def edges(self) -> List[Edge]:
        """Its edges with all counts that are known."""
        return self._solve()[1]

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
        return self.how.n


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
        return self.report.function(self.function_number)


class Report(_Handle):
    """What a profile says of a program and the shared objects that it was loaded with.  Without
    a profile there are no counts."""

    def __init__(self, program: Program, profile: Optional[Profile] = None) -> None:
        self.program, self.profile = program, profile
        self._own(_c.handle("report_open", program._p, profile._p if profile else None),
                  "report_close")
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
        """The function with that number, symbol, or name as in the source."""
        f = _c.function()
        if isinstance(which, int):
            if which >= 0 and _lib.function(self._p, which, _ctypes.byref(f)):
                return Function(self, f)
        else:
            for found in self.functions:
                if which in (found.name, found.pretty):
                    return found
        raise Error(f"no function '{which}'")

    def function_at(self, address: int, object: int = 0) -> Optional[Function]:
        """The function of OBJECT that begins at ADDRESS, as in its file."""
        f = _c.function()
        if _lib.function_at(self._p, object, address, _ctypes.byref(f)):
            return Function(self, f)
        return None

    def _point(self, p: Any) -> Point:
        at = _c.place()
        known = _lib.point_place(self._p, _ctypes.byref(p), _ctypes.byref(at))
        return Point(
            self, _words.get(p.kind, f"kind-{p.kind}"), p.id, p.block, p.insn,
            bool(p.flags & 1), _text(p.file), p.line, p.column, _text(p.inlined),
            bool(p.recorded), bool(p.shared), p.events, (p.counters[0], p.counters[1]),
            tuple((p.indices[i].index, p.indices[i].count) for i in range(p.n_indices)),
            _lib.point_misses(_ctypes.byref(p)),
            Place(_text(at.file), at.line, at.column, bool(at.near)) if known else None,
            p.function)

    def points(self, kind: str) -> Iterator[Point]:
        """All points of a kind that can be counted, by id."""
        for p in self._all("counted", _c.point, _number(kind)):
            yield self._point(p)

    def find(self, id: int, kind: Optional[str] = None) -> Optional[Point]:
        """The first point with that id."""
        p = _c.point()
        number = _number(kind) if kind else _c.ANY
        return self._point(p) if _lib.find(self._p, number, id, _ctypes.byref(p)) else None

    def totals(self, kind: str) -> Totals:
        """What all points of a kind add up to."""
        t = _c.totals()
        _lib.totals(self._p, _number(kind), None, _ctypes.byref(t))
        return Totals(t.points, t.executed, t.events, t.bytes, bool(t.recorded))

    def lines(self, functions: Optional[Iterable[Function]] = None) -> List[Line]:
        """Source lines with their counts: of all functions, or of those that are given."""
        chosen = sorted({f.number for f in (self.functions if functions is None else functions)})
        l = _c.handle("lines_open", self._p)
        try:
            error = _ctypes.c_void_p()
            for number in chosen:
                if not _lib.lines_add(l, number, _ctypes.byref(error)):
                    _c.check(error)
            if not _lib.lines_sum(l, _ctypes.byref(error)):
                _c.check(error)
            return self._lines(l)
        finally:
            _lib.lines_close(l)

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
        import pandas
        return pandas.DataFrame(self.rows(kind))


@dataclass(frozen=True)
class LiveFacts:
    """What a live profile says of its process."""
    path: str
    pid: int
    started: float  #: in seconds since the machine started; 0: unknown
    time: float  #: now
    lost: int
    partly: bool  #: the file had no room for all
    ended: str  #: "" while it runs; exit, signal or killed
    signal: int


class Live(_Handle):
    """A file in which a process counts (HALT_LIVE=1), to be read again and again."""

    def __init__(self, where: Union[Name, int]) -> None:
        """WHERE is the file, or the number of the process."""
        p = (_c.handle("live_find", where) if isinstance(where, int)
             else _c.handle("live_open", _bytes(where)))
        self._own(p, "live_close")

    @property
    def facts(self) -> LiveFacts:
        f, error = _c.live_facts(), _ctypes.c_void_p()
        if not _lib.live_facts(self._p, _ctypes.byref(f), _ctypes.byref(error)):
            _c.check(error)
        return LiveFacts(_text(f.path), f.pid, f.started, f.time, f.lost, bool(f.partly),
                         ("", "exit", "signal", "killed")[f.ended], f.signal)

    def profile(self) -> Profile:
        """What has been counted by now."""
        return Profile._take(_c.handle("live_profile", self._p))


@dataclass(frozen=True)
class Switched:
    """How many points are on and off, or were switched."""
    on: int
    off: int
    seconds: float  #: how long the process stood still


@dataclass(frozen=True)
class Event:
    """A rule of a context was carried out."""
    rule: int  #: which of them, from 0
    text: str  #: what halt_event said, or ""
    seconds: float  #: since the context began
    snapshot: int  #: its number from 1; 0: none was made
    profile: Optional[Profile]  #: what that has


@dataclass(frozen=True)
class Sample:
    """How long a rule `every' with `for' was in force."""
    rule: int
    windows: int
    on: float  #: processor time in seconds
    all: float
    error: float  #: relative standard error; negative: unknown

    @property
    def scale(self) -> float:
        """All that happened is so many times what was counted."""
        return self.all / self.on if self.on > 0 else float("inf")


class Process(_Handle):
    """A process whose program was compiled with `switch'.  As a context manager it leaves the
    process's code as it was."""

    def __init__(self, p: Any) -> None:
        self._own(p, "process_close")
        self.pid: int = _lib.process_pid(p)
        self.samples: List[Sample] = []  #: of the last run

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *unused: Any) -> None:
        try:
            self.undo()
        except Error:  # It has ended.
            pass
        self._end()

    def _points(self, name: str, *arguments: Any) -> Switched:
        s, error = _c.switched(), _ctypes.c_void_p()
        if not getattr(_lib, name)(self._p, *arguments, _ctypes.byref(s), _ctypes.byref(error)):
            _c.check(error)
        return Switched(s.on, s.off, s.seconds)

    def switch(self, context: str) -> Switched:
        """Switch points at once: "on cbr@main*,entry; off bb line a.c:3-9"."""
        return self._points("process_switch", context.encode())

    @property
    def points(self) -> Switched:
        """How many are on and off now."""
        return self._points("process_points")

    def undo(self) -> None:
        """Let the code be what it was before switch()."""
        error = _ctypes.c_void_p()
        if not _lib.process_undo(self._p, _ctypes.byref(error)):
            _c.check(error)

    def counts(self) -> Profile:
        """What it has counted so far."""
        return Profile._take(_c.handle("process_counts", self._p))

    def run(self, context: str, on_event: Optional[Callable[[Event], Any]] = None) -> Profile:
        """Let it run under a context until that or the process ends, and call ON_EVENT for each
        rule that is carried out, while the process stands still; True ends the context.  What was
        counted in that time.  `samples' has what is known of rules that sample."""
        self.samples = []
        raised: List[BaseException] = []

        def tell(_data: Any, e: Any) -> int:
            try:
                if not e:  # A signal; Python raises what it means.
                    return 0
                e = e.contents
                if e.sampled:
                    self.samples.append(Sample(e.rule, e.windows, e.on, e.all, e.error))
                elif on_event:
                    profile = None
                    if e.profile:
                        size = _ctypes.c_size_t()
                        data = _lib.profile_data(e.profile, _ctypes.byref(size))
                        profile = Profile._read(_ctypes.string_at(data, size.value),
                                                f"snapshot {e.snapshot}")
                    return bool(on_event(Event(e.rule, _text(e.text), e.seconds, e.snapshot,
                                               profile)))
            except BaseException as error:  # Not through C.
                raised.append(error)
                return 1
            return 0

        try:
            profile = _c.handle("process_run", self._p, context.encode(), _c.callback(tell), None)
        except Error:
            if raised:
                raise raised[0] from None
            raise
        made = Profile._take(profile)
        if raised:
            raise raised[0]
        return made


def attach(pid: int) -> Process:
    """Process PID, which runs on."""
    return Process(_c.handle("process_attach", pid))


def start(*words: Name) -> Process:
    """Start a program, a child of this process; none of it is executed before run()."""
    array = (_ctypes.c_char_p * (len(words) + 1))(*map(_bytes, words), None)
    return Process(_c.handle("process_start", array))


def check_context(context: str) -> None:
    """Raise what is wrong with a context, as far as can be said without a process."""
    error = _ctypes.c_void_p()
    if not _lib.context_check(context.encode(), _ctypes.byref(error)):
        _c.check(error)


def open(program: Name, *profiles: Name) -> Report:
    """The report of PROGRAM and the sum of PROFILES; halt.prof if there are none."""
    p = Program(program)
    if not profiles:
        error = _lib.program_why_no_profile(p._p, b"halt.prof")
        _c.check(_ctypes.c_void_p(error))
    return Report(p, Profile(*(profiles or ("halt.prof",))))
