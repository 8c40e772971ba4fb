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

Each of these may import those above it. The public names are listed in ``__init__.pyi``. Each loads
on first use: a bot that is a class begins with ``from salet.arena import Bot``, and its time is
limited.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
