"""``salet words``: the lexicons, and how to build more of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from salet.cli import options
from salet.cli.dispatch import NamedGroup
from salet.cli.screen import Screen
from salet.cli.terminal import notes_on_stderr
from salet.errors import counted
from salet.words.builder import FACTS, READY_MADE, built_names, built_path, remove_built
from salet.words.builder import build as build_lexicon
from salet.words.files import MAX_LENGTH, MIN_LENGTH
from salet.words.language import languages
from salet.words.lexicon import Lexicon
from salet.words.shelf import bundled_lexicons, facts_of, lexicons_at_hand

_SHOWN_ANSWERS = 20


@click.group(cls=NamedGroup, invoke_without_command=True)
@click.pass_context
@options.output
def words(ctx: click.Context, output: options.Output) -> None:
    """List the lexicons, or build one for another language or length."""
    if ctx.invoked_subcommand is not None:
        if output.as_json or output.ascii_only:
            raise click.UsageError(f"write options after salet words {ctx.invoked_subcommand}")
        return
    with notes_on_stderr():
        found, damaged = lexicons_at_hand()
    told = {
        "lexicons": [_summary(lexicon, facts) for lexicon, facts in found],
        "built_on_first_use": [name for name in READY_MADE if name not in built_names()],
        "damaged": damaged,
    }
    output.emit(told, _show_all)


def _show_all(told: dict[str, Any], screen: Screen) -> None:
    screen.table(
        ["name", ">answers", ">allowed", ">letters", "id", "~words of", "date", "~source"],
        [
            [
                one["name"],
                f"{one['answers']:,}",
                f"{one['allowed']:,}",
                str(one["length"]),
                *(one[key] for key in ("id", "title", "date", "source")),
            ]
            for one in told["lexicons"]
        ],
        spare=["~source", ">letters", "id", "date", "~words of", ">allowed"],
    )
    for problem in told["damaged"]:
        screen.line(f"! {problem}")
    if waiting := told["built_on_first_use"]:
        screen.line(f"built on first use: {' '.join(waiting)}")
    screen.line(
        f"and one for each language and length ({MIN_LENGTH} to {MAX_LENGTH} letters), "
        "such as de6: "
        f"{' '.join(languages())}"
    )
    screen.fine_print(
        "Choose one with --lexicon NAME, or use your own with --answers FILE --allowed FILE; "
        "salet words build makes one for another language or length."
    )


@words.command()
@options.option("language")
@options.option("length")
@options.option("cut")
@options.option("dictionary")
@options.output
def build(
    language: str, length: int, cut: int, dictionary: Path | None, output: options.Output
) -> None:
    """Build a lexicon such as de6 from word frequencies, and store it.

    The answers are the most frequent words. Without a dictionary, the 15,000 most frequent words
    are allowed, names among them; English has a bundled dictionary for 4 to 8 letters. A stored
    lexicon of the same language and length is replaced.
    """
    made = build_lexicon(language, length, answers=cut, dictionary=dictionary)
    path = made.store()
    _show_one(Lexicon.from_built(made), made.facts | {"file": str(path)}, output)


@words.command()
@click.argument("name", shell_complete=options.completing("lexicon"))
@options.output
def show(name: str, output: options.Output) -> None:
    """Show one lexicon: its source, its letters, its first answers."""
    lexicon = options.load_words(name, None, None)
    file = {} if name in bundled_lexicons() else {"file": str(built_path(name))}
    _show_one(lexicon, facts_of(name) | file, output)


@words.command()
@click.argument("name", shell_complete=options.completing("built"))
def remove(name: str) -> None:
    """Delete a lexicon that was built here."""
    click.echo(f"removed {remove_built(name)}")


def _summary(lexicon: Lexicon, facts: dict[str, str]) -> dict[str, Any]:
    language = "en" if lexicon.language is None else lexicon.language.code
    return lexicon.summary() | {key: facts[key] for key in FACTS} | {"language": language}


def _show_one(lexicon: Lexicon, facts: dict[str, str], output: options.Output) -> None:
    told = _summary(lexicon, facts) | {
        "lexicon": lexicon.summary(),
        "keyboard": list(lexicon.keyboard),
        "file": facts.get("file"),
    }

    def show(_: Any, screen: Screen) -> None:
        screen.line(
            f"{lexicon.name}: {counted(len(lexicon.answers), 'answer')}, {len(lexicon.allowed):,} "
            f"allowed, {lexicon.length} letters, id {lexicon.id}"
        )
        for key in (*FACTS, "file"):
            if key in facts:
                screen.line(f"{key}: {facts[key]}")
        screen.keys(lexicon, {})
        first = " ".join(map(lexicon.shown, lexicon.listed[:_SHOWN_ANSWERS]))
        more = " ..." if len(lexicon.listed) > _SHOWN_ANSWERS else ""
        screen.line(f"answers as listed: {first}{more}")

    output.emit(told, show)
