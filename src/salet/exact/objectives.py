"""What optimal play makes least: one class for each objective.

A new objective is one class here: how it solves a guess, how it searches all openers, and which of
equally good ones count.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError, UnknownNameError
from salet.exact.search import (
    GUESSES,
    NOT_FOUND,
    Prices,
    Search,
    bits_of,
    needs_compiling,
    parts_of_all,
    random_marks,
    searchable,
)
from salet.exact.solver import Answer, Found, Solution, Solver
from salet.games.game import Game, Replies
from salet.games.rules import OFF, Rules
from salet.kernels import cores, sieve
from salet.kernels.bounds import NEVER, one_guess
from salet.kernels.compiler import kept_types
from salet.table import Indices, StoredTable, code_dtype
from salet.view import Setting, View
from salet.words.letters import read_only

if TYPE_CHECKING:
    from salet.exact.openers import OpenerProof


_MOST_CORES = 1 << 15
_RECENT, _BLOCK = 32, 256
"""How many guesses are tried one by one before all are, and how many of all at once."""
_GUESSES_OF_CORES = 4
"""With this many guesses left, small sets tell that an opener cannot do; see `kernels.cores`."""

_LEAST_TO_SIEVE = 500
"""With fewer candidates, to search every opener takes no longer than to make a sieve."""

MOST_WEIGHT = 1 << 28
"""The most that weights may add up to; sums of them with all their factors then fit in 64 bits."""


class Objective(ABC):
    """What is best.

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
    """

    name: ClassVar[str]
    prices: ClassVar[Prices] = GUESSES
    is_total: ClassVar[bool] = True
    asks_once: ClassVar[bool] = False
    settles_ties: ClassVar[bool] = True

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

    def depth_search(self, table: StoredTable) -> DepthSearch | None:  # noqa: ARG002
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

    def opener_bounds(self, view: View) -> NDArray[np.int64]:
        """Return 0: any opener may find all."""
        return np.zeros(len(view.guesses), np.int64)


class MeanWorst(Objective):
    """Fewest guesses in total, then fewest at worst."""

    name = "mean-worst"

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
                if best.upper >= NEVER:  # stopped before it found what it knew to be there
                    best = found
                return Answer(refuted + 1 - played, cap - played, best, best.exact)
        impossible = refuted == solver.view.rules.max_guesses
        return Answer(NEVER if impossible else refuted + 1 - played, NEVER, found)

    def needs_compiling(self, game: Game, hard: str = OFF, *, weighted: bool = False) -> bool:
        replies = np.dtype(code_dtype(game.replies.size)).name
        known = {cores_of[0].dtype.name for cores_of, *_ in kept_types(cores.refute_opener)}
        return replies not in known or super().needs_compiling(game, hard, weighted=weighted)

    def depth_search(self, table: StoredTable) -> DepthSearch:
        """Refute single openers as well."""
        return DepthSearch(table)

    def opener_search(self, view: View, weights: NDArray[np.int64] | None) -> OpenerSearch:  # noqa: ARG002
        """Search the depth alone, which no weight changes."""
        return DepthSearch(searchable(view.table))

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


# --- the worst case of openers ---


class DepthSearch:
    """Finds the worst case of openers at one position.

    What refutes one opener is kept and tried on the next, so that nearly all openers are refuted
    without a search. In hard mode fewer guesses are legal: what is impossible with all of them is
    impossible there, and where it is not, the search decides.
    """

    def __init__(self, table: StoredTable) -> None:
        self._table = table
        self._cores = allocate_cores(table)
        self._searched: Indices | None = None
        self._search: Search | None = None  # one for all depths: they share its memory
        self._views: dict[int, View] = {}

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return 0 if self._search is None else self._search.nodes

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last answer is none."""
        return bool(self._cores.counts[cores.STOP])

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self._cores.counts[cores.STOP] = 1
        if self._search is not None:
            self._search.stop()

    def compile(self) -> None:
        """Load or compile what refutes openers."""
        cores.refute_opener(self._cores, 0, np.zeros(1, np.int32))

    def resume(self) -> None:
        """Begin anew after `stop`."""
        self._cores.counts[cores.STOP] = 0
        if self._search is not None:
            self._search.limit()

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return how many guesses `guess` takes at worst: exact if below `cut`.

        Else `cut` or, if the cap cannot be met, `NEVER`. The view must always be the same.
        """
        worst = min(cut - 1, view.guesses_left)
        if worst < 1 or not self._can(view, guess, worst):
            return cut if worst < view.guesses_left else NEVER
        while worst > 1 and self._can(view, guess, worst - 1):
            worst -= 1
        return worst

    def refutes(self, view: View, guess: int, depth: int) -> bool:
        """Whether it is seen without a search that `depth` guesses are too few.

        `guess` is the first of them.
        """
        if depth != _GUESSES_OF_CORES:
            return False
        if self._searched is None or not np.array_equal(self._searched, view.candidates):
            # A core of other candidates tells nothing here.
            self._searched = view.candidates
            self._cores.counts[cores.FOUND] = 0
        candidates = view.candidates.astype(np.int32)
        verdict: int = cores.refute_opener(self._cores, guess, candidates)
        return verdict == cores.REFUTED

    def _can(self, view: View, guess: int, depth: int) -> bool:
        """Whether `depth` guesses are enough for every candidate, `guess` being the first."""
        if self.refutes(view, guess, depth):
            return False
        if depth not in self._views:
            rules = Rules(len(view.turns) + depth, view.rules.hard)
            self._views[depth] = Setting.of(self._table, rules).view(view.position)
        if self._search is None:
            self._search = Search(self._table, view.rules, *NOT_FOUND)
        if self.stopped:
            return False
        return self._search.total_of(self._views[depth], guess, cut=1) == 0


def allocate_cores(table: StoredTable) -> cores.Cores:
    """Make the arrays; those who take most sets apart are the first guesses to be tried."""
    table.prepare()
    guesses = len(table.codes)
    parts = parts_of_all(table)
    return cores.Cores(
        codes=read_only(table.codes[:]),
        by_answer=table.turned(),
        recent=np.argsort(-parts, kind="stable").astype(np.int32)[:_RECENT],
        every=bits_of(np.ones(guesses, bool)),
        first=np.zeros(_MOST_CORES, np.int32),
        kept=np.zeros((-(-guesses // 64), _MOST_CORES), np.uint64),
        seen=np.zeros(table.game.replies.size, np.int64),
        alone=np.zeros(_BLOCK, np.uint8),
        counts=np.zeros(cores.COUNTS, np.int64),
    )


# --- the totals of openers ---


class SievedSearch:
    """Finds the totals of openers at one position, of most of them no more than a bound.

    `kernels.sieve` dismisses most openers; the search decides on the others. In hard mode fewer
    guesses are legal, so that the bounds hold there too.
    """

    def __init__(self, view: View, search: Search) -> None:
        self._search = search
        self._view = view
        self._candidates = view.candidates.astype(np.int32)
        self._sieve = allocate_sieve(search.table)

    @staticmethod
    def pays(view: View) -> bool:
        """Whether there is so much to search that the sieve's own work is little."""
        return (
            len(view.candidates) >= _LEAST_TO_SIEVE
            and view.game.replies.size <= sieve.MOST_REPLIES
            and len(aspects_of(view.game.replies)[0]) > 0
        )

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return self._search.nodes

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last total is a bound."""
        return self._search.stopped

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self._search.stop()

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return the total of playing `guess` at `view`: exact if below `cut`, else a bound."""
        if cut < NEVER and view is self._view:
            bound = int(sieve.opener_bound(self._sieve, guess, self._candidates, cut))
            if bound >= cut:
                return bound
        return self._search.total_of(view, guess, cut)


