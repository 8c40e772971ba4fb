"""``salet strategies``: what can be played."""

from __future__ import annotations

import click

from salet.cli import options
from salet.cli.terminal import notes_on_stderr, print_json

_KINDS = {
    "ranking": "Rankings",
    "player": "Other players",
    "rule": "Decision rules",
    "tie rule": "Tie rules",
}


@click.command()
@options.output
def strategies(output: options.Output) -> None:
    """List the strategies and the decision rules."""
    from salet.strategies.registry import registry

    with notes_on_stderr():
        specs = registry().values()
    if output.as_json:
        print_json({"strategies": [spec.to_dict() for spec in specs]})
        return
    screen = output.screen()
    for kind, title in _KINDS.items():
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
        "Combine them, as in letters+solutions_below(20)+popular_below(10) or "
        "entropy+ties(fewest_grey,distinct)."
    )
