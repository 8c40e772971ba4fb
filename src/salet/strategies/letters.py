"""Rankings by letters and their colours: letter frequency, tile value, expected greens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from salet.games.hard import Clues
from salet.games.wordle import patterns_of
from salet.groups import code_sums, letter_sums
from salet.strategies.base import DecisionRule, Ranking, require
from salet.strategies.registry import register
from salet.view import View

_HEAVIEST = 1000
_MILLION = 1_000_000


@register("letters", aliases=("letter_frequency", "lf"))
@dataclass(frozen=True)
class Letters(Ranking):
    """Guess the word whose letters are most frequent among the candidates.

    Value: the sum over the guess's letters of the letter's frequency among the candidates. The
    frequency counts candidates that contain the letter (``presence``) or copies of it
    (``occurrences``); a letter that the guess repeats counts once unless `distinct` is false.
    References: Chow (presence, distinct) and tmzh (occurrences; its benchmark repeats).
    """

    needs_letters = True

    count: Literal["presence", "occurrences"] = "presence"
    distinct: bool = True

    def __post_init__(self) -> None:
        require(
            self.count in ("presence", "occurrences"),
            f"letters counts presence or occurrences, not {self.count!r}",
        )

    def values(self, view: View) -> NDArray[np.int64]:
        by_presence = self.count == "presence"
        frequency = presence(view) if by_presence else place_frequency(view).sum(axis=0)
        worth = at_every_place(view, frequency)
        return letter_sums(view.table, view.guesses, worth, distinct=self.distinct)


@register("positions", aliases=("positional",))
class Positions(Ranking):
    """Guess the word whose letters are most frequent in their positions.

    Value: the sum over places of the number of candidates with that letter in that place, which
    is the expected number of greens. References: Luebeck (as a tie-break).
    """

    needs_letters = True

    def values(self, view: View) -> NDArray[np.int64]:
        return letter_sums(view.table, view.guesses, place_frequency(view))


def place_frequency(view: View) -> NDArray[np.int64]:
    """Weigh, for each place and letter, the candidates that have the letter there."""
    words = view.table.letters[view.candidate_guesses]
    alphabet = len(view.lexicon.alphabet)
    columns = [
        np.bincount(words[:, place], view.weights, minlength=alphabet)
        for place in range(view.lexicon.length)
    ]
    return np.array(columns).astype(np.int64)


def presence(view: View) -> NDArray[np.int64]:
    """Weigh, for each letter, the candidates that contain it."""
    has = view.table.answer_letters[view.candidates]
    alike = view.setting.prior is None
    return has.sum(axis=0, dtype=np.int64) if alike else view.weights @ has


def at_every_place(view: View, frequency: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the same worth of each letter for every place."""
    return frequency[None].repeat(view.lexicon.length, axis=0)


@register("tiles", aliases=("gyx",))
@dataclass(frozen=True)
class Tiles(Ranking):
    """Guess the word with the highest expected tile value.

    Value: the sum over candidates of ``green * greens + yellow * yellows`` of the true pattern.
    References: Chow (its text says 2 and 1, its program uses 3 and 1), Glaiel, Dua.
    """

    needs_letters = True

    green: int = 2
    yellow: int = 1

    def __post_init__(self) -> None:
        require(
            max(abs(self.green), abs(self.yellow)) <= _HEAVIEST,
            f"tiles takes weights from -{_HEAVIEST} to {_HEAVIEST}",
        )

    def values(self, view: View) -> NDArray[np.int64]:
        worth = tile_worth(view.lexicon.length, self.green, self.yellow)
        return code_sums(view.table, view.guesses, view.candidates, view.weights, worth)


def tile_worth(length: int, green: int, yellow: int) -> NDArray[np.int64]:
    """Return the tile value of every pattern of words of this length."""
    patterns = patterns_of(length)
    return green * patterns.greens + yellow * patterns.yellows


@register("greens", aliases=("kay",))
@dataclass(frozen=True)
class Greens(Ranking):
    """Guess the word expected to show most greens and most new letters.

    Value: ``weight * greens + (1 - weight) * new``, where greens is the expected number of
    letters in the right place and new the expected number of distinct letters of the guess that
    the answer has and that no turn has shown yet. References: Kay.
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
class ExploreClose(DecisionRule):
    """Look for new letters for one turn when the best guesses are close.

    Steps in when the three best guesses have nearly the same expected number of greens: the highest
    is less than `ratio` times the third highest. It then plays the guess with the most expected new
    letters. It applies only if some guess can find a new letter; otherwise the game might never
    end. References: Kay (who added this condition later).
    """

    needs_letters = True
    ratio: float = 1.01

    def __post_init__(self) -> None:
        require(self.ratio >= 1, f"explore_close takes a ratio of 1 or more, not {self.ratio}")

    def choose(self, view: View) -> int:
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
    worth = at_every_place(view, frequency)
    return letter_sums(view.table, view.guesses, worth, distinct=True)
