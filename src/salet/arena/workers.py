"""Plays matches side by side, and puts their games into the store.

On this machine every worker process writes games as they end, so that a reader sees them at once
and a kill loses none. On a cluster workers have no way to the store; they return the games of a
match when it is over, and the process that asked for them writes them. So a cluster needs neither
a shared disk nor a database server, and a worker that is lost leaves nothing half-written; the
matches that were under way are played again.
"""

from __future__ import annotations

import os
import platform
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from salet.arena.database import StoreError
from salet.arena.match import Ending, is_lookup, play_match
from salet.arena.store import Store
from salet.arena.turn import at_work
from salet.errors import InvalidError
from salet.parallel import spread, worker_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from salet.arena.cup import Cup
    from salet.arena.record import GameRecord
    from salet.arena.stored import Match

_FLUSH_SECONDS = 0.25
_FLUSH_GAMES = 2000


def play_all(
    cup: Cup, store: Store, matches: Sequence[Match], *, jobs: int, cluster: str | None
) -> Iterator[int]:
    """Play matches to their ends in any order; give the number of each as it is stored."""
    quick = [match for match in matches if is_lookup(cup, match)]
    for match in quick:
        yield _play_into(store, cup, match)
    others = [match for match in matches if match not in quick]
    if not others:
        return
    if cluster is None:
        workers = min(worker_count(jobs), len(others))
        play = partial(_play_and_store, cup, store.where, os.getpid())
        with spread(play, others, jobs=workers) as stored:
            yield from stored
        return
    begun = [(match, store.games(match.id)) for match in others]
    files = {entrant.name: entrant.files for entrant in cup.entrants}
    with spread(partial(_play_and_return, cup, files), begun, cluster=cluster) as results:
        for played in results:
            store.add_games(played.match_id, played.games)
            yield _finish(store, played.match_id, played.ending)


@dataclass(frozen=True, slots=True)
class _Played:
    """A match that was played elsewhere."""

    match_id: int
    games: list[GameRecord]
    ending: Ending


def _play_and_return(
    cup: Cup, files: dict[str, tuple[str, ...]], begun: tuple[Match, list[GameRecord]]
) -> _Played:
    """Play the rest of a match whose first games are known."""
    match, done = begun
    for file in (file for name in (match.first, match.second) if name for file in files[name]):
        if not Path(file).is_file():  # else the bot would lose for what is not its fault
            raise InvalidError(f"{platform.node()} has no file {file}; a worker needs it there")
    games: list[GameRecord] = []
    return _Played(match.id, games, play_match(cup, match, done, games.extend))


def _play_and_store(cup: Cup, where: str, runner: int, match: Match) -> int:
    """Play one match for the process `runner`, and write its games as they end."""
    with at_work(where, cup.name), Store(where) as store:
        if runner not in (os.getpid(), os.getppid()):
            raise StoreError("the tournament was killed")  # nobody will hear it
        return _play_into(store, cup, match)


def _play_into(store: Store, cup: Cup, match: Match) -> int:
    batch = _Batch(store, match.id)
    ending = play_match(cup, match, store.games(match.id), batch.add)
    batch.flush()
    return _finish(store, match.id, ending)


def _finish(store: Store, match_id: int, ending: Ending) -> int:
    for name, text in ending.logs.items():
        store.keep_log(match_id, name, text)
    store.finish_match(match_id, ending.note)
    return match_id


class _Batch:
    """Collects games for a moment: a transaction for each would take longer than most games."""

    def __init__(self, store: Store, match_id: int) -> None:
        self._store = store
        self._match_id = match_id
        self._games: list[GameRecord] = []
        self._flushed = time.monotonic()

    def add(self, games: list[GameRecord]) -> None:
        self._games += games
        late = time.monotonic() - self._flushed > _FLUSH_SECONDS
        if late or len(self._games) >= _FLUSH_GAMES:
            self.flush()

    def flush(self) -> None:
        self._store.add_games(self._match_id, self._games)
        self._games = []
        self._flushed = time.monotonic()
