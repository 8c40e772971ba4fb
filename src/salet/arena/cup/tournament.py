"""Plays a cup to its end, or on from where it was left.

Everything that is needed to go on is in the store: rounds are written before their matches are
played, games as they end. So a tournament that was killed at any moment is resumed by running it
again, and no game is played twice or lost.

On this machine every worker process writes games as they end, so that a reader sees them at once
and a kill loses none. On a cluster workers have no way to the store; they return the games of a
match when it is over, and the process that asked for them writes them. So a cluster needs neither
a shared disk nor a database server, and a worker that is lost leaves nothing half-written; the
matches that were under way are played again.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from salet.arena.bots.bot import seed_of
from salet.arena.bots.player import Seat
from salet.arena.bots.record import GameRecord
from salet.arena.bots.sandbox import clear_old_folders
from salet.arena.cup.cup import Cup
from salet.arena.cup.schedule import SCHEDULES, Pairing, SoFar
from salet.arena.cup.standings import meetings
from salet.arena.play.umpire import Umpire, play_duel, play_race, play_responder, race_words
from salet.arena.store.database import StoreError
from salet.arena.store.lock import alone, at_work
from salet.arena.store.store import Match, Store, Tournament
from salet.parallel import spread, worker_count
from salet.strategies.base import Strategy

_FLUSH_SECONDS = 0.25
_FLUSH_GAMES = 2000
_PAIRED = {"duel": play_duel, "responder": play_responder}
_LOOKED_UP = 500
"""The number of looked-up games that are handed over at a time."""


def run_cup(
    cup: Cup, where: str | Path, *, jobs: int = 1, cluster: str | None = None
) -> Tournament:
    """Play `cup` into the store at `where`; return the tournament.

    Parameters
    ----------
    jobs
        processes; 0 for one per core. What is played does not depend on it
    cluster
        the address of a Dask scheduler, whose workers play instead
    """
    with ExitStack() as stack:
        store = stack.enter_context(Store(where, writing=True))
        stack.enter_context(alone(store.where, cup.name))
        store.check()
        clear_old_folders()
        stack.callback(clear_old_folders)  # of workers that were stopped
        secret = secrets.token_hex(16) if cup.secret is None else cup.secret
        tournament = store.add_tournament(cup.name, cup.to_dict(), secret)
        if cup.secret not in (None, tournament.secret):
            raise StoreError(
                f"the tournament {cup.name!r} was started with another secret; give another name"
            )
        cup = replace(cup, secret=tournament.secret)
        for planned in _batches(cup, store, tournament):
            open_matches = [match for match in planned if match.finished is None]
            if cup.memory_kb:  # what a bot remembers must be known before its next match
                current = min(match.round for match in open_matches)
                open_matches = [match for match in open_matches if match.round == current]
            play_all(cup, store, open_matches, jobs=jobs, cluster=cluster)
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
        games = store.all_games(tournament) if asks else []
        results = meetings(rounds, planned, games)
        all_at_once = cup.format == "race" and not asks
        if all_at_once and rounds:
            return
        new = SCHEDULES[cup.schedule](SoFar(names, rounds, results, cup.rounds, cup.key))
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


def play_all(
    cup: Cup, store: Store, matches: Sequence[Match], *, jobs: int, cluster: str | None
) -> None:
    """Play matches to their ends, in any order, and store their games."""
    quick = [match for match in matches if _looked_up_strategy(cup, match) is not None]
    for match in quick:
        _play_into(store, cup, match)
    others = [match for match in matches if match not in quick]
    if not others:
        return
    if cluster is None:
        workers = min(worker_count(jobs), len(others))
        play = partial(_play_and_store, cup, store.where, os.getpid())
        with spread(play, others, jobs=workers) as stored:
            for _ in stored:
                pass
        return
    begun = [(match, store.games(match.id), store.memories(match)) for match in others]
    with spread(partial(_play_and_return, cup), begun, cluster=cluster) as results:
        for match, games, ending in results:
            store.add_games(match.id, games)
            _finish(store, match, ending)


def _play_and_return(
    cup: Cup, begun: tuple[Match, list[GameRecord], dict[str, str]]
) -> tuple[Match, list[GameRecord], Ending]:
    """Play the rest of a match whose first games are known."""
    match, done, memories = begun
    games: list[GameRecord] = []
    return match, games, play_match(cup, match, done, games.extend, memories)


def _play_and_store(cup: Cup, where: str, runner: int, match: Match) -> None:
    """Play one match for the process `runner`, and write its games as they end."""
    with at_work(where, cup.name), Store(where, writing=True) as store:
        if runner not in (os.getpid(), os.getppid()):
            raise StoreError("the tournament was killed")  # nobody will hear it
        _play_into(store, cup, match)


def _play_into(store: Store, cup: Cup, match: Match) -> None:
    batch = _Batch(store, match.id)
    ending = play_match(cup, match, store.games(match.id), batch.add, store.memories(match))
    batch.flush()
    _finish(store, match, ending)


def _finish(store: Store, match: Match, ending: Ending) -> None:
    for name, text in ending.logs.items():
        store.keep_log(match.id, name, text)
    for name, text in ending.memories.items():
        store.keep_memory(match.id, name, text)
    store.finish_match(match.id, ending.note)


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


# One match


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended.

    Attributes
    ----------
    note
        why it ended before all words were played; empty if it did not
    logs
        what each bot wrote to stderr
    memories
        what each bot wants to remember
    """

    note: str
    logs: dict[str, str]
    memories: dict[str, str]


