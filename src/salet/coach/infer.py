"""Which answer fits the coloured rows that people shared, without a single word of theirs.

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

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError
from salet.games.colours import Colour, pattern_count
from salet.table import open_table
from salet.words.frequencies import prior_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from salet.coach.grids import Grid
    from salet.games.colours import Pattern
    from salet.table import PatternTable, Progress
    from salet.words.lexicon import Lexicon

GUESSES = "sigmoid"
_MISSED = 1e-6


@dataclass(frozen=True)
class Inference:
    """Answers ranked by how well they explain the grids.

    Attributes
    ----------
    rows
        how many rows tell something: all but the green ones
    missed
        for each answer, how many of them no allowed word gives
    """

    lexicon: Lexicon
    grids: int
    rows: int
    answers: tuple[str, ...]
    probabilities: tuple[float, ...]
    missed: tuple[int, ...]

    @property
    def fitting(self) -> int:
        """How many answers fit all rows."""
        return self.missed.count(0)

    def to_dict(self, top: int | None = None) -> dict[str, Any]:
        """Return plain values for JSON."""
        ranked = zip(self.answers, self.probabilities, self.missed, strict=True)
        return {
            "lexicon": self.lexicon.summary(),
            "grids": self.grids,
            "rows": self.rows,
            "fitting": self.fitting,
            "model": "words by commonness, greens kept from row to row; see salet.coach.infer",
            "answers": [
                {"word": word, "probability": probability, "missed": missed}
                for word, probability, missed in list(ranked)[:top]
            ],
        }


def infer(grids: Sequence[Grid], lexicon: Lexicon, progress: Progress | None = None) -> Inference:
    """Rank the answers of a lexicon by how well they explain the grids."""
    patterns = sorted({p for g in grids for p in g.patterns if not p.solved}, key=lambda p: p.code)
    if not patterns:
        raise InvalidError("there is no coloured row to learn from; paste grids of ⬛🟨🟩")
    for pattern in patterns:
        if len(pattern) != lexicon.length:
            raise InvalidError(
                f"a row has {len(pattern)} squares; {lexicon.name} plays with {lexicon.length}"
            )
    table = open_table(lexicon, progress)
    chances = guess_chances(lexicon)
    place = {pattern: number for number, pattern in enumerate(patterns)}
    given = _pattern_chances(table, chances, patterns)
    likelihood = np.zeros(len(lexicon.answers))
    missed = np.zeros(len(lexicon.answers), np.int64)
    rows = 0
    kept_chances: dict[tuple[int, ...], NDArray[np.float64]] = {}
    for grid in grids:
        before: tuple[int, ...] = ()
        for pattern in grid.patterns:
            greens = tuple(i for i, c in enumerate(pattern.colours) if c is Colour.GREEN)
            kept = before if set(before) <= set(greens) else ()
            before = greens
            if pattern.solved:
                continue
            rows += 1
            if kept not in kept_chances:
                kept_chances[kept] = _kept_chances(table, chances, kept)
            row = given[:, place[pattern]]
            missed += row == 0
            likelihood += np.log(np.where(row > 0, row / kept_chances[kept], _MISSED))
    weights = np.exp(likelihood - likelihood.max())
    order = np.lexsort((-likelihood, missed))
    return Inference(
        lexicon,
        len(grids),
        rows,
        tuple(lexicon.answers[index] for index in order),
        tuple((weights / weights.sum())[order].tolist()),
        tuple(missed[order].tolist()),
    )


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
    table: PatternTable, chances: NDArray[np.float64], patterns: Sequence[Pattern]
) -> NDArray[np.float64]:
    """Return the chance of each pattern against each answer (answers, patterns)."""
    number = np.full(pattern_count(table.lexicon.length), len(patterns), np.int64)
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
    table: PatternTable, chances: NDArray[np.float64], places: tuple[int, ...]
) -> NDArray[np.float64]:
    """Return, for each answer, the chance of a word that has its letters in these places."""
    keys = np.zeros(len(table.letters), np.int64)
    for place in places:
        keys = keys * len(table.lexicon.alphabet) + table.letters[:, place]
    _, group = np.unique(keys, return_inverse=True)
    shares = np.bincount(group, chances)
    return np.asarray(shares[group[table.answer_guesses]], np.float64)
