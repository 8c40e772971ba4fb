"""The coloured rows that people share: reading them out of any text, and writing them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.games.colours import SQUARES, Pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

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
                f"line {number}: several boards stand side by side; give one board alone"
            )
        beside = alone and len(found) > 1
        if not found or len(found) > 1:
            finish()
        for pattern in map(Pattern.from_text, found):
            expected = length or (len(rows[0]) if rows else len(pattern))
            if len(pattern) == expected:
                rows.append(pattern)
            elif alone:
                squares = f"{len(pattern)} square{'' if len(pattern) == 1 else 's'}"
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
    title: str, patterns: Sequence[Pattern], max_guesses: int, *, hard: bool, style: str = "emoji"
) -> str:
    """Write a game as people share it: no words, only colours.

    >>> from salet import pattern_of
    >>> rows = [pattern_of(guess, "there") for guess in ("raise", "there")]
    >>> print(share_text("salet original", rows, 6, hard=True, style="letters"))
    salet original 2/6*
    <BLANKLINE>
    YBBBG
    GGGGG
    """
    guesses = str(len(patterns)) if patterns and patterns[-1].solved else "X"
    head = f"{title} {guesses}/{max_guesses}{'*' if hard else ''}"
    return "\n".join([head, "", *(pattern.to_text(style) for pattern in patterns)])
