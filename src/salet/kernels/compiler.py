"""How every kernel is compiled, and how the compiled code is kept on disk.

This is the only place that touches private parts of numba, its `FunctionCache`. With the public
``cache=True`` a cut cache file is an error, and code is kept although a kernel that it calls has
changed in another file. `tests/test_compiler.py` fails if numba changes these parts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import caching
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])

_njit: Any = numba.njit
_jitable: Any = register_jitable
_FunctionCache: Any = caching.FunctionCache

int64 = cast("Callable[[Any], int]", np.int64)
"""A 64-bit number. A plain one would make numba compile what is called with it once more."""


@cache
def _stamp(own: str) -> tuple[tuple[str, float, int], ...]:
    """Tell the state of the sources of all kernels, and of the kernel's own file elsewhere."""
    files = sorted({*Path(__file__).parent.glob("*.py"), Path(own)})
    return tuple((file.name, file.stat().st_mtime, file.stat().st_size) for file in files)


class _ForgivingCache(_FunctionCache):  # type: ignore[misc]
    """Numba's cache of compiled code on disk, except that trouble with it is no trouble.

    A cut file, a full disk or a read-only folder costs a compilation, not the program. Numba looks
    at the file of a kernel alone, but kernels call those of other files: here any change counts.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file._source_stamp = _stamp(function.__code__.co_filename)

    def load_overload(self, *arguments: Any) -> Any:
        try:
            return super().load_overload(*arguments)
        except Exception:
            return None

    def save_overload(self, *arguments: Any) -> None:
        try:
            super().save_overload(*arguments)
        except Exception:
            with suppress(Exception):
                self._replace_unreadable_index()
                super().save_overload(*arguments)

    def _replace_unreadable_index(self) -> None:
        """Begin anew where an index, cut or of an older version, would be in the way forever."""
        try:
            self._cache_file._load_index()
        except Exception:
            self.flush()


def compiled(function: F) -> F:
    """Compile on first call, without the interpreter's lock, and keep the result on disk."""
    kernel: F = _kept(_njit(nogil=True, no_cfunc_wrapper=True)(function))
    return kernel


def lean_compiled(function: F) -> F:
    """Do the same for a kernel that makes no arrays, nor do those that it calls.

    Numba then need not count references, which takes as much code as the rest.
    """
    kernel: F = _kept(_njit(nogil=True, no_cfunc_wrapper=True, _nrt=False)(function))
    return kernel


def _kept(kernel: Any) -> Any:
    # RuntimeError: no folder can be written. AttributeError: compiling is switched off.
    with suppress(RuntimeError, AttributeError):
        kernel._cache = _ForgivingCache(kernel.py_func)  # what cache=True does, forgiving
    return kernel


def inner(function: F) -> F:
    """Let kernels call a function, compiled into their own code; called from Python it is slow.

    Numba would make it callable from Python and C as well, which takes longer to compile. It is
    compiled once for callers with the same options: hence `nogil`, as those of `compiled`.
    """
    _jitable(nogil=True, no_cfunc_wrapper=True)(function)
    return function


def lean(function: F) -> F:
    """Do what `inner` does for a function that makes no arrays."""
    _jitable(nogil=True, no_cfunc_wrapper=True, _nrt=False)(function)
    return function


def step(function: F) -> F:
    """Write a function into the one kernel that calls it, before that is compiled."""
    kernel: F = _njit(inline="always")(function)
    return kernel


def kept_types(kernel: Any) -> list[tuple[Any, ...]]:
    """List the types of arguments for which compiled code of a kernel, as it is now, lies on disk.

    They are those of numba. If in doubt, there are none.
    """
    try:
        return [types for types, *_ in kernel._cache._cache_file._load_index()]
    except Exception:
        return []
