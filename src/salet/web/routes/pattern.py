"""The reply to a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.web.resource import GameRequest, Word, WordsAnswer, post

if TYPE_CHECKING:
    from salet.web.work import Work


class PatternRequest(GameRequest):
    """Two allowed words."""

    guess: Word
    answer: Word


class PatternAnswer(WordsAnswer):
    """The reply, as text and as a number."""

    guess: str
    answer: str
    pattern: str
    code: int
    solved: bool


@post("/pattern", PatternRequest, PatternAnswer, tag="advice")
def pattern(request: PatternRequest, work: Work) -> dict[str, Any]:
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
