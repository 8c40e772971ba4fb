"""``salet history``: the past answers of a daily puzzle, kept on this machine."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from salet.cli import options
from salet.cli.group import NamedGroup
from salet.cli.screen import Screen
from salet.cli.terminal import notes_on_stderr, read_text, working
from salet.errors import counted, under
from salet.words.history import DEFAULT_HISTORY, History, kept_at, read_day
from salet.words.lexicon import TODAY_LEXICON, Lexicon

_SHOWN = 7

_name = click.option(
    "--name",
    default=DEFAULT_HISTORY,
    show_default=True,
    help="Which history: one for each daily puzzle.",
)
_lexicon = click.option(
    "--lexicon",
    metavar="NAME",
    default=TODAY_LEXICON,
    show_default=True,
    help="The list in which unknown words are looked for.",
)


def read_option(_ctx: click.Context, _param: click.Parameter, text: str | None) -> date | None:
    """Read a date that an option gives."""
    return None if text is None else read_day(text)


@click.group(cls=NamedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def history() -> None:
    """Keep the past answers of a daily puzzle.

    They are for --prior history and for salet backtest.
    """


@history.command("import")
@click.argument("file", type=click.Path())
@_name
@_lexicon
@options.output
def import_file(file: str, name: str, lexicon: str, output: options.Output) -> None:
    """Add the days of FILE (- for stdin): CSV with dates and words, or JSON.

    A day that is there with another word, a day to come and a word of another length are refused,
    and then nothing is stored.
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
@click.option("--address", metavar="URL", help="Where to ask, with {day} in place of the date.")
@click.option(
    "--until",
    metavar="DATE",
    callback=read_option,
    show_default="yesterday",
    help="The last day to ask for.",
)
@_name
@_lexicon
@options.output
def update(
    address: str | None, until: date | None, name: str, lexicon: str, output: options.Output
) -> None:
    """Fetch the days that are missing from the newspaper's service.

    Two days a second. If you stop it, the days fetched so far are kept; run it again to continue.
    """
    from salet.words import newspaper

    words = _words(lexicon)
    with working("fetching") as progress:
        found, new = newspaper.update(
            name, address=address or newspaper.ADDRESS, until=until, progress=progress
        )
    output.emit({**_facts(found, words), "new": new}, _show)


@history.command()
@_name
@_lexicon
@options.output
def show(name: str, lexicon: str, output: options.Output) -> None:
    """Show what is kept: the span, the last words, and what is odd."""
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
