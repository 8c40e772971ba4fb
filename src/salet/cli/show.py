"""How results reach a person: tables and tiles on stdout, notes and progress on stderr.

Colour is never alone: a tile keeps its letter and its sign. ``NO_COLOR``, a pipe, a narrow
terminal, a terminal without Unicode and ``--ascii`` are all served from here.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from salet.cli.fitting import fitted, fold, spelled_out
from salet.errors import RepairWarning
from salet.games.colours import Colour
from salet.games.rules import HardMode
from salet.words.spelling import capital

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import RenderableType

    from salet.games.colours import Pattern
    from salet.runs.result import Run
    from salet.words.lexicon import Lexicon

_TILE_STYLE = {
    Colour.GREY: "white on grey37",
    Colour.YELLOW: "black on #c9b458",
    Colour.GREEN: "black on #6aaa64",
}
_TILE_STYLE_16_COLOURS = {
    Colour.GREY: "white on black",
    Colour.YELLOW: "black on yellow",
    Colour.GREEN: "black on green",
}
_PIPE_WIDTH = 120
_BAR = 40
_SECONDS_BETWEEN_STEPS = 0.1
_SHOWN_PROBLEMS = 3


def _speaks_unicode() -> bool:
    return str(getattr(sys.stdout, "encoding", "")).lower().startswith("utf")


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object and nothing else."""
    click.echo(json.dumps(value, ensure_ascii=not _speaks_unicode(), indent=2))


class _PipeConsole(Console):
    """A console that leaves it to the command to say nothing when a pipe's reader has gone."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Writes to stdout, in as much colour and Unicode as it takes."""

    def __init__(self, *, ascii_only: bool = False) -> None:
        self.ascii_only = ascii_only or not _speaks_unicode()
        # A pipe has no width; take one that does not cut a table.
        known = sys.stdout.isatty() or os.environ.get("COLUMNS", "0") != "0"
        width = None if known else _PIPE_WIDTH
        self._console = _PipeConsole(width=width, highlight=False, emoji=False, markup=False)

    @property
    def width(self) -> int:
        """How many cells a line has."""
        return self._console.width

    @property
    def styles(self) -> dict[Colour, str]:
        """How the terminal shows the three colours."""
        few = self._console.color_system in ("standard", "windows")
        return _TILE_STYLE_16_COLOURS if few else _TILE_STYLE

    @property
    def gone(self) -> str:
        """What is left of a letter that is not in the word."""
        return "." if self.ascii_only else "·"

    def line(self, *parts: RenderableType) -> None:
        """Print parts on one line."""
        self._console.print(*parts)

    def fine_print(self, text: str) -> None:
        """Print a line that may be overlooked."""
        self._console.print(text, style="dim")

    def table(
        self,
        columns: Sequence[str],
        rows: Sequence[Sequence[str | Text]],
        spare: Sequence[str] = (),
    ) -> list[str]:
        """Print a table; where it is too wide, without the `spare` columns, the first first.

        Returns the names of the columns that were printed. Where nothing helps, every row becomes
        a sentence.
        Columns named ``>name`` align right, ``~name`` hold prose that may be folded.
        """
        shown = list(range(len(columns)))
        for name in spare:
            if self._fitted(columns, rows, shown, comfortable=True) is not None:
                break
            shown.remove(list(columns).index(name))
        widths = self._fitted(columns, rows, shown)
        if widths is None:  # rather all of it in other words than half of every column
            for row in rows:
                self._console.print(Padding(spelled_out(columns, row), (0, 0, 0, 1)))
            self.line("")
            return list(columns)
        table = Table(box=box.ASCII if self.ascii_only else box.SIMPLE_HEAD, pad_edge=False)
        cells = list(zip(shown, widths, strict=True))
        for place, wide in cells:
            column = columns[place]
            table.add_column(
                self._cell(column, column.lstrip(">~"), wide),
                justify="right" if column.startswith(">") else "left",
                no_wrap=not column.startswith("~"),
                overflow="fold",
            )
        for row in rows:
            table.add_row(*(self._cell(columns[place], row[place], wide) for place, wide in cells))
        self._console.print(table)
        return [columns[place] for place in shown]

    def _fitted(
        self,
        columns: Sequence[str],
        rows: Sequence[Sequence[str | Text]],
        shown: Sequence[int],
        *,
        comfortable: bool = False,
    ) -> list[int] | None:
        chosen = [[row[place] for place in shown] for row in rows]
        names = [columns[place] for place in shown]
        return fitted(names, chosen, self._console.width, comfortable=comfortable)

    @staticmethod
    def _cell(column: str, cell: str | Text, width: int) -> str | Text:
        if column.startswith("~") and isinstance(cell, str):
            return fold(cell, width)
        return cell

    def tiles(self, guess: str, pattern: Pattern) -> Text:
        """Draw a guess as tiles, with the pattern's text form beside them."""
        text = Text()
        for letter, colour in zip(guess, pattern.colours, strict=True):
            text.append(f" {capital(letter)} ", style=self.styles[colour])
        # No squares beside the tiles: terminals disagree about how wide they are.
        return text.append(f"  {pattern}")

    def keys(
        self, rows: Sequence[str], known: dict[str, Colour], name_of: Callable[[str], str] = capital
    ) -> None:
        """Draw a keyboard: [A] is placed, (A) is in the word, a dot was a letter that is not."""
        for indent, row in enumerate(rows):
            text = Text(" " * indent)
            for letter in row:
                colour = known.get(letter)
                name = name_of(letter)
                if colour is None:
                    text.append(f" {name} ")
                elif colour is Colour.GREY:
                    text.append(f" {self.gone} ", style="dim")
                else:
                    text.append(key_of(name, colour), style=self.styles[colour])
            self._console.print(text)


