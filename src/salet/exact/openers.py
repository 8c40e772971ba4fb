"""The best openers of all, with proof that no other beats them.

Every opener is searched with the best value so far as its cut: most are dismissed by the bounds
of their parts, the rest by search. What threads share is the best value; on a cluster, workers get
a few openers at a time together with the best value so far.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError
from salet.exact.longproof import LongProof, digest, one_per_thread
from salet.exact.objectives import (
    MOST_WEIGHT,
    OBJECTIVES,
    Objective,
    total_bounds,
)
from salet.exact.search import distinct_guesses
from salet.exact.shortcuts import OpenerSearch
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.kernels.bounds import NEVER
from salet.table import Step, open_table
from salet.tree.model import Mixtures
from salet.view import Setting, View

_MOST_OPENERS_PER_TASK = 64


@dataclass
class OpenerProof(LongProof[int, OpenerSearch]):
    """Everything known of the openers: the value where it is exact, else a lower bound.

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
    floor
        a value that no opener needs to be known beyond; None to find the best
    """

    view: View
    objective: Objective
    top: int = 1
    weights: NDArray[np.int64] | None = None
    settled: dict[str, tuple[int, bool]] = field(default_factory=dict)
    nodes: int = 0
    floor: int | None = None

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

    @cached_property
    def cut(self) -> int:
        """A value that is of no interest any more; looked for again after each exact value.

        Ties with the best are still of interest, if the objective settles them.
        """
        if self.floor is not None:
            return self.floor
        best = self.best
        if len(best) < self.top:
            return NEVER
        return best[-1][1] + self.objective.settles_ties

    @property
    def proven(self) -> bool:
        """Whether every opener is settled, so that no other beats the best."""
        return not self.waiting()

    def conditions(self) -> dict[str, Any]:
        """Say which openers are compared, and how."""
        return {
            "game": self.view.game.id,
            "hard": str(self.view.rules.hard),
            "max_guesses": self.view.rules.max_guesses,
            "position": str(self.view.position),
            "top": self.top,
            "objective": self.objective.name,
            "weights": None if self.weights is None else digest(self.weights.tobytes()),
        } | ({} if self.floor is None else self._floor_conditions())

    def _floor_conditions(self) -> dict[str, Any]:
        """Name the floor, and the candidates, of which some may have been set aside."""
        return {"floor": self.floor, "candidates": digest(self.view.candidates.tobytes())}

    def read(self, settled: dict[str, Any]) -> dict[str, Any]:
        """Read openers with their values or bounds."""
        strange = sorted(settled.keys() - set(self.view.game.guesses))
        if strange:
            raise ValueError(repr(strange[0]))
        known = {word: (int(value), bool(exact)) for word, (value, exact) in settled.items()}
        distinct = {self.view.game.guesses[guess] for guess in self._ordered[0]}
        return {word: value for word, value in known.items() if word in distinct}

    # --- the proof ---

    def searcher(self) -> OpenerSearch:
        """Make the search that the objective asks for."""
        return self.objective.opener_search(self.view, self.weights)

    def search(self, searcher: OpenerSearch, item: int) -> tuple[str, tuple[int, bool]]:
        """Search one opener as far as the best value so far."""
        cut = self.cut
        value = searcher.total_of(self.view, item, cut)
        return self.view.game.guesses[item], (value, value < cut)

    def settle(self, name: str, known: tuple[int, bool]) -> None:
        """Note a value or a bound; all are looked through for a new cut only if it is a value."""
        super().settle(name, known)
        if known[1]:
            self.__dict__.pop("cut", None)

    def finish(self) -> None:
        """Let the best openers be the same ones whoever was searched first.

        Where many openers are as good as the best, they are left at that. Those that would be
        named first among equals get an exact value.
        """
        if self.objective.settles_ties or len(self.best) < self.top:
            return
        search = self.searcher()
        words = self.view.game.guesses
        last = self.best[-1][1]
        for guess in self._ordered[0]:
            word, (value, known) = words[guess], self.settled[words[guess]]
            if word == self.best[-1][0]:
                return
            if value == last and not known:
                value = search.total_of(self.view, guess, last + 1)
                self.settle(word, (value, value == last))

    def tasks(self, waiting: deque[int]) -> Iterator[_Task]:
        """Take some openers at a time: the first are searched, most later ones only looked at."""
        view = self.view
        weights = None if self.weights is None else self.weights.tobytes()
        question = _Question(view.game, view.rules, view.position, self.objective, weights)
        while waiting:
            size = min(len(waiting), 1 + len(self.settled) // 16, _MOST_OPENERS_PER_TASK)
            yield _Task(question, [waiting.popleft() for _ in range(size)], self.cut)

    @property
    def work(self) -> Callable[[_Task], tuple[dict[str, Any], int]]:
        """Settle the openers of a task."""
        return _settle

    def how_far(self) -> tuple[int, int, str]:
        """Tell in a few words how far the proof is."""
        done, every = len(self.settled), len(self._ordered[0])
        best = "".join(f", best {word} {value:,}" for word, value in self.best[:1])
        known = f"{done:,} of {every:,}{best}, none below {self.lower_bound:,}"
        return done, every, known

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

    def waiting(self) -> list[int]:
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
        """The order of equal openers: the alphabet, or that of the search if ties stay open."""
        words = self.view.game.guesses
        if not self.objective.settles_ties:
            return {words[guess]: rank for rank, guess in enumerate(self._ordered[0])}
        return {word: rank for rank, word in enumerate(words)}


@dataclass(frozen=True)
class _Question:
    """The facts that a worker needs; they come with every task, and are prepared once."""

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


def _settle(task: _Task) -> tuple[dict[str, tuple[int, bool]], int]:
    """Search the openers of a task; return their values or bounds, and the sets seen."""
    view, search = _prepared(task.question)
    before = search.nodes
    values = {guess: search.total_of(view, guess, task.cut) for guess in task.guesses}
    words = task.question.game.guesses
    settled = {words[guess]: (value, value < task.cut) for guess, value in values.items()}
    return settled, search.nodes - before


@one_per_thread
def _prepared(question: _Question) -> tuple[View, OpenerSearch]:
    view = Setting.of(open_table(question.game), question.rules).view(question.position)
    weights = None if question.weights is None else np.frombuffer(question.weights, np.int64)
    return view, question.objective.opener_search(view, weights)


def prove_setter(
    mixtures: Mixtures,
    floor: Fraction | float,
    *,
    jobs: int = 0,
    checkpoint: Path | None = None,
    step: Step | None = None,
) -> Fraction:
    """Return a mean that no tree is below, if the setter plays its mixture.

    Every opener is searched until its mean is known to be `floor` or more, or known exactly.
    Ctrl-C stops, and the bound is then a poor one.
    """
    game = mixtures.game
    view = Setting.of(open_table(game), mixtures.rules).start()
    total = sum(mixtures.setter.values())
    if total > MOST_WEIGHT:
        raise InvalidError(
            f"the weights of the setter's answers add up to more than {MOST_WEIGHT:,}"
        )
    weights = np.array([mixtures.setter.get(answer, 0) for answer in game.answers], np.int64)
    chosen = np.flatnonzero(weights)
    # Equal weights are searched faster. And the guesser may forget about answers that are never
    # set, which makes no mean larger.
    alike = len(np.unique(weights[chosen])) == 1
    unit = int(weights.max()) if alike else 1
    array = None if alike else np.maximum(1, weights)
    kinds = [game.kind(answer) for answer in game.answers]
    symmetric = len(set(zip(kinds, weights.tolist(), strict=True))) == len(set(kinds))
    guesses = distinct_guesses(view) if symmetric else view.guesses
    start = replace(view, candidates=chosen, guesses=guesses)
    least = math.ceil(Fraction(floor) * total / unit)
    proof = OpenerProof(start, OBJECTIVES["mean"], weights=array, floor=least)
    proof.run(jobs=jobs, checkpoint=checkpoint, step=step)
    return Fraction(proof.lower_bound * unit, total)
