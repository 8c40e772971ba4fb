"""How a table is fitted to a screen: which texts are folded, where, and when none of it helps.

Columns are named as in `salet.cli.show.Screen.table`: ``~name`` holds prose that may be folded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

GAP = 3
"""Cells between two columns."""

_PROSE = "~"
_EASE = 24
# A text is broken after a space, and the text of a strategy after a plus or a comma. A name too
# long for its line is broken where it is joined.
_PIECE = re.compile(r"[^ +,]*[ +,]?")
_PART = re.compile(r"[^ +,_]*[ +,_]?")


def fitted(
    columns: Sequence[str],
    rows: Sequence[Sequence[str | Text]],
    screen: int,
    *,
    comfortable: bool = False,
) -> list[int] | None:
    """Return the width of each column, the prose folded as little as need be; None if none fits.

    With `comfortable`, a column of prose is not narrower than one reads with ease.

    >>> fitted(["name", "~why"], [["salet", "because it is the best of all"]], 30)
    [5, 20]
    >>> fitted(["name", "~why"], [["salet", "because it is the best of all"]], 12) is None
    True
    """
    places = range(len(columns))
    names = [column.lstrip(">~") for column in columns]
    texts = [[str(row[place]) for row in [names, *rows]] for place in places]
    natural = [max(map(cell_len, column)) for column in texts]
    ease = _EASE if comfortable else 0
    least = [
        min(natural[place], max(ease, *map(_longest_part, texts[place])))
        if columns[place].startswith(_PROSE)
        else natural[place]
        for place in places
    ]
    room = screen - GAP * len(columns) + 1
    if sum(least) > room:
        return None

    def folded_at(level: int) -> list[int]:
        return [max(low, min(high, level)) for low, high in zip(least, natural, strict=True)]

    levels = range(max(natural), 0, -1)
    widths = next((widths for widths in map(folded_at, levels) if sum(widths) <= room), least)
    longest = max(places, key=lambda place: natural[place] - widths[place])
    widths[longest] = min(natural[longest], widths[longest] + room - sum(widths))
    return widths


def _longest_part(text: str) -> int:
    return min(_EASE, max(cell_len(part.rstrip(" ")) for part in _PART.findall(text)))


def fold(text: str, width: int) -> str:
    """Break a text into lines of at most so many cells, in the middle of a word only at need.

    >>> print(fold("tiles+solutions_below(5)+popular_below", 24))
    tiles+
    solutions_below(5)+
    popular_below
    >>> print(fold("short_list, positional_elimination", 12))
    short_list,
    positional_
    elimination
    """
    lines = [""]
    for piece in _PIECE.findall(text):
        if cell_len(lines[-1] + piece.rstrip(" ")) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece
        while cell_len(lines[-1].rstrip(" ")) > width:
            line = lines.pop()
            cut = next(end for end in range(len(line), 0, -1) if cell_len(line[:end]) <= width)
            cut = line.rfind("_", 0, cut) + 1 or cut
            lines += [line[:cut], line[cut:]]
    return "\n".join(line.rstrip(" ") for line in lines)


def spelled_out(columns: Sequence[str], row: Sequence[str | Text]) -> str:
    """Write a row as a sentence, for a screen on which no table fits.

    >>> spelled_out(["strategy", ">mean", "note"], ["entropy", "3.4", ""])
    'entropy: mean 3.4'
    """
    first, *others = (str(cell) for cell in row)
    names = [column.lstrip(">~") for column in columns[1:]]
    told = [f"{name} {text}" for name, text in zip(names, others, strict=True) if text]
    return f"{first}: {'; '.join(told)}" if told else first
