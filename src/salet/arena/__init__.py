"""Bots that solve, set words for each other, and learn to counter.

A bot is a strategy, a Python class, a program, or a server (`read_entrant`); a `Cup` says who
plays what; `run_cup` plays it and keeps every game in a `Store`; everything else is counted from
those records (`standings_of`).

==========  =========================================================================
``bots``    what a bot is, the forms it comes in, the bots of the house
``play``    the umpire; race, duel and responder; the test of a bot
``store``   the database of tournaments, matches and games
``cup``     a cup from its file to its results: schedule, matches, standings, exports
==========  =========================================================================

Each of these may import those above it. What is listed in `__all__` loads on first use: a bot that
is a class is started with ``from salet.arena import Bot``, and its time is limited.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from salet.arena.bots.bot import Ask, Bot, Request
    from salet.arena.bots.entrant import Entrant, read_entrant
    from salet.arena.bots.player import Limits
    from salet.arena.bots.record import GameRecord, Verdict
    from salet.arena.cup.cup import Cup, Sprt
    from salet.arena.cup.export import export
    from salet.arena.cup.meetings import Difference, Rating
    from salet.arena.cup.reader import Replay, replay
    from salet.arena.cup.standings import Standings, StandingsRow, standings_of
    from salet.arena.cup.tournament import run_cup
    from salet.arena.play.check import Finding, check_bot
    from salet.arena.store.database import StoreError
    from salet.arena.store.store import Store, StoredGame, Tournament

_NAMES = {
    "bots.bot": "Ask Bot Request",
    "bots.entrant": "Entrant read_entrant",
    "bots.player": "Limits",
    "bots.record": "GameRecord Verdict",
    "cup.cup": "Cup Sprt",
    "cup.export": "export",
    "cup.meetings": "Difference Rating",
    "cup.reader": "Replay replay",
    "cup.standings": "Standings StandingsRow standings_of",
    "cup.tournament": "run_cup",
    "play.check": "Finding check_bot",
    "store.database": "StoreError",
    "store.store": "Store StoredGame Tournament",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = [
    "Ask",
    "Bot",
    "Cup",
    "Difference",
    "Entrant",
    "Finding",
    "GameRecord",
    "Limits",
    "Rating",
    "Replay",
    "Request",
    "Sprt",
    "Standings",
    "StandingsRow",
    "Store",
    "StoreError",
    "StoredGame",
    "Tournament",
    "Verdict",
    "check_bot",
    "export",
    "read_entrant",
    "replay",
    "run_cup",
    "standings_of",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
