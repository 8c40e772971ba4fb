"""How many guesses are left: exactly where that can be known in time, else by estimate.

Every value counts the guess itself, supposes good play after it, and goes on until the answer is
found, whatever the cap on guesses. It is either *exact* (the least expected length there is, by
`SmallSearch` or by the compiled search of `salet.exact`, or proven before and written down) or an
*estimate* from group sizes alone: `salet.coach.estimates` says how. Some of what is written down
for hard mode is the least that finds every answer within six guesses; where those are the rules, it
counts as exact.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import insort
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from salet.coach.estimates import Estimates, ProvenValues, Values, groups_of, known_totals
from salet.exact.small import ENDLESS, UNCAPPED, OutOfWorkError, Rows, Set, SmallSearch
from salet.games.rules import OFF, Rules
from salet.kernels.bounds import one_guess
from salet.table import Indices, StoredTable
from salet.view import Setting, View

if TYPE_CHECKING:
    from salet.exact.search import Search  # loads the compiler

SMALL = 128
"""Sets up to this size are searched at once, without the compiler; of 60 words within a second."""
MOST_CANDIDATES = 400
"""Beyond this, even the compiled search takes long to rank all guesses."""
WORK = 500_000_000
"""What a search may do before it gives way to estimates, in cells of `SmallSearch`: a second."""
_FEW = 24
"""Up to this size the search without the compiler is as quick as the compiled one."""
_CELLS_PER_SET = 100_000
"""The compiled search counts sets; one set takes about as long as this many cells."""
LOSS = 10
"""Under a prior, a lost game counts as this many extra guesses."""


def values_of(
    view: View,
    *,
    exact: bool | None = None,
    work: float = WORK,
    max_guesses: int | None = None,
) -> Values:
    """Value the guesses at a view.

    Parameters
    ----------
    exact
        None to search where that is quick; True to search always, with the compiler if need be;
        False for estimates
    work
        how much a search may do before it gives way to estimates
    max_guesses
        the cap of the game, if it is not that of the view
    """
    size = len(view.candidates)
    if exact is not False and size <= SMALL:
        try:
            if size > _FEW and not exact and _compiled_is_ready(view):
                return CompiledValues(view, compiled_search(view), round(work / _CELLS_PER_SET))
            return SmallValues(view, float("inf") if exact else work)
        except OutOfWorkError:
            pass
    if exact and compiled_can(view):
        return CompiledValues(view, compiled_search(view))
    cap = view.rules.max_guesses if max_guesses is None else max_guesses
    known = None if exact is False else known_totals(view, cap)
    return Estimates(view) if known is None else ProvenValues(view, known)


def compiled_can(view: View) -> bool:
    """Whether the compiled search serves this view: it needs a whole table and equal weights."""
    can = view.setting.prior is None and view.game.mode(view.rules.hard).search is not None
    return can and isinstance(view.table, StoredTable) and len(view.candidates) <= MOST_CANDIDATES


def _compiled_is_ready(view: View) -> bool:
    """Whether the compiled search serves this very question, and somebody has prepared for it."""
    prepared = isinstance(view.table, StoredTable) and view.table.by_answer is not None
    if not (prepared and compiled_can(view) and view.is_whole()):
        return False
    from salet.exact.search import needs_compiling

    return not needs_compiling(view.game, view.rules.hard)


def compiled_search(view: View) -> Search:
    """Make a compiled search for the table and hard mode of a view, without a cap."""
    from salet.exact.search import Search

    assert isinstance(view.table, StoredTable)
    return Search(view.table, Rules(UNCAPPED + view.rules.max_guesses, view.rules.hard))


class Searched(Values):
    """Exact values by a search; when its work is done, only the best guess may be known."""

    exact = True
    least_total: int
    best: int
    """A guess with the least total."""

    @property
    def least(self) -> float:
        return self.least_total

    @abstractmethod
    def _bounds(self) -> NDArray[np.int64]:
        """Return what each legal guess costs at least."""

    @abstractmethod
    def _search(self, guess: int, cut: int = ENDLESS) -> int:
        """Return the total after `guess`: exact up to `cut`, else a lower bound."""

    def _first_within(self, guesses: Indices, cut: int) -> tuple[int, int]:
        """Return place and total of the first guess that costs at most `cut`, or of the last."""
        place, total = -1, ENDLESS
        for place, guess in enumerate(guesses):  # noqa: B007 - it is returned
            total = self._search(int(guess), cut)
            if total <= cut:
                break
        return place, total

    @abstractmethod
    def lengths(self, guess: int) -> dict[int, int]:
        """Return the weight of the candidates that best play finds by the 1st, 2nd, ... guess."""

    def total(self, guess: int) -> float:
        return self._search(guess)

    def _share_within(self, guess: int, guesses: int) -> float:
        found = sum(weight for k, weight in self.lengths(guess).items() if k <= guesses)
        return found / self.weight

    def ranked(self, top: int) -> list[int]:
        """Return the best guesses: by chance where the cap is near, then by length.

        Under a prior the length of a game that would be lost is `LOSS` more, so that no unlikely
        word is given up for a hundredth of a guess. Ties: the smaller largest group, then
        candidates, then the more common word. When the work is done, the guess with fewest expected
        guesses is among them, but others may be missing.
        """
        legal, popularity, bounds = self.view.legal, self.view.setting.popularity, self._bounds()
        lost = self._chance_lost(bounds)
        rank: dict[int, tuple[int, int]] = {}
        if self.best in legal:  # a search that knows of no rejected words may have found one
            place = int(np.searchsorted(legal, self.best))
            rank[self.best] = (int(lost[place]), self._guarded(self.best, self.least_total))
        order = [*rank.values()]
        places = np.lexsort((-popularity[legal], bounds, lost))
        places = places[~np.isin(legal[places], [*rank])]
        if self.view.rules.hard == OFF:
            # Guesses that tell nothing all cost the same: the most common of them are enough.
            silent = bounds[places] == one_guess(self.weight, int(self.view.weights.max()))
            places = places[~silent | (silent.cumsum() <= top)]
        guesses, losses, least = legal[places], lost[places], bounds[places]
        done = 0
        while done < len(guesses):
            most = order[top - 1] if len(order) >= top else (ENDLESS, ENDLESS)
            chance = int(losses[done])
            cut = min(most, (chance, ENDLESS))
            alike = least[done : np.searchsorted(losses, chance, "right")]
            promising = guesses[done:][: np.searchsorted(alike, cut[1], "right")]
            if cut[0] < chance or not len(promising):
                break
            try:
                place, total = self._first_within(promising, cut[1])
            except OutOfWorkError:
                break
            guess = int(promising[place])
            done += place + 1
            if total <= cut[1] and (key := (chance, self._guarded(guess, total))) <= most:
                rank[guess] = key
                insort(order, key)
        last = order[:top][-1]
        best = self.view.only(np.array(sorted(guess for guess, key in rank.items() if key <= last)))
        kept = zip(
            best.guesses.tolist(),
            best.stats.largest.tolist(),
            (~best.is_candidate).tolist(),
            (-popularity[best.guesses]).tolist(),
            strict=True,
        )
        return [
            guess for *_, guess in sorted((*rank[guess], *rest, guess) for guess, *rest in kept)
        ][:top]

    def _guarded(self, guess: int, total: int) -> int:
        """Return the total with the games that would be lost counted as longer, under a prior."""
        left = self.view.guesses_left
        if self.view.setting.prior is None or left < 3:  # below that, the chance comes first anyway
            return total
        return total + LOSS * sum(w for k, w in self.lengths(guess).items() if k > left)

    def _chance_lost(self, bounds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how much chance to win each guess gives up, where one or two guesses are left."""
        view, left = self.view, self.view.guesses_left
        if left not in (1, 2):
            return np.zeros(len(bounds), np.int64)
        own = np.zeros(len(bounds), np.int64)
        here = view.candidates_among(view.legal)
        own[np.searchsorted(view.legal, view.candidate_guesses[here])] = view.weights[here]
        chance = own if left == 1 else one_guess(self.weight, bounds) - own  # back from the bound
        return np.asarray(chance.max() - chance)


