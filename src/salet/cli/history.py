"""``salet history``: the past days of a daily puzzle; ``salet backtest``: they are played again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from salet.cli import options
from salet.cli.dispatch import NamedGroup
from salet.cli.screen import Screen, histogram_lines, percent
from salet.cli.terminal import notes_on_stderr, read_text, working
from salet.errors import counted, under
from salet.words.history import History, kept_at, read_day
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.runs.backtest import Backtest

_SHOWN = 7
_SHOWN_PROBLEMS = 3

_name = options.option("history.name")
_lexicon = options.option("history.lexicon")


@click.group(cls=NamedGroup)
def history() -> None:
    """Keep the past answers of a daily puzzle.

    --prior history and salet backtest use them.
    """


@history.command("import")
@click.argument("file", type=click.Path())
@_name
@_lexicon
@options.output
def import_file(file: str, name: str, lexicon: str, output: options.Output) -> None:
    """Add the days of FILE (- for stdin): CSV with dates and words, or JSON.

    Nothing is stored if a day already has another word, is in the future, or has a word of another
    length.
    """
    words = _words(lexicon)
    if file == "-":
        with under("stdin"):
            found = History.from_text(read_text(file), name)
    else:
        found = History.from_file(file, name)
    whole, new = found.merge()
    output.emit({**_facts(whole, words), "new": new}, _show)


@history.command()
@options.option("history.address")
@options.option("history.until")
@_name
@_lexicon
@options.output
def update(
    address: str | None, until: str | None, name: str, lexicon: str, output: options.Output
) -> None:
    """Download the missing days from the newspaper's service.

    It fetches two days a second. If you stop it, it keeps the days fetched so far; run it again to
    continue.
    """
    from salet.words import newspaper

    last = None if until is None else read_day(until)
    words = _words(lexicon)
    with working("fetching") as progress:
        found, new = newspaper.update(
            name, address=address or newspaper.ADDRESS, until=last, progress=progress
        )
    output.emit({**_facts(found, words), "new": new}, _show)


@history.command()
@_name
@_lexicon
@options.output
def show(name: str, lexicon: str, output: options.Output) -> None:
    """Show a history: its span, the last words, and anything odd."""
    output.emit(_facts(History.load(name), _words(lexicon)), _show)


def _words(lexicon: str) -> Lexicon:
    with notes_on_stderr():  # it may be built now
        return Lexicon.load(lexicon)


def _facts(found: History, lexicon: Lexicon) -> dict[str, Any]:
    return {
        "name": found.name,
        "days": len(found.days),
        "from": str(found.days[0][0]) if found.days else None,
        "to": str(found.days[-1][0]) if found.days else None,
        "last": [{"date": str(day), "answer": word} for day, word in found.days[-_SHOWN:]],
        "remarks": list(found.remarks(lexicon)) if found.days else [],
        "file": str(kept_at(found.name)),
    }


def _show(facts: dict[str, Any], screen: Screen) -> None:
    new = f", {facts['new']:,} of them new" if "new" in facts else ""
    screen.line(f"{facts['name']}: {counted(facts['days'], 'day')}{new}")
    if facts["days"]:
        words = " ".join(one["answer"] for one in facts["last"])
        screen.line(f"{facts['from']} to {facts['to']}, the last: {words}")
    for remark in facts["remarks"]:
        screen.line(f"! {remark}")
    screen.fine_print(facts["file"])


# --- the days played again ---


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

    The default STRATEGY is guesses, which was made for priors.

    Each day is played with what was known that morning. This needs a history: see salet history.
    It shows the mean number of guesses, the days lost, the log-loss (the surprise of an answer in
    bits, on average; less is better) and the calibration: how often words with a given predicted
    chance were the answer.
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
    output.emit(facts, lambda _, screen: _show_backtests(found, pairs, screen))
    files.write(found, "backtest_plot")
    return 1 if any(one.problems for one in found) else 0


def _played(strategy: str | None, span: Span, jobs: int) -> list[Backtest]:
    """Play the days with every prior; without dates, the last year of the history."""
    from salet.runs import backtest as days

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


def _show_backtests(found: list[Backtest], pairs: list[dict[str, Any]], screen: Screen) -> None:
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
        screen.table(["chance", ">cases", ">predicted", ">observed"], rows)
        for problem in one.problems[:_SHOWN_PROBLEMS]:
            screen.line(f"! {one.strategy} {problem}")
    for pair in pairs:
        if pair["difference"] is not None:
            low, high = pair["interval"]
            screen.line(
                f"{pair['first']} against {pair['second']}: {pair['difference']:+.4f} guesses "
                f"a day (95 % interval {low:+.4f} to {high:+.4f})"
            )
    screen.fine_print("cases: words given a chance in this range, over all turns")
    first, last = found[0].days[0].day, found[0].days[-1].day
    others = [one.prior for one in found if one.prior != HISTORY]
    rare = f"; with {' and '.join(others)}, an unlisted word is almost impossible"
    screen.fine_print(
        f"{first} to {last}; any allowed word of {found[0].lexicon.name} may be hidden"
        f"{rare if others else ''}"
    )
