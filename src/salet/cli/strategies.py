"""``salet strategies``: what can be played."""

from __future__ import annotations

import click

from salet.cli import options
from salet.cli.terminal import notes_on_stderr, print_json
from salet.games.registry import make_game

_KINDS = {
    "ranking": "Rankings",
    "player": "Other players",
    "rule": "Decision rules",
    "tie rule": "Tie rules",
}


@click.command()
@options.option("game")
@options.output
def strategies(game: str | None, output: options.Output) -> None:
    """List the strategies and the decision rules.

    With --game, only those that the game can be played with.
    """
    from salet.strategies.registry import registry

    with notes_on_stderr():
        chosen = make_game(game)
        specs = [spec for spec in registry().values() if spec.suits(chosen)]
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
    if any(spec.factory.needs_letters for spec in specs):
        examples = "letters+solutions_below(20)+popular_below(10) or entropy+ties(fewest_grey)"
    else:
        screen.fine_print(f"Those that go by letters and their colours are not for {chosen.name}.")
        examples = "entropy+solutions_below(20) or parts+ties(last)"
    screen.fine_print(f"Combine them, as in {examples}.")
