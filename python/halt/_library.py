# SPDX-License-Identifier: GPL-3.0-or-later
"""What include/ghalt.h declares, for ctypes.  tests/cases/python.t compares the
structures with the header's."""

import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_double, c_int, c_int64,
                    c_size_t, c_ubyte, c_uint, c_uint32, c_uint64, c_void_p)
from typing import Any, Dict, List

ANY = 0xffffffff
NO_FUNCTION = c_size_t(-1).value
UNKNOWN, DERIVED, MEASURED = 0, 1, 2


def _structure(tag: str, /, **fields: Any) -> Any:
    return type(tag, (Structure,), {"_fields_": list(fields.items())})


count = _structure("count", n=c_uint64, how=c_uint32, why=c_uint32, at=c_uint32)
kind = _structure("kind", number=c_uint32, cells=c_uint32, tells=c_uint32, word=c_char_p,
                  title=c_char_p, costs=c_char_p, text=c_char_p)
profile_facts = _structure(
    "profile_facts", name=c_char_p, names=c_char_p, n_names=c_size_t, pid=c_uint64, lost=c_uint64,
    lost_by_threads=c_int, running=c_int, killed=c_int, partly=c_int, n_objects=c_uint32,
    recorded=c_uint32)
profile_object = _structure("profile_object", path=c_char_p, build_id=c_char_p, n_units=c_uint32)
report_facts = _structure("report_facts", n_objects=c_size_t, n_units=c_size_t,
                          n_functions=c_size_t, n_foreign=c_size_t, strays=c_uint64,
                          n_notes=c_size_t)
object = _structure("object", path=c_char_p, build_id=c_char_p, is_program=c_int,
                    unresolved=c_uint64, why=c_char_p)
unit = _structure("unit", object=c_size_t, first_function=c_size_t, n_functions=c_size_t,
                  base=c_uint64, n_ids=c_uint64, checksum=c_uint64, flags=c_uint32,
                  source=c_char_p, directory=c_char_p, producer=c_char_p, member=c_char_p)
function = _structure("function", number=c_size_t, unit=c_size_t, name=c_char_p, pretty=c_char_p,
                      file=c_char_p, line=c_uint32, flags=c_uint32, discarded=c_int,
                      address=c_uint64, cfg=c_uint64, n_blocks=c_uint32, n_edges=c_uint32,
                      n_points=c_uint32)
place = _structure("place", file=c_char_p, line=c_uint32, column=c_uint32, near=c_int)
index = _structure("index", id=c_uint64, index=c_uint64, count=c_uint64)
point = _structure("point", kind=c_uint32, flags=c_uint32, id=c_uint64, function=c_size_t,
                   number=c_uint32, block=c_uint32, insn=c_uint32, line=c_uint32, column=c_uint32,
                   file=c_char_p, inlined=c_char_p, n_args=c_uint32, recorded=c_int, shared=c_int,
                   events=c_uint64, counters=c_uint64 * 2, indices=POINTER(index),
                   n_indices=c_uint64)
arg = _structure("arg", form=c_uint32, number=c_int64, text=c_char_p)
totals = _structure("totals", points=c_uint64, executed=c_uint64, events=c_uint64, bytes=c_uint64,
                    recorded=c_int)
block = _structure("block", number=c_uint32, flags=c_uint32, n_insns=c_uint32, line=c_uint32,
                   last_line=c_uint32, n_lines=c_uint32, file=c_char_p, count=count, lost=count)
edge = _structure("edge", number=c_uint32, from_=c_uint32, to=c_uint32, flags=c_uint32,
                  index=c_uint32, count=count)
loop = _structure("loop", head=c_uint32, parent=c_uint32, depth=c_uint32, n_blocks=c_uint32,
                  blocks=POINTER(c_uint32), count=count, back=count)
file = _structure("file", path=c_char_p, name=c_char_p, directory=c_char_p)
line = _structure("line", file=c_uint32, line=c_uint32, count=count, first_branch=c_size_t,
                  n_branches=c_size_t)
branch = _structure("branch", count=count, of=count, flags=c_uint32, index=c_uint32, never=c_int,
                    begins=c_int)
line_function = _structure("line_function", file=c_uint32, line=c_uint32, name=c_char_p,
                           pretty=c_char_p, count=count, found=c_uint32)
paths_facts = _structure("paths_facts", n_functions=c_size_t, insns=c_uint64, strays=c_uint64,
                         gimple=c_int)
path_function = _structure("path_function", function=c_size_t, id=c_uint64, n_regions=c_uint32,
                           n_executed=c_size_t, executions=c_uint64, insns=c_uint64)
path = _structure("path", region=c_uint32, number=c_uint64, count=c_uint64, insns=c_uint64,
                  begin=c_uint32, end=c_uint32, n_blocks=c_uint32, n_edges=c_uint32,
                  blocks=POINTER(c_uint32), edges=POINTER(c_uint32))
