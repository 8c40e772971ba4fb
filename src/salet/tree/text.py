"""The text form: one line per answer, guess and pattern in turn, in the notation of positions.

::

    # lexicon: original
    # total: 7920
    salet:-y--y train:ggggg

A line that begins with ``#`` is a remark; one that names a field of the head is read. The lines
may stand in any order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from salet.errors import SaletError
from salet.games.position import Position
from salet.tree.head import Head
from salet.tree.line import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from salet.tree.file import TreeFile

_FIELD = re.compile(r"#\s*(\w+):\s*(.*)")


def text_lines(text: str) -> Iterator[Line]:
    """Read one line per answer; what cannot be read is a line with a problem."""
    for where, line in _numbered(text):
        if line.startswith("#"):
            continue
        try:
            position = Position.from_text(line)
        except SaletError as error:
            yield Line(where, problem=str(error))
            continue
        if position.turns and position.turns[-1].pattern.solved:
            yield Line(where, position)
        else:
            yield Line(where, problem="does not end with its answer, all green")


def text_head(text: str) -> tuple[Head, list[Line]]:
    """Read the remarks that name a field of the head, and what is wrong with them."""
    head, problems = Head(), []
    for where, line in _numbered(text):
        field = _FIELD.match(line)
        if field is not None:
            try:
                head = head.having(field[1], field[2].strip())
            except SaletError as error:
                problems.append(Line(where, problem=str(error)))
    return head, problems


def write_text(file: TreeFile) -> str:
    """Write the text form, the answers in alphabetical order."""
    remarks = [f"{name}: {value}" for name, value in file.head.fields().items()]
    return file.tree.to_text(sorted(file.tree.answers), remarks)


def _numbered(text: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield f"line {number}", line.strip()
