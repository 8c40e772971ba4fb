"""What a strategy must hold to, as a function that authors of strategies can call too.

>>> from salet.testing import check_strategy
>>> check_strategy("entropy+solutions_below(20)")
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from salet.games.position import Position
from salet.games.rules import HardMode, Rules
from salet.runs.walk import play
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import StoredTable, build_codes
from salet.view import Setting
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.runs.walk import Games

__all__ = ["ConformanceError", "check_strategy"]

Factory: TypeAlias = Callable[[], Strategy]

_ANSWERS = 60


class ConformanceError(AssertionError):
    """A strategy breaks a promise; the message says which, and where."""


def check_strategy(strategy: Strategy | str | Factory) -> None:
    """Raise `ConformanceError` unless the strategy keeps every promise.

    It gives legal guesses in each mode it declares, ends every game, guesses the answer once a
    single candidate is left, draws from ``view.rng`` only if it declares so, plays the same game
    for the same seed, whatever it was asked before, and survives pickling.
    """
    if isinstance(strategy, Strategy | str):
        fixed = make_strategy(strategy)
        _check_promises(lambda: fixed)
    else:
        _check_promises(strategy)


def _check_promises(make: Factory) -> None:
    if not make().traits.modes:
        raise ConformanceError(f"{make()} declares no mode that it can play")
    for mode in make().traits.modes:
        setting = _setting(mode)
        answers = np.arange(_ANSWERS)
        games = play(make(), setting, answers, seed=1)
        _check_finished(make(), mode, games)
        _check_same(make(), games, play(make(), setting, answers, seed=1), "twice the same seed")
        _check_same(
            make(), games, play(_pickled(make()), setting, answers, seed=1), "a pickled copy"
        )
        _check_no_memory(make, setting, games)
        _check_last_candidate(make(), setting)


@lru_cache(maxsize=len(HardMode))
def _setting(mode: str) -> Setting:
    """Return a small real game: all allowed words, and every so-manieth answer."""
    original = Lexicon.load("original")
    answers = original.answers[:: len(original.answers) // _ANSWERS][:_ANSWERS]
    lexicon = Lexicon.from_words(answers, original.allowed, name="conformance")
    return Setting.of(StoredTable(lexicon, build_codes(lexicon)), Rules(hard=mode))


def _check_finished(strategy: Strategy, mode: str, games: Games) -> None:
    for problem in games.problems:
        raise ConformanceError(f"{strategy} in mode {mode} {problem}")


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
    for answer in range(0, _ANSWERS, 7):
        view = setting.start()
        for guess in setting.table.answer_guesses[[answer - 1, answer - 2, answer - 3]]:
            code = int(setting.table.row(int(guess))[answer])
            legal = setting.rules.objection(setting.lexicon.allowed[guess], view.position) is None
            if legal and len(view.candidates) > 1:
                view = view.after(int(guess), code)
        if len(view.candidates) == 1 and strategy.choose(view) != view.candidate_guesses[0]:
            raise ConformanceError(
                f"{strategy} does not guess {setting.lexicon.answers[answer]}, the only candidate, "
                f"after {Position(view.position.turns)}"
            )


def _pickled(strategy: Strategy) -> Strategy:
    try:
        copy: Strategy = pickle.loads(pickle.dumps(strategy))
    except Exception as error:
        raise ConformanceError(f"{strategy} cannot be pickled: {error}") from error
    return copy
