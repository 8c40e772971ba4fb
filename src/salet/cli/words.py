"""``salet words``: the bundled lexicons."""

from __future__ import annotations

import click

from salet.cli.options import ascii_option, json_option
from salet.lexicon import Lexicon, bundled_lexicons


@click.command()
@json_option
@ascii_option
def words(as_json: bool, ascii_only: bool) -> None:
    """List the bundled lexicons."""
    from salet.cli.show import Screen, print_json

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
    screen = Screen(ascii_only=ascii_only)
    screen.table(
        ["name", ">answers", ">allowed", ">letters", "id", "~words of", "date", "~source"],
        [
            [
                name,
                f"{len(lexicons[name].answers):,}",
                f"{len(lexicons[name].allowed):,}",
                str(lexicons[name].length),
                lexicons[name].id,
                facts["title"],
                facts["date"],
                facts["source"],
            ]
            for name, facts in known.items()
        ],
        spare=["~source", ">letters", "id", "date", "~words of", ">allowed"],
    )
    screen.fine_print(
        "Choose one with --lexicon NAME, or bring your own with --answers FILE --allowed FILE."
    )
