"""A tree drawn in the terminal: one line per pattern, what follows it indented."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from salet.cli.show import counted

if TYPE_CHECKING:
    from salet.cli.show import Screen
    from salet.tree.node import Tree


class _Guides(NamedTuple):
    branch: str
    last: str
    go_on: str
    blank: str


_LINES = _Guides("├─ ", "└─ ", "│  ", "   ")
_ASCII = _Guides("|- ", "`- ", "|  ", "   ")


def draw_branches(
    screen: Screen, tree: Tree, *, depth: int, before: int = 0, indent: str = ""
) -> None:
    """Draw what follows each pattern, `depth` patterns deep, after `before` guesses."""
    guides = _ASCII if screen.ascii_only else _LINES
    branches = tree.largest_first()
    for place, (pattern, branch) in enumerate(branches, start=1):
        last = place == len(branches)
        line = Text(indent + (guides.last if last else guides.branch))
        line.append_text(screen.tiles(tree.guess, pattern))
        line.append(f"  {branch.guess}", style="bold")
        line.append(f"  {_what_is_left(branch, before + 1)}", style="dim")
        screen.line(line)
        if depth > 1:
            draw_branches(
                screen,
                branch,
                depth=depth - 1,
                before=before + 1,
                indent=indent + (guides.blank if last else guides.go_on),
            )


def _what_is_left(tree: Tree, before: int) -> str:
    if not tree.branches:
        return f"solved in {before + 1}"
    return f"{counted(tree.size, 'answer')}, worst {before + tree.height}"
