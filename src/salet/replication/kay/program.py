"""Kay's program: expected greens, expected new letters, and exploring when guesses are close.

With the word frequencies that it weighs words by: counts from the web, and from the British
National Corpus.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError
from salet.groups import letter_sums
from salet.replication.feedback import fitting, letter_masks
from salet.replication.procedure import all_on
from salet.table import Indices, Table
from salet.words.frequencies import Frequencies


@dataclass(frozen=True, slots=True)
class Procedure:
    """The program's departures from its text, as ``document.toml`` explains them."""

    loose_greys: bool = False
    log_opener: bool = False
    literal_join: bool = False
    answers_first: bool = False
    unguarded: bool = False


PUBLISHED = all_on(Procedure)


# --- word frequencies ---

FREQUENCY, LOG_FREQUENCY = "frequency", "log frequency"

_TOTAL = 1 << 56
"""Weights add up to this: twenty times the five letters of a word still fit in 64 bits."""


@dataclass(frozen=True)
class Counts:
    """How common each word is.

    Attributes
    ----------
    words
        alphabetical
    web, corpus
        counts from either source; `corpus` is None where its table was not given
    count
        the shares of both sources added; a word in neither has half the least share
    log_count
        ``ln(count) - ln(least / 2)``
    """

    words: tuple[str, ...] = field(repr=False)
    web: NDArray[np.float64] = field(repr=False)
    corpus: NDArray[np.float64] | None = field(repr=False)

    @classmethod
    def of(cls, words: Sequence[str], corpus: Path | None, *, literal: bool) -> Counts:
        """Look words up in the bundled web counts, and in a file of corpus counts if given.

        With `literal`, an entry of the file counts only for the word spelled just so: ``March``
        and ``found*`` for none.
        """
        web = Frequencies.load("web").of(words)
        if corpus is None:
            return cls(tuple(words), web, None)
        entries = _read(corpus, literal=literal)
        found = np.array([entries.get(word, 0.0) for word in words])
        if not found.any():
            raise InvalidError(f"{corpus} has no count for any five-letter word of the game")
        return cls(tuple(words), web, found)

    @property
    def missing(self) -> int:
        """The number of words that neither source has."""
        return int(np.count_nonzero(self._shares() == 0))

    @property
    def count(self) -> NDArray[np.float64]:
        """The frequency of each word."""
        shares = self._shares()
        return np.where(shares == 0, shares[shares > 0].min() / 2, shares)

    @property
    def log_count(self) -> NDArray[np.float64]:
        """The logarithm of each word's frequency, shifted above 0."""
        count = self.count
        return np.asarray(np.log(count) - np.log(count.min() / 2))

    def weights(self, table: str) -> NDArray[np.int64]:
        """Return what each word counts in an expectation, as integers, so that ties are exact."""
        values = self.count if table == FREQUENCY else self.log_count
        return np.asarray(np.rint(values / values.sum() * _TOTAL), np.int64)

    def _shares(self) -> NDArray[np.float64]:
        shares = self.web / self.web.sum()
        if self.corpus is not None:
            shares = shares + self.corpus / self.corpus.sum()
        return np.asarray(shares)


def _read(path: Path, *, literal: bool) -> dict[str, float]:
    """Add the counts of each word over its parts of speech."""
    counts: dict[str, float] = {}
    try:
        # The table is in Latin-1, where every byte is a letter; its accents are in no word here.
        with path.open(encoding="latin-1", newline="") as file:
            for row in csv.DictReader(file):
                word = row["word"] if literal else row["word"].rstrip("*").lower()
                # One row of the author's table has slipped by a column, and has no count.
                counts[word] = counts.get(word, 0.0) + float(row["count"] or 0)
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    except (KeyError, TypeError, ValueError):
        raise InvalidError(f"{path} is not a table with the columns word and count") from None
    return counts


@dataclass(frozen=True, slots=True)
class Fit:
    """How well three models predict the answers, in bits to name one; less is better.

    Attributes
    ----------
    frequency, log_frequency
        a word is chosen in proportion to its frequency, or to its log frequency
    flat
        every word alike
    unknown
        the share of log frequency that lies on words which neither source of counts has
    """

    frequency: float
    log_frequency: float
    flat: float
    unknown: float

    @classmethod
    def of(cls, counts: Counts, answers: Sequence[str]) -> Fit:
        """Measure the models on answers."""
        places = np.searchsorted(counts.words, answers)

        def bits(weights: Any) -> float:
            return float(-np.log2(weights[places] / weights.sum()).mean())

        log_count = counts.log_count
        floor = log_count == log_count.min()
        return cls(
            bits(counts.count),
            bits(log_count),
            bits(np.ones(len(counts.words))),
            float(log_count[floor].sum() / log_count.sum()),
        )


def ranks(counts: Counts, answers: Sequence[str]) -> list[dict[str, Any]]:
    """Return, for each answer, its rank by frequency (ties share the middle) and its counts."""
    count, log_count = counts.count, counts.log_count
    places, ordered = np.searchsorted(counts.words, answers), np.sort(-count)
    before, through = (np.searchsorted(ordered, -count[places], side) for side in ("left", "right"))
    rows = zip(
        answers,
        ((before + 1 + through) / 2).tolist(),
        count[places].tolist(),
        log_count[places].tolist(),
        strict=True,
    )
    return [dict(zip(("word", "rank", "count", "log_count"), row, strict=True)) for row in rows]


# --- the solver ---

STEPS = 20
"""The weight of greens against new letters moves in twentieths."""


@dataclass(frozen=True, slots=True)
class Knowledge:
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

    table: Table = field(repr=False)
    weights: NDArray[np.int64] = field(repr=False)
    twentieths: int = STEPS // 2
    guesses: Indices | None = field(default=None, repr=False)
    ratio: float | None = None
    guarded: bool = False
    loose: bool = True

    def start(self) -> Knowledge:
        """Return what the program knows before the first guess."""
        return Knowledge(np.arange(len(self.table.lexicon.answers)))

    def after(self, state: Knowledge, guess: int, code: int) -> Knowledge:
        """Take in the pattern of a guess."""
        shown, _ = letter_masks(self.table, guess, code)
        candidates = fitting(self.table, state.candidates, guess, code, loose=self.loose)
        return Knowledge(candidates, state.known | shown)

    def choose(self, state: Knowledge) -> int:
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
        length = self.table.letters.shape[1]
        return self.twentieths > 0 and (self.ratio is None or self.ratio <= length / (length - 1))

    def worth(self, state: Knowledge) -> Worth:
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
        new = 1 - (state.known >> np.arange(size) & 1)
        anywhere = np.tile(presence[:size] * new, (words.shape[1], 1))
        return Worth(
            guesses,
            letter_sums(self.table, guesses, places),
            letter_sums(self.table, guesses, anywhere, distinct=True),
            int(weights.sum()),
        )
