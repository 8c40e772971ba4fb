"""``salet run STRATEGY``: a strategy on all answers, or on games of several boards."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from salet.cli.boards import boards_option, refuse_options, run_and_show
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

    from salet.runs.result import Run


@click.command()
@click.argument("strategy", required=False, shell_complete=complete_strategy)
@conditions_options
@boards_option("Play games of N boards, one guess for all, instead of one answer at a time.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many games to draw (with --boards).",
)
@log_option
@plot_option
@json_option
@ascii_option
def run(
    strategy: str | None,
    opener: str | None,
    jobs: int,
    boards: int | None,
    games: int,
    log: Path | None,
    plot: Path | None,
    as_json: bool,
    ascii_only: bool,
    **options: Any,
) -> None:
    """Play a strategy on all answers and measure it.

    STRATEGY is a name, with decision rules after it if you like, such as
    letters+solutions_below(20), or path/to/file.py:Name. See salet strategies.

    With --boards, STRATEGY is left out: several boards have a strategy of their own.
    """
    if boards is not None:
        run_and_show(
            strategy,
            boards,
            opener=opener,
            jobs=jobs,
            as_json=as_json,
            ascii_only=ascii_only,
            options=options | {"games": games},
        )
        return
    refuse_options(("games",), "goes with --boards")
    if strategy is None:
        raise click.UsageError("Missing argument STRATEGY, such as entropy (see salet strategies)")
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.runs.log import check_log_path, write_log
    from salet.runs.run import run as play

    if log is not None:
        check_log_path(log)
    if plot is not None:
        from salet.report import check_plot_path

        check_plot_path(plot)
    note_compiling()
    with notes_on_stderr(), progress_bar("playing") as progress:
        conditions = chosen_conditions(**options)
        result = play(strategy, opener=opener, jobs=jobs, conditions=conditions, progress=progress)
    if as_json:
        print_json(result.to_dict())
    else:
        _show(result, Screen(ascii_only=ascii_only))
    if log is not None:
        write_log(result, log)
    if plot is not None:
        from salet.report import run_plot, save_chart

        save_chart(run_plot(result), plot)
    click.get_current_context().exit(1 if result.problems else 0)


def note_compiling() -> None:
    """Say what the wait is for when a person runs a strategy for the first time."""
    from salet.runs.run import needs_compiling

    if sys.stderr.isatty() and needs_compiling():
        click.echo("note: compiling for this machine, once: some seconds", err=True)


def _show(result: Run, screen: Any) -> None:
    from salet.cli.show import (
        conditions_line,
        counted,
        histogram_lines,
        lexicon_line,
        show_problems,
    )

    finished = int(result.finished.sum())
    if finished == 0:  # no figure would mean anything
        screen.line(f"{result.strategy} finished none of {counted(len(result.answers), 'game')}")
        show_problems(screen, [result])
        return
    only = (
        "" if result.finished.all() else f" over the {counted(finished, 'game')} that it finished"
    )
    screen.line(f"{result.strategy}: {result.mean:.4f} guesses on average{only}")
    for line in histogram_lines(result.histogram, ascii_only=screen.ascii_only):
        screen.line(line)
    cap = result.rules.max_guesses
    screen.line(
        f"{counted(len(result.answers), 'game')}, {result.losses} lost "
        f"(mean {result.capped_mean:.4f} if a loss counts as {cap + 1}); "
        f"within 3: {result.within(3):.2%}, within 4: {result.within(4):.2%}; "
        f"worst {result.worst}; hardest: {' '.join(map(result.lexicon.shown, result.hardest()))}"
    )
    show_problems(screen, [result])
    screen.fine_print(
        f"{conditions_line(result)}{result.seconds:.2f} s; words: {lexicon_line(result.lexicon)}"
    )
