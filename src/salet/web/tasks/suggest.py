"""Task: what to guess next."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from salet.coach.reasons import outcomes
from salet.games.position import Position
from salet.web.tasks.words import advisor_of

if TYPE_CHECKING:
    from salet.table import Progress

_OUTCOMES = 40
"""The largest groups are drawn, the many small ones only counted."""


def suggest(
    *,
    progress: Progress,  # noqa: ARG001 - every task may report
    lexicon: dict[str, Any],
    position: str,
    top: int,
    shown: int,
    without: list[str],
    **game: Any,
) -> dict[str, Any]:
    """Rank guesses, with the groups that each would make; name up to `shown` candidates."""
    advisor = advisor_of(lexicon, **game)
    turns = Position.from_text(position)
    advice = advisor.advise(turns, top, without)
    answer = advice.to_dict()
    view, _ = advisor.view(turns, without)
    for suggestion in answer["suggestions"]:
        guess = int(view.lexicon.guess_index(suggestion["guess"]))
        found = outcomes(view, guess)[:_OUTCOMES]
        suggestion["outcomes"] = [asdict(outcome) for outcome in found]
    likeliest = sorted(answer["candidates"], key=lambda c: (-c["probability"], c["word"]))
    return answer | {
        "candidates_total": len(advice.candidates),
        "candidates": likeliest[:shown],
    }
