"""What to guess next, on one board or several, and the reply to a guess."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from salet.errors import InvalidError
from salet.web.resource import (
    GameRequest,
    PositionText,
    Prior,
    RulesRequest,
    StrategyText,
    Toolbox,
    Word,
    WordsRequest,
    post,
    text,
)

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
        guess = int(view.lexicon.guess_index(suggestion["guess"]))
        suggestion["outcomes"] = [asdict(one) for one in outcomes(view, guess, _OUTCOMES)]
    likeliest = sorted(answer["candidates"], key=lambda c: (-c["probability"], c["word"]))
    return answer | {"candidates_total": len(likeliest), "candidates": likeliest[: request.shown]}


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


# --- several boards ---


class BoardsRequest(WordsRequest):
    """Positions of several boards, with a bar between them."""

    position: Annotated[
        str, text(8000, "raise:--y-g | raise:y----", "Each board's position, with | between them.")
    ]
    top: Annotated[int, Field(ge=1, le=50)] = 10
    shown: Annotated[int, Field(ge=0, le=20_000, description="Candidates to name.")] = 50


@post("/boards", BoardsRequest, "BoardsAnswer", tag="advice")
def boards(request: BoardsRequest, work: Toolbox) -> dict[str, Any]:
    """Rank the next guesses for several boards together."""
    from salet.boards.advice import suggest_boards

    advice = suggest_boards(
        request.position,
        lexicon=work.table(request).lexicon,
        top=request.top,
        progress=work.progress,
    )
    answer = advice.to_dict()
    for board in answer["boards"]:
        board["candidates_total"] = len(board["candidates"])
        board["candidates"] = board["candidates"][: request.shown]
    return answer


# --- a reply ---


class PatternRequest(GameRequest):
    """Two allowed words."""

    guess: Word
    answer: Word


@post("/pattern", PatternRequest, "PatternAnswer", tag="advice")
def pattern(request: PatternRequest, work: Toolbox) -> dict[str, Any]:
    """Show the reply to a guess for a given answer."""
    return work.table(request).game.reply_facts(request.guess, request.answer)
