"""The word lists: those of the command line, and those that were sent to this server.

A list that was sent is kept in memory under the hash of its words, so the same list has the same
id after a restart, and a link that names it works again once it is sent again.
"""

from __future__ import annotations

import json
from string import ascii_lowercase
from typing import Annotated, Any

from pydantic import Field

from salet.web.resource import Request, Service, Toolbox, Word, WordsRequest, get, post
from salet.words.builder import built_names, can_build
from salet.words.files import MAX_LENGTH, MIN_LENGTH
from salet.words.language import languages
from salet.words.lexicon import Lexicon
from salet.words.shelf import lexicons_at_hand

_MOST_WORDS = 50_000
_FACTS = ("title", "source", "date", "licence")


class ListRequest(Request):
    """All lexicons; those that were built are named, so that a new one is not overlooked."""

    built: list[str] = Field(default_factory=built_names)


class NamedRequest(WordsRequest):
    """A lexicon by name."""


class LexiconRequest(Request):
    """Your own words, all of one length."""

    answers: Annotated[list[Word], Field(min_length=1, max_length=_MOST_WORDS)]
    allowed: Annotated[list[Word], Field(max_length=_MOST_WORDS)] = []


def _keep(service: Service, request: LexiconRequest, answer: bytes) -> None:
    name = json.loads(answer)["lexicon"]["id"]
    service.sent[name] = {
        "answers": request.answers,
        "allowed": request.allowed or request.answers,
    }


@get("/lexicons", ListRequest, "Lexicons", tag="words")
def lexicons(_: ListRequest, __: Toolbox) -> dict[str, Any]:
    """List the bundled lexicons and those that were built here."""
    found, _damaged = lexicons_at_hand()
    offered = languages().items() if can_build() else ()
    return {
        "languages": [{"code": code, "name": language.name} for code, language in offered],
        "lengths": [MIN_LENGTH, MAX_LENGTH],
        "lexicons": [
            lexicon.summary()
            | {key: facts.get(key, "") for key in _FACTS}
            | {"language": lexicon.language.name if lexicon.language else "English"}
            for lexicon, facts in found
        ],
    }


@get("/lexicons/{lexicon}", NamedRequest, "LexiconWords", tag="words")
def words(request: NamedRequest, work: Toolbox) -> dict[str, Any]:
    """Give one lexicon with every word that may be guessed; `de6` or so is built if need be."""
    return _described(work.table(request).lexicon)


@post(
    "/lexicons",
    LexiconRequest,
    "LexiconWords",
    tag="words",
    status=201,
    then=_keep,
    remembered=False,
)
def send(request: LexiconRequest, _: Toolbox) -> dict[str, Any]:
    """Send your own words; use the `id` of the answer as `lexicon` in other requests.

    They are kept in memory for a while, and never written to a file.
    """
    allowed = request.allowed or request.answers
    return _described(Lexicon.from_words(request.answers, allowed, name="your words"))


def _described(lexicon: Lexicon) -> dict[str, Any]:
    # A letter beyond a to z has a key if a word has it: no word of de6 has ß.
    alphabet = {*ascii_lowercase, *lexicon.alphabet}
    return {
        "lexicon": lexicon.summary(),
        "keyboard": ["".join(filter(alphabet.__contains__, row)) for row in lexicon.keyboard],
        "allowed": list(lexicon.allowed),
    }
