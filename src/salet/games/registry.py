"""Finds games by what people write: ``nyt``, ``mastermind(4,6)``, ``mine.py:Mine``."""

from __future__ import annotations

import reprlib
from importlib import import_module
from pathlib import Path

from salet.errors import InvalidError, UnknownNameError
from salet.games.game import Game
from salet.games.wordle import Wordle
from salet.plugins import describe, is_own, load_class, read_arguments, read_call
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon
from salet.words.shelf import is_lexicon_name, lexicon_names

_HOMES = {
    "wordle": ("wordle", "Wordle"),
    "mastermind": ("mastermind", "Mastermind"),
    "bulls": ("mastermind", "Bulls"),
    "blackpegs": ("mastermind", "Blackpegs"),
    "nerdle": ("numbers", "Nerdle"),
    "primel": ("numbers", "Primel"),
    "jotto": ("jotto", "Jotto"),
}
"""Each registered game: its module in this package, and the class in it."""


def game_names() -> list[str]:
    """Return the names of the registered games."""
    return list(_HOMES)


def make_game(
    game: Game | Lexicon | str | None = None,
    lexicon: Lexicon | str | None = None,
    *,
    files: bool = True,
) -> Game:
    """Return a game; words, or the name of a lexicon, mean Wordle with them.

    Parameters
    ----------
    game
        a `Game`, or its name as people write it: ``mastermind(4,6)``, ``mine.py:Mine``
    lexicon
        instead of a game, the words of Wordle or their name; the default is the original list
    files
        whether the game may be one in a file, which is run

    >>> make_game("mastermind(4,6)").name, make_game("nyt").name, make_game("wordle(nyt)").name
    ('mastermind(4,6)', 'nyt', 'nyt')
    """
    if game is not None and lexicon is not None:
        raise InvalidError("give a game or a lexicon, not both: a game has its own words")
    chosen = game if lexicon is None else lexicon
    if isinstance(chosen, Game):
        if is_own(type(chosen)):
            chosen.id  # noqa: B018 - a game that cannot be played is refused here
        return chosen
    if lexicon is not None or chosen is None or isinstance(chosen, Lexicon):
        return Wordle(DEFAULT_LEXICON if chosen is None else chosen)
    if isinstance(chosen, type) and issubclass(chosen, Game):
        raise InvalidError(f"{chosen.__name__} is a class; give a game of it, {chosen.__name__}()")
    if not isinstance(chosen, str):
        raise InvalidError(f"{reprlib.repr(chosen)} is not a game; give a Game, words or a name")
    return Wordle(chosen) if is_lexicon_name(chosen) else game_from_text(chosen, files=files)


def game_from_text(text: str, *, files: bool = True) -> Game:
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
    except (Exception, SystemExit) as error:
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
    module, kind = _HOMES[name]
    found: type[Game] = getattr(import_module(f"salet.games.{module}"), kind)
    return found
