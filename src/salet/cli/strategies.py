"""``salet strategies``: what can be played."""

from __future__ import annotations

import click

from salet.cli.options import ascii_option, json_option


@click.command()
@json_option
@ascii_option
def strategies(as_json: bool, ascii_only: bool) -> None:
    """List the strategies and the decision rules."""
    from salet.cli.show import Screen, notes_on_stderr, print_json
    from salet.strategies.registry import registry

    with notes_on_stderr():
        specs = registry().values()
    if as_json:
        print_json({"strategies": [spec.to_dict() for spec in specs]})
        return
    screen = Screen(ascii_only=ascii_only)
    kinds = {
        "ranking": "Rankings",
        "player": "Other players",
        "rule": "Decision rules",
        "tie rule": "Tie rules",
    }
    for kind, title in kinds.items():
        screen.table(
            [title, "~what it does", "~parameters", "~also called"],
            [
                [
                    spec.name,
                    spec.summary.replace("`", ""),  # marks for the page
                    ", ".join(spec.written_parameters),
                    ", ".join(spec.aliases),
                ]
                for spec in specs
                if spec.kind == kind
            ],
            spare=["~also called", "~parameters"],
        )
    screen.fine_print(
        "Compose them as letters+solutions_below(20)+popular_below(10) or "
        "entropy+ties(fewest_grey,distinct)."
    )
