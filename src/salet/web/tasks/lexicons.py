"""Task: the bundled lexicons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.lexicon import Lexicon, bundled_lexicons

if TYPE_CHECKING:
    from salet.table import Progress

_FACTS = ("title", "source", "date", "licence")


def lexicons(*, progress: Progress) -> dict[str, Any]:  # noqa: ARG001
    """List what `salet words` lists."""
    return {
        "lexicons": [
            Lexicon.load(name).summary()
            | {key: facts[key] for key in _FACTS}
            | {"language": facts.get("language", "English")}
            for name, facts in bundled_lexicons().items()
        ]
    }
