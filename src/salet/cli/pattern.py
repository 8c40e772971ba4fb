"""``salet pattern GUESS ANSWER``: the reply, in every form."""

from __future__ import annotations

import click

from salet.cli import options
from salet.cli.screen import game_line
from salet.cli.terminal import print_json
from salet.games.colours import Pattern
from salet.games.game import Game


@click.command()
@click.argument("guess")
@click.argument("answer")
@options.game
@options.output
def pattern(guess: str, answer: str, game: Game, output: options.Output) -> None:
    """Show the reply to a guess for a given answer.

    Both may be any guess that the game allows.
    """
    told = game.reply_facts(guess, answer)
    if output.as_json:
        print_json(told)
        return
    words, reply = game.lexicon, game.replies[told["code"]]
    screen = output.screen()
    squares = ""
    if isinstance(reply, Pattern) and not screen.ascii_only:
        squares = f"  {reply.to_text('emoji')}"
    screen.line(screen.turn(told["guess"], reply, words), f" number {reply.code}{squares}")
    screen.fine_print(f"for the answer {words.shown(told['answer'])}; {game_line(game)}")
