"""Runs a Python class as a program: ``python -m salet.arena.bots.wrapper FILE [CLASS]``.

So that a bot that is a class is a process like any other: clocked, limited, and free to crash.
What it prints goes to stderr, where it does not mix with its answers.
"""

from __future__ import annotations

import ast
import json
import os
import runpy
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from salet.arena.bots.bot import METHODS, Bot, Request
from salet.arena.bots.record import GameRecord
from salet.arena.bots.wire import KEYS, read_game, read_request
from salet.games.game import Game
from salet.words.lexicon import Lexicon

_MODULE = "salet_bot"
_PLAYING = ("guess", "choose")
"""A class that has one of these methods plays: it is a bot or a strategy."""


def load_bot(path: Path, class_name: str = "") -> Any:
    """Return a new bot of the class in a file."""
    sys.path.insert(0, str(path.parent))
    names = runpy.run_path(str(path), run_name=_MODULE)
    own = {
        name: value
        for name, value in names.items()
        if isinstance(value, type) and value.__module__ == _MODULE and _plays(value)
    }
    if class_name:
        found = names.get(class_name)
        if not isinstance(found, type) or not _plays(found):
            sys.exit(f"{path.name} has no class {class_name} with a method guess")
    elif len(own) == 1:
        found = next(iter(own.values()))
    else:
        why = several_bots(path, [*own]) if own else f"{path.name} has no class with a method guess"
        sys.exit(why)
    return _bot_of(found())


def _plays(kind: type) -> bool:
    return any(callable(getattr(kind, name, None)) for name in _PLAYING)


def classes_that_play(path: Path) -> list[str]:
    """Return the classes with a bot's method, as far as the text of a file tells: it is not run."""
    try:
        with warnings.catch_warnings(action="ignore"):
            body = ast.parse(path.read_bytes()).body
    except (MemoryError, OSError, RecursionError, SyntaxError, ValueError):
        return []  # its process will say what is wrong
    found: dict[str, None] = {}
    for one in body:
        if isinstance(one, ast.ClassDef):
            methods = {part.name for part in one.body if isinstance(part, ast.FunctionDef)}
            bases = {base.id for base in one.bases if isinstance(base, ast.Name)}
            if methods & {*_PLAYING} or bases & found.keys():
                found[one.name] = None
    return list(found)


def several_bots(path: Path, names: Sequence[str]) -> str:
    """Say that one of the classes of a file must be named.

    >>> several_bots(Path("bots/two.py"), ["X", "Y"])
    'two.py has several bots; name one, as two.py:X (X, Y)'
    """
    file = path.name
    return f"{file} has several bots; name one, as {file}:{names[0]} ({', '.join(names)})"


def _bot_of(made: Any) -> Any:
    if callable(getattr(made, "guess", None)):
        return made
    from salet.arena.bots.strategist import StrategyBot

    return StrategyBot(made)


def answer(bot: Any, request: Request) -> str:
    """Call the bot's method; a class that has no method to set or respond takes the default."""
    name = METHODS[request.ask]
    method = getattr(bot, name, None) or getattr(Bot(), name)
    return str(method(request))


def main(arguments: list[str]) -> None:
    """Answer questions until the input ends."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # whatever the bot prints, from wherever, is not an answer
    path, class_name = Path(arguments[0]), (arguments[1:] or [""])[0]
    bot = load_bot(path, class_name)
    answers, allowed = (
        tuple(Path(name).read_text(encoding="utf-8").split())
        for name in ("answers.txt", "allowed.txt")
    )
    lexicon = Lexicon("arena", answers, allowed, answers)
    game: Game | None = None
    told: tuple[GameRecord, ...] = ()
    for line in sys.stdin.buffer:
        question = json.loads(line)
        game = game or read_game(question, lexicon)
        request = read_request(question, game, told)
        told = request.history
        reply = {"id": question["id"], KEYS[request.ask]: answer(bot, request)}
        if "memory" in question and isinstance(getattr(bot, "memory", None), str):
            reply["memory"] = bot.memory
        output.write(json.dumps(reply, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
