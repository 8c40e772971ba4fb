"""``salet compare STRATEGY...``: side by side, paired on the same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from salet.cli.options import (
    ascii_option,
    chosen_conditions,
    complete_strategy,
    conditions_options,
    json_option,
    log_option,
    plot_option,
)

if TYPE_CHECKING:
    from pathlib import Path

    from salet.measures import Spread
    from salet.runs.result import Run
    from salet.study.compared import Pair


@click.command()
@click.argument(
    "strategies", nargs=-1, required=True, metavar="STRATEGY...", shell_complete=complete_strategy
)
@conditions_options
@click.option(
    "--tie-noise",
    type=click.IntRange(min=2),
    metavar="K",
    help="Play each with ties broken in K drawn orders too.",
)
@log_option
@plot_option
@json_option
@ascii_option
def compare(
    strategies: tuple[str, ...],
    opener: str | None,
    jobs: int,
    tie_noise: int | None,
    log: Path | None,
    plot: Path | None,
    as_json: bool,
    ascii_only: bool,
    **options: Any,
) -> None:
    """Play several strategies on the same answers, side by side."""
    from salet.cli.run import note_compiling
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.runs.log import check_log_path, write_log
    from salet.runs.run import run_all
    from salet.strategies.registry import make_strategy
    from salet.study.compared import compare_runs
    from salet.study.noise import reseeded
    from salet.study.noise import tie_noise as noise_of

    if log is not None:
        check_log_path(log)
    if plot is not None:
        from salet.report import check_plot_path

        check_plot_path(plot)
    if tie_noise:
        for text in strategies:
            reseeded(make_strategy(text), 0)  # refuses one that has no ties, before any game
    note_compiling()
    with notes_on_stderr(), progress_bar("playing") as progress:
        conditions = chosen_conditions(**options)
        runs = run_all(strategies, opener=opener, jobs=jobs, conditions=conditions, step=progress)
    noise = {}
    if tie_noise:
        with notes_on_stderr(), progress_bar("orders of ties") as progress:
            for text in strategies:
                noise[text] = noise_of(
                    text, tie_noise, conditions, opener=opener, jobs=jobs, step=progress
                )
    pairs = compare_runs(runs)
    if as_json:
        lexicon = runs[0].lexicon.summary()
        figures = {
            "runs": [run.to_dict() for run in runs],
            "pairs": [pair.to_dict() for pair in pairs],
            "tie_noise": {text: one.to_dict() for text, one in noise.items()},
        }
        print_json({"lexicon": lexicon, **figures})
    else:
        _show(runs, pairs, noise, Screen(ascii_only=ascii_only))
    if log is not None:
        write_log(runs, log)
    if plot is not None:
        from salet.report import compare_plot, save_chart

        save_chart(compare_plot(runs), plot)
    click.get_current_context().exit(1 if any(run.problems for run in runs) else 0)


def _show(runs: list[Run], pairs: list[Pair], noise: dict[str, Spread], screen: Any) -> None:
    from salet.cli.show import conditions_line, counted, lexicon_line, show_problems, sparkline
    from salet.study.compared import pairs_table
    from salet.study.sureness import NOISE, noise_cells

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
    if pairs:
        table = pairs_table(pairs)
        screen.line("On the same answers")
        screen.table(table.columns, table.rows, spare=[">Wilcoxon", ">equal"])
    if noise:
        screen.line("Means with ties broken in other orders")
        rows = [(text, *noise_cells(one)) for text, one in noise.items()]
        screen.table(["~strategy", *NOISE], rows)
    show_problems(screen, runs)
    games = f"{counted(len(runs[0].answers), 'game')} each"
    screen.fine_print(f"{conditions_line(runs[0])}{games}; words: {lexicon_line(runs[0].lexicon)}")
