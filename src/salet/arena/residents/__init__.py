"""The bots of the house, one per file. `RESIDENTS` is the only list of them.

They remember nothing that is not in the history they are given: a bot that takes over in the
middle of a match, after a crash of the machine say, plays on as the first would have.
"""

from __future__ import annotations

from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from salet.arena.bot import Bot

FIXED = ("novice", "cautious", "entropist", "optimal", "trapper")
"""These play the same whoever sits opposite."""

ADAPTIVE = ("statistician", "stalker", "gambler", "learner", "hedger", "duellist", "fox")
"""These learn from the match."""

RESIDENTS = FIXED + ADAPTIVE


def resident_names() -> tuple[str, ...]:
    """Return the names, the simplest bots first."""
    return RESIDENTS


def make_resident(name: str) -> Bot:
    """Return a new bot of that name: the class of that name in the module of that name."""
    return resident_class(name)()


def resident_class(name: str) -> type[Bot]:
    """Return the class of a resident."""
    found: type[Bot] = getattr(import_module(f"{__name__}.{name}"), name.capitalize())
    return found


def summary(name: str) -> str:
    """Return the first line of a resident's documentation."""
    return (getdoc(resident_class(name)) or "").split("\n")[0]
