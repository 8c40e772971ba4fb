"""How every kernel is compiled."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from numba.core import caching

if TYPE_CHECKING:
    from collections.abc import Callable


_FunctionCache: Any = caching.FunctionCache


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
        with suppress(Exception):
            super().save_overload(*arguments)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile on first call, without the interpreter's lock, and keep the result on disk."""
    kernel: Any = numba.njit(nogil=True)(function)
    # RuntimeError: no folder can be written. AttributeError: compiling is switched off.
    with suppress(RuntimeError, AttributeError):
        kernel._cache = _ForgivingCache(kernel.py_func)  # what cache=True does, forgiving
    return kernel


def inner(function: Callable[..., Any]) -> Any:
    """Compile a kernel that only kernels call: they keep its code with theirs."""
    return numba.njit(nogil=True)(function)


def is_kept(kernel: Any) -> bool:
    """Whether compiled code of a kernel, as it is now, lies on disk; if in doubt, no."""
    try:
        return bool(kernel._cache._cache_file._load_index())
    except Exception:
        return False
