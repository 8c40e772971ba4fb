"""The best openers of all, with proof that no other beats them.

Every opener is searched with the best value so far as its cut: most are dismissed by the bounds
of their parts, the rest by search. Threads take openers in turn, each with a search of its own,
so that there is no lock on the way; what they share is the best value. On a cluster, workers get
a few openers at a time together with the best value so far.
"""

from __future__ import annotations

import json
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError, RepairWarning
from salet.exact.objectives import Objective, total_bounds
from salet.exact.search import OpenerSearch, distinct_guesses
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.kernels.bounds import NEVER
from salet.parallel import spread, worker_count
from salet.storage import write_whole
from salet.table import open_table
from salet.view import Setting, View

_SECONDS_BETWEEN_NOTES = 5.0
_MOST_OPENERS_PER_TASK = 64
_BAD_JSON = (ValueError, TypeError, AttributeError, RecursionError)


@dataclass
class OpenerProof:
    """What is known of every opener: its value where that is exact, else a lower bound.

    Attributes
    ----------
    objective
        what the value counts; the mean and then the worst case is settled like the mean
    settled
        opener -> (value or lower bound, whether it is exact)
    top
        how many of the best openers are to be known exactly
    weights
        how much the guesses of each answer count; None if all count alike
    """

    view: View
    objective: Objective
    top: int = 1
    weights: NDArray[np.int64] | None = None
    settled: dict[str, tuple[int, bool]] = field(default_factory=dict)
    nodes: int = 0

    @property
    def best(self) -> list[tuple[str, int]]:
        """The best openers so far with their values, best first."""
        return [(word, value) for value, _, word in sorted(self._exact())[: self.top]]

    @property
    def tied(self) -> list[str]:
        """The best openers so far, and those that are as good as the last of them."""
        exact = sorted(self._exact())
        return [word for value, _, word in exact if value <= exact[: self.top][-1][0]]

    def _exact(self) -> list[tuple[int, int, str]]:
        """Give what is known exactly: value, rank among equals, opener."""
        # A copy, which is one step: other threads settle openers meanwhile.
        settled = self.settled.copy()
        ranks = self._ranks
        return [(value, ranks[word], word) for word, (value, known) in settled.items() if known]

    @property
    def cut(self) -> int:
        """A value that is of no interest any more.

        Ties with the best are still of interest, if the objective settles them.
        """
        best = self.best
        if len(best) < self.top:
            return NEVER
        return best[-1][1] + self.objective.settles_ties

    @property
    def proven(self) -> bool:
        """Whether every opener is settled, so that no other beats the best."""
        return not self._in_order()

    # --- notes on disk ---

    def _conditions(self) -> dict[str, Any]:
        return {
            "game": self.view.game.id,
            "hard": str(self.view.rules.hard),
            "max_guesses": self.view.rules.max_guesses,
            "position": str(self.view.position),
            "top": self.top,
            "objective": self.objective.name,
            "weights": None if self.weights is None else _digest(self.weights.tobytes()),
        }

    def save(self, path: Path) -> None:
        """Write what is settled, whole or not at all."""
        notes = {"conditions": self._conditions(), "settled": self.settled.copy()}
        body = json.dumps(notes)
        write_whole(path, json.dumps(notes | {"digest": _digest(body.encode())}).encode())

    def resume(self, path: Path) -> None:
        """Take over what an earlier proof has settled; refuse notes on something else."""
        advice = "delete it, or choose another file"
        try:
            notes = json.loads(path.read_bytes())
            claimed = notes.pop("digest")
            if claimed != _digest(json.dumps(notes).encode()):
                raise ValueError("it is damaged: its checksum does not match")
            conditions = dict(notes["conditions"])
            settled = {
                word: (int(value), bool(known)) for word, (value, known) in notes["settled"].items()
            }
        except FileNotFoundError:
            return
        except (OSError, ArithmeticError, LookupError, *_BAD_JSON) as error:
            raise InvalidError(f"cannot read the checkpoint {path} ({error}); {advice}") from None
        other = [
            name for name, value in self._conditions().items() if conditions.get(name) != value
        ]
        if other:
            raise InvalidError(
                f"the checkpoint {path} is of another proof: its {', '.join(other)} "
                f"{'differs' if len(other) == 1 else 'differ'}; {advice}"
            )
        strange = sorted(settled.keys() - set(self.view.game.guesses))
        if strange:
            raise InvalidError(f"cannot read the checkpoint {path} ({strange[0]!r}); {advice}")
        distinct = {self.view.game.guesses[guess] for guess in self._ordered[0]}
        self.settled = {word: known for word, known in settled.items() if word in distinct}

    # --- the proof ---

    def run(
        self,
        *,
        jobs: int = 0,
        cluster: str | None = None,
        checkpoint: Path | None = None,
        step: Callable[[int, int, str], None] | None = None,
    ) -> None:
        """Settle every opener; Ctrl-C stops, keeping what is settled."""
        if checkpoint is not None:
            self.resume(checkpoint)
        waiting = deque(self._in_order())  # taking from a deque is one step for every thread
        work = self._on_threads(waiting, jobs) if cluster is None else self._on(cluster, waiting)
        due = 0.0  # the first notes at once: who asks for a checkpoint sees that there is one
        try:
            for _ in work:
                if step is not None:
                    step(len(self.settled), len(self._ordered[0]), self._known())
                if checkpoint is not None and self.settled and time.monotonic() > due:
                    self._note(checkpoint)
                    due = time.monotonic() + _SECONDS_BETWEEN_NOTES
            self._settle_ties()
        except KeyboardInterrupt:
            work.close()
        if checkpoint is not None:
            self._note(checkpoint)

    def _note(self, checkpoint: Path) -> None:
        """Save what is settled; a proof goes on without notes, with a warning."""
        try:
            self.save(checkpoint)
        except InvalidError as error:
            warnings.warn(f"{error}; the proof goes on", RepairWarning, stacklevel=3)

    def _on_threads(self, waiting: deque[int], jobs: int) -> Generator[None, None, None]:
        """Settle openers on threads of this process, giving way every now and then."""
        workers = worker_count(jobs)
        searches = [self.objective.opener_search(self.view, self.weights) for _ in range(workers)]

        def work(search: OpenerSearch) -> None:
            while waiting:
                try:
                    guess = waiting.popleft()
                except IndexError:
                    return  # another thread took the last one
                cut = self.cut
                value = search.total_of(self.view, guess, cut)
                if search.stopped:
                    return
                self.settled[self.view.game.guesses[guess]] = (value, value < cut)

        with ThreadPoolExecutor(workers) as pool:
            running = [pool.submit(work, search) for search in searches]
            try:
                while not all(job.done() for job in running):
                    time.sleep(0.05)
                    yield
            finally:
                for search in searches:
                    search.stop()
            for job in running:
                job.result()
        self.nodes += sum(search.nodes for search in searches)

    def _settle_ties(self) -> None:
        """Let the best openers be the same ones whoever was searched first.

        Where many openers are as good as the best, they are left at that. Those that would be
        named first among equals get an exact value.
        """
        if self.objective.settles_ties or len(self.best) < self.top:
            return
        search = self.objective.opener_search(self.view, self.weights)
        words = self.view.game.guesses
        last = self.best[-1][1]
        for guess in self._ordered[0]:
            word, (value, known) = words[guess], self.settled[words[guess]]
            if word == self.best[-1][0]:
                return
            if value == last and not known:
                value = search.total_of(self.view, guess, last + 1)
                self.settled[word] = (value, value == last)

    def _on(self, cluster: str, waiting: deque[int]) -> Generator[None, None, None]:
        """Settle openers on the workers of a cluster, giving way after each task."""
        view = self.view
        weights = None if self.weights is None else self.weights.tobytes()
        question = _Question(view.game, view.rules, view.position, self.objective, weights)

        def tasks() -> Iterator[_Task]:
            while waiting:
                # The first openers are searched, most later ones only looked at.
                size = min(len(waiting), 1 + len(self.settled) // 16, _MOST_OPENERS_PER_TASK)
                yield _Task(question, [waiting.popleft() for _ in range(size)], self.cut)

        with spread(_settle, tasks(), cluster=cluster) as results:
            for values, cut, nodes in results:
                for guess, value in values.items():
                    self.settled[view.game.guesses[guess]] = (value, value < cut)
                self.nodes += nodes
                yield

    def _known(self) -> str:
        """Tell in a few words how far the proof is."""
        done = f"{len(self.settled):,} of {len(self._ordered[0]):,}"
        best = "".join(f", best {word} {value:,}" for word, value in self.best[:1])
        return f"{done}{best}, none below {self.lower_bound:,}"

    @property
    def lower_bound(self) -> int:
        """A value that no opener is below."""
        settled = self.settled.copy()
        known = min((value for value, _ in settled.values()), default=NEVER)
        words = self.view.game.guesses
        order, bounds = self._ordered
        for guess, bound in zip(order, bounds, strict=True):
            if words[guess] not in settled:
                return min(known, int(bound))  # they come in the order of their bounds
        return known

    def _in_order(self) -> list[int]:
        """List the openers that are not settled, those with the best bound first."""
        words = self.view.game.guesses
        return [guess for guess in self._ordered[0] if words[guess] not in self.settled]

    @cached_property
    def _ordered(self) -> tuple[list[int], list[int]]:
        """All openers and a bound of their values, in the order of the bounds of their totals.

        Of those that a symmetry of the game makes the same, only the first.
        """
        view = (
            self.view if self.weights is not None else self.view.only(distinct_guesses(self.view))
        )
        order = np.lexsort((view.stats.squares, total_bounds(view)))
        bounds = self.objective.opener_bounds(view)
        return view.guesses[order].tolist(), bounds[order].tolist()

    @cached_property
    def _ranks(self) -> dict[str, int]:
        """Who is named first among equals: by the alphabet, or who is searched first."""
        words = self.view.game.guesses
        if not self.objective.settles_ties:
            return {words[guess]: rank for rank, guess in enumerate(self._ordered[0])}
        return {word: rank for rank, word in enumerate(words)}


@dataclass(frozen=True)
class _Question:
    """What a worker must know to search; comes with every task, and is prepared once."""

    game: Game
    rules: Rules
    position: Position
    objective: Objective
    weights: bytes | None


@dataclass(frozen=True)
class _Task:
    """Some openers, and the value that is of no interest any more."""

    question: _Question
    guesses: list[int]
    cut: int


def _settle(task: _Task) -> tuple[dict[int, int], int, int]:
    """Search the openers of a task; return their values or bounds, the cut and the sets seen."""
    view, search = _prepared(task.question)
    before = search.nodes
    values = {guess: search.total_of(view, guess, task.cut) for guess in task.guesses}
    return values, task.cut, search.nodes - before


@lru_cache(maxsize=1)
def _prepared(question: _Question) -> tuple[View, OpenerSearch]:
    view = Setting.of(open_table(question.game), question.rules).view(question.position)
    weights = None if question.weights is None else np.frombuffer(question.weights, np.int64)
    return view, question.objective.opener_search(view, weights)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]
