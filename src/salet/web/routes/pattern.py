"""The reply to a guess."""

from __future__ import annotations

from typing import Any

from salet.web.resource import GameRequest, Toolbox, Word, post


class PatternRequest(GameRequest):
    """Two allowed words."""

    guess: Word
    answer: Word


@post("/pattern", PatternRequest, "PatternAnswer", tag="advice")
def pattern(request: PatternRequest, work: Toolbox) -> dict[str, Any]:
    """Show the reply to a guess for a given answer."""
    game = work.table(request).game
    guess, answer = (
        game.guesses[game.lexicon.guess_index(word)] for word in (request.guess, request.answer)
    )
    reply = game.replies[game.reply(guess, answer)]
    return {
        "lexicon": game.summary(),
        "guess": guess,
        "answer": answer,
        "pattern": str(reply),
        "code": reply.code,
        "solved": reply.solved,
    }