call = _structure("call", caller=c_size_t, callee=c_size_t, name=c_char_p, file=c_char_p,
                  line=c_uint32, sites=c_uint32, count=count)
live_facts = _structure("live_facts", path=c_char_p, pid=c_uint64, started=c_double, time=c_double,
                        lost=c_uint64, partly=c_int, ended=c_uint32, signal=c_uint32)
switched = _structure("switched", on=c_size_t, off=c_size_t, seconds=c_double)
event = _structure("event", sampled=c_int, rule=c_size_t, text=c_char_p, seconds=c_double,
                   snapshot=c_uint, profile=c_void_p, windows=c_uint, on=c_double, all=c_double,
                   error=c_double, scale=c_double)
onto = _structure("onto", events=c_uint64, kept=c_uint64, elsewhere=c_uint64,
                  n_functions=c_size_t, n_same=c_size_t, n_changed=c_size_t, n_renamed=c_size_t,
                  n_gone=c_size_t, n_new=c_size_t)
onto_function = _structure("onto_function", name=c_char_p, was=c_char_p, how=c_uint32,
                           events=c_uint64, kept=c_uint64, sure=c_uint64)
where = _structure("where", function=c_char_p, pretty=c_char_p, file=c_char_p, line=c_uint32,
                   column=c_uint32, kind=c_uint32)
callback = CFUNCTYPE(c_int, c_void_p, POINTER(event))

