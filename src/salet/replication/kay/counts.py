"""Kay's table of word frequencies: counts from the web, and from the British National Corpus."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from salet.errors import InvalidError
from salet.words.frequencies import Frequencies

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

FREQUENCY, LOG_FREQUENCY = "frequency", "log frequency"
TABLES = (FREQUENCY, LOG_FREQUENCY)

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
