"""``salet bench BOT...``: bots, chat models and strategies on the same answers."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from salet.cli import options
from salet.cli.run import show_pairs
from salet.cli.screen import Screen, game_line, hard_mode
from salet.cli.terminal import note, working, writing
from salet.errors import counted
from salet.games.game import Game

if TYPE_CHECKING:
    from salet.env.bench import Bench


@click.command()
@options.players("bots", required=True, metavar="BOT...")
@options.option("bench.games")
@options.option("seed")
@options.option("bench.seconds")
@options.rules
@options.option("bench.out")
@options.game
@options.output
def bench(
    bots: tuple[str, ...],
    games: int,
    seed: int,
    seconds: float,
    choice: options.RulesChoice,
    out: Path | None,
    game: Game,
    output: options.Output,
) -> None:
    """Test bots, chat models and strategies on the same answers.

    BOT is a strategy, resident:NAME, a Python file (mybot.py:Class), a program, the URL of a
    server, or a chat model (openai:MODEL@URL). The same seed gives the same answers to everyone,
    here and in the environments for programs that learn.

    The columns are: games won; guesses per game, with every game that was not won counted as one
    guess more than is allowed; guesses given away per game against best play (~ marks an
    estimate); faults by kind; tokens and their cost.
    """
    from salet.arena.bots.entrant import read_entrant
    from salet.env.bench import bench as play
    from salet.report import save_report
    from salet.report.drawing import load_vl_convert
    from salet.storage import check_target

    if out is not None:
        check_target(out, [".html", ".md"], "write a report")
        if out.suffix.lower() == ".html":
            load_vl_convert()  # rather now than after the games
    rules = choice.of(game)
    with working("playing") as progress:
        entrants = [read_entrant(bot) for bot in bots]
        if any(entrant.command for entrant in entrants):
            from salet.arena.bots.sandbox import sandbox

            note(sandbox().describe())
        found = play(
            entrants,
            game,
            games=games,
            seed=seed,
            hard=rules.hard,
            max_guesses=rules.max_guesses,
            seconds=seconds,
            progress=progress,
        )
    output.emit(found, _show)
    if out is not None:
        with writing(out):
            save_report(found.report(shlex.join(["salet", *sys.argv[1:]])), out)


def _show(found: Bench, screen: Screen) -> None:
    table = found.table()
    screen.table(table.columns, table.rows)
    for one in found.played:
        if one.message:
            screen.line(f"! {one.name}: {one.message}")
    if found.pairs:
        show_pairs(found.pairs, screen)
    screen.fine_print(
        f"{counted(len(found.answers), 'game')} each, seed {found.seed}; a game that was not won "
        f"counts as {found.rules.max_guesses + 1} guesses; {hard_mode(found.rules)}"
        f"{game_line(found.game)}"
    )
