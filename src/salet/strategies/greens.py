"""Expected greens and expected new letters (write-up 002)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.games.hard import Clues
from salet.groups import letter_sums
from salet.strategies.base import Ranking, Rule, Strategy, require
from salet.strategies.letters import Positions, at_every_place, presence
from salet.strategies.registry import register

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.view import View

_MILLION = 1_000_000


@register("greens", aliases=("kay",))
@dataclass(frozen=True)
class Greens(Ranking):
    """Guess the word expected to show most greens and most new letters.

    Value: ``weight * greens + (1 - weight) * new``, where greens is the expected number of
    letters in the right place and new the expected number of distinct letters of the guess that
    the answer has and that no turn has shown yet. References: write-up 002.
    """

    needs_letters = True

    weight: float = 0.5

    def __post_init__(self) -> None:
        require(0 <= self.weight <= 1, f"greens takes a weight from 0 to 1, not {self.weight}")

    def values(self, view: View) -> NDArray[np.int64]:
        """Return both expectations, weighed in millionths to keep them integers."""
        share = round(self.weight * _MILLION)
        return share * Positions().values(view) + (_MILLION - share) * expected_new_letters(view)


@register("explore_close")
@dataclass(frozen=True)
class ExploreClose(Rule):
    """Look for new letters for one turn when the best three guesses promise about equal greens.

    Steps in when the highest expected number of greens among the legal guesses is less than
    `ratio` times the third highest; it then plays the guess with most expected new letters.
    The guard: only if some guess can find a new letter, for otherwise the word it plays tells
    nothing and the game never ends. References: write-up 002, which came to the guard later.
    """

    guesses_last = True
    needs_letters = True

    inner: Strategy
    ratio: float = 1.01

    def __post_init__(self) -> None:
        require(self.ratio >= 1, f"explore_close takes a ratio of 1 or more, not {self.ratio}")

    def choose(self, view: View) -> int:
        """Explore, or play as the strategy inside."""
        if len(view.candidates) > 1 and len(view.guesses) >= 3:
            greens = Positions().values(view)
            first, third = np.sort(greens)[[-1, -3]]
            if first < self.ratio * third and expected_new_letters(view).any():
                return Greens(weight=0).choose(view)
        return self.inner.choose(view)


def expected_new_letters(view: View) -> NDArray[np.int64]:
    """Return the expected number of letters that come to light, times the weight of all."""
    frequency = presence(view)
    for letter in Clues.of(view.position).at_least:
        frequency[view.lexicon.alphabet.index(letter)] = 0
    return letter_sums(view.table, view.guesses, at_every_place(view, frequency), distinct=True)
