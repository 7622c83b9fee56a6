# SPDX-License-Identifier: GPL-3.0-or-later
"""What all of the package is made with."""

import ctypes as _ctypes
import os as _os
import weakref as _weakref
from dataclasses import dataclass
from typing import Any, Dict, Iterator, Optional, Union

from ._library import Error, lib as _lib

Name = Union[str, "_os.PathLike[str]"]


def _text(b: Optional[bytes]) -> str:
    return b.decode(errors="surrogateescape") if b else ""


def _bytes(name: Name) -> bytes:
    return _os.fsencode(name)


@dataclass(frozen=True)
class Kind:
    """A row of the table of kinds."""
    number: int
    word: str
    title: str
    text: str
    cells: str  #: what is counted: none, events, ways, bytes, indices, paths or values
    tells: str  #: what is executed as often: nothing, block, entry, exit, branch, table, edge


def _kinds() -> Dict[str, Kind]:
    cells = ("none", "events", "ways", "bytes", "indices", "paths", "values")
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
