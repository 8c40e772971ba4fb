"""``salet words``: the lexicons, and how to build more of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from salet.cli import options
from salet.cli.group import NamedGroup
from salet.cli.screen import Screen
from salet.cli.terminal import notes_on_stderr, print_json
from salet.errors import counted
from salet.words.builder import READY_MADE, built_names, built_path, read_built, remove_built
from salet.words.files import MAX_LENGTH, MIN_LENGTH
from salet.words.language import languages
from salet.words.lexicon import Lexicon
from salet.words.shelf import bundled_lexicons, lexicons_at_hand

_FACTS = ("title", "source", "date", "licence")
_SHOWN_ANSWERS = 20


def _complete_built(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:  # noqa: ARG001
    return [name for name in built_names() if name.startswith(start)]


@click.group(
    cls=NamedGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
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
    if output.as_json:
        print_json(
            {
                "lexicons": [_summary(lexicon, facts) for lexicon, facts in found],
                "built_on_first_use": _not_built(),
                "damaged": damaged,
            }
        )
        return
    screen = output.screen()
    _show_all(found, screen)
    for problem in damaged:
        screen.line(f"! {problem}")
    if waiting := _not_built():
        screen.line(f"built on first use: {' '.join(waiting)}")
    screen.line(
        f"and one of each language and length ({MIN_LENGTH} to {MAX_LENGTH} letters), such as de6: "
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
    from salet.words.builder import build as build_lexicon

    made = build_lexicon(language, length, answers=cut, dictionary=dictionary)
    path = made.store()
    _show_one(Lexicon.from_built(made), made.facts | {"file": str(path)}, output)


@words.command()
@click.argument("name", shell_complete=options.completing("lexicon"))
@options.output
def show(name: str, output: options.Output) -> None:
    """Show one lexicon: its source, its letters, its first answers."""
    lexicon = options.load_words(name, None, None)
    known = bundled_lexicons()
    if name in known:
        facts = {key: known[name][key] for key in _FACTS}
    else:
        facts = read_built(name).facts | {"file": str(built_path(name))}
    _show_one(lexicon, facts, output)


@words.command()
@click.argument("name", shell_complete=_complete_built)
def remove(name: str) -> None:
    """Delete a lexicon that was built here."""
    click.echo(f"removed {remove_built(name)}")


def _not_built() -> list[str]:
    return [name for name in READY_MADE if name not in built_names()]


def _summary(lexicon: Lexicon, facts: dict[str, str]) -> dict[str, Any]:
    language = lexicon.language
    return (
        lexicon.summary()
        | {key: facts[key] for key in _FACTS}
        | {"language": "en" if language is None else language.code}
    )


def _show_all(found: list[tuple[Lexicon, dict[str, str]]], screen: Screen) -> None:
    screen.table(
        ["name", ">answers", ">allowed", ">letters", "id", "~words of", "date", "~source"],
        [
            [
                lexicon.name,
                f"{len(lexicon.answers):,}",
                f"{len(lexicon.allowed):,}",
                str(lexicon.length),
                lexicon.id,
                facts["title"],
                facts["date"],
                facts["source"],
            ]
            for lexicon, facts in found
        ],
        spare=["~source", ">letters", "id", "date", "~words of", ">allowed"],
    )


def _show_one(lexicon: Lexicon, facts: dict[str, str], output: options.Output) -> None:
    if output.as_json:
        print_json(
            _summary(lexicon, facts)
            | {"lexicon": lexicon.summary(), "keyboard": list(lexicon.keyboard)}
            | {"file": facts.get("file")}
        )
        return
    screen = output.screen()
    screen.line(
        f"{lexicon.name}: {counted(len(lexicon.answers), 'answer')}, {len(lexicon.allowed):,} "
        f"allowed, {lexicon.length} letters, id {lexicon.id}"
    )
    for key in (*_FACTS, "file"):
        if key in facts:
            screen.line(f"{key}: {facts[key]}")
    screen.keys(lexicon, {})
    first = " ".join(map(lexicon.shown, lexicon.listed[:_SHOWN_ANSWERS]))
    more = " ..." if len(lexicon.listed) > _SHOWN_ANSWERS else ""
    screen.line(f"answers as listed: {first}{more}")
