"""The word lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import Answer, LexiconSummary, Request, Word
from salet.web.service import ServiceDep
from salet.web.words import MOST_WORDS
from salet.words.builder import built_names

router = APIRouter(prefix="/lexicons", tags=["words"])


class ListedLexicon(LexiconSummary):
    """A lexicon and where it comes from."""

    title: str
    language: str
    source: str
    date: str
    licence: str


class OfferedLanguage(BaseModel):
    """A language of which lexicons can be built."""

    code: str
    name: str


class Lexicons(BaseModel):
    """The lexicons at hand, and what can be built: code and length make a name, such as de6."""

    lexicons: list[ListedLexicon]
    languages: list[OfferedLanguage] = Field(
        description="None where the extra `languages` is not installed."
    )
    lengths: list[int] = Field(description="The shortest and the longest.")
    notes: list[str]


class LexiconWords(Answer):
    """A lexicon, its keyboard, and every word that may be guessed."""

    keyboard: list[str]
    allowed: list[str]


class LexiconRequest(Request):
    """Your own words, all of one length."""

    answers: Annotated[list[Word], Field(min_length=1, max_length=MOST_WORDS)]
    allowed: Annotated[list[Word], Field(max_length=MOST_WORDS)] = []


class Named(Request):
    """A lexicon by name, as tasks are asked."""

    lexicon: str


class Everything(Request):
    """All of them; those that were built are named, so that a new one is not overlooked."""

    built: list[str]


@router.get("", responses={200: {"model": Lexicons}})
async def lexicons(service: ServiceDep) -> Response:
    """List the bundled lexicons and those that were built here."""
    return await service.answer("lexicons", Everything(built=built_names()))


@router.get("/{name}", responses={200: {"model": LexiconWords}})
async def words(name: Annotated[str, Path(max_length=64)], service: ServiceDep) -> Response:
    """Give one lexicon with every word that may be guessed; `de6` or so is built if need be."""
    return await service.answer("lexicon", Named(lexicon=name))


@router.post("", status_code=201, responses={201: {"model": LexiconWords}})
async def send(request: LexiconRequest, service: ServiceDep) -> Response:
    """Send your own words; use the `id` of the answer as `lexicon` in other requests.

    They are kept in memory for a while, and never written to a file.
    """
    allowed = request.allowed or request.answers
    described = await service.words.take(service.workers, request.answers, allowed)
    return Response(described, 201, media_type="application/json")
