"""How the command talks: JSON on stdout, notes and progress on stderr, questions line by line."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from salet.cli.screen import Screen, speaks_unicode
from salet.errors import InvalidError, RepairWarning, SaletError

if TYPE_CHECKING:
    from salet.games.game import Game

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object and nothing else."""
    click.echo(json.dumps(value, ensure_ascii=not speaks_unicode(), indent=2))


def note(message: str) -> None:
    """Print a line to stderr that a person may want to know."""
    click.echo(f"note: {message}", err=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say that the block wrote a file, or replaced one; on stderr, because stdout may be JSON."""
    verb = "replaced" if path.exists() else "wrote"
    yield
    click.echo(f"{verb} {path}", err=True)


@contextmanager
def notes_on_stderr() -> Iterator[None]:
    """Print warnings of the package as short notes; keep what a strategy prints off stdout."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        note(str(message))

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
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn

    # The commands tell the remaining time themselves: they know more than the bar.
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: list[TaskID] = []  # the bar appears with the first step, not before there is work

        def step(done: int, total: int, text: str = "") -> None:
            if not tasks:
                tasks.append(bar.add_task(label, total=total))
            bar.update(tasks[0], completed=done, description=f"{label} {text}".strip())

        yield step


@contextmanager
def working(label: str) -> Iterator[Callable[..., None] | None]:
    """Send notes to stderr and give a progress bar: what every longer work wants."""
    with notes_on_stderr(), progress_bar(label) as progress:
        yield progress


@contextmanager
def noted_if_slow(text: str) -> Iterator[None]:
    """Print a note if the block takes more than two seconds."""
    timer = Timer(2, note, [text])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def note_compiling_search(
    game: Game, hard: str, objective: str = "mean", *, weighted: bool = False
) -> None:
    """Say so to a person if the search of such a game is to be compiled now."""
    from salet.exact import Objective

    if sys.stderr.isatty():
        read = Objective.read(objective)
        if read.needs_compiling(game, hard.lower(), weighted=weighted):
            note(_COMPILING.format("search", "about ten seconds"))


def note_compiling_runs() -> None:
    """Say so to a person if the kernels of runs are to be compiled now."""
    from salet.runs.ground import needs_compiling

    if sys.stderr.isatty() and needs_compiling():
        note(_COMPILING.format("kernels of runs", "some seconds"))


_COMPILING = "compiling the {} for this machine, once: {}"

TABLE = "building the pattern table, once"
"""The label of the progress bar while a table is built."""


def read_text(path: str) -> str:
    """Read a file, or stdin for -."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"{path} is not UTF-8 text; save it as UTF-8") from None


def converse(ask: Callable[[], str | None], answer: Callable[[str], None], screen: Screen) -> int:
    """Ask and answer until `ask` returns None or the person leaves; return the exit code.

    A mistake gets a clear line, and the conversation goes on.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - arrow keys and history in input()
    while True:
        prompt = ask()
        if prompt is None:
            return 0
        try:
            answer(input(prompt))
        except EOFError:
            screen.line("\nInput closed; stopping.")
            return 0
        except KeyboardInterrupt:
            screen.line("\nstopped")
            return INTERRUPTED
        except UnicodeDecodeError:
            screen.line("! that is not UTF-8 text; type it again")
        except SaletError as error:
            screen.line(f"! {error}")
