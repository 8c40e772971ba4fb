"""Bots that solve, set words for each other, and learn to counter.

A bot is a strategy, a Python class, a program, or a server (`salet.arena.entrant`); a cup says
who plays what (`salet.arena.cup`); a tournament plays it and keeps every game
(`salet.arena.tournament`, `salet.arena.store`); everything else is counted from those records
(`salet.arena.standings`).
"""

from salet.arena.bot import Ask, Bot, Request

__all__ = ["Ask", "Bot", "Request"]
