"""Task: check words that were sent, or give the words of a lexicon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.web.tasks.words import lexicon_of
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.table import Progress


def lexicon(
    *,
    progress: Progress,  # noqa: ARG001
    lexicon: dict[str, Any],
) -> dict[str, Any]:
    """Describe a lexicon: its keyboard, and every word that may be guessed."""
    if "name" in lexicon or "id" in lexicon:
        words = lexicon_of(lexicon)
    else:
        words = Lexicon.from_words(lexicon["answers"], lexicon["allowed"], name="your words")
    return {
        "lexicon": words.summary(),
        "keyboard": list(words.keyboard),
        "allowed": list(words.allowed),
    }
