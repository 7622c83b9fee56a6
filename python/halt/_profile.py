# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs and profiles, as files."""

import ctypes as _ctypes
import os as _os
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional

from . import _library as _c
from ._base import Name, _bytes, _Handle, _text, _words
from ._library import lib as _lib


class Program(_Handle):
    """An ELF file with maps."""

    def __init__(self, path: Name) -> None:
        self._own(_c.handle("program_open", _bytes(path)), "program_close")
        self.path = _text(_lib.program_path(self._p))
        self.build_id = _text(_lib.program_build_id(self._p))
        #: The folder that its source files have in common, or "".
        self.folder = _text(_lib.program_folder(self._p))


@dataclass(frozen=True)
class Loaded:
    """A file that was loaded when a profile was recorded."""
    path: str
    build_id: str
    units: int


@dataclass(frozen=True)
class Moved:
    """What became of a profile that was put onto another build."""
    events: int  #: of all points of the old program
    kept: int  #: of those, what found a place
    elsewhere: int  #: counters that are left out: of shared objects, and of paths
    n_same: int
    n_changed: int
    n_renamed: int
    n_gone: int
    n_new: int


@dataclass(frozen=True)
class MovedFunction:
    """What became of a function's counts."""
    name: str
    was: str
    how: str  #: "same": the graph is; "changed"; "renamed"
    events: int
    kept: int
    sure: int  #: of those that were kept: by what is in their blocks


def _moved(f: Any) -> MovedFunction:
    how = ("", "same", "changed", "renamed")
    return MovedFunction(_text(f.name), _text(f.was), how[f.how], f.events, f.kept, f.sure)


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

    def onto(self, to: "Program", program: Optional["Program"] = None) -> "Profile":
        """The same as a profile of TO, another build of PROGRAM, which is looked for where it
        was if it is not given; `moved' and `moved_functions' say what became of it."""
        return Profile._take(_c.handle("profile_onto", self._p, program and program._p, to._p))

    def save(self, path: Name) -> None:
        """Write it to a file, which `ghalt' and Profile read; one of that name is replaced when
        all of it has been written."""
        new = f"{_os.fspath(path)}.{_os.getpid()}"
        try:
            with open(new, "wb") as f:
                f.write(bytes(self))
            _os.replace(new, path)
        except OSError:
            if _os.path.exists(new):
                _os.unlink(new)
            raise

    @property
    def label(self) -> str:
        """What HALT_LABEL called the run; "" if nothing did, or not all runs the same."""
        return _text(_lib.profile_label(self._p))

    @property
    def moved(self) -> Optional[Moved]:
        """What became of a profile that was put onto another build."""
        m = _c.onto()
        if not _lib.profile_moved(self._p, _ctypes.byref(m)):
            return None
        return Moved(m.events, m.kept, m.elsewhere, m.n_same, m.n_changed, m.n_renamed, m.n_gone,
                     m.n_new)

    @property
    def moved_functions(self) -> List[MovedFunction]:
        """The functions of the new build that were found in the old one."""
        return [_moved(f) for f in self._all("profile_moved_function", _c.onto_function)]

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
        self.partly = bool(f.partly)  #: a live profile had no room for all
        #: The files that were loaded: the program, then shared objects.
        self.objects: List[Loaded] = [Loaded(_text(o.path), _text(o.build_id), o.n_units)
                                      for o in self._all("profile_object", _c.profile_object)]
        #: The kinds that were recorded.
        self.recorded: List[str] = [w for n, w in _words.items() if f.recorded >> n & 1]

    def __bytes__(self) -> bytes:
        """What a file of it has."""
        size = _ctypes.c_size_t()
        data = _lib.profile_data(self._p, _ctypes.byref(size))
        return _ctypes.string_at(data, size.value)
