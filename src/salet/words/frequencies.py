"""How common words are (bundled tables or a person's own), and priors over answers.

A prior says how likely each answer is before the first guess, as positive integer weights.
Integers, so that sums over groups are exact and ties are ties; their total stays below 2**31, so
that squares fit in 64 bits.

================  ============================================================================
``uniform``       every answer alike
``frequency``     in proportion to the word's count
``log-frequency`` ``ln(count) - ln(least / 2)``, which fits past answers better (Kay)
``sigmoid``       by the word's rank among the allowed words: 0.9 for the most common, a half
                  for the 3,000th, then falling to 0 (the model of Sanderson's 2022 video)
``history``       by the habits of a daily puzzle, from the answers of earlier days (see
                  `salet.words.habits`). ``history(2026-05-23)`` is what one knew on that morning;
                  ``history(german)`` and ``history(german, 2026-05-23)`` go by another history
================  ============================================================================

A word without a count is taken to be half as common as the least common word that has one.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError, UnknownNameError, few
from salet.words.files import read_text
from salet.words.history import DEFAULT_HISTORY, History
from salet.words.lexicon import Lexicon
from salet.words.spelling import read_word

DEFAULT_TABLE = "books"
TABLES = ("web", "books")
UNIFORM = "uniform"
HISTORY = "history"
PRIORS = (UNIFORM, "frequency", "log-frequency", "sigmoid", HISTORY)

_DATED = re.compile(rf"{HISTORY}(?:\((?:([\d-]+)|([\w-]+)(?: *, *([\d-]+))?)\))?")

_TOTAL = 1 << 30
_COMMON_WORDS = 3000
_SIGMOID_WIDTH = 10.0
_DATA = resources.files("salet") / "data" / "frequencies" / "english.tsv"


@dataclass(frozen=True)
class Frequencies:
    """Counts by word; a word that is not listed counts 0.

    >>> books = Frequencies.load("books")
    >>> books.counts["about"] > books.counts["aback"] > 0
    True
    """

    name: str
    counts: Mapping[str, float] = field(repr=False)

    @staticmethod
    @lru_cache(maxsize=len(TABLES))
    def load(name: str = DEFAULT_TABLE) -> Frequencies:
        """Load a bundled table for English: ``web`` or ``books``."""
        if name not in TABLES:
            raise UnknownNameError.among("frequency table", name, TABLES)
        column = 1 + TABLES.index(name)
        rows = (line.split("\t") for line in _DATA.read_text(encoding="utf-8").splitlines()[1:])
        return Frequencies(name, {row[0]: float(row[column]) for row in rows})

    @classmethod
    def for_lexicon(cls, lexicon: Lexicon) -> Frequencies:
        """Return the counts that a lexicon was built with, or the bundled ones for English."""
        return cls(lexicon.name, lexicon.counts) if lexicon.counts else cls.load()

    @classmethod
    def read(cls, given: Frequencies | str | Path | None) -> Frequencies | None:
        """Return a table: a bundled one by name, or one from a file."""
        if given is None or isinstance(given, Frequencies):
            return given
        return cls.load(str(given)) if given in TABLES else cls.from_file(given)

    @classmethod
    def from_file(cls, path: str | Path, what: str = "count") -> Frequencies:
        """Read a file of words and counts, separated by commas, tabs, semicolons or spaces.

        The first column is the word, the last the count; columns between them are ignored,
        and so is a first line without a number. The counts of a word on several lines are added.
        `what` is the word for a count in error messages.
        """
        text = read_text(Path(path))
        counts: dict[str, float] = {}
        for number, cells in enumerate(_cells(text.splitlines()), start=1):
            if not any(cells):
                continue
            try:
                count = float(cells[-1])
            except ValueError:
                if number == 1:
                    continue
                raise InvalidError(
                    f"{path}, line {number}: {cells[-1]!r} is not a {what}; write word,{what}"
                ) from None
            if len(cells) < 2 or not cells[0] or not 0 <= count < float("inf"):
                raise InvalidError(
                    f"{path}, line {number}: write a word and a {what}, such as crane,12"
                )
            word = read_word(cells[0])
            counts[word] = counts.get(word, 0.0) + count
        if not counts:
            raise InvalidError(f"{path} contains no word {what}s; write lines of word,{what}")
        return cls(Path(path).name, counts)

    def lacking(self, words: Sequence[str]) -> str:
        """Say which of `words` the table does not list; nothing if it lists all.

        >>> Frequencies("mine", {"about": 3}).lacking(["about", "abbey"])
        'mine has no count for 1 of 2 words (abbey)'
        """
        missing = [word for word in words if word not in self.counts]
        if not missing:
            return ""
        lacking = f"{len(missing):,} of {len(words):,} words ({few(missing)})"
        return f"{self.name} has no count for {lacking}"

    def of(self, words: Iterable[str]) -> NDArray[np.float64]:
        """Return the counts of `words`."""
        return np.array([self.counts.get(word, 0.0) for word in words])


def _cells(lines: list[str]) -> Iterable[list[str]]:
    """Split lines at whichever separator the first of them uses."""
    separator = next((s for s in ",\t;" if lines and s in lines[0]), None)
    if separator is None:
        return (line.split() for line in lines)
    return ([cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator))


def check_prior(name: str) -> None:
    """Refuse a prior that there is not."""
    if name not in PRIORS and dated(name) is None:
        raise UnknownNameError.among("prior", name, PRIORS)


def dated_prior(name: str) -> str:
    """Return the prior with the day that it is for, so that it means the same tomorrow.

    >>> dated_prior("history(german,2026-05-01)"), dated_prior("sigmoid")
    ('history(german, 2026-05-01)', 'sigmoid')
    """
    known = dated(name)
    if known is None:
        return name
    past, morning = known
    return f"{HISTORY}({morning})" if past == DEFAULT_HISTORY else f"{HISTORY}({past}, {morning})"


def dated(name: str) -> tuple[str, str] | None:
    """Return the history and the day of a prior that goes by one.

    >>> dated("history(2026-05-01)"), dated("history(german, 2026-05-01)"), dated("sigmoid")
    (('nyt', '2026-05-01'), ('german', '2026-05-01'), None)
    """
    found = _DATED.fullmatch(name)
    if found is None:
        return None
    return found[2] or DEFAULT_HISTORY, found[1] or found[3] or str(date.today())


def prior_weights(
    name: str, lexicon: Lexicon, frequencies: Frequencies | None = None
) -> NDArray[np.int64] | None:
    """Return a weight for each answer, or None where all are alike.

    >>> from salet import Lexicon
    >>> lexicon = Lexicon.load("original")
    >>> weights = prior_weights("frequency", lexicon)
    >>> int(weights[lexicon.answer_index("about")]) > int(weights[lexicon.answer_index("abbey")])
    True
    """
    if name == UNIFORM:
        return None
    table = Frequencies.for_lexicon(lexicon) if frequencies is None else frequencies
    check_prior(name)
    if known := dated(name):
        from salet.words.habits import Habits  # counts words itself

        past, morning = known
        table = Habits(lexicon, table).chances(History.load(past), morning)
    counts = _smoothed(table, lexicon)
    if name == "log-frequency":
        counts = np.log(counts) - np.log(counts.min() / 2)
    elif name == "sigmoid":
        counts = _sigmoid_of_rank(counts)
    places = np.searchsorted(lexicon.allowed, lexicon.answers)
    chances = counts[places] / counts[places].sum()
    return as_weights(chances)


def as_weights(chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return chances, which add up to 1, as positive integers."""
    return np.maximum(1, np.rint(chances * _TOTAL)).astype(np.int64)


def _smoothed(table: Frequencies, lexicon: Lexicon) -> NDArray[np.float64]:
    """Return a positive count for every allowed word."""
    counts = table.of(lexicon.allowed)
    if not counts.any():
        raise InvalidError(
            f"{table.name} has no count for any word of {lexicon.name}; give frequencies that do"
        )
    return np.where(counts > 0, counts, counts[counts > 0].min() / 2)


def _sigmoid_of_rank(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    ranks = np.searchsorted(np.sort(-counts), -counts)  # equal counts share the best rank
    above = (_COMMON_WORDS - ranks) / len(counts) * _SIGMOID_WIDTH
    return np.asarray(1 / (1 + np.exp(-above)))
