"""How common words are: the bundled tables, or a person's own."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from salet.errors import InvalidError, UnknownNameError
from salet.notation import read_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from salet.lexicon import Lexicon

DEFAULT_TABLE = "books"
_TABLES = ("web", "books")
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
    @lru_cache(maxsize=len(_TABLES))
    def load(name: str = DEFAULT_TABLE) -> Frequencies:
        """Load a bundled table for English: ``web`` or ``books``."""
        if name not in _TABLES:
            raise UnknownNameError.among("frequency table", name, _TABLES)
        column = 1 + _TABLES.index(name)
        rows = (line.split("\t") for line in _DATA.read_text(encoding="utf-8").splitlines()[1:])
        return Frequencies(name, {row[0]: float(row[column]) for row in rows})

    @classmethod
    def for_lexicon(cls, lexicon: Lexicon) -> Frequencies:
        """Return the counts that a lexicon was built with, or the bundled ones for English."""
        return cls(lexicon.name, lexicon.counts) if lexicon.counts else cls.load()

    @classmethod
    def from_file(cls, path: str | Path) -> Frequencies:
        """Read a file of words and counts, separated by commas, tabs, semicolons or spaces.

        The first column is the word, the last the count; columns between them are passed over,
        and so is a first line without a number. A word on several lines counts their sum.
        """
        try:
            text = Path(path).read_bytes().decode("utf-8-sig")
        except OSError as error:
            raise InvalidError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InvalidError(f"{path} is not UTF-8 text; save it as UTF-8") from None
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
                    f"{path}, line {number}: {cells[-1]!r} is not a count; write word,count"
                ) from None
            if len(cells) < 2 or not cells[0] or not 0 <= count < float("inf"):
                raise InvalidError(f"{path}, line {number}: write a word and a count of 0 or more")
            word = read_word(cells[0])
            counts[word] = counts.get(word, 0.0) + count
        if not counts:
            raise InvalidError(f"{path} holds no word counts; write word,count lines")
        return cls(Path(path).name, counts)

    def of(self, words: Iterable[str]) -> NDArray[np.float64]:
        """Return the counts of `words`."""
        return np.array([self.counts.get(word, 0.0) for word in words])


def _cells(lines: list[str]) -> Iterable[list[str]]:
    """Split lines at whichever separator the first of them uses."""
    separator = next((s for s in ",\t;" if lines and s in lines[0]), None)
    if separator is None:
        return (line.split() for line in lines)
    return ([cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator))