def aspects_of(replies: Replies) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Give numbers to what each reply tells: by each character of its text, and by two of them.

    Nothing is told so where the texts differ in length.
    """
    texts = [reply.to_text() for reply in replies]
    alike = len(set(map(len, texts))) == 1
    columns = [column for column in zip(*texts, strict=False) if alike and len(set(column)) > 1]
    pairs = [tuple(zip(*two, strict=True)) for two in combinations(columns, 2)]
    return _numbered(columns, len(texts)), _numbered(pairs, len(texts))


def _numbered(columns: Sequence[Sequence[Any]], size: int) -> NDArray[np.uint16]:
    numbers = [{value: n for n, value in enumerate(dict.fromkeys(column))} for column in columns]
    rows = [[of[value] for value in column] for of, column in zip(numbers, columns, strict=True)]
    return np.array(rows, np.uint16).reshape(len(columns), size)


def allocate_sieve(table: StoredTable) -> sieve.Sieve:
    """Make an empty sieve."""
    table.prepare()
    replies = table.game.replies
    return sieve.Sieve.empty(
        (read_only(table.codes[:]), table.turned()),
        read_only(table.answer_guesses[:].astype(np.int32)),
        replies.solved,
        aspects_of(replies),
        random_marks(table.codes.shape[1]),
    )


OpenerSearch: TypeAlias = Search | DepthSearch | SievedSearch
"""Tells the values of the guesses at one position, whatever the objective."""
