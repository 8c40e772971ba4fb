"""Values estimated from group sizes alone, for sets too large to search at once."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from salet.coach.value import Values, sized_groups
from salet.games.colours import all_green

_LENGTH_AT_3, _LENGTH_SLOPE = 1.587, 0.231
_SHARE_BY_TWO, _SHARE_SLOPE = 1.346, 0.202
_PROMISING = 100


class Estimates(Values):
    """Values from group sizes alone."""

    exact = False

    def total(self, guess: int) -> float:
        """Add up the expected lengths of all groups."""
        solved = all_green(self.view.lexicon.length)
        return self.weight + sum(
            weight * expected_length(size)
            for code, weight, size in sized_groups(self.view, guess)
            if code != solved
        )

    @cached_property
    def least(self) -> float:
        """The least estimate of all guesses."""
        return self.total(self.ranked(1)[0])

    def ranked(self, top: int) -> list[int]:
        """Return the guesses with the least values; ties: the first in alphabetical order."""
        promising = self._promising(max(top, _PROMISING))
        return sorted(promising, key=lambda guess: (self.total(guess), guess))[:top]

    def _promising(self, count: int) -> list[int]:
        """Return the guesses with most groups, and those with most information: so many of each."""
        stats = self.view.stats
        most_groups = np.argsort(-stats.groups, kind="stable")[:count]
        most_information = np.argsort(-stats.information, kind="stable")[:count]
        promising: list[int] = self.view.guesses[np.union1d(most_groups, most_information)].tolist()
        return promising

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
            for code, weight, size in sized_groups(self.view, guess)
        )
        return found / self.weight


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
