"""Finds games by what people write: ``nyt``, ``mastermind(4,6)``, ``mine.py:Mine``."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path

from salet.errors import InvalidError, UnknownNameError
from salet.games.game import Game
from salet.games.wordle import Wordle
from salet.plugins import describe, load_class, read_arguments, read_call
from salet.words.lexicon import Lexicon
from salet.words.shelf import is_lexicon_name, lexicon_names

_HOMES = {"wordle": "Wordle", "mastermind": "Mastermind"}
"""Each registered game: its module in this package, and the class in it."""


def make_game(game: Game | Lexicon | str) -> Game:
    """Return the game that is meant; words, or the name of a lexicon, mean Wordle with them.

    >>> make_game("mastermind(4,6)").name, make_game("nyt").name, make_game("wordle(nyt)").name
    ('mastermind(4,6)', 'nyt', 'nyt')
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, Lexicon):
        return Wordle(game)
    if is_lexicon_name(game):
        return Wordle(Lexicon.load(game))
    return read_game(game)


def read_game(text: str, *, files: bool = True) -> Game:
    """Read a game as people write it, from a file of their own only if `files` may be run."""
    call = read_call(text.strip())
    if call is None:
        raise InvalidError(f"cannot read the game {text!r}; write it as mastermind(4,6)")
    name, arguments = call
    file, _, class_name = name.rpartition(":")
    if file and not files:
        raise InvalidError(f"{text!r} names a file; only registered games are played here")
    if name.endswith(".py"):
        raise InvalidError(f"name a class of the file, as in {name}:MyGame")
    factory = _from_file(Path(file).expanduser(), class_name) if file else _find(name)
    values = read_arguments(name, factory, arguments)
    try:
        game = factory(**values)
        game.id  # noqa: B018 - words that cannot be played with show here
    except InvalidError:
        raise
    except Exception as error:
        raise InvalidError(f"{text} cannot be made: {describe(error)}") from None
    if file:
        game.source = text.strip()
    return game


def _find(name: str) -> type[Game]:
    if name not in _HOMES:
        raise UnknownNameError.among("game", name, [*_HOMES, *lexicon_names()])
    found: type[Game] = getattr(import_module(f"salet.games.{name}"), _HOMES[name])
    return found


def _from_file(path: Path, name: str) -> type[Game]:
    """Load a game of one's own; its rule carries a hash of the file, so a change is noticed."""
    factory = load_class(path, name, Game)
    mark = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    factory.rule = f"{factory.rule or name}-{mark}"
    return factory
