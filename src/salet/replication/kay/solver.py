"""Kay's program: expected greens, expected new letters, and exploring when guesses are close."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from salet.groups import letter_sums
from salet.replication.loose import fitting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.table import Indices, PatternTable

STEPS = 20
"""The weight of greens against new letters moves in twentieths."""


@dataclass(frozen=True, slots=True)
class State:
    """What the program knows: candidates, and the letters that were shown (a bit for each)."""

    candidates: Indices
    known: int = 0


@dataclass(frozen=True)
class Worth:
    """What guesses are worth in one position.

    Attributes
    ----------
    greens, letters
        expected letters in the right place, and expected new letters, each times the weight of
        all candidates
    total
        that weight
    """

    guesses: Indices
    greens: NDArray[np.int64]
    letters: NDArray[np.int64]
    total: int

    def values(self, twentieths: int) -> NDArray[np.int64]:
        """Weigh both expectations; twenty times the program's figure."""
        return np.asarray(twentieths * self.greens + (STEPS - twentieths) * self.letters)

    def is_close(self, ratio: float) -> bool:
        """Whether the guess with most greens has less than `ratio` times those of the third."""
        if len(self.greens) < 3:
            return False
        best = np.partition(self.greens, -3)[-3:]
        first, third = int(best.max()), int(best.min())
        # The two are divided as the program does it: nothing divided by 0 is below a ratio.
        return third > 0 and first / third < ratio


@dataclass(frozen=True)
class Solver:
    """The program, with its parameters.

    Attributes
    ----------
    table
        patterns of a lexicon where any word may be the answer
    weights
        how likely each word is, in integer proportion
    twentieths
        the weight of greens against new letters, times 20
    guesses
        what may be guessed, in the order that breaks ties; None for the words still possible
    ratio
        explore when the three best guesses are closer than this; None for never
    guarded
        explore only where some guess can find a new letter
    loose
        forget where a grey copy of a letter stood
    """

    table: PatternTable = field(repr=False)
    weights: NDArray[np.int64] = field(repr=False)
    twentieths: int = STEPS // 2
    guesses: Indices | None = field(default=None, repr=False)
    ratio: float | None = None
    guarded: bool = False
    loose: bool = True

    def start(self) -> State:
        """Return what the program knows before the first guess."""
        return State(np.arange(len(self.table.lexicon.answers)))

    def after(self, state: State, guess: int, code: int) -> State:
        """Take in the pattern of a guess."""
        known = state.known
        remaining = code
        for letter in reversed(self.table.letters[guess].tolist()):
            remaining, colour = divmod(remaining, 3)
            if colour > 0:
                known |= 1 << letter
        candidates = fitting(self.table, state.candidates, guess, code, loose=self.loose)
        return State(candidates, known)

    def choose(self, state: State) -> int:
        """Return the guess worth most; in a tie, the first."""
        if len(state.candidates) == 1 and self._knows_best():
            return int(state.candidates[0])
        worth = self.worth(state)
        twentieths = self.twentieths
        if (
            self.ratio is not None
            and worth.is_close(self.ratio)
            and (not self.guarded or bool(worth.letters.any()))
        ):
            twentieths = 0
        return int(worth.guesses[worth.values(twentieths).argmax()])

    def _knows_best(self) -> bool:
        """Whether a last candidate is sure to be guessed, so that nothing need be added up.

        It has all its letters green, any other word at least one fewer, and no more new ones.
        """
        if self.guesses is None:
            return True
        length = self.table.lexicon.length
        return self.twentieths > 0 and (self.ratio is None or self.ratio <= length / (length - 1))

    def worth(self, state: State) -> Worth:
        """Return both expectations for every guess."""
        guesses = state.candidates if self.guesses is None else self.guesses
        weights = self.weights[state.candidates]
        size = len(self.table.lexicon.alphabet)
        words = self.table.letters[state.candidates]
        places = np.zeros((words.shape[1], size), np.int64)
        for place, letters in enumerate(words.T):
            np.add.at(places[place], letters, weights)
        # A letter that a word repeats counts once: further copies have the number `size`.
        presence = np.zeros(size + 1, np.int64)
        for letters in self.table.first_letters[state.candidates].T:
            np.add.at(presence, letters, weights)
        for letter in range(size):
            if state.known >> letter & 1:
                presence[letter] = 0
        anywhere = np.tile(presence[:size], (words.shape[1], 1))
        return Worth(
            guesses,
            letter_sums(self.table, guesses, places),
            letter_sums(self.table, guesses, anywhere, distinct=True),
            int(weights.sum()),
        )
