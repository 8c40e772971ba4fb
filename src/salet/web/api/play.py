"""A game against a host."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import (
    Answer,
    Hard,
    Host,
    LexiconName,
    MaxGuesses,
    PlayedTurn,
    Request,
    Word,
)
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(tags=["play"])


class PlayRequest(Request):
    """A whole game so far; the server keeps nothing of it."""

    game: Annotated[str, Field(pattern="^[0-9a-z]{1,16}$", examples=["demo"])]
    lexicon: LexiconName = DEFAULT_LEXICON
    host: Host = "honest"
    boards: Annotated[int, Field(ge=1, le=8)] = 1
    guesses: Annotated[list[Word], Field(max_length=40)] = []
    hard: Hard = "off"
    max_guesses: MaxGuesses = 6
    give_up: bool = False


class PlayedBoard(BaseModel):
    """One board; its answer is given once it is solved or the game is over."""

    turns: list[PlayedTurn]
    position: str
    solved: bool
    candidates: int
    answer: str | None


class PlayAnswer(Answer):
    """The game after the last guess."""

    host: str
    game: str
    hard: Hard
    max_guesses: int
    guesses: int
    over: bool
    won: bool
    boards: list[PlayedBoard]
    share: str | None


@router.post("/play", responses={200: {"model": PlayAnswer}})
async def play(request: PlayRequest, service: ServiceDep) -> Response:
    """Reply to the guesses of a game; its name decides the hidden words."""
    return await service.answer("play", request)
