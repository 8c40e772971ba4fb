"""How every kernel is compiled, and how the compiled code is kept on disk.

This is the only place that touches private parts of numba: its `FunctionCache`, since with the
public ``cache=True`` a cut cache file is an error, and code is kept although a kernel that it calls
has changed in another file; and the option ``_nrt``, without which functions that make no arrays
take longer to compile. `tests/test_compiler.py` fails if numba changes these parts.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, TypeVar, cast

import numba
import numpy as np
from numba.core import caching
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])

_njit: Any = numba.njit
_jitable: Any = register_jitable
_typeof: Any = numba.typeof
_FunctionCache: Any = caching.FunctionCache

Job = tuple[Any, tuple[Any, ...]]
"""A part of a kernel, and the types of arguments to compile it for."""

_HANDED_OUT: set[tuple[str, tuple[Any, ...]]] = set()
"""What a helper was asked to compile. Where nothing can be kept, none is asked again."""

_PATIENCE = 60
"""How many seconds to wait for another process that compiles."""

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


def lean_part(function: F) -> F:
    """Do what `lean` does, and keep the result on disk: another process may have compiled it.

    It must not be called from Python, which would end the process.
    """
    options = {"nogil": True, "no_cfunc_wrapper": True, "no_cpython_wrapper": True, "_nrt": False}
    kernel: F = _kept(_njit(**options)(function))
    return kernel


def step(function: F) -> F:
    """Write a function into the one kernel that calls it, before that is compiled."""
    kernel: F = _njit(inline="always")(function)
    return kernel


@contextmanager
def compiling_beside(theirs: Sequence[Job], ours: Sequence[Job]) -> Iterator[None]:
    """Let another process compile some parts of a kernel, while this one compiles others.

    In the end all of them lie on disk. The body may compile what else is needed. If there can be
    no other process, nothing is done here, and the kernel compiles its parts.
    """
    helper = _start_helper(theirs) if (os.cpu_count() or 1) > 1 else None
    if helper is None:
        yield
        return
    try:
        yield
        for part, types in ours:
            part.compile(types)
        helper.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        helper.kill()
        helper.wait()


def _start_helper(jobs: Sequence[Job]) -> subprocess.Popen[bytes] | None:
    """Start a process for what is not yet on disk; None if there is no need or no way."""
    missing = [
        (part, types)
        for part, types in jobs
        if types not in kept_types(part) and (part.__name__, types) not in _HANDED_OUT
    ]
    keeps = all(isinstance(getattr(part, "_cache", None), _ForgivingCache) for part, _ in missing)
    if not missing or not keeps or not sys.executable:
        return None
    _HANDED_OUT.update((part.__name__, types) for part, types in missing)
    named = [(part.__module__, part.__name__, types) for part, types in missing]
    code = f"from {__name__} import compile_in_helper; compile_in_helper()"
    null = subprocess.DEVNULL
    try:
        helper = subprocess.Popen(
            [sys.executable, "-P", "-c", code], stdin=subprocess.PIPE, stdout=null, stderr=null
        )
    except OSError:
        return None
    # It may have ended already; then this process compiles all.
    with suppress(OSError), cast("IO[bytes]", helper.stdin) as pipe:
        pickle.dump(named, pipe)
    return helper


def compile_in_helper() -> None:
    """Compile the parts that standard input names, in a process that does nothing else."""
    for module, name, types in pickle.load(sys.stdin.buffer):
        getattr(import_module(module), name).compile(types)


def job(part: Callable[..., Any], *arguments: Any) -> Job:
    """Name a part of a kernel, and what it is to be compiled for: such arguments as these."""
    return part, tuple(_typeof(argument) for argument in arguments)


def kept_types(kernel: Any) -> list[tuple[Any, ...]]:
    """List the types of arguments for which compiled code of a kernel, as it is now, lies on disk.

    They are those of numba. If in doubt, there are none.
    """
    try:
        return [types for types, *_ in kernel._cache._cache_file._load_index()]
    except Exception:
        return []
