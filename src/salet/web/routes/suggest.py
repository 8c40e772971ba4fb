"""What to guess next."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from salet.web.resource import (
    Hard,
    PositionText,
    Prior,
    RulesRequest,
    Sent,
    StrategyText,
    Word,
    WordsAnswer,
    post,
)

if TYPE_CHECKING:
    from salet.web.work import Work

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


class Outcome(Sent):
    """One reply that a guess can get."""

    pattern: str
    size: int
    chance: float


class Suggestion(Sent):
    """One guess, how it splits the candidates, and what it is worth."""

    guess: str
    shown: str = Field(description="The guess as it is written, with its accents.")
    candidate: bool
    bits: float
    expected_group: float
    largest_group: int
    groups: int
    expected_guesses: float
    exact: bool
    win_now: float
    win_within: float
    win_exact: bool
    legal_nyt: bool | None
    legal_strict: bool | None
    reason: str
    outcomes: list[Outcome] = Field(description="The largest groups, at most 40.")


class Candidate(Sent):
    """A word that may be the answer."""

    word: str
    shown: str
    probability: float


class Suggestions(WordsAnswer):
    """Ranked guesses for one position."""

    hard: Hard
    max_guesses: int
    position: str
    strategy: str
    solved: bool
    exact: bool
    note: str | None
    suggestions: list[Suggestion]
    candidates_total: int
    candidates: list[Candidate]


@post("/suggest", SuggestRequest, Suggestions, tag="advice")
def suggest(request: SuggestRequest, work: Work) -> dict[str, Any]:
    """Rank the next guesses for a position, with the numbers and the reasons."""
    from salet.coach.reasons import outcomes

    advisor = work.advisor(request, request.strategy, request.prior, exact=request.exact)
    turns = advisor.setting.game.position(request.position)
    answer = advisor.advise(turns, request.top, request.without).to_dict()
    view, _ = advisor.view(turns, request.without)
    for suggestion in answer["suggestions"]:
        found = outcomes(view, int(view.lexicon.guess_index(suggestion["guess"])))
        suggestion["outcomes"] = [asdict(outcome) for outcome in found[:_OUTCOMES]]
    likeliest = sorted(answer["candidates"], key=lambda c: (-c["probability"], c["word"]))
    return answer | {
        "candidates_total": len(likeliest),
        "candidates": likeliest[: request.shown],
    }
