"""``salet backtest [STRATEGY]``: real days of a daily puzzle, each knowing only the days before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from salet.cli import options
from salet.cli.screen import Screen, histogram_lines, percent
from salet.cli.terminal import working
from salet.errors import counted

if TYPE_CHECKING:
    from salet.runs.backtest import Backtest

_SHOWN_PROBLEMS = 3


@dataclass(frozen=True)
class Span(options.RulesChoice):
    """Which days are played, with which words, priors, opener and rules."""

    priors: tuple[str, ...] = options.by("backtest.prior")
    first: str | None = options.by("backtest.from")
    last: str | None = options.by("backtest.to")
    history: str = options.by("days.history")
    lexicon: str = options.by("days.lexicon")
    opener: str | None = options.by("backtest.opener")


@click.command()
@click.argument("strategy", required=False, shell_complete=options.completing("strategy"))
@options.bundle("span", Span)
@options.jobs
@options.files
@options.output
def backtest(
    strategy: str | None, span: Span, jobs: int, files: options.Files, output: options.Output
) -> int:
    """Play the past days of a daily puzzle, each as if it were today.

    STRATEGY is guesses, which was made for priors, unless you name another.

    Nothing of a day or of later days is known in its morning. Needs a history: see salet history.
    Shown are the mean number of guesses, the days lost, the log-loss (how many bits the answers of
    a day surprise on average; less is better), and, for words of the same chance, how often they
    were the answer.
    """
    files.check()
    found = _played(strategy, span, jobs)
    pairs = [
        {"first": one.prior, "second": found[0].prior, **one.against(found[0]).to_dict()}
        for one in found[1:]
    ]
    facts = {
        "lexicon": found[0].games[0].lexicon,
        "backtests": [one.to_dict() for one in found],
        "differences": pairs,
    }
    output.emit(facts, lambda _, screen: _show(found, pairs, screen))
    files.write(found, "backtest_plot")
    return 1 if any(one.problems for one in found) else 0


def _played(strategy: str | None, span: Span, jobs: int) -> list[Backtest]:
    """Play the days with every prior; without dates, the last year of the history."""
    from salet.runs import backtest as days
    from salet.words.history import History, read_day

    past = History.load(span.history)
    end = read_day(span.last or past.days[-1][0])
    first = read_day(span.first or date.fromordinal(end.toordinal() - 364))
    found = []
    for prior in dict.fromkeys(span.priors):
        with working(f"playing with {prior}") as progress:
            found.append(
                days.backtest(
                    strategy or days.DEFAULT_STRATEGY,
                    prior=prior,
                    history=past,
                    first=first,
                    last=end,
                    lexicon=span.lexicon,
                    opener=span.opener,
                    hard=span.hard,
                    max_guesses=span.max_guesses,
                    jobs=jobs,
                    progress=progress,
                )
            )
    return found


def _show(found: list[Backtest], pairs: list[dict[str, Any]], screen: Screen) -> None:
    from salet.words.frequencies import HISTORY

    for one in found:
        days = counted(len(one.days), "day")
        mean = "no day was won" if one.mean is None else f"{one.mean:.4f} guesses on average"
        screen.line(
            f"{one.strategy} with {one.prior}: {mean}, "
            f"{one.losses} lost of {days}, log-loss {one.bits:.2f} bits"
        )
        for line in histogram_lines(one.histogram, ascii_only=screen.ascii_only):
            screen.line(line)
        rows = [
            [
                f"{percent(row['from'])} to {percent(row['to'])}",
                f"{row['cases']:,}",
                percent(row["said"]),
                percent(row["happened"]),
            ]
            for row in one.calibration()
        ]
        screen.table(["chance", ">cases", ">said", ">happened"], rows)
        for problem in one.problems[:_SHOWN_PROBLEMS]:
            screen.line(f"! {one.strategy} {problem}")
    for pair in pairs:
        if pair["difference"] is not None:
            low, high = pair["interval"]
            screen.line(
                f"{pair['first']} against {pair['second']}: {pair['difference']:+.4f} guesses "
                f"a day (95 % interval {low:+.4f} to {high:+.4f})"
            )
    first, last = found[0].days[0].day, found[0].days[-1].day
    others = [one.prior for one in found if one.prior != HISTORY]
    unlisted = f"; with {' and '.join(others)}, hardly one that is not listed" if others else ""
    screen.fine_print(
        f"{first} to {last}; any allowed word of {found[0].lexicon} may be hidden{unlisted}"
    )
