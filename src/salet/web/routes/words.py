"""What can be played: word lists of the command line, those that were sent, and other games.

A list that was sent is kept in memory under the hash of its words, so the same list has the same
id after a restart, and a link that names it works again once it is sent again.
"""

from __future__ import annotations

import json
from contextlib import suppress
from string import ascii_lowercase
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from salet.errors import InvalidError
from salet.web.html import read_data
from salet.web.resource import (
    GameRequest,
    Request,
    Service,
    Toolbox,
    Word,
    WordsRequest,
    built_at,
    get,
    post,
)
from salet.words.builder import built_names, can_build
from salet.words.files import MAX_LENGTH, MIN_LENGTH
from salet.words.history import todays_puzzle
from salet.words.language import languages
from salet.words.lexicon import TODAY_LEXICON, Lexicon
from salet.words.shelf import lexicons_at_hand

if TYPE_CHECKING:
    from salet.games.game import Game

_MOST_WORDS = 50_000


class ListRequest(Request):
    """All lexicons; those that were built are named with their times, so that none is outdated."""

    built: dict[str, int] = Field(
        default_factory=lambda: {name: built_at(name) for name in built_names()}
    )


class LexiconRequest(Request):
    """Your own words, all of one length."""

    answers: Annotated[list[Word], Field(min_length=1, max_length=_MOST_WORDS)]
    allowed: Annotated[list[Word], Field(max_length=_MOST_WORDS)] = []


def _keep(service: Service, request: LexiconRequest, answer: bytes) -> None:
    name = json.loads(answer)["lexicon"]["id"]
    service.sent[name] = {"answers": request.answers, "allowed": request.allowed or request.answers}


@get("/lexicons", ListRequest, "Lexicons", tag="words")
def lexicons(_: ListRequest, __: Toolbox) -> dict[str, Any]:
    """List the bundled lexicons, those that were built here, and other games."""
    found, _damaged = lexicons_at_hand()
    offered = languages().items() if can_build() else ()
    return {
        "languages": [{"code": code, "name": language.name} for code, language in offered],
        "lengths": [MIN_LENGTH, MAX_LENGTH],
        "today": TODAY_LEXICON,
        "games": read_data("texts.toml")["menu"],
        "lexicons": [
            lexicon.summary()
            | facts
            | {"language": lexicon.language.name if lexicon.language else "English"}
            for lexicon, facts in found
        ],
    }


@get("/lexicons/{lexicon}", WordsRequest, "GameWords", tag="words")
def words(request: WordsRequest, work: Toolbox) -> dict[str, Any]:
    """Give one lexicon with every word that may be guessed; `de6` or so is built if need be."""
    return _described(work.table(request).game)


@get("/games/{game}", GameRequest, "GameWords", tag="words")
def game(request: GameRequest, work: Toolbox) -> dict[str, Any]:
    """Give a registered game with everything that may be guessed, and how it replies."""
    return _described(work.table(request).game)


@post(
    "/lexicons", LexiconRequest, "GameWords", tag="words", status=201, then=_keep, remembered=False
)
def send(request: LexiconRequest, _: Toolbox) -> dict[str, Any]:
    """Send your own words; use the `id` of the answer as `lexicon` in other requests.

    They are kept in memory for a while, and never written to a file.
    """
    from salet.games.wordle import Wordle

    allowed = request.allowed or request.answers
    return _described(Wordle(Lexicon.from_words(request.answers, allowed, name="your words")))


@get("/today", Request, "Today", tag="words", remembered=False)
def today(_: Request, __: Toolbox) -> dict[str, Any]:
    """Say what is assumed of today's puzzle: the newest list, and a history if one is kept here."""
    return todays_puzzle()


def _described(game: Game) -> dict[str, Any]:
    """Say what a page needs to know of a game: its symbols, its guesses, and how it replies."""
    from salet.games.wordle import Patterns
    from salet.strategies.registry import make_strategy, registry

    strategies = []
    for name in (name for name, spec in registry().items() if spec.plays):
        with suppress(InvalidError):
            make_strategy(name).check_game(game)
            strategies.append(name)
    texts = read_data("texts.toml")["games"]
    family = texts["wordle"] | texts.get(game.name.partition("(")[0], {})
    replies = () if isinstance(game.replies, Patterns) else game.replies
    return {
        **family,
        "lexicon": game.summary(),
        "keyboard": _keyboard(game.lexicon, family["symbol"]),
        "allowed": list(game.guesses),
        "modes": list(game.modes),
        "strategies": strategies,
        "replies": {str(reply): reply.to_text("pegs") for reply in replies},
        "solved": str(game.replies[game.replies.solved]),
    }


def _keyboard(lexicon: Lexicon, symbol: str) -> list[str]:
    """Lay out the keys; a letter beyond a to z has one if a word has it: no word of de6 has ß."""
    if symbol == "letter":
        letters = {*ascii_lowercase, *lexicon.alphabet}
        return ["".join(filter(letters.__contains__, row)) for row in lexicon.keyboard]
    digits = "".join(filter(str.isdecimal, lexicon.alphabet))
    others = "".join(sign for sign in lexicon.alphabet if sign not in digits)
    return [row for row in (digits, others[:10], others[10:]) if row]
