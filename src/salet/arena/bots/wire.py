"""The protocol: a question is one line of JSON, an answer is one line of JSON.

A question to a program looks like this (on one line)::

    {"id": 7, "ask": "guess", "me": "mine", "opponent": null, "length": 5, "max_guesses": 6,
     "hard": "off", "seed": 123, "turns": [{"guess": "raise", "pattern": "--y-g"}], "history": []}

and is answered by ``{"guess": "clout"}``. ``"ask": "set"`` is answered by ``{"word": "jazzy"}``
and ``"ask": "respond"``, which has the guess under ``"guessed"``, by ``{"pattern": "--y-g"}``.
``history`` has the finished games of the match that this process has not been told yet.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.record import Fault, GameRecord, Verdict
from salet.games.colours import Colour, Pattern
from salet.games.position import Position, Turn
from salet.games.rules import HardMode, Rules
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
        "length": request.lexicon.length,
        "max_guesses": request.rules.max_guesses,
        "hard": str(request.rules.hard),
        "seed": request.seed,
        "turns": _turns(request.position),
        "history": [_game(game) for game in request.history[told:]],
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
    except (json.JSONDecodeError, RecursionError):
        raise Fault(Verdict.INVALID, f"wrote a line that is not JSON: {text[:60]!r}") from None
    key = KEYS[ask]
    if not isinstance(reply, dict) or not isinstance(reply.get(key), str):
        raise Fault(Verdict.INVALID, f'wrote {text[:60]!r}, not {{"{key}": "..."}}')
    if reply.get("id", number) != number:
        raise Fault(Verdict.INVALID, f"answered question {reply['id']!r:.20}, not {number}")
    answer: str = reply[key]
    return answer


def read_request(
    values: dict[str, Any], lexicon: Lexicon, told: Sequence[GameRecord] = ()
) -> Request:
    """Return the question in plain values; `told` is the history from earlier questions."""
    new = [_read_game(game, len(told) + place) for place, game in enumerate(values["history"])]
    return Request(
        Ask(values["ask"]),
        lexicon,
        Rules(values["max_guesses"], HardMode(values["hard"])),
        values["me"],
        values["opponent"],
        values["seed"],
        _position(values["turns"]),
        (*told, *new),
        values.get("guessed"),
    )


def colour_digits(pattern: Pattern) -> list[int]:
    """Return a pattern as the published battleword form has it: 0 grey, 1 yellow, 2 green."""
    return [int(Colour(colour)) for colour in pattern.colours]


def _turns(position: Position) -> list[dict[str, str]]:
    return [{"guess": turn.guess, "pattern": str(turn.pattern)} for turn in position]


def _position(turns: list[dict[str, str]]) -> Position:
    return Position(
        tuple(Turn(turn["guess"], Pattern.from_text(turn["pattern"])) for turn in turns)
    )


def _game(game: GameRecord) -> dict[str, Any]:
    return {
        "round": game.round,
        "solver": game.solver,
        "setter": game.setter,
        "answer": game.answer,
        "turns": _turns(game.position),
        "verdict": str(game.verdict),
        "cost": game.cost,
    }


def _read_game(values: dict[str, Any], number: int) -> GameRecord:
    return GameRecord(
        number,
        values["round"],
        values["solver"],
        values["setter"],
        values["answer"],
        str(_position(values["turns"])),
        Verdict(values["verdict"]),
        values["cost"],
    )
