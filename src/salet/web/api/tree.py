"""The decision tree of a strategy, node by node."""

from __future__ import annotations

from fastapi import APIRouter, Response
from pydantic import BaseModel

from salet.web.api.fields import (
    Answer,
    Hard,
    LexiconName,
    MaxGuesses,
    PositionText,
    Request,
    StrategyText,
)
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(tags=["laboratory"])


class TreeRequest(Request):
    """A node: whose tree, and where in it."""

    strategy: StrategyText = "tree"
    position: PositionText = ""
    lexicon: LexiconName = DEFAULT_LEXICON
    hard: Hard = "off"
    max_guesses: MaxGuesses = 6


class Below(BaseModel):
    """What is below a node: its answers, and the guesses that they take from there."""

    answers: int
    total: int
    mean: float
    worst: int
    words: list[str]


class Branch(Below):
    """What follows one pattern."""

    pattern: str
    solved: bool
    guess: str | None


class TreeAnswer(Answer, Below):
    """One node and its branches."""

    strategy: str
    proven: bool
    position: str
    hard: Hard
    guess: str
    branches: list[Branch]


@router.post("/tree", responses={200: {"model": TreeAnswer}})
async def tree(request: TreeRequest, service: ServiceDep) -> Response:
    """Say what a strategy plays at a position, and what follows each pattern."""
    return await service.answer("tree", request)
