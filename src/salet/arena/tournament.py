"""Plays a cup to its end, or on from where it was left.

Everything that is needed to go on is in the store: rounds are written before their matches are
played, games as they end. So a tournament that was killed at any moment is resumed by running it
again, and no game is played twice or lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.arena.folder import clear_old_folders
from salet.arena.meetings import meetings, results_of
from salet.arena.schedule import SCHEDULES
from salet.arena.store import Store
from salet.arena.turn import alone, clear_old_locks
from salet.arena.workers import play_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from salet.arena.cup import Cup
    from salet.arena.schedule import Pairing
    from salet.arena.stored import Match, Tournament

    Step = Callable[[int, int], None]
    """Called with matches played and matches known."""


def run_cup(
    cup: Cup,
    where: str | Path,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    step: Step | None = None,
) -> Tournament:
    """Play `cup` into the store at `where`; return the tournament.

    Parameters
    ----------
    jobs
        processes; 0 for one per core. What is played does not depend on it
    cluster
        the address of a Dask scheduler, whose workers play instead
    step
        called after every match
    """
    with alone(str(where), cup.name), Store(where, create=True) as store:
        clear_old_folders()
        clear_old_locks()
        entered = [(entrant.name, entrant.bot) for entrant in cup.entrants]
        tournament = store.add_tournament(cup.name, cup.to_dict(), entered)
        for planned in _batches(cup, store, tournament):
            open_matches = [match for match in planned if match.finished is None]
            done = len(planned) - len(open_matches)
            for _ in play_all(cup, store, open_matches, jobs=jobs, cluster=cluster):
                done += 1
                if step is not None:
                    step(done, len(planned))
        if tournament.finished is None:
            store.finish_tournament(tournament)
        return store.tournament(cup.name)


def _batches(cup: Cup, store: Store, tournament: Tournament) -> Iterator[list[Match]]:
    """Give all matches planned so far, again after every new round, until there is none."""
    names = [entrant.name for entrant in cup.entrants]
    while True:
        planned = store.matches(tournament)
        if any(match.finished is None for match in planned):
            yield planned
            continue
        rounds = store.rounds(tournament)
        # Reading all games back takes as long as a race; a round robin does not ask for it.
        asks = cup.schedule != "round-robin"
        results = results_of(meetings(store, tournament)) if asks else []
        all_at_once = cup.format == "race" and not asks
        if all_at_once and rounds:
            return
        new = SCHEDULES[cup.schedule](names, rounds, results, cup.rounds, cup.seed)
        if not new:
            return
        if all_at_once:
            new = [[pairing for pairings in new for pairing in pairings]]
        for number, pairings in enumerate(new, start=len(rounds)):
            store.add_round(tournament, number, pairings, _matches_of(cup, names, pairings))


def _matches_of(
    cup: Cup, names: Sequence[str], pairings: Sequence[Pairing]
) -> list[tuple[str, str | None]]:
    """Return what is to be played: a match per pairing, or in a race one per bot."""
    if cup.format != "race":
        return list(pairings)
    racing = {name for pairing in pairings for name in pairing} or set(names)
    return [(name, None) for name in names if name in racing]
