"""What to guess next."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from salet.errors import InvalidError
from salet.web.resource import PositionText, Prior, RulesRequest, StrategyText, Toolbox, Word, post

if TYPE_CHECKING:
    from salet.coach.suggest import Advisor
    from salet.games.position import Position

_OUTCOMES = 40
"""The largest groups are drawn, the many small ones only counted."""


class SuggestRequest(RulesRequest):
    """A position and the game it belongs to."""

    position: PositionText = ""
    strategy: StrategyText | None = Field(
        None, description="Strategy that ranks the guesses; null ranks by expected guesses."
    )
    prior: Prior = "uniform"
    exact: bool = Field(default=False, description="Exact values up to 400 candidates.")
    top: Annotated[int, Field(ge=1, le=50)] = 10
    shown: Annotated[int, Field(ge=0, le=20_000, description="Candidates to name.")] = 200
    without: Annotated[list[Word], Field(max_length=50, description="Words not to suggest.")] = []


@post("/suggest", SuggestRequest, "Suggestions", tag="advice")
def suggest(request: SuggestRequest, work: Toolbox) -> dict[str, Any]:
    """Rank the next guesses for a position, with the numbers and the reasons."""
    from salet.coach.reasons import outcomes
    from salet.web.toolbox import QuickAdvisor

    advisor = work.advisor(
        request, request.strategy, request.prior, exact=request.exact, kind=QuickAdvisor
    )
    turns = advisor.setting.game.position(request.position)
    answer = _advice(advisor, turns, request)
    view, _ = advisor.admitting(turns).view(turns, request.without)
    for suggestion in answer["suggestions"]:
        found = outcomes(view, int(view.lexicon.guess_index(suggestion["guess"])))
        suggestion["outcomes"] = [asdict(outcome) for outcome in found[:_OUTCOMES]]
    likeliest = sorted(answer["candidates"], key=lambda c: (-c["probability"], c["word"]))
    return answer | {
        "candidates_total": len(likeliest),
        "candidates": likeliest[: request.shown],
    }


def _advice(advisor: Advisor, turns: Position, request: SuggestRequest) -> dict[str, Any]:
    """Rank the guesses, by their value where the strategy has nothing to say, as a tree has not."""
    try:
        return advisor.advise(turns, request.top, request.without).to_dict()
    except InvalidError as error:
        if advisor.strategy is None:
            raise
        by_value = replace(advisor, strategy=None)
        answer = by_value.advise(turns, request.top, request.without).to_dict()
        notes = (f"{error}; ranked by expected guesses instead", answer["note"])
        return answer | {"note": "; ".join(filter(None, notes))}