def key_of(letter: str, colour: Colour) -> str:
    """Write a letter so that its colour can be told without colour.

    >>> [key_of("a", colour) for colour in (Colour.GREEN, Colour.YELLOW, Colour.GREY)]
    ['[A]', '(A)', ' A ']
    """
    form = {Colour.GREEN: "[{}]", Colour.YELLOW: "({})", Colour.GREY: " {} "}[colour]
    return form.format(capital(letter))


def lexicon_line(lexicon: Lexicon) -> str:
    """Say which words a result is for."""
    return (
        f"{lexicon.name} ({counted(len(lexicon.answers), 'answer')} / "
        f"{len(lexicon.allowed):,} allowed, id {lexicon.id})"
    )


def counted(number: int, noun: str) -> str:
    """Write a number with its noun.

    >>> counted(1, "word"), counted(2315, "word"), counted(6, "guess")
    ('1 word', '2,315 words', '6 guesses')
    """
    plural = "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}{plural}"


def histogram_lines(histogram: dict[int, int], *, ascii_only: bool) -> list[str]:
    """Draw how many games took how many guesses, one line per length.

    >>> histogram_lines({2: 1, 3: 20}, ascii_only=True)
    ['  2  ## 1', '  3  ######################################## 20']
    """
    top = max(histogram.values(), default=1)
    mark = "#" if ascii_only else "█"
    return [
        f"{length:3}  {mark * max(1, round(_BAR * count / top))} {count:,}"
        for length, count in histogram.items()
    ]


def sparkline(histogram: dict[int, int], *, ascii_only: bool) -> str:
    """Draw a histogram in one word, from 1 guess on.

    >>> sparkline({2: 44, 3: 1201, 4: 995}, ascii_only=False)
    '·▁█▇'
    >>> sparkline({2: 44, 3: 1201, 4: 995}, ascii_only=True)
    '2:44 3:1201 4:995'
    """
    if ascii_only:
        return " ".join(f"{length}:{count}" for length, count in histogram.items())
    top = max(histogram.values(), default=1)
    counts = [histogram.get(length, 0) for length in range(1, max(histogram, default=0) + 1)]
    return "".join("▁▂▃▄▅▆▇█"[round(7 * count / top)] if count else "·" for count in counts)


def conditions_line(run: Run) -> str:
    """Say under which conditions a run was played, as far as they are not the usual ones."""
    facts = []
    if run.rules.hard is not HardMode.OFF:
        facts.append(f"hard mode {run.rules.hard}")
    if run.weights is not None:
        facts.append(f"mean and shares weighted by the prior {run.metadata['prior']}")
    if not run.metadata["deterministic"]:
        facts.append(f"seed {run.metadata['seed']}")
    return "".join(f"{fact}; " for fact in facts)


def show_problems(screen: Screen, runs: Sequence[Run]) -> None:
    """Name each strategy that failed, where, and why."""
    for run in runs:
        for problem in run.problems[:_SHOWN_PROBLEMS]:
            screen.line(f"! {run.strategy} {problem}")
        if len(run.problems) > _SHOWN_PROBLEMS:
            screen.line(f"! and {len(run.problems) - _SHOWN_PROBLEMS} more such positions")


@contextmanager
def notes_on_stderr() -> Iterator[None]:
    """Print warnings of the package as short notes; keep what a strategy prints off stdout."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        click.echo(f"note: {message}", err=True)

    with warnings.catch_warnings(), redirect_stdout(sys.stderr):
        warnings.simplefilter("always", RepairWarning)
        warnings.showwarning = show
        yield


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[..., None] | None]:
    """Give a callback (done, total, text) that draws a bar on stderr, or None off a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn

    # The commands tell the time that is left themselves: they know more than the bar.
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: list[TaskID] = []  # the bar appears with the first step, not before there is work
        due = 0.0

        def step(done: int, total: int, text: str = "") -> None:
            nonlocal due
            if not tasks:
                tasks.append(bar.add_task(label, total=total))
            # Ten times a second, however often it is called: the bar learns its speed from this.
            if time.monotonic() >= due:
                due = time.monotonic() + _SECONDS_BETWEEN_STEPS
                bar.update(tasks[0], completed=done, description=f"{label} {text}".strip())

        yield step