# What is returned, then the arguments.  P is a handle, E where an error goes.
_P, _E = c_void_p, POINTER(c_void_p)
_TABLE: Dict[str, List[Any]] = {
    "version": [c_char_p],
    "error_text": [c_char_p, _P],
    "error_free": [None, _P],
    "kinds_end": [c_uint32],
    "kind": [POINTER(kind), c_uint32],
    "kind_find": [POINTER(kind), c_char_p],
    "flag_name": [c_char_p, c_int, c_uint32],
    "program_open": [_P, c_char_p, _E],
    "program_close": [None, _P],
    "program_path": [c_char_p, _P],
    "program_build_id": [c_char_p, _P],
    "program_folder": [c_char_p, _P],
    "program_why_no_profile": [_P, _P, c_char_p],
    "profile_open": [_P, POINTER(c_char_p), c_size_t, _E],
    "profile_merge": [_P, POINTER(c_void_p), c_size_t, _E],
    "profile_between": [_P, _P, _P, _E],
    "profile_onto": [_P, _P, _P, _P, _E],
    "profile_moved": [c_int, _P, POINTER(onto)],
    "profile_moved_function": [c_int, _P, c_size_t, POINTER(onto_function)],
    "function_moved": [c_int, _P, c_size_t, POINTER(onto_function)],
    "profile_read": [_P, c_char_p, c_size_t, c_char_p, _E],
    "profile_close": [None, _P],
    "profile_data": [_P, _P, POINTER(c_size_t)],
    "profile_label": [c_char_p, _P],
    "profile_facts": [None, _P, POINTER(profile_facts)],
    "profile_object": [c_int, _P, c_uint32, POINTER(profile_object)],
    "live_open": [_P, c_char_p, _E],
    "live_find": [_P, c_uint, _E],
    "live_close": [None, _P],
    "live_facts": [c_int, _P, POINTER(live_facts), _E],
    "live_profile": [_P, _P, _E],
    "process_attach": [_P, c_uint, _E],
    "process_start": [_P, POINTER(c_char_p), _E],
    "process_close": [None, _P],
    "process_pid": [c_uint, _P],
    "process_switch": [c_int, _P, c_char_p, POINTER(switched), _E],
    "process_points": [c_int, _P, POINTER(switched), _E],
    "process_counts": [_P, _P, _E],
    "process_undo": [c_int, _P, _E],
    "process_run": [_P, _P, c_char_p, callback, c_void_p, _E],
    "context_check": [c_int, c_char_p, _E],
    "report_again": [_P, _P, _P, _E],
    "report_open": [_P, _P, _P, _E],
    "report_never": [_P, _P, _E],
    "report_self": [_P, _E],
    "report_close": [None, _P],
    "report_facts": [None, _P, POINTER(report_facts)],
    "report_note": [c_char_p, _P, c_size_t],
    "object": [c_int, _P, c_size_t, POINTER(object)],
    "unit": [c_int, _P, c_size_t, POINTER(unit)],
    "unit_file": [c_char_p, _P, c_size_t, c_char_p, c_char_p, c_size_t],
    "unit_written": [c_void_p, _P, c_size_t, POINTER(c_size_t)],
    "function": [c_int, _P, c_size_t, POINTER(function)],
    "function_at": [c_int, _P, c_size_t, c_uint64, POINTER(function)],
    "point": [c_int, _P, c_size_t, c_uint32, POINTER(point)],
    "counted": [c_int, _P, c_uint32, c_size_t, POINTER(point)],
    "n_counted": [c_size_t, _P, c_uint32],
    "recorded": [c_uint64, _P, c_uint32],
    "find": [c_int, _P, c_uint32, c_uint64, POINTER(point)],
    "point_place": [c_int, _P, POINTER(point), POINTER(place)],
    "key": [c_uint64, _P, POINTER(point)],
    "point_misses": [c_uint64, POINTER(point)],
    "arg": [c_int, _P, POINTER(point), c_uint32, POINTER(arg)],
    "totals": [None, _P, c_uint32, POINTER(c_ubyte), POINTER(totals)],
    "graph_open": [_P, _P, c_size_t, c_int, _E],
    "graph_close": [None, _P],
    "graph_blocks": [c_uint32, _P],
    "graph_edges": [c_uint32, _P],
    "graph_conflict": [c_int, _P, POINTER(c_uint32)],
    "block": [c_int, _P, c_uint32, POINTER(block)],
    "block_line": [c_int, _P, c_uint32, c_uint32, POINTER(place)],
    "block_place": [c_int, _P, c_uint32, POINTER(place)],
    "edge": [c_int, _P, c_uint32, POINTER(edge)],
    "edges_out": [POINTER(c_uint32), _P, c_uint32, POINTER(c_uint32)],
    "edges_in": [POINTER(c_uint32), _P, c_uint32, POINTER(c_uint32)],
    "count_add": [count, count, count],
    "graph_reason": [c_size_t, _P, POINTER(count), c_char_p, c_size_t],
    "loops_open": [_P, _P, _E],
    "loops_close": [None, _P],
    "loop": [c_int, _P, c_uint32, POINTER(loop)],
    "elsewhere_open": [_P, _P, _E],
    "elsewhere_close": [None, _P],
    "elsewhere": [c_uint, _P, c_size_t],
    "sources_open": [_P, _P, _E],
    "sources_close": [None, _P],
    "sources_sums": [c_size_t, _P, c_char_p, POINTER(POINTER(c_uint64))],
    "lines_open": [_P, _P, _E],
    "lines_more": [c_int, _P, _P, _E],
    "lines_add": [c_int, _P, c_size_t, _E],
    "lines_sum": [c_int, _P, _E],
    "lines_all": [_P, _P, _E],
    "lines_close": [None, _P],
    "lines_files": [POINTER(file), _P, POINTER(c_size_t)],
    "lines_lines": [POINTER(line), _P, POINTER(c_size_t)],
    "lines_branches": [POINTER(branch), _P, POINTER(c_size_t)],
    "lines_functions": [POINTER(line_function), _P, POINTER(c_size_t)],
    "calls_open": [_P, _P, _E],
    "calls_close": [None, _P],
    "calls_list": [POINTER(call), _P, POINTER(c_size_t)],
    "paths_open": [_P, _P, _E],
    "paths_close": [None, _P],
    "paths_facts": [None, _P, POINTER(paths_facts)],
    "path_possible": [c_uint64, _P, c_size_t, c_uint32],
    "path_graph": [_P, _P, c_size_t, _E],
    "path_function": [c_int, _P, c_size_t, POINTER(path_function)],
    "path": [c_int, _P, c_size_t, c_size_t, POINTER(path), _E],
}


def _find() -> str:
    """The library: what GHALT_LIBRARY names, what a wheel has, or what the system has."""
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libghalt.so.0")
    return os.environ.get("GHALT_LIBRARY") or (own if os.path.exists(own) else "libghalt.so.0")


class Functions:
    """The functions of the library, without their prefix."""

    def __init__(self) -> None:
        library = ctypes.CDLL(_find())
        for name, (result, *arguments) in _TABLE.items():
            f = getattr(library, "ghalt_" + name)
            f.restype, f.argtypes = result, arguments
            setattr(self, name, f)
        self.where = library.halt_where
        self.where.restype, self.where.argtypes = c_int, [c_uint64, POINTER(where)]
        self.key_here = library.halt_key
        self.key_here.restype, self.key_here.argtypes = c_uint64, [c_uint64]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"libghalt has no ghalt_{name}")


lib = Functions()


class Error(Exception):
    """What libghalt refused, in one line."""


def check(error: c_void_p) -> None:
    """Raise what ERROR says, if it says something."""
    if error:
        text = lib.error_text(error).decode(errors="replace")
        lib.error_free(error)
        raise Error(text)


def handle(name: str, *arguments: Any) -> c_void_p:
    """What the function NAME opens."""
    error = c_void_p()
    p = getattr(lib, name)(*arguments, byref(error))
    if not p:
        check(error)
    return c_void_p(p)
