"""Task: what to guess next on several boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.boards.advice import suggest_boards
from salet.web.tasks.words import lexicon_of

if TYPE_CHECKING:
    from salet.table import Progress


def boards(
    *,
    progress: Progress,
    lexicon: dict[str, Any],
    position: str,
    top: int,
    shown: int,
) -> dict[str, Any]:
    """Rank guesses for all boards together; name up to `shown` candidates of each."""
    words = lexicon_of(lexicon)
    answer = suggest_boards(position, lexicon=words, top=top, progress=progress).to_dict()
    for board in answer["boards"]:
        board["candidates_total"] = len(board["candidates"])
        board["candidates"] = board["candidates"][:shown]
    return answer
