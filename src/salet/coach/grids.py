"""The coloured rows that people share: reading them out of any text, and writing them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

SQUARES = "⬛⬜🟫🟨🟦🟩🟧"
_ROW = re.compile(rf"[{SQUARES}\ufe0e\ufe0f ]+")
_PLAIN_ROW = re.compile(r"[-.ygYGbBxX0-2]+")
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


def is_row(line: str) -> bool:
    """Whether a line is one row of squares."""
    text = line.strip()
    return bool(text) and _ROW.fullmatch(text) is not None


def read_grids(text: str, length: int | None = None) -> list[Grid]:
    r"""Find the grids in a text: consecutive rows of squares (or of - y g), one grid each.

    Other lines are passed over, so that a whole conversation can be read. A row all green ends its
    grid, and so does a line that is no row.

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

    for number, line in enumerate(text.splitlines(), start=1):
        row = line.strip()
        if not is_row(row) and not _PLAIN_ROW.fullmatch(row):
            finish()
            continue
        pattern = Pattern.from_text(row)
        expected = length or (len(rows[0]) if rows else len(pattern))
        if len(pattern) != expected:
            if not is_row(row):
                finish()
                continue
            raise InvalidError(f"line {number}: {row} has {len(pattern)} squares, not {expected}")
        rows.append(pattern)
        if pattern.solved:
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
