"""The protocol: a question is one line of JSON, an answer is one line of JSON.

A question to a program looks like this (on one line)::

    {"id": 7, "ask": "guess", "me": "mine", "opponent": null, "game": "nyt", "rule": "wordle-2",
     "length": 5, "max_guesses": 6, "hard": "off", "seed": 123,
     "turns": [{"guess": "raise", "pattern": "--y-g"}], "history": []}

and is answered by ``{"guess": "clout"}``. ``"ask": "set"`` is answered by ``{"word": "jazzy"}``
and ``"ask": "respond"``, which has the guess under ``"guessed"``, by ``{"pattern": "--y-g"}``.
``history`` has the finished games of the match that this process has not been told yet. In a cup
with ``memory_kb`` a question has what the bot wanted to remember under ``"memory"``, and an answer
may have a new one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.record import Fault, GameRecord, Verdict
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.position import Position, Turn
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.words.lexicon import Lexicon

KEYS = {Ask.GUESS: "guess", Ask.SET: "word", Ask.RESPOND: "pattern"}
"""Under which name the answer is found."""


def write_request(request: Request, number: int, told: int = 0) -> dict[str, Any]:
    """Return a question as plain values, without the first `told` games of the history."""
    values: dict[str, Any] = {
        "id": number,
        "ask": str(request.ask),
        "me": request.me,
        "opponent": request.opponent,
        "game": request.game.source or request.game.name,
        "rule": request.game.rule,
        "length": len(request.game.answers[0]),
        "max_guesses": request.rules.max_guesses,
        "hard": request.rules.hard,
        "seed": request.seed,
        "turns": [
            {"guess": turn.guess, "pattern": turn.reply.to_text()} for turn in request.position
        ],
        "history": [_game(record) for record in request.history[told:]],
    }
    if request.guessed is not None:
        values["guessed"] = request.guessed
    return values


def read_reply(line: bytes, ask: Ask, number: int) -> str:
    """Return the answer in a line, or raise `Fault` with what is wrong with it."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault(Verdict.INVALID, f"wrote bytes that are not UTF-8: {line[:40]!r}") from None
    try:
        reply = json.loads(text)
    except (ValueError, RecursionError):  # also numbers of thousands of digits
        raise Fault(Verdict.INVALID, f"wrote a line that is not JSON: {text[:60]!r}") from None
    key = KEYS[ask]
    if not isinstance(reply, dict) or not isinstance(reply.get(key), str):
        raise Fault(Verdict.INVALID, f'wrote {text[:60]!r}, not {{"{key}": "..."}}')
    if reply.get("id", number) != number:
        raise Fault(Verdict.INVALID, f"answered question {reply['id']!r:.20}, not {number}")
    answer: str = reply[key]
    return answer


def read_memory(line: bytes, most: int) -> str | None:
    """Return what a bot wants to remember, in a reply that could be read; None if it says nothing.

    `most` is the number of bytes that it may have.
    """
    memory = json.loads(line).get("memory")
    if memory is None:
        return None
    if not isinstance(memory, str) or len(memory.encode("utf-8", "replace")) > most:
        raise Fault(Verdict.INVALID, f"wrote a memory that is not a text of up to {most:,} bytes")
    return memory


def read_request(values: dict[str, Any], game: Game, told: Sequence[GameRecord] = ()) -> Request:
    """Return the question in plain values; `told` is the history from earlier questions."""
    new = [_read_game(one, len(told) + place) for place, one in enumerate(values["history"])]
    turns = (Turn(turn["guess"], game.replies.read(turn["pattern"])) for turn in values["turns"])
    return Request(
        Ask(values["ask"]),
        game,
        Rules(values["max_guesses"], values["hard"]),
        values["me"],
        values["opponent"],
        values["seed"],
        Position(tuple(turns)),
        (*told, *new),
        values.get("guessed"),
        values.get("memory", ""),
    )


def read_game(values: dict[str, Any], lexicon: Lexicon) -> Game:
    """Return the game that a question is about; `lexicon` has the words of Wordle."""
    game = Wordle(lexicon) if values["rule"] == Wordle.rule else make_game(values["game"])
    if game.rule != values["rule"]:
        raise InvalidError(f"cannot make the game {values['game']} with the rule {values['rule']}")
    return game


def _game(record: GameRecord) -> dict[str, Any]:
    return {
        "round": record.round,
        "solver": record.solver,
        "setter": record.setter,
        "answer": record.answer,
        "turns": [{"guess": guess, "pattern": reply} for guess, reply in record.played],
        "verdict": str(record.verdict),
        "cost": record.cost,
    }


def _read_game(values: dict[str, Any], number: int) -> GameRecord:
    return GameRecord(
        number,
        values["round"],
        values["solver"],
        values["setter"],
        values["answer"],
        " ".join(f"{turn['guess']}:{turn['pattern']}" for turn in values["turns"]),
        Verdict(values["verdict"]),
        values["cost"],
    )
