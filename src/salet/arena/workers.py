"""Plays independent matches, here or in several processes."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Map = Callable[[Callable[["T"], "R"], Sequence["T"]], Iterator["R"]]
    """Applies a function to every item, in any order."""

T = TypeVar("T")
R = TypeVar("R")

_WATCH_SECONDS = 0.2


def worker_count(jobs: int) -> int:
    """Return how many processes `jobs` stands for; 0 is one per core."""
    return jobs if jobs > 0 else os.cpu_count() or 1


def map_unordered(function: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    """Apply `function` to every item; results come as they are ready."""
    workers = min(worker_count(jobs), len(items))
    if workers <= 1:
        yield from map(function, items)
        return
    import joblib

    parent = os.getpid()
    run = joblib.Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1)
    yield from run(joblib.delayed(_watched)(parent, function, item) for item in items)


def _watched(parent: int, function: Callable[[T], R], item: T) -> R:
    """Apply the function in a worker that does not outlive the process that asked for it."""
    _watch(parent)
    return function(item)


_watching: set[int] = set()


def _watch(parent: int) -> None:
    if parent in _watching or os.getppid() != parent:
        return
    _watching.add(parent)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH_SECONDS)
        os._exit(1)  # its bots are set to die with it

    threading.Thread(target=watch, daemon=True).start()
