"""Task: the lexicons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.words.builder import can_build
from salet.words.files import MAX_LENGTH, MIN_LENGTH
from salet.words.language import languages
from salet.words.shelf import lexicons_at_hand

if TYPE_CHECKING:
    from salet.table import Progress

_FACTS = ("title", "source", "date", "licence")


def lexicons(*, progress: Progress, built: list[str]) -> dict[str, Any]:  # noqa: ARG001
    """List what `salet words` lists, and what can be built."""
    found, _ = lexicons_at_hand()
    return {
        "languages": [
            {"code": code, "name": language.name}
            for code, language in languages().items()
            if can_build()
        ],
        "lengths": [MIN_LENGTH, MAX_LENGTH],
        "lexicons": [
            lexicon.summary()
            | {key: facts.get(key, "") for key in _FACTS}
            | {"language": lexicon.language.name if lexicon.language else "English"}
            for lexicon, facts in found
        ],
    }