class SmallValues(Searched):
    """Exact values of few candidates, without the compiler.

    The best guess is found within the work given, or the search gives up. Questions about a single
    guess after that are answered, however much work they are.
    """

    def __init__(self, view: View, work: float) -> None:
        super().__init__(view)
        self.search = SmallSearch(view, work)
        self.least_total = self.search.total()
        self.best = self.search.guess_of(self.search.best_row(self.search.everything))
        self._rows = dict(zip(view.legal.tolist(), self.search.row_of_guess.tolist(), strict=True))
        self._totals: dict[int, tuple[int, int]] = {}  # exact if below the cut beside it
        self._lengths: dict[int, dict[int, int]] = {}

    def total(self, guess: int) -> float:
        with self.search.patience():
            return super().total(guess)

    def _bounds(self) -> NDArray[np.int64]:
        return self.search.bounds()[self.search.row_of_guess]

    def _search(self, guess: int, cut: int = ENDLESS) -> int:
        row = self._rows.get(guess)
        if row is None:  # the rules forbid it: as played once, and legal guesses from then on
            return sum(length * weight for length, weight in self.lengths(guess).items())
        total, searched = self._totals.get(row, (0, 0))  # guesses share a row
        if searched <= total <= cut:
            searched = cut + 1
            total = self.search.total_of(row, cut=searched)
            if total == ENDLESS:
                # It tells nothing and costs everyone a guess; in hard mode it may bind, too.
                everything = self.search.everything
                legal = self.search.legal_after(self.search.guess_of(row), everything)
                total = self.weight + self.search.total(everything, legal)
            self._totals[row] = total, searched
        return total

    def lengths(self, guess: int) -> dict[int, int]:
        row = self._rows.get(guess)
        with self.search.patience():
            if row is not None:
                if row not in self._lengths:
                    self._lengths[row] = self.search.lengths(row)
                return self._lengths[row]
            found: Counter[int] = Counter()
            for code, weight, _ in groups_of(self.view, guess):
                later = {0: weight}
                if code != self.solved:
                    part, legal = self._part(guess, code)
                    later = self.search.lengths(self.search.best_row(part, legal), part, legal)
                found.update({length + 1: count for length, count in later.items()})
        return found

    def group_length(self, guess: int, code: int) -> float:
        if code == self.solved:
            return 0.0
        part, legal = self._part(guess, code)
        with self.search.patience():
            total = self.search.total(part, legal)
        return total / sum(self.search.weights[place] for place in part)

    def _part(self, guess: int, code: int) -> tuple[Set, Rows]:
        """Return the candidates that a reply leaves, and the splits that are legal then."""
        here = self.view.table.row(guess)[self.search.candidates] == code
        part = tuple(np.flatnonzero(here).tolist())
        return part, self.search.legal_after(guess, part)


