"""``salet run STRATEGY``: a strategy on all answers, or on games of several boards."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from salet import boards as several
from salet.cli import options
from salet.cli.screen import Screen, conditions_line, game_line, histogram_lines, show_problems
from salet.cli.terminal import note_compiling, working
from salet.errors import counted
from salet.games.game import Game

if TYPE_CHECKING:
    from salet.runs.result import Run

_BOARDS_STRATEGY = "common"
_ONE_BOARD = ("hard", "on", "sample", "knowledge", "prior", "frequencies", "log", "plot")


@click.command()
@click.argument(
    "strategies", nargs=-1, metavar="STRATEGY", shell_complete=options.completing("strategy")
)
@options.playing
@options.option("boards")
@options.option("games")
@options.files
@options.game
@options.output
def run(
    strategies: tuple[str, ...],
    playing: options.Playing,
    boards: int | None,
    games: int,
    files: options.Files,
    game: Game,
    output: options.Output,
) -> int:
    """Play a strategy on all answers and measure it.

    STRATEGY is a name, with decision rules after it if you like, such as
    letters+solutions_below(20), or path/to/file.py:Name. See salet strategies.

    With --boards, leave STRATEGY out: games of several boards have a strategy of their own.
    """
    if len(strategies) > 1:
        raise click.UsageError(f"run plays one strategy; try salet compare {' '.join(strategies)}")
    strategy = strategies[0] if strategies else None
    if boards is not None:
        if strategy not in (None, _BOARDS_STRATEGY):
            raise click.UsageError(
                f"{strategy} plays one board; leave the strategy out with --boards"
            )
        options.refuse(_ONE_BOARD, "does not go with --boards")
        output.emit(_run_boards(boards, games, playing, game), _show_boards)
        return 0
    options.refuse(["games"], "goes with --boards")
    if strategy is None:
        raise click.UsageError("Missing argument STRATEGY, such as entropy (see salet strategies)")
    from salet.runs.ground import Ground

    files.check()
    note_compiling_runs()
    with working("playing") as progress:
        ground = Ground.of(playing.conditions(game))
        result = ground.run(strategy, opener=playing.opener, jobs=playing.jobs, progress=progress)
    output.emit(result, _show)
    files.write(result, "run_plot")
    return 1 if result.problems else 0


def note_compiling_runs() -> None:
    """Say so to a person if the kernels of runs are to be compiled now."""
    from salet.runs.ground import needs_compiling

    if sys.stderr.isatty():
        note_compiling("the kernels", "some seconds", needs_compiling)


def _run_boards(boards: int, games: int, playing: options.Playing, game: Game) -> several.BoardsRun:
    with working("playing") as progress:
        return several.run_boards(
            boards,
            games=games,
            seed=playing.seed,
            game=game,
            opener=playing.opener,
            max_guesses=playing.max_guesses if options.given("max_guesses") else None,
            jobs=playing.jobs,
            progress=progress,
        )


def _show(result: Run, screen: Screen) -> None:
    finished = int(result.finished.sum())
    if finished == 0:  # no figure would mean anything
        screen.line(f"{result.strategy} finished none of {counted(len(result.answers), 'game')}")
        show_problems(screen, [result])
        return
    only = "" if result.finished.all() else f" over the {counted(finished, 'game')} it finished"
    screen.line(f"{result.strategy}: {result.mean:.4f} guesses on average{only}")
    for line in histogram_lines(result.histogram, ascii_only=screen.ascii_only):
        screen.line(line)
    cap = result.rules.max_guesses
    screen.line(
        f"{counted(len(result.answers), 'game')}, {result.total:,} guesses in all, {result.losses} "
        "lost "
        f"(mean {result.capped_mean:.4f} if a loss counts as {cap + 1}); "
        f"within 3: {result.within(3):.2%}, within 4: {result.within(4):.2%}; "
        f"worst {result.worst}; hardest: {' '.join(map(result.lexicon.shown, result.hardest()))}"
    )
    show_problems(screen, [result])
    screen.fine_print(f"{conditions_line(result)}{result.seconds:.2f} s; {game_line(result.game)}")


def _show_boards(result: several.BoardsRun, screen: Screen) -> None:
    between = "+-" if screen.ascii_only else "±"
    screen.line(
        f"{result.boards} boards: {result.mean:.4f} {between} {result.standard_error:.4f} guesses "
        f"on average"
    )
    for line in histogram_lines(result.histogram, ascii_only=screen.ascii_only):
        screen.line(line)
    screen.line(
        f"{counted(len(result.lengths), 'game')}, {result.losses} lost; within "
        f"{result.max_guesses}: {result.within_limit:.2%}; worst {result.worst}, such as "
        f"{' '.join(result.hardest())}"
    )
    screen.fine_print(
        f"{result.strategy}; seed {result.seed}; {result.seconds:.1f} s; {game_line(result.game)}"
    )
