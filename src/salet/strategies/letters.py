"""Letter frequency: guess the letters that most candidates have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from salet.groups import letter_sums
from salet.strategies.base import Ranking, require
from salet.strategies.registry import register

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.view import View


@register("letters", aliases=("letter_frequency", "lf"))
@dataclass(frozen=True)
class Letters(Ranking):
    """Guess the word whose letters the candidates have most.

    Value: the sum over the guess's letters of the letter's frequency among the candidates. The
    frequency counts candidates that contain the letter (``presence``) or copies of it
    (``occurrences``); a letter that the guess repeats counts once unless `distinct` is false.
    References: write-ups 000 (presence, distinct) and 003 (occurrences; its benchmark repeats).
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
        """Return the summed letter frequencies."""
        by_presence = self.count == "presence"
        frequency = presence(view) if by_presence else place_frequency(view).sum(axis=0)
        worth = at_every_place(view, frequency)
        return letter_sums(view.table, view.guesses, worth, distinct=self.distinct)


@register("positions", aliases=("positional",))
class Positions(Ranking):
    """Guess the word whose letters stand where most candidates have them.

    Value: the sum over places of the number of candidates with that letter in that place, which
    is the expected number of greens. References: write-up 001 (as a tie-break).
    """

    needs_letters = True

    def values(self, view: View) -> NDArray[np.int64]:
        """Return the summed frequencies by place."""
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
    totals: NDArray[np.int64] = has.sum(axis=0, dtype=np.int64) if alike else view.weights @ has
    return totals


def at_every_place(view: View, frequency: NDArray[np.int64]) -> NDArray[np.int64]:
    """Make a letter worth the same in every place."""
    worth = np.empty((view.lexicon.length, len(frequency)), np.int64)
    worth[:] = frequency
    return worth
