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
from dataclasses import dataclass
from typing import Optional

from . import _library as _c
from ._base import Kind, Name, _text, _words, kinds
from ._library import Error, lib as _lib
from ._live import Event, Live, LiveFacts, Process, Sample, Switched, attach, check_context, start
from ._profile import Loaded, Moved, MovedFunction, Profile, Program
from ._report import (Arg, Block, Branch, Call, Count, Edge, Function, Line, LineFunction, Loop, Object,
                      Path, PathFunction, PathTotals, Place, Point, Report, Source, Totals, Unit)

__all__ = ["Error", "Kind", "Program", "Profile", "Report", "Unit", "Object", "Function", "Point",
           "Place", "Arg", "Count", "Block", "Edge", "Loop", "Line", "LineFunction", "Branch", "Call",
           "Path", "PathFunction", "PathTotals", "Source", "Totals", "Loaded", "Moved", "MovedFunction",
           "Live", "LiveFacts", "Process", "Switched", "Event", "Sample", "Where", "kinds", "open",
           "attach", "start", "check_context", "itself", "key", "where",
           "version"]


def version() -> str:
    """The version of libghalt."""
    return _text(_lib.version())


def itself() -> Report:
    """What this process is made of, if Python runs in an instrumented program or has loaded
    instrumented shared objects: their points with the ids that they have here, without
    counts."""
    made = Report.__new__(Report)
    made.program = made.profile = None
    made._begin(_c.handle("report_self"))
    return made


@dataclass(frozen=True)
class Where:
    """Where a point of this process is."""
    function: str
    pretty: str
    file: str
    line: int
    column: int
    kind: str


def where(id: int) -> Optional[Where]:
    """The point of this process with that id, which a routine was given; see itself()."""
    w = _c.where()
    if not _lib.where(id, _ctypes.byref(w)):
        return None
    return Where(_text(w.function), _text(w.pretty), _text(w.file), w.line, w.column,
                 _words.get(w.kind, f"kind-{w.kind}"))


def key(id: int) -> int:
    """The key of the point of this process with that id; 0 if nothing is known of it."""
    return int(_lib.key_here(id))


def open(program: Name, *profiles: Name) -> Report:
    """The report of PROGRAM and the sum of PROFILES; halt.prof if there are none."""
    p = Program(program)
    if not profiles:
        error = _lib.program_why_no_profile(p._p, b"halt.prof")
        _c.check(_ctypes.c_void_p(error))
    return Report(p, Profile(*(profiles or ("halt.prof",))))
