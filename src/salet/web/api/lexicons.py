"""The word lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import Answer, LexiconSummary, Request, Word
from salet.web.service import ServiceDep
from salet.web.words import MOST_WORDS

router = APIRouter(prefix="/lexicons", tags=["words"])


class BundledLexicon(LexiconSummary):
    """A bundled lexicon and where it comes from."""

    title: str
    language: str
    source: str
    date: str
    licence: str


class Lexicons(BaseModel):
    """All bundled lexicons."""

    lexicons: list[BundledLexicon]
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
    """All of them."""


@router.get("", responses={200: {"model": Lexicons}})
async def lexicons(service: ServiceDep) -> Response:
    """List the bundled lexicons."""
    return await service.answer("lexicons", Everything())


@router.get("/{name}", responses={200: {"model": LexiconWords}})
async def words(name: Annotated[str, Path(max_length=64)], service: ServiceDep) -> Response:
    """Give one lexicon, with every word that may be guessed."""
    return await service.answer("lexicon", Named(lexicon=name))


@router.post("", status_code=201, responses={201: {"model": LexiconWords}})
async def send(request: LexiconRequest, service: ServiceDep) -> Response:
    """Send your own words; use the `id` of the answer as `lexicon` in other requests.

    They are kept in memory for a while, and never written to a file.
    """
    allowed = request.allowed or request.answers
    described = await service.words.take(service.workers, request.answers, allowed)
    return Response(described, 201, media_type="application/json")
