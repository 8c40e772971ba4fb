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

    from salet.runs.compare import Pairing
    from salet.runs.result import Run


@click.command()
@click.argument(
    "strategies", nargs=-1, required=True, metavar="STRATEGY...", shell_complete=complete_strategy
)
@conditions_options
@log_option
@plot_option
@json_option
@ascii_option
def compare(
    strategies: tuple[str, ...],
    opener: str | None,
    jobs: int,
    log: Path | None,
    plot: Path | None,
    as_json: bool,
    ascii_only: bool,
    **options: Any,
) -> None:
    """Play several strategies on the same answers, side by side."""
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.runs.compare import pairings
    from salet.runs.log import check_log_path, write_log
    from salet.runs.run import run_all
    from salet.study.plots import check_plot_path, compare_plot, save

    if log is not None:
        check_log_path(log)
    if plot is not None:
        check_plot_path(plot)
    with notes_on_stderr(), progress_bar("playing") as progress:
        conditions = chosen_conditions(**options)
        runs = run_all(strategies, opener=opener, jobs=jobs, conditions=conditions, step=progress)
    pairs = pairings(runs)
    if as_json:
        lexicon = runs[0].lexicon.summary()
        figures = {"runs": [run.to_dict() for run in runs]}
        print_json({"lexicon": lexicon, **figures, "pairs": [pair.to_dict() for pair in pairs]})
    else:
        _show(runs, pairs, Screen(ascii_only=ascii_only))
    if log is not None:
        write_log(runs, log)
    if plot is not None:
        save(compare_plot(runs), plot)
    click.get_current_context().exit(1 if any(run.problems for run in runs) else 0)


def _show(runs: list[Run], pairs: list[Pairing], screen: Any) -> None:
    from salet.cli.show import conditions_line, lexicon_line, show_problems, sparkline

    screen.table(
        ["strategy", "opener", ">mean", ">losses", ">within 3", ">worst", "guesses", ">seconds"],
        [
            [
                run.strategy,
                run.opener or "varies",
                "-" if run.mean is None else f"{run.mean:.4f}",
                str(run.losses),
                f"{run.within(3):.1%}",
                str(run.worst),
                sparkline(run.histogram, ascii_only=screen.ascii_only),
                f"{run.seconds:.2f}",
            ]
            for run in runs
        ],
        spare=[">seconds", "guesses", "opener", ">worst"],
    )
    if pairs:
        screen.table(
            ["on the same answers", ">better", ">equal", ">worse", ">difference"],
            [
                [
                    f"{pair.first} against {pair.second}",
                    f"{pair.better:,}",
                    f"{pair.equal:,}",
                    f"{pair.worse:,}",
                    "-" if pair.difference is None else f"{pair.difference:+.4f}",
                ]
                for pair in pairs
            ],
        )
    show_problems(screen, runs)
    games = f"{len(runs[0].answers):,} games each"
    screen.fine_print(f"{conditions_line(runs[0])}{games}; words: {lexicon_line(runs[0].lexicon)}")
