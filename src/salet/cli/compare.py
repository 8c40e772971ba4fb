"""``salet compare STRATEGY...``: side by side, paired on the same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from salet.cli import options
from salet.cli.run import note_compiling_runs
from salet.cli.screen import Screen, conditions_line, game_line, show_problems, sparkline
from salet.cli.terminal import print_json, working
from salet.errors import counted
from salet.games.game import Game

if TYPE_CHECKING:
    from salet.measures import Spread
    from salet.runs.conditions import Conditions
    from salet.runs.result import RunComparison


@click.command()
@click.argument(
    "strategies",
    nargs=-1,
    required=True,
    metavar="STRATEGY...",
    shell_complete=options.completing("strategy"),
)
@options.playing
@options.option("tie-noise")
@options.files
@options.game
@options.output
def compare(
    strategies: tuple[str, ...],
    playing: options.Playing,
    tie_noise: int | None,
    files: options.Files,
    game: Game,
    output: options.Output,
) -> int:
    """Compare several strategies on the same answers.

    Every two are compared answer by answer, with a confidence interval where it applies.
    """
    from salet.runs.ground import compare_under
    from salet.strategies.registry import make_strategy
    from salet.study.grid import reseeded

    files.check()
    if tie_noise:
        for text in strategies:
            reseeded(make_strategy(text), 0)  # refuses one that has no ties, before any game
    note_compiling_runs()
    with working("playing") as progress:
        conditions = playing.conditions(game)
        found = compare_under(
            conditions,
            strategies,
            opener=playing.opener,
            jobs=playing.jobs,
            progress=progress,
        )
    noise = _tie_noise(strategies, tie_noise, conditions, playing) if tie_noise else {}
    if output.as_json:
        told = {text: one.to_dict() for text, one in noise.items()}
        print_json(found.to_dict() | {"tie_noise": told})
    else:
        _show(found, noise, output.screen())
    files.write([*found.runs], "compare_plot")
    return 1 if any(run.problems for run in found.runs) else 0


def _tie_noise(
    strategies: tuple[str, ...], orders: int, conditions: Conditions, playing: options.Playing
) -> dict[str, Spread]:
    """Play each strategy with ties broken in other orders."""
    from salet.study.runner import tie_noise

    opener, jobs = playing.opener, playing.jobs
    with working("orders of ties") as progress:
        return {
            text: tie_noise(text, orders, conditions, opener=opener, jobs=jobs, step=progress)
            for text in strategies
        }


def _show(found: RunComparison, noise: dict[str, Spread], screen: Screen) -> None:
    from salet.study.summary import NOISE, noise_cells, pairs_table

    runs = found.runs
    screen.table(
        ["strategy", "opener", ">mean", ">losses", ">within 3", ">worst", "guesses", ">seconds"],
        [
            [
                run.strategy,
                run.opener or "varies",
                "-" if run.mean is None else f"{run.mean:.4f}",
                str(run.losses),
                f"{run.within(3):.1%}",
                str(run.worst) if run.histogram else "-",
                sparkline(run.histogram, ascii_only=screen.ascii_only),
                f"{run.seconds:.2f}",
            ]
            for run in runs
        ],
        spare=[">seconds", "guesses", "opener", ">worst"],
    )
    if found.pairs:
        table = pairs_table(found.pairs)
        screen.line("On the same answers")
        screen.table(table.columns, table.rows, spare=[">Wilcoxon", ">equal"])
        if any(not run.finished.all() for run in runs):
            screen.line(
                "A game that was not finished counts as worse; the difference is without it."
            )
    if noise:
        screen.line("Means with ties broken in other orders")
        rows = [(text, *noise_cells(one)) for text, one in noise.items()]
        screen.table(["~strategy", *NOISE], rows)
    show_problems(screen, runs)
    games = f"{counted(len(runs[0].answers), 'game')} each"
    screen.fine_print(f"{conditions_line(runs[0])}{games}; {game_line(runs[0].game)}")
