"""What to guess next."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import (
    Answer,
    Hard,
    LexiconName,
    MaxGuesses,
    PositionText,
    Prior,
    Request,
    StrategyText,
    Word,
)
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(tags=["advice"])


class SuggestRequest(Request):
    """A position and the game it belongs to."""

    position: PositionText = ""
    lexicon: LexiconName = DEFAULT_LEXICON
    hard: Hard = "off"
    max_guesses: MaxGuesses = 6
    strategy: StrategyText | None = Field(
        None, description="Who ranks; null for the expected guesses themselves."
    )
    prior: Prior = "uniform"
    exact: bool = Field(default=False, description="Exact values up to 400 candidates.")
    top: Annotated[int, Field(ge=1, le=50)] = 10
    shown: Annotated[int, Field(ge=0, le=20_000, description="Candidates to name.")] = 200
    without: Annotated[list[Word], Field(max_length=50, description="Words not to suggest.")] = []


class Outcome(BaseModel):
    """One reply that a guess can get."""

    pattern: str
    size: int
    chance: float


class Suggestion(BaseModel):
    """One guess, how it splits the candidates, and what it is worth."""

    guess: str
    candidate: bool
    bits: float
    expected_group: float
    largest_group: int
    groups: int
    expected_guesses: float
    exact: bool
    win_now: float
    win_within: float
    legal_nyt: bool
    legal_strict: bool
    reason: str
    outcomes: list[Outcome] = Field(description="The largest groups, at most 40.")


class Candidate(BaseModel):
    """A word that may be the answer."""

    word: str
    probability: float


class Suggestions(Answer):
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


@router.post("/suggest", responses={200: {"model": Suggestions}})
async def suggest(request: SuggestRequest, service: ServiceDep) -> Response:
    """Rank the next guesses for a position, with the numbers and the reasons."""
    return await service.answer("suggest", request)
