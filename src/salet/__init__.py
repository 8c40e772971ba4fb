"""A laboratory for Wordle and games like it.

Everything listed in `__all__` loads on first use, so that ``import salet`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from salet._version import __version__

if TYPE_CHECKING:
    from salet.coach.review import review
    from salet.coach.suggest import suggest
    from salet.errors import (
        IllegalGuessError,
        InconsistentHistoryError,
        InvalidError,
        RepairWarning,
        SaletError,
    )
    from salet.exact.optimum import optimal
    from salet.games.colours import Pattern
    from salet.games.position import Position
    from salet.games.referee import GameLog, Referee
    from salet.games.rules import Rules
    from salet.games.wordle import pattern_of
    from salet.runs.ground import run
    from salet.runs.result import Run, pair
    from salet.strategies.base import DecisionRule, Ranking, Strategy, Traits
    from salet.strategies.registry import make_strategy
    from salet.view import View
    from salet.words.lexicon import Lexicon

__all__ = [
    "DecisionRule",
    "Game",
    "GameLog",
    "IllegalGuessError",
    "InconsistentHistoryError",
    "InvalidError",
    "Lexicon",
    "Mastermind",
    "Pattern",
    "Position",
    "Ranking",
    "Referee",
    "RepairWarning",
    "Replies",
    "Rules",
    "Run",
    "SaletError",
    "Strategy",
    "Traits",
    "View",
    "Wordle",
    "__version__",
    "make_strategy",
    "optimal",
    "pair",
    "pattern_of",
    "review",
    "run",
    "suggest",
]

_HOMES = {
    "Referee": "salet.games.referee",
    "Game": "salet.games.game",
    "GameLog": "salet.games.referee",
    "Mastermind": "salet.games.mastermind",
    "Replies": "salet.games.game",
    "Wordle": "salet.games.wordle",
    "IllegalGuessError": "salet.errors",
    "InconsistentHistoryError": "salet.errors",
    "InvalidError": "salet.errors",
    "Lexicon": "salet.words.lexicon",
    "Pattern": "salet.games.colours",
    "Position": "salet.games.position",
    "RepairWarning": "salet.errors",
    "Ranking": "salet.strategies.base",
    "DecisionRule": "salet.strategies.base",
    "Rules": "salet.games.rules",
    "Run": "salet.runs.result",
    "SaletError": "salet.errors",
    "Strategy": "salet.strategies.base",
    "Traits": "salet.strategies.base",
    "View": "salet.view",
    "make_strategy": "salet.strategies.registry",
    "optimal": "salet.exact.optimum",
    "pair": "salet.runs.result",
    "pattern_of": "salet.games.wordle",
    "review": "salet.coach.review",
    "run": "salet.runs.ground",
    "suggest": "salet.coach.suggest",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'salet' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
