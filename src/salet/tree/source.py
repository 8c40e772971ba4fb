"""A tree file as it was read, before anyone believes it: a head and lines, from text or JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from salet.errors import InvalidTreeError
from salet.tree.json import read_json
from salet.tree.text import text_head, text_lines

if TYPE_CHECKING:
    from salet.tree.head import Head
    from salet.tree.line import Line


@dataclass(frozen=True, slots=True)
class Source:
    """What a file claims, and a line per answer or problem, in the order of the file.

    Attributes
    ----------
    last
        the last line of a text, which may have had more of them; JSON that ends early is not JSON
    """

    head: Head
    lines: tuple[Line, ...]
    last: Line | None = None


def read_source(text: str) -> Source:
    """Read either form, told apart by the content; only what is neither is an error."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        head, found = read_json(text)
        return Source(head, tuple(found))
    head, problems = text_head(text)
    lines = list(text_lines(text))
    if lines and all(line.problem for line in lines):
        raise InvalidTreeError(
            "not a tree: neither lines such as salet:-y--y train:ggggg, nor JSON with a tree"
        )
    if lines and lines[-1].problem and not text.endswith("\n"):
        lines[-1] = replace(lines[-1], problem=f"the file is cut short: {lines[-1].problem}")
    return Source(head, (*problems, *lines), lines[-1] if lines else None)
