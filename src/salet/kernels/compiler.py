"""How every kernel is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba

if TYPE_CHECKING:
    from collections.abc import Callable


def compiled(function: Callable[..., Any]) -> Any:
    """Compile on first call, without the interpreter's lock, and keep the result on disk.

    Where no folder can be written (a read-only installation without a home), the kernel is
    compiled anew in each process instead of failing.
    """
    try:
        return numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:
        return numba.njit(nogil=True)(function)
