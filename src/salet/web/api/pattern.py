"""The reply to a guess."""

from __future__ import annotations

from fastapi import APIRouter, Response

from salet.web.api.fields import Answer, LexiconName, Request, Word
from salet.web.service import ServiceDep
from salet.words.lexicon import DEFAULT_LEXICON

router = APIRouter(tags=["advice"])


class PatternRequest(Request):
    """Two allowed words."""

    guess: Word
    answer: Word
    lexicon: LexiconName = DEFAULT_LEXICON


class PatternAnswer(Answer):
    """The reply, as text and as a number."""

    guess: str
    answer: str
    pattern: str
    code: int
    solved: bool


@router.post("/pattern", responses={200: {"model": PatternAnswer}})
async def pattern(request: PatternRequest, service: ServiceDep) -> Response:
    """Show the reply to a guess for a given answer."""
    return await service.answer("pattern", request)
