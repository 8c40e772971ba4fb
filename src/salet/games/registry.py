"""Finds games by what people write: ``nyt``, ``mastermind(4,6)``, ``mine.py:Mine``."""

from __future__ import annotations

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
    factory = load_class(Path(file).expanduser(), class_name, Game) if file else _find(name)
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


def in_folder(text: str, folder: Path) -> str:
    """Return a game as people write it, with the place of its file taken from `folder`."""
    file, colon, name = text.partition(".py:")
    return f"{(folder / file).absolute()}{colon}{name}" if colon else text


def _find(text: str) -> type[Game]:
    name = text.lower()
    if name not in _HOMES:
        if is_lexicon_name(name):
            raise InvalidError(f"{name} is a lexicon; write wordle({name})")
        raise UnknownNameError.among("game", name, [*_HOMES, *lexicon_names()])
    found: type[Game] = getattr(import_module(f"salet.games.{name}"), _HOMES[name])
    return found
