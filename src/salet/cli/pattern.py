"""``salet pattern GUESS ANSWER``: the reply, in every form."""

from __future__ import annotations

import click

from salet.cli.options import GameChoice, Output, game_options, output_options
from salet.cli.screen import lexicon_line
from salet.cli.terminal import print_json
from salet.games.wordle import pattern_of


@click.command()
@click.argument("guess")
@click.argument("answer")
@game_options
@output_options
def pattern(guess: str, answer: str, game: GameChoice, output: Output) -> None:
    """Show the reply to a guess for a given answer.

    Both may be any allowed word of the lexicon.
    """
    words = game.load()
    guess, answer = (words.allowed[words.guess_index(word)] for word in (guess, answer))
    reply = pattern_of(guess, answer)
    if output.as_json:
        print_json(
            {
                "lexicon": words.summary(),
                "guess": guess,
                "answer": answer,
                "pattern": str(reply),
                "code": reply.code,
                "solved": reply.solved,
            }
        )
        return
    screen = output.screen()
    squares = "" if screen.ascii_only else f"  {reply.to_text('emoji')}"
    screen.line(screen.tiles(words.capitals(guess), reply), f" number {reply.code}{squares}")
    screen.fine_print(f"for the answer {words.shown(answer)}; words: {lexicon_line(words)}")
