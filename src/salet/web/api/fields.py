"""Fields that several requests and answers share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from salet.words.lexicon import DEFAULT_LEXICON

# Written out, because their homes load numpy, which the server process does without; a test
# compares them.
Hard = Literal["off", "nyt", "strict"]
Host = Literal["honest", "adversary", "cruel"]
Prior = Literal["uniform", "frequency", "log-frequency", "sigmoid"]
Word = Annotated[str, Field(max_length=60, examples=["crane"])]
LexiconName = Annotated[
    str,
    Field(
        max_length=64,
        examples=[DEFAULT_LEXICON],
        description="A lexicon such as nyt or de6, or the id of one that was sent.",
    ),
]
StrategyText = Annotated[str, Field(min_length=1, max_length=200, examples=["entropy"])]
PositionText = Annotated[
    str,
    Field(
        max_length=1000,
        examples=["raise:--y-g clout:-y---"],
        description="Guesses and patterns so far: - grey, y yellow, g green.",
    ),
]
MaxGuesses = Annotated[int, Field(ge=1, le=40)]


class Request(BaseModel):
    """A request: unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid")


class LexiconSummary(BaseModel):
    """What every answer says of its words."""

    name: str
    id: str
    answers: int
    allowed: int
    length: int


class Answer(BaseModel):
    """An answer about one lexicon."""

    lexicon: LexiconSummary
    notes: list[str] = Field(description="What was repaired or is worth knowing.")


class PlayedTurn(BaseModel):
    """One guess with its reply."""

    guess: str
    pattern: str
