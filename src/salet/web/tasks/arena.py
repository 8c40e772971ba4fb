"""Task: what a page shows of the arena's store."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from salet.arena.cup.reader import StoreReader
from salet.arena.store.database import StoreError
from salet.arena.store.store import Store

if TYPE_CHECKING:
    from salet.table import Progress


def arena(*, progress: Progress, store: str, view: str, **arguments: Any) -> dict[str, Any]:  # noqa: ARG001
    """Read one view of a store; `view` names a method of `StoreReader`."""
    try:
        found: dict[str, Any] = getattr(_view(store, _file(store)), view)(**arguments)
    except StoreError as error:
        # Where the store is, and with which password, is not for everybody who can see the page.
        raise StoreError(str(error).replace(store, "the store")) from None
    return found


@lru_cache(maxsize=1)
def _view(store: str, _: int) -> StoreReader:
    return StoreReader(Store(store))


def _file(store: str) -> int:
    """Return a number that changes when a store was removed and made anew."""
    path = Path(store)
    return path.stat().st_ino if path.is_file() else 0
