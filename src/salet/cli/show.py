"""How results reach a person: tables and tiles on stdout, notes and progress on stderr.

Colour is never alone: a tile keeps its letter and its sign. ``NO_COLOR``, a pipe, a narrow
terminal and ``--ascii`` are all served from here.
"""

from __future__ import annotations

import json
import sys
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from salet.notation import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from salet.lexicon import Lexicon
    from salet.patterns import Pattern

_TILE_STYLE = {
    Colour.GREY: "white on grey37",
    Colour.YELLOW: "black on #c9b458",
    Colour.GREEN: "black on #6aaa64",
}
_PIPE_WIDTH = 120


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object and nothing else."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def console(*, ascii_only: bool = False) -> Console:
    """Return a console for stdout; in a pipe, wide enough not to cut a table."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(width=width, highlight=False, emoji=False, safe_box=ascii_only)


def new_table(*columns: str, ascii_only: bool = False) -> Table:
    """Return an empty table; columns named ``>name`` align right."""
    table = Table(box=box.ASCII if ascii_only else box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        right = column.startswith(">")
        table.add_column(column.removeprefix(">"), justify="right" if right else "left")
    return table


def tiles(guess: str, pattern: Pattern, *, ascii_only: bool = False) -> Text:
    """Draw a guess as tiles, with the pattern's text form beside them."""
    text = Text()
    for letter, colour in zip(guess.upper(), pattern.colours, strict=True):
        text.append(f" {letter} ", style=_TILE_STYLE[colour])
    text.append(f"  {pattern}")
    if not ascii_only:
        text.append(f"  {pattern.to_text('emoji')}")
    return text


def lexicon_line(lexicon: Lexicon) -> str:
    """Say which words a result is for."""
    return (
        f"{lexicon.name} ({len(lexicon.answers):,} answers / {len(lexicon.allowed):,} allowed, "
        f"id {lexicon.id})"
    )


@contextmanager
def notes_on_stderr() -> Iterator[None]:
    """Print warnings of the package as short notes instead of Python's two-line form."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        click.echo(f"note: {message}", err=True)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a callback (done, total) that draws a bar on stderr, or None off a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress  # noqa: PLC0415 - only on a terminal

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
