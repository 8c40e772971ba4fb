"""The tree for Graphviz: a node per guess, an edge per pattern.

Draw it with ``dot -Tsvg tree.dot``. Letters of an edge are in the colour of their tile, which is
never alone: grey is ``-``, yellow ``y`` and green ``g``. A guess that may itself be the answer has
a bold box; the number beside it says how many answers are left.
"""

from __future__ import annotations

from itertools import count, groupby
from typing import TYPE_CHECKING

from salet.games.colours import Colour, Pattern, colours_of
from salet.games.game import Reply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from salet.tree.file import TreeFile
    from salet.tree.node import Tree

# Darker than tiles are: here the colour is that of a thin letter on white.
_INK = {Colour.GREY: "#686c6e", Colour.YELLOW: "#856b00", Colour.GREEN: "#2d7a35"}

_HEAD = """\
digraph tree {
  graph [rankdir=LR, ranksep=0.9, nodesep=0.04, fontname="monospace", labelloc=t, label=%s];
  node [shape=box, style=rounded, fontname="monospace", fontsize=12, height=0.25];
  edge [fontname="monospace", fontsize=10, arrowsize=0.5, color="#686c6e"];
"""
_LEAF = "shape=plaintext, fontsize=10, height=0.15, margin=0"


def write_dot(file: TreeFile) -> str:
    """Write the graph."""
    caption = _quoted("; ".join(filter(None, [file.caption(), file.head.conditions()])))
    return _HEAD % caption + "".join(_statements(file.tree, 0, count(1))) + "}\n"


def _statements(tree: Tree, number: int, numbers: Iterator[int]) -> Iterator[str]:
    """Give the node, then each branch with the edge that leads to it."""
    if tree.branches:
        bold = ', style="rounded,bold"' if tree.solves else ""
        yield f"  n{number} [label={_quoted(f'{tree.guess} ({tree.size:,})')}{bold}];\n"
    else:
        yield f"  n{number} [label={_quoted(tree.guess)}, {_LEAF}];\n"
    for pattern, branch in tree.largest_first():
        later = next(numbers)
        yield from _statements(branch, later, numbers)
        yield f"  n{number} -> n{later} [label=<{_coloured(pattern)}>];\n"


def _coloured(reply: Reply) -> str:
    return "".join(
        f'<font color="{_INK[colour]}">{Pattern(tuple(run))}</font>'
        for colour, run in groupby(colours_of(reply))
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
