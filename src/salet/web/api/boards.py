"""What to guess next on several boards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import Answer, LexiconName, Request
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(tags=["advice"])


class BoardsRequest(Request):
    """Positions of several boards, with a bar between them."""

    position: Annotated[
        str,
        Field(
            max_length=8000,
            examples=["raise:--y-g | raise:y----"],
            description="The position of each board, with | between them.",
        ),
    ]
    lexicon: LexiconName = DEFAULT_LEXICON
    top: Annotated[int, Field(ge=1, le=50)] = 10
    shown: Annotated[int, Field(ge=0, le=20_000, description="Candidates to name.")] = 50


class CommonSuggestion(BaseModel):
    """One guess for all boards."""

    guess: str
    boards: list[int] = Field(description="The boards, from 1, whose answer it may be.")
    solves: float
    bits: float
    expected_groups: list[float]
    expected_guesses: float | None
    reason: str


class BoardState(BaseModel):
    """One board."""

    position: str
    solved: bool
    candidates: list[str]
    candidates_total: int


class BoardsAnswer(Answer):
    """Ranked guesses for all boards together; a rule of thumb, not proven best."""

    position: str
    strategy: str
    proven: bool
    solved: bool
    max_guesses: int
    suggestions: list[CommonSuggestion]
    boards: list[BoardState]


@router.post("/boards", responses={200: {"model": BoardsAnswer}})
async def boards(request: BoardsRequest, service: ServiceDep) -> Response:
    """Rank the next guesses for several boards together."""
    return await service.answer("boards", request)
