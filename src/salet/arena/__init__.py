"""Bots that solve, set words for each other, and learn to counter.

A bot is a strategy, a Python class, a program, or a server (`read_entrant`); a `Cup` says who
plays what; `run_cup` plays it and keeps every game in a `Store`; everything else is counted from
those records (`standings_of`).

==========  ======================================================================
``bots``    what a bot is, the forms it comes in, the bots of the house
``play``    the umpire, race, duel and responder, the test of a bot
``store``   the database of tournaments, matches and games
``cup``     a cup from its file to its results: schedule, matches, standings, pages
==========  ======================================================================

Each may import those above it.
"""

from salet.arena.bots.bot import Ask, Bot, Request
from salet.arena.bots.entrant import Entrant, read_entrant
from salet.arena.bots.player import Limits
from salet.arena.bots.record import GameRecord, Verdict
from salet.arena.cup.cup import Cup
from salet.arena.cup.export import export
from salet.arena.cup.reader import Replay, replay
from salet.arena.cup.standings import Standings, standings_of
from salet.arena.cup.tournament import run_cup
from salet.arena.play.check import Finding, check_bot
from salet.arena.play.sprt import Sprt
from salet.arena.store.database import StoreError
from salet.arena.store.store import Store, StoredGame, Tournament

__all__ = [
    "Ask",
    "Bot",
    "Cup",
    "Entrant",
    "Finding",
    "GameRecord",
    "Limits",
    "Replay",
    "Request",
    "Sprt",
    "Standings",
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
