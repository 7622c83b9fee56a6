# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes: what they have counted by now, and switching their points."""

import ctypes as _ctypes
import os as _os
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Union

from . import _library as _c
from ._base import Name, _bytes, _Handle, _text
from ._library import Error, lib as _lib
from ._profile import Profile


@dataclass(frozen=True)
class LiveFacts:
    """What a live profile says of its process."""
    path: str
    pid: int
    started: float  #: in seconds since the machine started; 0: unknown
    time: float  #: now
    lost: int
    partly: bool  #: the file had no room for all
    ended: str  #: "" while it runs; exit, signal, killed or unknown
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
        """What the file says of the process now."""
        f, error = _c.live_facts(), _ctypes.c_void_p()
        if not _lib.live_facts(self._p, _ctypes.byref(f), _ctypes.byref(error)):
            _c.check(error)
        return LiveFacts(_text(f.path), f.pid, f.started, f.time, f.lost, bool(f.partly),
                         ("", "exit", "signal", "killed", "unknown")[f.ended], f.signal)

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
    error: float  #: in 19 of 20 runs SCALE is not farther off, of 1; negative: unknown
    scale: float  #: all that happened is so many times what was counted; negative: unknown


class Process(_Handle):
    """A process whose program was compiled with `switch'.  As a context manager it leaves the
    process's code as it was."""

    def __init__(self, p: Any, child: bool = False) -> None:
        self._own(p, "process_close")
        self._child = child
        self._status: Optional[int] = None
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

    def _wait(self, options: int) -> Optional[int]:
        if not self._child:
            raise Error(f"process {self.pid} is no child of this one, which can't tell its status")
        if self._status is None:
            pid, status = _os.waitpid(self.pid, options)
            if pid:
                self._status = _os.waitstatus_to_exitcode(status)
        return self._status

    def wait(self) -> int:
        """Wait for the end of a process that start() started: its exit status, or the number of
        the signal that ended it, less than 0."""
        status = self._wait(0)
        assert status is not None
        return status

    @property
    def status(self) -> Optional[int]:
        """What wait() returns, or None while it runs."""
        return self._wait(_os.WNOHANG)

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
                    self.samples.append(Sample(e.rule, e.windows, e.on, e.all, e.error, e.scale))
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
    return Process(_c.handle("process_start", array), child=True)


def check_context(context: str) -> None:
    """Raise what is wrong with a context, as far as can be said without a process."""
    error = _ctypes.c_void_p()
    if not _lib.context_check(context.encode(), _ctypes.byref(error)):
        _c.check(error)
