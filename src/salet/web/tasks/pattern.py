"""Task: the reply to a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.games.wordle import pattern_of
from salet.web.tasks.words import lexicon_of

if TYPE_CHECKING:
    from salet.table import Progress


def pattern(
    *,
    progress: Progress,  # noqa: ARG001
    lexicon: dict[str, Any],
    guess: str,
    answer: str,
) -> dict[str, Any]:
    """Show the reply to a guess for a given answer; both may be any allowed word."""
    words = lexicon_of(lexicon)
    guess, answer = (words.allowed[words.guess_index(word)] for word in (guess, answer))
    reply = pattern_of(guess, answer)
    return {
        "lexicon": words.summary(),
        "guess": guess,
        "answer": answer,
        "pattern": str(reply),
        "code": reply.code,
        "solved": reply.solved,
    }