def play_match(
    cup: Cup,
    match: Match,
    done: Sequence[GameRecord],
    write: Callable[[list[GameRecord]], None],
    memories: dict[str, str],
) -> Ending:
    """Play what is not done yet; hand every round to `write` as soon as it is over."""
    looked_up = _looked_up(cup, match, done)
    if looked_up is not None:
        for some in looked_up:
            write(some)
        return Ending("", {}, {})
    with ExitStack() as stack:
        seats = [_seat(cup, name, done, stack) for name in (match.first, match.second) if name]
        for seat in seats:
            seat.player.memory_bytes = 1024 * cup.memory_kb
            seat.player.memory = memories.get(seat.name, "")
        rounds, differences = _rounds(cup, match, seats, done), _differences(match.first, done)
        while not (note := _decided(cup, match, differences)) and (games := next(rounds, None)):
            write(games)
            differences += _differences(match.first, games)
        players = {seat.name: seat.player for seat in seats}
        return Ending(
            note,
            {name: player.log for name, player in players.items() if player.log},
            {name: player.memory for name, player in players.items() if player.memory},
        )


def _seat(cup: Cup, name: str, done: Sequence[GameRecord], stack: ExitStack) -> Seat:
    entrant = cup.entrant(name)
    entrant.check_files()
    player = entrant.player(cup.game, cup.limits)
    stack.callback(player.close)
    seat = Seat(name, player, cup.limits)
    used = sum(sum(game.microseconds) for game in done if game.solver == name)
    used += sum(game.set_microseconds for game in done if game.setter == name)
    seat.seconds_used = used / 1e6
    return seat


def _rounds(
    cup: Cup, match: Match, seats: list[Seat], done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]]:
    seed: int | str = seed_of(cup.key, cup.format, match.round, match.first, match.second)
    if cup.secret:
        seed = f"{cup.secret}/{seed}"  # the number alone could be found by trying
    umpire = Umpire(cup.game, cup.rules, seed)
    if cup.format == "race":
        words = race_words(cup.game, cup.words, cup.key, match.round)
        return play_race(umpire, seats[0], words, done)
    return _PAIRED[cup.format](umpire, seats[0], seats[1], cup.words, done)


def _looked_up(
    cup: Cup, match: Match, done: Sequence[GameRecord]
) -> Iterator[list[GameRecord]] | None:
    """Return the games of a race whose player always plays the same, or None."""
    strategy = _looked_up_strategy(cup, match)
    if strategy is None:
        return None
    from salet.arena.bots.strategist import whole_tree

    tree = whole_tree(strategy, cup.game, cup.rules)
    if not tree.finished:
        return None  # the strategy fails somewhere; the umpire will say how
    words = race_words(cup.game, cup.words, cup.key, match.round)
    games = list(tree.race(match.first, words, len(done)))
    return (games[start : start + _LOOKED_UP] for start in range(0, len(games), _LOOKED_UP))


def _looked_up_strategy(cup: Cup, match: Match) -> Strategy | None:
    """Return the strategy of a race if its games can be looked up."""
    strategy = cup.entrant(match.first).strategy if cup.format == "race" else None
    return strategy if strategy is not None and strategy.traits.deterministic else None


def _differences(first: str, games: Sequence[GameRecord]) -> list[int]:
    """Return what the first bot paid minus what the second paid, round by round."""
    pairs = zip(games[::2], games[1::2], strict=False)
    return [a.cost - b.cost if a.solver == first else b.cost - a.cost for a, b in pairs]


def _decided(cup: Cup, match: Match, differences: list[int]) -> str:
    if cup.sprt is None:
        return ""
    decision = cup.sprt.decision(differences)
    if decision == 0:
        return ""
    better = match.first if decision < 0 else match.second
    return f"decided after {len(differences)} rounds: {better} is better"
