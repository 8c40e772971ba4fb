"""How many guesses are left: what a guess is worth, exactly where that can be known in time.

Every value counts the guess itself, supposes good play after it, and goes on until the answer is
found, whatever the cap on guesses. It is either *exact* (the least expected length there is, by
`SmallSearch` or by the compiled search of `salet.optimal`) or an *estimate* from group sizes alone:
`expected_length` says how.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from salet.coach.small import OutOfTimeError, SmallSearch
from salet.patterns import all_green
from salet.rules import Rules
from salet.strategies.view import Setting
from salet.table import StoredTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.coach.small import Rows, Set
    from salet.optimal.search import Search
    from salet.strategies.view import View

SMALL = 128
"""Sets up to this size are searched at once, without the compiler; of 60 words within a second."""
MOST_CANDIDATES = 400
"""Beyond this, even the compiled search takes long to rank all guesses."""
SECONDS = 1.0

_LENGTH_AT_3, _LENGTH_SLOPE = 1.587, 0.231
_SHARE_BY_TWO, _SHARE_SLOPE = 1.346, 0.202
_UNCAPPED = 20


@dataclass(frozen=True, slots=True)
class Value:
    """What a guess is worth.

    Attributes
    ----------
    expected
        guesses until the answer is found, this one included: the mean over the candidates
    exact
        whether `expected` is the least there is, or an estimate
    win_now
        chance that the guess is the answer
    win_within
        chance that the answer is found within the guesses that the rules leave. With one or two
        guesses left this is the best chance there is; with more, that of the play whose length is
        `expected`
    """

    expected: float
    exact: bool
    win_now: float
    win_within: float


class Values(ABC):
    """The worth of guesses at one view."""

    exact: bool

    def __init__(self, view: View) -> None:
        self.view = view
        self.weight = int(view.weights.sum())

    @abstractmethod
    def total(self, guess: int) -> float:
        """Return the expected length after `guess`, times the weight of all candidates."""

    @property
    @abstractmethod
    def least(self) -> float:
        """The least total of all guesses."""

    @abstractmethod
    def _share_within(self, guess: int, guesses: int) -> float:
        """Return the share of candidates found by `guess` and what follows, three at least."""

    @abstractmethod
    def ranked(self, top: int) -> list[int]:
        """Return the best guesses, the best first."""

    @abstractmethod
    def group_length(self, guess: int, code: int) -> float:
        """Return how many guesses are to be expected after `guess` was answered by `code`."""

    def of(self, guess: int) -> Value:
        """Say what a guess is worth."""
        chance = np.isin(self.view.candidate_guesses, guess)
        now = float(self.view.weights[chance].sum() / self.weight)
        return Value(self.total(guess) / self.weight, self.exact, now, self._within(guess, now))

    def _within(self, guess: int, now: float) -> float:
        left = self.view.guesses_left
        if left <= 1:
            return now if left == 1 else 0.0
        if left == 2:
            return float(self._heaviest(guess) / self.weight)
        return self._share_within(guess, left)

    def _heaviest(self, guess: int) -> int:
        """Add up the likeliest word of every group: what one more guess can win."""
        codes = self.view.table.row(guess)[self.view.candidates]
        order = np.lexsort((-self.view.weights, codes))
        first = np.ones(len(codes), bool)
        first[1:] = codes[order][1:] != codes[order][:-1]
        return int(self.view.weights[order][first].sum())


class SmallValues(Values):
    """Exact values of few candidates."""

    exact = True

    def __init__(self, view: View, seconds: float) -> None:
        super().__init__(view)
        self.search = SmallSearch(view, seconds)
        self.least_total = self.search.total()

    @property
    def least(self) -> float:
        """The least total of all guesses."""
        return self.least_total

    def _row(self, guess: int) -> int | None:
        """Return the split that a guess makes; None for one that cannot be played any more."""
        place = int(np.searchsorted(self.view.legal, guess))
        known = place < len(self.view.legal) and self.view.legal[place] == guess
        return int(self.search.row_of_guess[place]) if known else None

    def total(self, guess: int) -> float:
        """Return the exact total; a guess that tells nothing costs one guess for everyone."""
        row = self._row(guess)
        if row is None:
            return self._total_of_stranger(guess)
        return min(self.search.total_of(row), self.weight + self.least_total)

    def _total_of_stranger(self, guess: int) -> float:
        """Value a guess that the rules forbid: as played once, and legal guesses from then on."""
        return sum(
            (
                float(weight * (1 + self.group_length(guess, int(code))))
                for code, weight in _groups(self.view, guess)
            ),
            0.0,
        )

    def _share_within(self, guess: int, guesses: int) -> float:
        row = self._row(guess)
        if row is None:
            return self._share_of_stranger(guess, guesses)
        lengths = self.search.lengths(row)
        return sum(weight for k, weight in lengths.items() if k <= guesses) / self.weight

    def _share_of_stranger(self, guess: int, guesses: int) -> float:
        """Do the same for a guess that the rules forbid, group by group."""
        found = 0
        for code, weight in _groups(self.view, guess):
            part, legal = self._part(guess, code)
            if code == all_green(self.view.lexicon.length):
                found += weight
            else:
                later = self.search.lengths(self.search.best_row(part, legal), part, legal)
                found += sum(count for k, count in later.items() if k < guesses)
        return found / self.weight

    def group_length(self, guess: int, code: int) -> float:
        """Return the expected length after the reply, searched."""
        if code == all_green(self.view.lexicon.length):
            return 0.0
        part, legal = self._part(guess, code)
        return self.search.total(part, legal) / sum(self.search.weights[place] for place in part)

    def _part(self, guess: int, code: int) -> tuple[Set, Rows]:
        """Return the candidates that a reply leaves, and the splits that are legal then."""
        here = self.view.table.row(guess)[self.search.candidates] == code
        part = tuple(np.flatnonzero(here).tolist())
        return part, self.search.legal_after(guess, part)

    def ranked(self, top: int) -> list[int]:
        """Return the best guesses: by chance where the cap is near, then by length.

        Ties: the shorter longest game, then candidates, then the more common word.
        """
        rows = self._best_rows(top)
        self.search.take_your_time()
        guesses = np.flatnonzero(np.isin(self.search.row_of_guess, list(rows)))
        popularity = self.view.setting.popularity
        candidates = set(self.view.candidate_guesses.tolist())

        def key(place: int) -> tuple[float, ...]:
            row, guess = int(self.search.row_of_guess[place]), int(self.view.legal[place])
            longest = max(self.search.lengths(row))
            return (*rows[row], longest, guess not in candidates, -int(popularity[guess]), guess)

        return [int(self.view.legal[place]) for place in sorted(guesses.tolist(), key=key)[:top]]

    def _best_rows(self, top: int) -> dict[int, tuple[int, int]]:
        """Return at least the splits of the `top` best guesses, with what they are ranked by.

        When the time is over, the best of all is among them, but others may be missing.
        """
        search, left = self.search, self.view.guesses_left
        bounds = search.bounds()
        copies = np.bincount(search.row_of_guess, minlength=len(bounds))
        first = np.zeros(len(bounds), np.int64)
        if left in (1, 2):
            chance = self._chances(bounds, left)
            first = chance.max() - chance
        row = search.best_row(search.everything)
        rows = {row: (int(first[row]), int(self.least_total))}
        kept = [(*rows[row], int(copies[row]))]  # rank, total, how many guesses
        for row in np.lexsort((bounds, first)).tolist():
            cut = _last_needed(kept, top)
            if row in rows:
                continue
            if cut is not None and (int(first[row]), int(bounds[row])) > cut:
                break
            try:
                total = min(search.total_of(row), self.weight + int(self.least_total))
            except OutOfTimeError:
                break
            rows[row] = (int(first[row]), total)
            kept.append((*rows[row], int(copies[row])))
        return rows

    def _chances(self, bounds: NDArray[np.int64], left: int) -> NDArray[np.int64]:
        """Return the weight that each split wins within one or two guesses."""
        own = np.zeros(len(bounds), np.int64)
        for place, guess in enumerate(self.view.table.answer_guesses[self.search.candidates]):
            row = self._row(int(guess))
            if row is not None:
                own[row] = self.search.weights[place]
        return own if left == 1 else 3 * self.weight - bounds - own


def _last_needed(kept: list[tuple[int, int, int]], top: int) -> tuple[int, int] | None:
    """Return rank and total of the last of the `top` best guesses; None while they are fewer."""
    count = 0
    for rank, total, copies in sorted(kept):
        count += copies
        if count >= top:
            return rank, total
    return None


class CompiledValues(Values):
    """Exact values by the compiled search, where all candidates weigh the same."""

    exact = True

    def __init__(self, view: View, search: Search) -> None:
        super().__init__(view)
        self.search = search
        # The search minds the cap; without one a length is always finite.
        rules = Rules(_UNCAPPED + len(view.turns), view.rules.hard)
        self._free = Setting(view.table, rules).view(view.position)
        self._lengths: dict[bytes, dict[int, int]] = {}

    @cached_property
    def least(self) -> float:
        """The least total of all guesses."""
        return self.search.total(self._free)

    def total(self, guess: int) -> float:
        """Return the exact total; a guess that tells nothing costs one guess for everyone."""
        return min(self.search.total_of(self._free, guess), self.weight + self.least)

    def group_length(self, guess: int, code: int) -> float:
        """Return the expected length after the reply, searched."""
        if code == all_green(self.view.lexicon.length):
            return 0.0
        later = self._free.after(guess, code)
        return self.search.total(later) / len(later.candidates)

    def _share_within(self, guess: int, guesses: int) -> float:
        lengths = self._lengths_after(self._free, guess)
        return sum(count for k, count in lengths.items() if k <= guesses) / self.weight

    def _lengths_after(self, view: View, guess: int) -> dict[int, int]:
        """Count the candidates found by the 1st, 2nd, ... guess of best play after `guess`."""
        found: dict[int, int] = {}
        for code, _ in _groups(view, guess):
            if code == all_green(view.lexicon.length):
                later = {0: 1}
            else:
                after = view.after(guess, code)
                if len(after.candidates) == len(view.candidates):
                    return {_UNCAPPED: len(view.candidates)}
                later = self._lengths_after(after, self.search.best_guess(after))
            for length, count in later.items():
                found[length + 1] = found.get(length + 1, 0) + count
        return found

    def ranked(self, top: int) -> list[int]:
        """Return the best guesses, in the order of `SmallValues.ranked` but for longest games."""
        view, candidate = self.view, self.view.is_candidate
        bounds = 3 * self.weight - view.stats.groups - candidate
        popularity = view.setting.popularity[view.guesses]
        best: list[tuple[float, bool, int, int]] = []
        for place in np.argsort(bounds, kind="stable").tolist():
            cut = best[top - 1][0] if len(best) >= top else float("inf")
            if bounds[place] > cut:
                break
            guess = int(view.guesses[place])
            total = self.search.total_of(self._free, guess, int(min(cut + 1, 1 << 28)))
            if total <= cut:
                best.append((total, not candidate[place], -int(popularity[place]), guess))
                best.sort()
        return [guess for *_, guess in best[:top]]


class Estimates(Values):
    """Values from group sizes alone."""

    exact = False

    def total(self, guess: int) -> float:
        """Add up the expected lengths of all groups."""
        solved = all_green(self.view.lexicon.length)
        return self.weight + sum(
            weight * expected_length(size)
            for code, weight, size in _sized_groups(self.view, guess)
            if code != solved
        )

    @cached_property
    def least(self) -> float:
        """The least estimate of all guesses."""
        return min(self.total(guess) for guess in self.ranked(1))

    def ranked(self, top: int) -> list[int]:
        """Return the guesses with the least estimates.

        Only those with most groups, or most information, are looked at: 200 of them.
        """
        view = self.view
        stats = view.stats
        promising = np.unique(
            np.concatenate([np.argsort(-stats.groups)[:100], np.argsort(-stats.information)[:100]])
        )
        guesses = view.guesses[promising].tolist()
        return sorted(guesses, key=lambda guess: (self.total(guess), guess))[:top]

    def group_length(self, guess: int, code: int) -> float:
        """Return the estimate for the size of the group."""
        if code == all_green(self.view.lexicon.length):
            return 0.0
        codes = self.view.table.row(guess)[self.view.candidates]
        return expected_length(int(np.count_nonzero(codes == code)))

    def _share_within(self, guess: int, guesses: int) -> float:
        solved = all_green(self.view.lexicon.length)
        found = sum(
            weight * (1.0 if code == solved else share_within(size, guesses - 1))
            for code, weight, size in _sized_groups(self.view, guess)
        )
        return found / self.weight


def _groups(view: View, guess: int) -> list[tuple[int, int]]:
    """Return code and weight of every group."""
    return [(code, weight) for code, weight, _ in _sized_groups(view, guess)]


def _sized_groups(view: View, guess: int) -> list[tuple[int, int, int]]:
    """Return code, weight and number of words of every group."""
    codes, group, sizes = np.unique(
        view.table.row(guess)[view.candidates], return_inverse=True, return_counts=True
    )
    weights = np.zeros(len(codes), np.int64)
    np.add.at(weights, group, view.weights)
    return list(zip(codes.tolist(), weights.tolist(), sizes.tolist(), strict=True))


def expected_length(size: int) -> float:
    """Estimate the guesses needed for a set of so many words.

    1 and 1.5 are exact for one and two words; from three on it is 1.587 + 0.231 ln(size), fitted to
    the exact means of 702 groups that eight common openers leave on the original lists. A single
    group is 0.12 off (standard deviation); the sums over the groups of an opener, which is what is
    used, come within 1.1 % of the proven totals.

    >>> expected_length(1), expected_length(2), round(expected_length(25), 2)
    (1.0, 1.5, 2.33)
    """
    if size <= 2:
        return (size + 1) / 2
    return float(_LENGTH_AT_3 + _LENGTH_SLOPE * np.log(size))


def share_within(size: int, guesses: int) -> float:
    """Estimate the share of so many words that is found within so many guesses.

    One guess finds one word. Two find as many as the first makes groups: the share
    1.346 - 0.202 ln(size), fitted to the same groups, but at most 1. What three find follows from
    `expected_length`, for a mean length is the sum of the shares not yet found; and four, taken to
    find all.

    >>> share_within(5, 1), share_within(4, 2), round(share_within(60, 2), 2)
    (0.2, 1.0, 0.52)
    >>> round(share_within(60, 3), 2), share_within(60, 4)
    (0.93, 1.0)
    """
    if guesses <= 0:
        return 0.0
    one = 1 / size
    if guesses == 1:
        return one
    two = min(1.0, max(one, float(_SHARE_BY_TWO - _SHARE_SLOPE * np.log(size))))
    if guesses == 2:
        return two
    if guesses == 3:
        return min(1.0, max(two, 4 - one - two - expected_length(size)))
    return 1.0


def values_of(view: View, *, exact: bool | None = None, seconds: float = SECONDS) -> Values:
    """Value the guesses at a view.

    Parameters
    ----------
    exact
        None to search where that is quick and needs no compiler; True to search in any case, with
        the compiler if need be; False for estimates
    seconds
        how long a search may take before it gives way to estimates
    """
    size = len(view.candidates)
    if exact is not False and size <= SMALL:
        try:
            return SmallValues(view, float("inf") if exact else seconds)
        except OutOfTimeError:
            pass
    if exact and compiled_can(view):
        return CompiledValues(view, compiled_search(view))
    return Estimates(view)


def compiled_can(view: View) -> bool:
    """Whether the compiled search serves this view: a stored table, and all words alike."""
    alike = view.setting.prior is None
    return alike and isinstance(view.table, StoredTable) and len(view.candidates) <= MOST_CANDIDATES


def compiled_search(view: View) -> Search:
    """Make a compiled search for the table and hard mode of a view, without a cap."""
    from salet.optimal.search import Search

    assert isinstance(view.table, StoredTable)
    return Search(view.table, Rules(_UNCAPPED + view.rules.max_guesses, view.rules.hard))
