"""A strategy watched on one answer."""

from __future__ import annotations

from fastapi import APIRouter, Response

from salet.web.api.fields import (
    Answer,
    Hard,
    LexiconName,
    MaxGuesses,
    PlayedTurn,
    Request,
    StrategyText,
    Word,
)
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(tags=["laboratory"])


class GameRequest(Request):
    """Who plays, and on what."""

    strategy: StrategyText
    answer: Word
    lexicon: LexiconName = DEFAULT_LEXICON
    hard: Hard = "off"
    max_guesses: MaxGuesses = 6


class Step(PlayedTurn):
    """One turn, with the first of the candidates that it left."""

    before: int
    after: int
    words: list[str]


class GameAnswer(Answer):
    """A whole game."""

    strategy: str
    answer: str
    solved: bool
    won: bool
    steps: list[Step]
    problems: list[str]


@router.post("/game", responses={200: {"model": GameAnswer}})
async def game(request: GameRequest, service: ServiceDep) -> Response:
    """Play a strategy on one answer, step by step."""
    return await service.answer("game", request)
