"""A game looked back on."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import (
    Answer,
    Hard,
    LexiconName,
    MaxGuesses,
    PlayedTurn,
    PositionText,
    Request,
    Word,
)
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(tags=["advice"])


class ReviewRequest(Request):
    """A game: its answer and guesses, or its position, or a shared grid and the guesses."""

    answer: Word | None = None
    guesses: Annotated[list[Word], Field(max_length=20)] = []
    position: PositionText = ""
    grid: Annotated[str, Field(max_length=2000)] = ""
    lexicon: LexiconName = DEFAULT_LEXICON
    hard: Hard = "off"
    max_guesses: MaxGuesses = 6


class ReviewedTurn(PlayedTurn):
    """One turn, and the better word."""

    before: int
    after: int
    skill: int
    luck: int
    best: str
    expected: float
    least: float
    exact: bool
    tree: str | None
    candidate: bool
    hard_nyt: bool
    hard_strict: bool
    before_words: list[str]
    after_words: list[str]
    best_pattern: str | None
    best_after: int | None = Field(description="What the better word would have left.")


class LineTurn(PlayedTurn):
    """One turn of best play."""

    after: int


class BestLine(BaseModel):
    """How best play would have gone."""

    turns: list[LineTurn]
    proven: bool


class Formulas(BaseModel):
    """How the figures are made."""

    skill: str
    luck: str
    totals: str


class ReviewAnswer(Answer):
    """Skill and luck, turn by turn."""

    hard: Hard
    max_guesses: int
    position: str
    answer: str | None
    turns: list[ReviewedTurn]
    skill: int
    luck: int
    given_away: float
    kept_hard: str | None
    summary: str
    note: str | None
    formulas: Formulas
    line: BestLine | None


@router.post("/review", responses={200: {"model": ReviewAnswer}})
async def review(request: ReviewRequest, service: ServiceDep) -> Response:
    """Look back on a game: skill and luck, turn by turn, and the best line."""
    return await service.answer("review", request)
