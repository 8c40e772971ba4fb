"""The conformance tests for strategies and games; their authors can call them, too.

>>> from salet.testing import check_strategy
>>> check_strategy("entropy+solutions_below(20)")
>>> from salet.testing import check_game
>>> check_game("mastermind(3,4)")
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.laws import check_laws
from salet.games.position import Position, Turn
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.runs.walk import Games, play
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import ComputedTable, StoredTable, build_codes
from salet.view import Setting
from salet.words.lexicon import Lexicon

__all__ = ["ConformanceError", "check_game", "check_strategy"]

Factory: TypeAlias = Callable[[], Strategy]

_ANSWERS = 60
_GUESSES = 200
_POSITIONS = 4


class ConformanceError(AssertionError):
    """A strategy or a game breaks a promise; the message says which, and where."""


def check_game(game: Game | str) -> None:
    """Raise `ConformanceError` unless the game keeps every law.

    The message names the pair of guess and answer. `salet.games.laws` lists the laws; here, up to
    64 guesses are tried with up to 64 answers. The hard modes are tried on some positions.
    """
    try:
        game = make_game(game)
        check_laws(game, most=64)
        for name in game.modes:
            _check_mode(game, name)
    except InvalidError as error:
        raise ConformanceError(str(error)) from None


def _check_mode(game: Game, name: str) -> None:
    """Compare the two forms of a hard mode, and two turns with each of them alone."""
    table, mode, rng = ComputedTable(game), game.mode(name), np.random.default_rng(1)
    tried = np.sort(rng.permutation(len(game.guesses))[:_GUESSES])

    def allowed(*turns: Turn) -> set[int]:
        position = Position(turns)
        legal = set(mode.legal(table, position, tried).tolist())
        told = {guess for guess in tried.tolist() if not _objects(game, name, guess, position)}
        for guess in told ^ legal:
            raise ConformanceError(
                f"hard mode {name}: objection and legal disagree on {game.guesses[guess]} "
                f"after {position}"
            )
        return legal

    for answer in rng.choice(game.answers, _POSITIONS):
        first, second = (game.turn_for(word, str(answer)) for word in rng.choice(game.guesses, 2))
        possible = set(table.answer_guesses[table.candidates(Position((first,)))].tolist())
        for guess in (possible & set(tried.tolist())) - allowed(first):
            raise ConformanceError(
                f"hard mode {name} forbids {game.guesses[guess]}, a possible answer after {first}"
            )
        if allowed(first, second) != allowed(first) & allowed(second):
            raise ConformanceError(
                f"hard mode {name}: what is allowed after {first} {second} is not what is allowed "
                "after each of the two turns; a mode may not look at several turns together"
            )


def _objects(game: Game, mode: str, guess: int, position: Position) -> bool:
    return game.objection(game.guesses[guess], position, Rules(hard=mode)) is not None


def check_strategy(strategy: Strategy | str | Factory) -> None:
    """Raise `ConformanceError` unless the strategy keeps every promise.

    It gives legal guesses in each mode it declares, ends every game, guesses the answer once a
    single candidate is left, draws from ``view.rng`` only if it declares so, plays the same game
    for the same seed, whatever it was asked before, and survives pickling.
    """
    if isinstance(strategy, type):
        _check_promises(lambda: make_strategy(strategy))
    elif isinstance(strategy, Strategy | str):
        fixed = make_strategy(strategy)
        _check_promises(lambda: fixed)
    else:
        _check_promises(strategy)


def _check_promises(make: Factory) -> None:
    modes = [mode for mode in Wordle.modes if make().traits.plays(mode)]
    if not modes:
        raise ConformanceError(f"{make()} declares no hard mode that it plays")
    for mode in modes:
        setting = _setting(mode)
        answers = np.arange(_ANSWERS)
        games = play(make(), setting, answers, seed=1)
        for problem in games.problems:
            raise ConformanceError(f"{make()} in mode {mode} {problem}")
        _check_same(make(), games, play(make(), setting, answers, seed=1), "twice the same seed")
        _check_same(
            make(), games, play(_pickled(make()), setting, answers, seed=1), "a pickled copy"
        )
        _check_no_memory(make, setting, games)
        _check_last_candidate(make(), setting)


@lru_cache(maxsize=len(Wordle.modes))
def _setting(mode: str) -> Setting:
    """Return a small real game: all allowed words, and every n-th answer."""
    original = Lexicon.load("original")
    answers = original.answers[:: len(original.answers) // _ANSWERS][:_ANSWERS]
    game = Wordle(Lexicon.from_words(answers, original.allowed, name="conformance"))
    return Setting.of(StoredTable(game, build_codes(game)), Rules(hard=mode))


def _check_same(strategy: Strategy, one: Games, other: Games, how: str) -> None:
    if one.guesses.shape != other.guesses.shape or (one.guesses != other.guesses).any():
        raise ConformanceError(f"{strategy} does not play the same games with {how}")


def _check_no_memory(make: Factory, setting: Setting, games: Games) -> None:
    """Play the last answer with a strategy that has played others, and compare."""
    strategy = make()
    for answer in (3, 1, 2):
        play(strategy, setting, np.array([answer]), seed=1)
    alone = play(strategy, setting, np.array([_ANSWERS - 1]), seed=1)
    turns = int(games.lengths[-1])
    if alone.lengths[0] != turns or (alone.guesses[0, :turns] != games.guesses[-1, :turns]).any():
        raise ConformanceError(f"{strategy} plays a game differently after other games")


def _check_last_candidate(strategy: Strategy, setting: Setting) -> None:
    """Lead it to positions with a single candidate left."""
    game = setting.game
    for answer in range(0, _ANSWERS, 7):
        view = setting.start()
        for guess in setting.table.answer_guesses[[answer - 1, answer - 2, answer - 3]]:
            code = int(setting.table.row(int(guess))[answer])
            objection = game.objection(game.guesses[guess], view.position, setting.rules)
            if objection is None and len(view.candidates) > 1:
                view = view.after(int(guess), code)
        if len(view.candidates) == 1 and strategy.choose(view) != view.candidate_guesses[0]:
            raise ConformanceError(
                f"{strategy} does not guess {game.answers[answer]}, the only candidate, "
                f"after {view.position}"
            )


def _pickled(strategy: Strategy) -> Strategy:
    try:
        copy: Strategy = pickle.loads(pickle.dumps(strategy))
    except Exception as error:
        raise ConformanceError(f"{strategy} cannot be pickled: {error}") from error
    return copy
