"""What the coloured rows that people share give away.

The model. Every player guesses words by how common they are (the prior ``sigmoid`` over all
allowed words; all alike where nothing is known of them). A guess keeps the greens of the row
before, if that row's greens are all kept; else it is any word. Nothing more is remembered from row
to row, and players do not copy each other. The last, all green row tells nothing. So for an answer
a

    P(rows | a) = product over rows of  P(words with this row's pattern against a)
                                        ----------------------------------------
                                        P(words with the kept greens of a)

and the chance of a is in proportion to that, all answers being equally likely before. A row that no
allowed word gives against a rules a out; if some row rules out every answer, answers that miss the
fewest rows come first, and a missed row counts as one in a million.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.coach.sharing import Grid, read_grids
from salet.errors import InvalidError, counted
from salet.games.colours import Colour, Pattern
from salet.table import Progress, Table, open_table
from salet.words.frequencies import prior_weights
from salet.words.lexicon import TODAY_LEXICON, Lexicon

GUESSES = "sigmoid"
_MISSED = 1e-6


@dataclass(frozen=True)
class Inference:
    """Answers ranked by how well they explain the grids.

    Attributes
    ----------
    rows
        the number of informative rows: all but the all-green ones
    missed
        for each answer, the number of rows that no allowed word gives
    """

    lexicon: Lexicon
    grids: int
    rows: int
    answers: tuple[str, ...]
    probabilities: tuple[float, ...]
    missed: tuple[int, ...]

    @property
    def fitting(self) -> int:
        """The number of answers that fit all rows."""
        return self.missed.count(0)

    def to_dict(self, top: int | None = None) -> dict[str, Any]:
        """Return plain values for JSON."""
        ranked = zip(self.answers, self.probabilities, self.missed, strict=True)
        return {
            "lexicon": self.lexicon.summary(),
            "grids": self.grids,
            "rows": self.rows,
            "fitting": self.fitting,
            "model": "words by commonness, greens kept from row to row; see docs/coach.md",
            "answers": [
                {"word": word, "probability": probability, "missed": missed}
                for word, probability, missed in list(ranked)[:top]
            ],
        }


def infer(
    grids: Sequence[Grid] | str,
    *,
    lexicon: Lexicon | str = TODAY_LEXICON,
    progress: Progress | None = None,
) -> Inference:
    """Rank the answers of a lexicon by how well they explain the grids.

    Parameters
    ----------
    grids
        the grids of several people for the same answer, or a text that contains them
    lexicon
        the words of the game, or their name
    progress
        called with cells done and cells in all while the table is built

    >>> found = infer("⬛🟨⬛⬛⬛ 🟩⬛🟨⬛🟩 🟩🟩🟩🟩🟩", lexicon="original")
    >>> found.rows, found.answers[:2]
    (2, ('sauce', 'canoe'))
    """
    if not isinstance(lexicon, Lexicon):
        lexicon = Lexicon.load(lexicon)
    if isinstance(grids, str):
        grids = read_grids(grids, lexicon.length)
    for grid in grids:
        for pattern in grid.patterns:
            if len(pattern) != lexicon.length:
                raise InvalidError(
                    f"a row has {counted(len(pattern), 'square')}; words of {lexicon.name} have "
                    f"{lexicon.length} letters"
                )
    rows = [row for grid in grids for row in _telling_rows(grid)]
    if not rows:
        raise InvalidError("the text contains no row of colours; paste grids of ⬛🟨🟩")
    likelihood, missed = _likelihoods(open_table(lexicon, progress), rows)
    weights = np.exp(likelihood - likelihood.max())
    order = np.lexsort((-likelihood, missed))
    return Inference(
        lexicon,
        len(grids),
        len(rows),
        tuple(lexicon.answers[index] for index in order),
        tuple((weights / weights.sum())[order].tolist()),
        tuple(missed[order].tolist()),
    )


def _telling_rows(grid: Grid) -> Iterator[tuple[Pattern, tuple[int, ...]]]:
    """Give the rows that are not all green, each with the places of the greens that it kept."""
    before: tuple[int, ...] = ()
    for pattern in grid.patterns:
        greens = tuple(i for i, c in enumerate(pattern.colours) if c is Colour.GREEN)
        if not pattern.solved:
            yield pattern, before if set(before) <= set(greens) else ()
        before = greens


def _likelihoods(
    table: Table, rows: Sequence[tuple[Pattern, tuple[int, ...]]]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the logarithm of each answer's likelihood, and how many rows no word gives."""
    chances = guess_chances(table.lexicon)
    patterns = sorted({pattern for pattern, _ in rows}, key=lambda pattern: pattern.code)
    place = {pattern: number for number, pattern in enumerate(patterns)}
    given = _pattern_chances(table, chances, patterns)
    kept_chances = {
        kept: _kept_chances(table, chances, kept) for kept in {kept for _, kept in rows}
    }
    likelihood = np.zeros(len(table.lexicon.answers))
    missed = np.zeros(len(table.lexicon.answers), np.int64)
    for pattern, kept in rows:
        row = given[:, place[pattern]]
        missed += row == 0
        likelihood += np.log(np.where(row > 0, row / kept_chances[kept], _MISSED))
    return likelihood, missed


def guess_chances(lexicon: Lexicon) -> NDArray[np.float64]:
    """Return how likely people are to guess each allowed word."""
    try:
        weights = prior_weights(GUESSES, lexicon.with_all_as_answers())
    except InvalidError:  # no word of this language is counted
        weights = None
    if weights is None:
        weights = np.ones(len(lexicon.allowed), np.int64)
    return np.asarray(weights / weights.sum())


def _pattern_chances(
    table: Table, chances: NDArray[np.float64], patterns: Sequence[Pattern]
) -> NDArray[np.float64]:
    """Return the chance of each pattern against each answer (answers, patterns)."""
    number = np.full(table.game.replies.size, len(patterns), np.int64)
    number[[pattern.code for pattern in patterns]] = np.arange(len(patterns))
    given = np.zeros((len(table.lexicon.answers), len(patterns) + 1))
    every = np.arange(len(table.lexicon.answers))
    done = 0
    for codes, rows, columns in table.blocks(np.arange(len(chances)), every):
        here = np.ascontiguousarray(codes[rows].T)
        share = chances[done : done + len(rows)]
        done += len(rows)
        for answer in columns.tolist():
            given[answer] += np.bincount(number[here[answer]], share, minlength=len(patterns) + 1)
    return given[:, :-1]


def _kept_chances(
    table: Table, chances: NDArray[np.float64], places: tuple[int, ...]
) -> NDArray[np.float64]:
    """Return, for each answer, the chance of a word that has its letters in these places."""
    keys = np.zeros(len(table.letters), np.int64)
    for place in places:
        keys = keys * len(table.lexicon.alphabet) + table.letters[:, place]
    _, group = np.unique(keys, return_inverse=True)
    shares = np.bincount(group, chances)
    return np.asarray(shares[group[table.answer_guesses]], np.float64)
