"""The objectives of optimal play: one class for each.

A new objective is one class here: how it solves a guess, how it searches all openers, and which of
equally good ones count.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError, UnknownNameError
from salet.exact.search import (
    GUESSES,
    NOT_FOUND,
    Prices,
    Search,
    needs_compiling,
    searchable,
)
from salet.exact.shortcuts import DepthSearch, OpenerSearch, SievedSearch
from salet.exact.solver import Answer, Found, Solution, Solver
from salet.exact.subsets import SubsetSearch
from salet.games.game import Game
from salet.games.rules import OFF
from salet.kernels import cores
from salet.kernels.bounds import NEVER, one_guess
from salet.kernels.compiler import kept_types
from salet.table import code_dtype
from salet.view import View

if TYPE_CHECKING:
    from salet.exact.openers import OpenerProof


MOST_WEIGHT = 1 << 28
"""The most that weights may add up to; sums of them with all their factors then fit in 64 bits."""


class Objective(ABC):
    """A measure of what is best.

    ================== =======================================================================
    ``mean``           fewest guesses in total; with weights, each answer's guesses times its
                       weight
    ``worst``          fewest guesses for the answer that takes most; then fewest in total
    ``mean-worst``     fewest guesses in total; among those strategies, fewest at worst
    ``solved``         most answers found within the cap; with weights, most weight
    ================== =======================================================================

    Attributes
    ----------
    prices
        what a guess costs, and an answer that is not found
    is_total
        whether the value is a total of guesses, so that a proven value is the least total
    asks_once
        whether one cap is searched, or several after each other
    settles_ties
        whether a proof of all openers tells every opener that is as good as the best
    takes_weights
        whether weights change the value
    unit, below, bound, proven, half_proven
        how people read it: what the value counts, that an opener has less than a number, what
        stands before a lower bound, what a proof of all openers shows, and that of two things the
        second is not proven
    """

    name: ClassVar[str]
    prices: ClassVar[Prices] = GUESSES
    is_total: ClassVar[bool] = True
    asks_once: ClassVar[bool] = False
    settles_ties: ClassVar[bool] = True
    takes_weights: ClassVar[bool] = True
    unit: ClassVar[str] = "total"
    below: ClassVar[str] = "takes fewer than {:,} guesses in total"
    bound: ClassVar[str] = "at least"
    proven: ClassVar[str] = "no other opener is better"
    half_proven: ClassVar[str] = ""

    @staticmethod
    def read(objective: Objective | str) -> Objective:
        """Return the objective that is meant, or say which there are."""
        if isinstance(objective, Objective):
            return objective
        if objective not in OBJECTIVES:
            raise UnknownNameError.among("objective", str(objective), list(OBJECTIVES))
        return OBJECTIVES[objective]

    def needs_compiling(self, game: Game, hard: str = OFF, *, weighted: bool = False) -> bool:
        """Whether the first search of such a game and mode on this machine is still to come."""
        return needs_compiling(game, hard, weighted=weighted)

    @abstractmethod
    def solve(self, solver: Solver, guess: int | None) -> Answer:
        """Find the best play after `guess`, or after the best guess."""

    def opener_search(self, view: View, weights: NDArray[np.int64] | None) -> OpenerSearch:
        """Make a search for the values of the guesses at `view`."""
        search = Search(searchable(view.table), view.rules, *self.prices, weights=weights)
        if weights is None and self.prices == GUESSES and SievedSearch.pays(view):
            return SievedSearch(view, search)
        return search

    def depth_search(self, view: View) -> DepthSearch | None:  # noqa: ARG002
        """Return what may show without a search that a guess takes too many turns, if it pays."""
        return None

    def opener_bounds(self, view: View) -> NDArray[np.int64]:
        """Return a lower bound of the value of each guess at `view`."""
        return total_bounds(view)

    def wanted(self, proof: OpenerProof) -> list[str]:
        """Return the openers to solve once all of them are settled."""
        return [word for word, _ in proof.best]

    def ordered(self, solutions: Sequence[Solution]) -> list[Solution]:
        """Order the solutions of `wanted`, the best first."""
        return list(solutions)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Objective.read({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Objective.read, (self.name,)


def total_bounds(view: View) -> NDArray[np.int64]:
    """Return the least total of each guess by the parts it makes.

    With weights, each of at least 1, a total is no smaller than without.
    """
    worth = view.stats.groups + view.is_candidate
    bounds: NDArray[np.int64] = one_guess(len(view.candidates), worth)
    return bounds


class Mean(Objective):
    """Fewest guesses in total."""

    name = "mean"
    asks_once = True

    def solve(self, solver: Solver, guess: int | None) -> Answer:
        found = solver.bounds(solver.view, guess, self.prices)
        return Answer(found.lower, found.upper, found)


class Solved(Mean):
    """Most answers found within the cap."""

    name = "solved"
    prices = NOT_FOUND
    is_total = False
    asks_once = False
    unit = "not found"
    below = "leaves fewer than {:,} answers"

    def opener_search(self, view: View, weights: NDArray[np.int64] | None) -> OpenerSearch:
        """Leave answers out where that is quicker."""
        table = searchable(view.table)
        return SubsetSearch(view, Search(table, view.rules, *self.prices, weights=weights))

    def opener_bounds(self, view: View) -> NDArray[np.int64]:
        """Return 0: any opener may find all."""
        return np.zeros(len(view.guesses), np.int64)


class MeanWorst(Objective):
    """Fewest guesses in total, then fewest at worst."""

    name = "mean-worst"
    half_proven = "total proven, worst not"

    def solve(self, solver: Solver, guess: int | None) -> Answer:
        """Find the least total, and the strategy of least depth that has it."""
        best = solver.bounds(solver.view, guess, GUESSES)
        if best.upper >= NEVER:
            return Answer(best.lower, best.upper, best)
        sure = best.exact
        for view in reversed(list(solver.caps())[:-1]):
            found = solver.bounds(view, guess, GUESSES, cut=best.upper + 1)
            if found.upper > best.upper:
                # A smaller cap costs guesses; unless that is proven, the depth is not.
                sure = sure and found.lower > best.upper
                break
            best = Found(best.lower, found.upper, found.view, found.team)
        return Answer(best.lower, best.upper, best, sure)

    def wanted(self, proof: OpenerProof) -> list[str]:
        """Return all that are as good as the best: openers with the same mean may differ."""
        return proof.tied

    def ordered(self, solutions: Sequence[Solution]) -> list[Solution]:
        return sorted(solutions, key=lambda found: (found.value, found.worst))


class Worst(Objective):
    """Fewest guesses at worst, then fewest in total."""

    name = "worst"
    is_total = False
    settles_ties = False  # there are thousands
    takes_weights = False
    below = "takes fewer than {:,} guesses at worst"
    bound = "worst at least"
    proven = "no opener takes fewer guesses at worst; others may take as many"
    half_proven = "worst proven, total not"

    def solve(self, solver: Solver, guess: int | None) -> Answer:
        """Find the least number of guesses at worst, and the best mean within it."""
        refuted = played = len(solver.view.turns)
        for view in solver.caps():
            cap = view.rules.max_guesses
            found = solver.bounds(view, guess, NOT_FOUND, cut=1)
            if found.lower > 0:
                refuted = cap
            elif found.upper == 0:
                best = solver.bounds(view, guess, GUESSES)
                sure = best.exact
                if best.upper >= NEVER:  # stopped before it found what it knew to be there
                    best = found
                return Answer(refuted + 1 - played, cap - played, best, sure)
        impossible = refuted == solver.view.rules.max_guesses
        return Answer(NEVER if impossible else refuted + 1 - played, NEVER, found)

    def needs_compiling(self, game: Game, hard: str = OFF, *, weighted: bool = False) -> bool:
        replies = np.dtype(code_dtype(game.replies.size)).name
        known = {cores_of[0].dtype.name for cores_of, *_ in kept_types(cores.refute_opener)}
        return replies not in known or super().needs_compiling(game, hard, weighted=weighted)

    def depth_search(self, view: View) -> DepthSearch:
        """Refute single openers as well."""
        return DepthSearch(searchable(view.table), view.rules.hard)

    def opener_search(self, view: View, weights: NDArray[np.int64] | None) -> OpenerSearch:  # noqa: ARG002
        """Search the depth alone, which no weight changes."""
        return DepthSearch(searchable(view.table), view.rules.hard)

    def opener_bounds(self, view: View) -> NDArray[np.int64]:
        """Return 2, or for the only candidate itself 1."""
        return np.where(len(view.candidates) == 1, 2 - view.is_candidate, 2)


OBJECTIVES = {kind.name: kind() for kind in (Mean, Worst, MeanWorst, Solved)}


def weight_array(weights: Mapping[str, int], answers: Sequence[str]) -> NDArray[np.int64]:
    """Return a weight for each answer; every answer needs one, a positive integer."""
    for word in answers:
        weight = weights.get(word)
        if weight is None:
            raise InvalidError(f"{word} has no weight; every answer needs one")
        if not isinstance(weight, int | np.integer) or weight < 1:
            raise InvalidError(f"the weight of {word} is {weight!r}, not a positive integer")
    total = sum(int(weights[word]) for word in answers)
    if total > MOST_WEIGHT:
        raise InvalidError(f"the weights add up to {total:,}; at most {MOST_WEIGHT:,} can be used")
    return np.array([weights[word] for word in answers], np.int64)
