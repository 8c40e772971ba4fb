"""``salet pattern GUESS ANSWER``: the reply, in every form."""

from __future__ import annotations

import click

from salet.cli.options import (
    ascii_option,
    chosen_lexicon,
    json_option,
    lexicon_options,
)


@click.command()
@click.argument("guess")
@click.argument("answer")
@lexicon_options
@json_option
@ascii_option
def pattern(
    guess: str,
    answer: str,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Show the reply to a guess for a given answer.

    Both may be any allowed word of the lexicon.
    """
    from salet.cli.show import (
        Screen,
        lexicon_line,
        notes_on_stderr,
        print_json,
    )
    from salet.games.wordle import pattern_of

    with notes_on_stderr():
        words = chosen_lexicon(lexicon, answers, allowed)
    guess, answer = (words.allowed[words.guess_index(word)] for word in (guess, answer))
    reply = pattern_of(guess, answer)
    if as_json:
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
    screen = Screen(ascii_only=ascii_only)
    squares = "" if screen.ascii_only else f"  {reply.to_text('emoji')}"
    screen.line(screen.tiles(words.capitals(guess), reply), f" number {reply.code}{squares}")
    screen.fine_print(f"for the answer {words.shown(answer)}; words: {lexicon_line(words)}")
