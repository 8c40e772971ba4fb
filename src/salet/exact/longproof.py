"""A proof of many items, one after the other: on threads or a cluster, with notes on disk.

What is settled is kept in a checkpoint, every few seconds and whole or not at all, so that a proof
that was killed goes on where it was. Threads take items in turn, each with a search of its own, so
that there is no lock on the way.
"""

from __future__ import annotations

import json
import math
import threading
import time
import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from salet.errors import InvalidError, RepairWarning
from salet.parallel import spread, worker_count
from salet.storage import write_whole
from salet.table import Step

SEARCH = 8
"""The version of the search, raised with every change of a bound: older notes are not believed."""

_SECONDS_BETWEEN_NOTES = 5.0
_SECONDS_BETWEEN_STEPS = 0.5
"""To say how far a proof is takes time from the proof."""
_SECONDS_BETWEEN_LOOKS = 0.1
_BAD_JSON = (ValueError, TypeError, AttributeError, RecursionError)


class Stoppable(Protocol):
    """A search of items that another thread can stop."""

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""

    @property
    def stopped(self) -> bool:
        """Whether the last search was stopped, so that its answer is none."""

    def stop(self) -> None:
        """End what is under way, from any thread."""


Item = TypeVar("Item")
Q = TypeVar("Q")
P = TypeVar("P")
Searcher = TypeVar("Searcher", bound=Stoppable)


class LongProof(ABC, Generic[Item, Searcher]):
    """Settles items by search.

    Attributes
    ----------
    settled
        the name of an item -> what is known of it, in plain values
    nodes
        how many sets were looked at
    """

    settled: dict[str, Any]
    nodes: int

    # --- what is proven ---

    @abstractmethod
    def conditions(self) -> dict[str, Any]:
        """Return what a checkpoint must agree with."""

    @abstractmethod
    def read(self, settled: dict[str, Any]) -> dict[str, Any]:
        """Return what the notes of a checkpoint say; raise an error that names what is strange."""

    @abstractmethod
    def waiting(self) -> list[Item]:
        """Return the items that are not settled, in the order in which to search them."""

    @abstractmethod
    def how_far(self) -> tuple[int, int, str]:
        """Return how many items are settled, of how many, and what is known in a few words."""

    @abstractmethod
    def searcher(self) -> Searcher:
        """Make a search for one thread."""

    @abstractmethod
    def search(self, searcher: Searcher, item: Item) -> tuple[str, Any]:
        """Search one item; return its name and what is known of it, unless it was stopped."""

    @abstractmethod
    def tasks(self, waiting: deque[Item]) -> Iterator[Any]:
        """Take items from `waiting`, for workers of a cluster."""

    @property
    @abstractmethod
    def work(self) -> Callable[[Any], tuple[dict[str, Any], int]]:
        """The function that does a task in any process: what is settled, and the number of sets."""

    def settle(self, name: str, known: Any) -> None:
        """Note what is known of an item."""
        self.settled[name] = known

    def finish(self) -> None:
        """Do what is left when all items are settled."""

    # --- notes on disk ---

    def save(self, path: Path) -> None:
        """Write what is settled, whole or not at all."""
        write_notes(path, self.conditions(), self.settled.copy())

    def resume(self, path: Path) -> None:
        """Take over what an earlier proof has settled; refuse notes on something else."""
        nothing: dict[str, Any] = {}
        self.settled = read_notes(path, self.conditions(), self.read, nothing) | self.settled

    # --- the proof ---

    def run(
        self,
        *,
        jobs: int = 0,
        cluster: str | None = None,
        checkpoint: Path | None = None,
        step: Step | None = None,
        seconds: float | None = None,
    ) -> None:
        """Settle every item; Ctrl-C and the time limit stop, keeping what is settled."""
        end = time.monotonic() + (math.inf if seconds is None else seconds)
        if checkpoint is not None:
            self.resume(checkpoint)
        waiting = deque(self.waiting())  # taking from a deque is one step for every thread
        work = (
            self._on_threads(waiting, jobs, end) if cluster is None else self._on(cluster, waiting)
        )
        due = told = 0.0  # the first notes at once, so that the user sees the file
        try:
            for _ in work:
                if step is not None and time.monotonic() > told:
                    step(*self.how_far())
                    told = time.monotonic() + _SECONDS_BETWEEN_STEPS
                if checkpoint is not None and self.settled and time.monotonic() > due:
                    self.save(checkpoint)
                    due = time.monotonic() + _SECONDS_BETWEEN_NOTES
                if time.monotonic() > end:
                    break
            else:
                self.finish()
            if step is not None:
                step(*self.how_far())
        except KeyboardInterrupt:
            pass
        work.close()
        if checkpoint is not None:
            self.save(checkpoint)

    def _on_threads(
        self, waiting: deque[Item], jobs: int, end: float
    ) -> Generator[None, None, None]:
        """Settle items on threads of this process, giving way now and then, and at the end."""
        workers = worker_count(jobs)
        searchers = [self.searcher() for _ in range(workers)]

        def work(searcher: Searcher) -> None:
            while waiting:
                try:
                    item = waiting.popleft()
                except IndexError:
                    return  # another thread took the last one
                name, known = self.search(searcher, item)
                if searcher.stopped:
                    return
                self.settle(name, known)

        with ThreadPoolExecutor(workers) as pool:
            running = [pool.submit(work, searcher) for searcher in searchers]
            try:
                while wait(
                    running, max(0.0, min(_SECONDS_BETWEEN_LOOKS, end - time.monotonic()))
                ).not_done:
                    yield
            finally:
                for searcher in searchers:
                    searcher.stop()
            for job in running:
                job.result()
        self.nodes += sum(searcher.nodes for searcher in searchers)

    def _on(self, cluster: str, waiting: deque[Item]) -> Generator[None, None, None]:
        """Settle items on the workers of a cluster, giving way after each task."""
        with spread(self.work, self.tasks(waiting), cluster=cluster) as results:
            for settled, nodes in results:
                for name, known in settled.items():
                    self.settle(name, known)
                self.nodes += nodes
                yield