class CompiledValues(Searched):
    """Exact values by the compiled search, where all candidates weigh the same.

    The search plays any guess that the rules allow. So the values are not exact if the person has
    rejected some. With a number of `sets` it gives up after so many, unless a guess is asked about.
    """

    def __init__(self, view: View, search: Search, sets: int | None = None) -> None:
        super().__init__(view)
        self.exact = view.is_whole()
        self.search = search
        # The search minds the cap; without one a length is always finite.
        rules = Rules(UNCAPPED + len(view.turns), view.rules.hard)
        self._free = replace(view, setting=Setting(view.table, rules))
        self._known: dict[int, dict[int, int]] = {}
        search.limit(sets)
        self.least_total = self._in_bounds(search.total(self._free))
        self.best = self._in_bounds(search.best_guess(self._free))

    def _in_bounds(self, found: int) -> int:
        if self.search.stopped:
            raise OutOfWorkError
        return found

    def total(self, guess: int) -> float:
        self.search.limit()
        return super().total(guess)

    def _bounds(self) -> NDArray[np.int64]:
        view = self.view.only(self.view.legal)
        return np.asarray(one_guess(self.weight, view.stats.groups + view.is_candidate))

    def _search(self, guess: int, cut: int = ENDLESS) -> int:
        return self._in_bounds(self.search.total_of(self._free, guess, cut + 1))

    def _first_within(self, guesses: Indices, cut: int) -> tuple[int, int]:
        place, total = self.search.first_below(self._free, guesses, cut + 1)
        return place, self._in_bounds(total)

    def lengths(self, guess: int) -> dict[int, int]:
        if guess not in self._known:
            self.search.limit()
            self._known[guess] = self._lengths_after(self._free, guess)
        return self._known[guess]

    def _lengths_after(self, view: View, guess: int) -> dict[int, int]:
        found: Counter[int] = Counter()
        for code, _, size in groups_of(view, guess):
            if code == self.solved:
                later = {0: 1}
            elif size <= 2:  # one guess each, whatever the order
                later = dict.fromkeys(range(1, size + 1), 1)
            elif size == len(view.candidates):
                return {UNCAPPED: size}
            else:
                after = view.after(guess, code)
                later = self._lengths_after(after, self.search.best_guess(after))
            found.update({length + 1: count for length, count in later.items()})
        return found

    def group_length(self, guess: int, code: int) -> float:
        if code == self.solved:
            return 0.0
        self.search.limit()
        later = self._free.after(guess, code)
        return self.search.total(later) / len(later.candidates)
