"""``salet words``: the bundled lexicons."""

from __future__ import annotations

import click

from salet.cli.options import ascii_option, json_option
from salet.lexicon import Lexicon, bundled_lexicons


@click.command()
@json_option
@ascii_option
def words(as_json: bool, ascii_only: bool) -> None:  # noqa: FBT001
    """List the bundled lexicons."""
    from salet.cli.show import console, new_table, print_json  # noqa: PLC0415 - loads rich

    known = bundled_lexicons()
    lexicons = {name: Lexicon.load(name) for name in known}
    if as_json:
        print_json(
            {
                "lexicons": [
                    lexicons[name].summary()
                    | {key: facts[key] for key in ("title", "source", "date", "licence")}
                    for name, facts in known.items()
                ]
            }
        )
        return
    table = new_table(
        "name", ">answers", ">allowed", ">letters", "id", "words of", "date", ascii_only=ascii_only
    )
    for name, facts in known.items():
        lexicon = lexicons[name]
        table.add_row(
            name,
            f"{len(lexicon.answers):,}",
            f"{len(lexicon.allowed):,}",
            str(lexicon.length),
            lexicon.id,
            facts["title"],
            facts["date"],
        )
    screen = console(ascii_only=ascii_only)
    screen.print(table)
    screen.print(
        "Choose one with --lexicon NAME, or bring your own with --answers FILE --allowed FILE.",
        style="dim",
    )
