"""How many guesses are left: exactly where that can be known in time, else by estimate.

Every value counts the guess itself, supposes good play after it, and goes on until the answer is
found, whatever the cap on guesses. It is either *exact* (the least expected length there is, by
`SmallSearch` or by the compiled search of `salet.exact`, or proven before and written down) or an
*estimate* from group sizes alone: `salet.coach.estimates` says how.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from salet.coach.estimates import Estimates, ProvenValues, Values, groups_of, known_totals
from salet.exact.small import OutOfTimeError, Rows, Set, SmallSearch
from salet.games.rules import Rules
from salet.kernels.bounds import one_guess
from salet.table import StoredTable
from salet.view import Setting, View

if TYPE_CHECKING:
    from salet.exact.search import Search  # loads the compiler

SMALL = 128
"""Sets up to this size are searched at once, without the compiler; of 60 words within a second."""
MOST_CANDIDATES = 400
"""Beyond this, even the compiled search takes long to rank all guesses."""
SECONDS = 1.0
UNCAPPED = 20
"""A cap that no game of best play comes near."""


def values_of(
    view: View,
    *,
    exact: bool | None = None,
    seconds: float = SECONDS,
    max_guesses: int | None = None,
) -> Values:
    """Value the guesses at a view.

    Parameters
    ----------
    exact
        None to search where that is quick and needs no compiler; True to search always, with the
        compiler if need be; False for estimates
    seconds
        how long a search may take before it gives way to estimates
    max_guesses
        the cap of the game, if it is not that of the view
    """
    size = len(view.candidates)
    if exact is not False and size <= SMALL:
        try:
            return SmallValues(view, float("inf") if exact else seconds)
        except OutOfTimeError:
            pass
    if exact and compiled_can(view):
        return CompiledValues(view, compiled_search(view))
    cap = view.rules.max_guesses if max_guesses is None else max_guesses
    known = None if exact is False else known_totals(view, cap)
    return Estimates(view) if known is None else ProvenValues(view, known)


def compiled_can(view: View) -> bool:
    """Whether the compiled search serves this view: a stored table, and equal weights."""
    alike = view.setting.prior is None
    return alike and isinstance(view.table, StoredTable) and len(view.candidates) <= MOST_CANDIDATES


def compiled_search(view: View) -> Search:
    """Make a compiled search for the table and hard mode of a view, without a cap."""
    from salet.exact.search import Search

    assert isinstance(view.table, StoredTable)
    return Search(view.table, Rules(UNCAPPED + view.rules.max_guesses, view.rules.hard))


class SmallValues(Values):
    """Exact values of few candidates.

    The best guess is found within the seconds given, or the search gives up. Questions about a
    single guess after that are answered, however long they take.
    """

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
        with self.search.patience():
            return min(self.search.total_of(row), self.weight + self.least_total)

    def _total_of_stranger(self, guess: int) -> float:
        """Value a guess that the rules forbid: as played once, and legal guesses from then on."""
        groups = groups_of(self.view, guess)
        return sum(weight * (1 + self.group_length(guess, code)) for code, weight, _ in groups)

    def _share_within(self, guess: int, guesses: int) -> float:
        row = self._row(guess)
        if row is None:
            return self._share_of_stranger(guess, guesses)
        with self.search.patience():
            lengths = self.search.lengths(row)
        return sum(weight for k, weight in lengths.items() if k <= guesses) / self.weight

    def _share_of_stranger(self, guess: int, guesses: int) -> float:
        """Do the same for a guess that the rules forbid, group by group."""
        found = 0
        for code, weight, _ in groups_of(self.view, guess):
            part, legal = self._part(guess, code)
            if code == self.solved:
                found += weight
            else:
                with self.search.patience():
                    later = self.search.lengths(self.search.best_row(part, legal), part, legal)
                found += sum(count for k, count in later.items() if k < guesses)
        return found / self.weight

    def group_length(self, guess: int, code: int) -> float:
        """Return the expected length after the reply, searched."""
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

    def ranked(self, top: int) -> list[int]:
        """Return the best guesses: by chance where the cap is near, then by length.

        Ties: the shorter longest game, then candidates, then the more common word.
        """
        rows = self._best_rows(top)
        guesses = np.flatnonzero(np.isin(self.search.row_of_guess, list(rows)))
        popularity = self.view.setting.popularity
        candidates = set(self.view.candidate_guesses.tolist())

        def key(place: int) -> tuple[float, ...]:
            row, guess = int(self.search.row_of_guess[place]), int(self.view.legal[place])
            longest = max(self.search.lengths(row))
            return (*rows[row], longest, guess not in candidates, -int(popularity[guess]), guess)

        with self.search.patience():
            best = sorted(guesses.tolist(), key=key)[:top]
        return [int(self.view.legal[place]) for place in best]

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
        if left == 1:
            return own
        worth: NDArray[np.int64] = one_guess(self.weight, bounds)  # back from the bound
        return worth - own


def _last_needed(kept: list[tuple[int, int, int]], top: int) -> tuple[int, int] | None:
    """Return rank and total of the last of the `top` best guesses; None while they are fewer."""
    count = 0
    for rank, total, copies in sorted(kept):
        count += copies
        if count >= top:
            return rank, total
    return None


class CompiledValues(Values):
    """Exact values by the compiled search, where all candidates weigh the same.

    The search plays any guess that the rules allow. So the values are not exact if the person has
    rejected some.
    """

    def __init__(self, view: View, search: Search) -> None:
        super().__init__(view)
        self.exact = len(view.legal) == len(view.setting.view(view.position).legal)
        self.search = search
        # The search minds the cap; without one a length is always finite.
        rules = Rules(UNCAPPED + len(view.turns), view.rules.hard)
        self._free = replace(view, setting=Setting(view.table, rules))

    @cached_property
    def least(self) -> float:
        """The least total of all guesses."""
        return self.search.total(self._free)

    def total(self, guess: int) -> float:
        """Return the exact total; a guess that tells nothing costs one guess for everyone."""
        return min(self.search.total_of(self._free, guess), self.weight + self.least)

    def group_length(self, guess: int, code: int) -> float:
        """Return the expected length after the reply, searched."""
        if code == self.solved:
            return 0.0
        later = self._free.after(guess, code)
        return self.search.total(later) / len(later.candidates)

    def _share_within(self, guess: int, guesses: int) -> float:
        lengths = self._lengths_after(self._free, guess)
        return sum(count for k, count in lengths.items() if k <= guesses) / self.weight

    def _lengths_after(self, view: View, guess: int) -> dict[int, int]:
        """Count the candidates found by the 1st, 2nd, ... guess of best play after `guess`."""
        found: dict[int, int] = {}
        for code, _, _ in groups_of(view, guess):
            if code == self.solved:
                later = {0: 1}
            else:
                after = view.after(guess, code)
                if len(after.candidates) == len(view.candidates):
                    return {UNCAPPED: len(view.candidates)}
                later = self._lengths_after(after, self.search.best_guess(after))
            for length, count in later.items():
                found[length + 1] = found.get(length + 1, 0) + count
        return found

    def ranked(self, top: int) -> list[int]:
        """Return the best guesses; ties: candidates, then the more common word."""
        view, candidate = self.view, self.view.is_candidate
        bounds = one_guess(self.weight, view.stats.groups + candidate)
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
