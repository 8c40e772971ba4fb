"""What workers do: one task per file, named after it. Plain values in, plain values out.

A task is a function of keyword arguments, one of which, `progress`, is to be called with how much
is done and how much there is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

TASKS = (
    *("suggest", "boards", "pattern", "review", "grid", "play"),
    *("game", "runs", "tree", "lexicon", "lexicons", "strategies", "arena"),
)


def find(name: str) -> Callable[..., dict[str, Any]]:
    """Return the task of that name."""
    if name not in TASKS:
        raise LookupError(name)
    task: Callable[..., dict[str, Any]] = getattr(import_module(f"salet.web.tasks.{name}"), name)
    return task
