"""How results reach a person: tables and tiles on stdout, notes and progress on stderr.

Colour is never alone: a tile keeps its letter and its sign. ``NO_COLOR``, a pipe, a narrow
terminal, a terminal without Unicode and ``--ascii`` are all served from here.
"""

from __future__ import annotations

import json
import os
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
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import RenderableType

    from salet.lexicon import Lexicon
    from salet.patterns import Pattern

_TILE_STYLE = {
    Colour.GREY: "white on grey37",
    Colour.YELLOW: "black on #c9b458",
    Colour.GREEN: "black on #6aaa64",
}
_PIPE_WIDTH = 120


def _speaks_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().startswith("utf")


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object and nothing else."""
    click.echo(json.dumps(value, ensure_ascii=not _speaks_unicode(), indent=2))


class Screen:
    """Writes to stdout, in as much colour and Unicode as it takes."""

    def __init__(self, *, ascii_only: bool = False) -> None:
        self.ascii_only = ascii_only or not _speaks_unicode()
        # A pipe has no width; take one that does not cut a table.
        known = sys.stdout.isatty() or "COLUMNS" in os.environ
        width = None if known else _PIPE_WIDTH
        self._console = Console(width=width, highlight=False, emoji=False, markup=False)

    def line(self, *parts: RenderableType) -> None:
        """Print parts on one line."""
        self._console.print(*parts)

    def fine_print(self, text: str) -> None:
        """Print a line that may be overlooked."""
        self._console.print(text, style="dim")

    def table(self, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
        """Print a table; columns named ``>name`` align right."""
        table = Table(box=box.ASCII if self.ascii_only else box.SIMPLE_HEAD, pad_edge=False)
        for column in columns:
            right = column.startswith(">")
            table.add_column(column.removeprefix(">"), justify="right" if right else "left")
        for row in rows:
            table.add_row(*row)
        self._console.print(table)

    def tiles(self, guess: str, pattern: Pattern) -> Text:
        """Draw a guess as tiles, with the pattern's text form beside them."""
        text = Text()
        for letter, colour in zip(guess.upper(), pattern.colours, strict=False):
            text.append(f" {letter} ", style=_TILE_STYLE[colour])
        # No squares beside the tiles: terminals disagree about how wide they are.
        return text.append(f"  {pattern}")


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
    from rich.progress import Progress, TaskID

    with Progress(console=Console(stderr=True), transient=True) as bar:
        tasks: list[TaskID] = []  # the bar appears with the first step, not before there is work

        def step(done: int, total: int) -> None:
            if not tasks:
                tasks.append(bar.add_task(label, total=total))
            bar.update(tasks[0], completed=done)

        yield step