def write_notes(path: Path, conditions: dict[str, Any], settled: Any) -> None:
    """Write a checkpoint, whole or not at all, with a digest of all the rest.

    Where it cannot be written, the proof goes on without notes, with a warning.
    """
    body = json.dumps({"conditions": conditions | {"search": SEARCH}, "settled": settled})
    seal = json.dumps({"digest": digest(body.encode())})
    try:
        write_whole(path, f"{body[:-1]}, {seal[1:]}".encode())
    except InvalidError as error:
        warnings.warn(f"{error}; the proof goes on", RepairWarning, stacklevel=3)


def read_notes(path: Path, own: dict[str, Any], read: Callable[[Any], Q], nothing: Q) -> Q:
    """Return what a checkpoint says; refuse one that is damaged or under other conditions."""
    advice = "delete it, or choose another file"
    try:
        notes = json.loads(path.read_bytes())
        claimed = notes.pop("digest")
        if claimed != digest(json.dumps(notes).encode()):
            raise ValueError("it is damaged: its checksum does not match")
        conditions, settled = dict(notes["conditions"]), notes["settled"]
        own = own | {"search": SEARCH}
        names = dict.fromkeys([*own, *conditions])
        other = [name for name in names if conditions.get(name) != own.get(name)]
        found = nothing if other else read(settled)
    except FileNotFoundError:
        return nothing
    except (OSError, ArithmeticError, LookupError, *_BAD_JSON) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else error
        raise InvalidError(f"cannot read the checkpoint {path} ({why}); {advice}") from None
    if other == ["search"]:
        raise InvalidError(
            f"the checkpoint {path} was written by another version of the search; {advice}"
        )
    if other:
        raise InvalidError(
            f"the checkpoint {path} is of another proof: its {', '.join(other)} "
            f"{'differs' if len(other) == 1 else 'differ'}; {advice}"
        )
    return found


def one_per_thread(make: Callable[[Q], P]) -> Callable[[Q], P]:
    """Keep what `make` has made for the last question, for every thread its own.

    A search is for one thread alone, and a worker of a cluster may have several.
    """
    kept = threading.local()

    def get(question: Q) -> P:
        if getattr(kept, "question", None) != question:
            kept.question, kept.prepared = question, make(question)
        prepared: P = kept.prepared
        return prepared

    return get


def digest(content: bytes) -> str:
    """Return a short digest of some bytes."""
    return sha256(content).hexdigest()[:16]
