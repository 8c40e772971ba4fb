"""The coloured rows that people share: reading and writing them, and what they give away.

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

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError, counted
from salet.games.colours import SQUARES, Colour, Pattern
from salet.games.game import Reply
from salet.table import Progress, Table, open_table
from salet.words.frequencies import prior_weights
from salet.words.lexicon import TODAY_LEXICON, Lexicon

_SQUARES = re.compile(rf"[{SQUARES}]+")
_MARKS = re.compile(r"[\ufe0e\ufe0f]")
_ONLY_SQUARES = re.compile(rf"[\s{SQUARES}\ufe0e\ufe0f]+")
_PLAIN_ROW = re.compile(r"^\s*([-.ygYGbBxX0-2]+)\s*$")
_HEAD = re.compile(
    r"(?P<title>\S.*?)\s+(?P<number>#?[\d.,]+)?\s*(?P<guesses>[1-9Xx]\d*)/(?P<cap>\d+)(?P<hard>\*?)"
)


@dataclass(frozen=True, slots=True)
class Grid:
    """The patterns of one game, without its words."""

    patterns: tuple[Pattern, ...]

    @property
    def solved(self) -> bool:
        """Whether the last row is all green."""
        return bool(self.patterns) and self.patterns[-1].solved


def is_head(line: str) -> bool:
    """Whether a line is the head of a shared grid.

    >>> is_head("Wordle 1,234 4/6*"), is_head("salet original X/6"), is_head("crane --y--")
    (True, True, False)
    """
    return _HEAD.fullmatch(line.strip()) is not None


def rows_in(line: str) -> list[str]:
    """Return the rows of squares in a line, whatever else it says; squares apart are one row.

    >>> rows_in("Anna: ⬛🟨⬛⬛⬛ hm"), rows_in("⬛ 🟨 ⬛️ ⬛ ⬛"), rows_in("⬛🟨 🟩🟩")
    (['⬛🟨⬛⬛⬛'], ['⬛🟨⬛⬛⬛'], ['⬛🟨', '🟩🟩'])
    """
    runs = _SQUARES.findall(_MARKS.sub("", line))
    rows = runs if any(len(run) > 1 for run in runs) else ["".join(runs)]
    return [row for row in rows if len(row) > 1]


def read_grids(text: str, length: int | None = None) -> list[Grid]:
    r"""Find the grids in a text: consecutive rows of squares (or of - y g), one grid each.

    Other lines are passed over, and so is what stands beside a row, so that a whole conversation
    can be read. A row all green ends its grid, and so does a line without a row. Several rows in a
    line are a grid whose line ends were lost.

    >>> grids = read_grids("Wordle 9 3/6\n\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩\nwell done!")
    >>> [str(pattern) for pattern in grids[0].patterns]
    ['-y---', 'g-y-g', 'ggggg']
    """
    grids: list[Grid] = []
    rows: list[Pattern] = []

    def finish() -> None:
        if rows:
            grids.append(Grid(tuple(rows)))
            rows.clear()

    beside = False  # whether the line before had several rows and nothing else
    for number, line in enumerate(text.splitlines(), start=1):
        found = rows_in(line) or _PLAIN_ROW.findall(line)
        alone = _ONLY_SQUARES.fullmatch(line) is not None
        if beside and alone and len(found) > 1:
            raise InvalidError(
                f"line {number}: there are several boards side by side; paste one board only"
            )
        beside = alone and len(found) > 1
        if not found or len(found) > 1:
            finish()
        for pattern in map(Pattern.from_text, found):
            expected = length or (len(rows[0]) if rows else len(pattern))
            if len(pattern) == expected:
                rows.append(pattern)
            elif alone:
                squares = counted(len(pattern), "square")
                raise InvalidError(f"line {number}: {line.strip()} has {squares}, not {expected}")
            else:  # letters, or squares in a sentence, that are no row of this game
                finish()
            if pattern.solved:
                finish()
        if len(found) > 1:
            finish()
    finish()
    return grids


def share_text(
    title: str, replies: Sequence[Reply], max_guesses: int, *, hard: bool, style: str = "emoji"
) -> str:
    """Write a game as people share it: the replies, and no words.

    >>> from salet import pattern_of
    >>> rows = [pattern_of(guess, "there") for guess in ("raise", "there")]
    >>> print(share_text("salet original", rows, 6, hard=True, style="letters"))
    salet original 2/6*
    <BLANKLINE>
    YBBBG
    GGGGG
    """
    guesses = str(len(replies)) if replies and replies[-1].solved else "X"
    head = f"{title} {guesses}/{max_guesses}{'*' if hard else ''}"
    return "\n".join([head, "", *(reply.to_text(style) for reply in replies)])


_ONE_SIGN = ["", *(f"{digit}\ufe0f\u20e3" for digit in range(1, 10)), "🔟", "🕚", "🕛", "🕐"]
"""Signs for guesses 1 to 13, as the known game of eight boards shares them."""

_LOST = "🟥"
_PER_ROW = 2


def share_boards(
    title: str, solved_at: Sequence[int | None], max_guesses: int, *, style: str = "emoji"
) -> str:
    """Write a game of several boards as people share it: when each was solved, two in a row.

    Up to 13 guesses there is one sign for a number, beyond that there are two digits.

    >>> print(share_boards("salet original", [4, 5, None, 7], 9, style="text"))
    salet original X/9
    <BLANKLINE>
    4 5
    X 7
    """
    known = [number for number in solved_at if number is not None]
    total = str(max(known)) if len(known) == len(solved_at) else "X"
    signs = [_sign(number, max_guesses, style) for number in solved_at]
    between = " " if style != "emoji" or max_guesses >= len(_ONE_SIGN) else ""
    rows = [
        between.join(signs[start : start + _PER_ROW]) for start in range(0, len(signs), _PER_ROW)
    ]
    return "\n".join([f"{title} {total}/{max_guesses}", "", *rows])


def _sign(number: int | None, max_guesses: int, style: str) -> str:
    """Write the number of a guess, all of the same width."""
    digits = len(str(max_guesses))
    if style != "emoji":
        return ("X" if number is None else str(number)).rjust(digits)
    if max_guesses < len(_ONE_SIGN):
        return _LOST if number is None else _ONE_SIGN[number]
    if number is None:
        return _LOST * digits
    return "".join(f"{digit}\ufe0f\u20e3" for digit in str(number).rjust(digits, "0"))


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
    if isinstance(lexicon, str):
        lexicon = Lexicon.load(lexicon)
    if isinstance(grids, str):
        grids = read_grids(grids, lexicon.length)
    for grid in grids:
        for pattern in grid.patterns:
            if len(pattern) != lexicon.length:
                raise InvalidError(
                    f"a row has {counted(len(pattern), 'square')}; {lexicon.name} plays with "
                    f"{lexicon.length}"
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
