"""Task: the lexicons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.shelf import lexicons_at_hand

if TYPE_CHECKING:
    from salet.table import Progress

_FACTS = ("title", "source", "date", "licence")


def lexicons(*, progress: Progress) -> dict[str, Any]:  # noqa: ARG001
    """List what `salet words` lists."""
    found, _ = lexicons_at_hand()
    return {
        "lexicons": [
            lexicon.summary()
            | {key: facts.get(key, "") for key in _FACTS}
            | {"language": lexicon.language.name if lexicon.language else "English"}
            for lexicon, facts in found
        ]
    }
