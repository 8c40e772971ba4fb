"""Parts of a replication, done side by side in several processes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from salet.parallel import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

K = TypeVar("K")
R = TypeVar("R")


def side_by_side(tasks: Mapping[K, Callable[[], R]], jobs: int) -> Iterator[tuple[K, R]]:
    """Give the result of each task with its name, as they come; `jobs` processes, 0 for all cores.

    A task must be a function of a module, or a `functools.partial` of one, for other processes to
    find it.

    >>> sorted(side_by_side({"one": int, "two": list}, jobs=1))
    [('one', 0), ('two', [])]
    """
    with spread(_named, tasks.items(), jobs=jobs) as results:
        yield from results


def _named(task: tuple[K, Callable[[], R]]) -> tuple[K, R]:
    name, work = task
    return name, work()
