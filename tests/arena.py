"""What the tests of the arena share: a small game, cups, and ways to look at records."""

import os
from dataclasses import replace
from pathlib import Path

from salet import Lexicon
from salet.arena.cup.cup import Cup
from salet.arena.store.store import Store
from salet.games.wordle import Wordle

ORIGINAL = Wordle("original")
SMALL = Wordle(Lexicon.from_words(ORIGINAL.answers[::10], ORIGINAL.answers[::5], name="small"))


def cup_of(bots, folder=Path(), **settings):
    """Make a cup on a small lexicon."""
    values = {"name": "cup", "format": "duel", "words": 5, "bots": bots} | settings
    return replace(Cup.from_dict({**values, "words": 1}, folder), game=SMALL, words=values["words"])


def games_of(where, name="cup"):
    """Return all games of a tournament by match number, as they would be without a clock."""
    with Store(where) as store:
        tournament = store.tournament(name)
        return {
            (match.number, match.first, match.second, match.note): [
                {**game.to_dict(), "microseconds": [], "set_microseconds": 0}
                for game in store.games(match.id)
            ]
            for match in store.matches(tournament)
        }


def processes_of(text):
    """Return the processes that have `text` in their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if text.encode() in entry.read_bytes() and int(entry.parent.name) != os.getpid():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


def processes_in(folder):
    """Return the processes that work in `folder` or below it, as bots do in theirs."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if Path(entry.readlink()).is_relative_to(folder):
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found
