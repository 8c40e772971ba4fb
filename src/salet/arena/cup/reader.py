"""Reads what people see of a store: tournaments, standings, games, bots, as plain values.

The regret of the bots is found from the records, too, by a search that takes a while.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from salet.arena.bots.record import GameRecord
from salet.arena.cup.standings import Standings, heats, standings_of
from salet.arena.store.lock import being_played
from salet.arena.store.store import Store, StoredGame, Tournament
from salet.errors import InvalidError, UnknownNameError
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.table import open_table

SHOWN_GAMES = 100
SHOWN_ROUNDS = 1000
_SHOWN_WORDS = 12
_SHOWN_OPENERS = 5
_PAUSES = 9
"""While games come in, standings are kept for this many times as long as counting them took."""


def replay(store: Store, game_id: int) -> dict[str, Any]:
    """Return a game by its number in the store, turn by turn. No bot is needed.

    `other` is the other bot's game of the same round, `previous` and `next` are the numbers of the
    same bot's games before and after it, `logs` is what each bot wrote to stderr in the match.
    """
    game = store.game(game_id)
    tournament, match = store.match(game.match_id)
    games = store.match_games(game.match_id)
    mine = [one for one in games if one.record.solver == game.record.solver]
    place = mine.index(game)
    others = [one for one in games if one not in mine and one.record.round == game.record.round]
    return {
        "lexicon": tournament.cup["lexicon"],
        "tournament": tournament.name,
        "max_guesses": tournament.cup["max_guesses"],
        "note": match.note,
        "game": _board(game),
        "other": _board(others[0]) if others else None,
        "previous": mine[place - 1].id if place else None,
        "next": mine[place + 1].id if place + 1 < len(mine) else None,
        "logs": store.logs(game.match_id),
    }


def _board(game: StoredGame) -> dict[str, Any]:
    record = game.record
    times = [*record.microseconds, *[0] * len(record.played)]
    return {
        "id": game.id,
        "match": game.match_id,
        **record.to_dict(),
        "turns": [
            {"guess": guess, "pattern": reply, "microseconds": taken}
            for (guess, reply), taken in zip(record.played, times, strict=False)
        ],
    }


REGRET_GAMES = 100
"""The number of games of each bot that `with_regret` looks at."""


def with_regret(
    standings: Standings,
    store: Store,
    tournament: Tournament,
    progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Return standings that tell how many guesses each bot gave away per game.

    These are found by search, which takes a while; so only the first games of each bot count, and
    of them those that no fault ended.
    """
    from salet.coach.regret import Judge, Regret, mean_regret  # loads the search
    from salet.view import Setting

    game, cup = _game_of(tournament), tournament.cup
    judge = Judge(Setting(open_table(game), Rules(cup["max_guesses"], cup["hard"])))
    records: dict[str, list[GameRecord]] = defaultdict(list)
    for record in (one.record for one in store.all_games(tournament)):
        whole = not record.verdict.is_fault and record.setter_verdict is None
        if whole and len(records[record.solver]) < REGRET_GAMES:
            records[record.solver].append(record)
    every = [record for some in records.values() for record in some]
    found: dict[str, list[Regret]] = defaultdict(list)
    index, read = game.lexicon.guess_index, game.replies.read
    for number, record in enumerate(every, 1):
        turns = [(int(index(guess)), read(reply).code) for guess, reply in record.played]
        found[record.solver].append(judge.game(turns))
        if progress is not None:
            progress(number, len(every))
    rows = [replace(row, regret=mean_regret(found[row.name])) for row in standings.rows]
    return replace(standings, rows=tuple(rows))


def _game_of(tournament: Tournament) -> Game:
    """Make the game again that a tournament was played with."""
    summary = tournament.cup["lexicon"]
    known = tournament.cup.get("game", f"{summary['id']}-{summary['rule']}")  # older stores
    try:
        game = make_game(summary["name"])
    except InvalidError:
        game = None
    if game is None or game.id != known:
        raise InvalidError(
            f"regret needs the words of {tournament.name}, but there is no game "
            f"{summary['name']} with the id {known} here"
        )
    return game


class StoreReader:
    """Reads a store; keeps standings as long as they hold, since counting them takes a while."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._standings: dict[int, _Counted] = {}

    def tournaments(self) -> dict[str, Any]:
        """Return all tournaments, the latest first."""
        return {"tournaments": [self._summary(one) for one in reversed(self.store.tournaments())]}

    def standings(self, tournament: str | None = None) -> dict[str, Any]:
        """Return all tables of one tournament, the latest if none is named."""
        chosen = self.store.tournament(tournament)
        return {
            "lexicon": chosen.cup["lexicon"],
            "cup": chosen.cup,
            "started": chosen.started,
            **self._counted(chosen).to_dict(),
        }

    def games(
        self, tournament: str | None = None, after: int = 0, limit: int = SHOWN_GAMES
    ) -> dict[str, Any]:
        """Return the latest games with a number above `after`, and how far the tournament is."""
        chosen = self.store.tournament(tournament)
        summary = self._summary(chosen)
        # A game that is written meanwhile is left for the next time: `last` does not count it.
        found = [
            game
            for game in self.store.all_games(chosen, after, limit)
            if game.id <= summary["last"]
        ]
        return {**summary, "latest": [_brief(game) for game in found]}

    def game(self, number: int) -> dict[str, Any]:
        """Return one game turn by turn, with the other board of its round."""
        return replay(self.store, number)

    def pair(self, first: str, second: str, tournament: str | None = None) -> dict[str, Any]:
        """Return how two bots did against each other, round by round."""
        chosen = self.store.tournament(tournament)
        self._check(chosen, first, second)
        difference = self._counted(chosen).difference(first, second)
        played = heats(self.store.matches(chosen), self.store.all_games(chosen))
        rounds = [
            {"round": number, "first": _brief(sides[first]), "second": _brief(sides[second])}
            for heat in played.values()
            for number, sides in heat.items()
            if first in sides and second in sides
        ]
        return {
            "tournament": chosen.name,
            "first": first,
            "second": second,
            "difference": None if difference is None else difference.to_dict(),
            "rounds": rounds[:SHOWN_ROUNDS],
        }

    def bot(self, name: str, tournament: str | None = None) -> dict[str, Any]:
        """Return one bot's figures: its rivals, its hardest words, the words that it set."""
        chosen = self.store.tournament(tournament)
        self._check(chosen, name)
        standings = self._counted(chosen)
        place, row = next(
            (place, row) for place, row in enumerate(standings.rows, 1) if row.name == name
        )
        games = self.store.all_games(chosen)
        mine = [game for game in games if game.record.solver == name]
        set_by_me = [game for game in games if game.record.setter == name]
        faults = [game for game in mine if game.record.verdict.is_fault]
        faults += [game for game in set_by_me if game.record.setter_verdict is not None]
        rivals = [(other.name, standings.difference(name, other.name)) for other in standings.rows]
        return {
            "tournament": chosen.name,
            "name": name,
            "bot": chosen.bots[name],
            "place": place,
            "bots": len(standings.rows),
            "row": row.to_dict(),
            "rating_curve": [rating.to_dict() for rating in standings.curve[name]],
            "rivals": [
                {"name": other, **seen.to_dict()} for other, seen in rivals if seen is not None
            ],
            "openers": _openers(mine),
            "costs": dict(sorted(Counter(game.record.cost for game in mine).items())),
            "hardest": _dearest(mine),
            "best_set": _dearest(game for game in set_by_me if game.record.setter_verdict is None),
            "faults": [_brief(game) for game in faults[-_SHOWN_WORDS:]],
        }

    def _summary(self, tournament: Tournament) -> dict[str, Any]:
        matches = self.store.matches(tournament)
        games, last = self.store.count_games(tournament)
        return {
            "tournament": tournament.name,
            "format": tournament.cup["format"],
            "schedule": tournament.cup["schedule"],
            "bots": list(tournament.bots),
            "started": tournament.started,
            "finished": tournament.finished is not None,
            "playing": tournament.finished is None
            and being_played(self.store.where, tournament.name),
            "matches": len(matches),
            "matches_finished": sum(match.finished is not None for match in matches),
            "games": games,
            "last": last,
        }

    def _counted(self, tournament: Tournament) -> Standings:
        """Return standings that are right, or while games are coming in, not very old."""
        known = self._standings.get(tournament.id)
        started, state = time.monotonic(), self._state(tournament)
        if known is not None:
            rested = started - known.when > _PAUSES * known.seconds
            if state == known.state or (not rested and not state[-1]):
                return known.standings
        counted = standings_of(self.store, tournament)
        now = time.monotonic()
        self._standings[tournament.id] = _Counted(counted, state, now, now - started)
        return counted

    def _state(self, tournament: Tournament) -> tuple[str, int, int, bool]:
        """Return what changes whenever the standings may have changed, or the store itself."""
        _, last = self.store.count_games(tournament)
        finished = sum(one.finished is not None for one in self.store.matches(tournament))
        return tournament.started, last, finished, tournament.finished is not None

    def _check(self, tournament: Tournament, *names: str) -> None:
        for name in names:
            if name not in tournament.bots:
                raise UnknownNameError.among("bot", name, tournament.bots)


@dataclass(frozen=True, slots=True)
class _Counted:
    """Standings, what they were counted from, when, and how long that took."""

    standings: Standings
    state: tuple[str, int, int, bool]
    when: float
    seconds: float


def _brief(game: StoredGame) -> dict[str, Any]:
    """Return a game as a line of a list."""
    values = game.record.to_dict()
    for name in ("number", "microseconds", "set_microseconds"):
        del values[name]
    values["turns"] = [{"guess": guess, "pattern": reply} for guess, reply in game.record.played]
    return {"id": game.id, "match": game.match_id, **values}


def _openers(games: Iterable[StoredGame]) -> list[dict[str, Any]]:
    """Return the first guesses played most."""
    counted = Counter(game.record.turns[: game.record.turns.find(":")] for game in games)
    counted.pop("", None)
    return [{"guess": word, "games": times} for word, times in counted.most_common(_SHOWN_OPENERS)]


def _dearest(games: Iterable[StoredGame]) -> list[dict[str, Any]]:
    """Return the games that cost most, the oldest first among equals."""
    ordered = sorted(games, key=lambda game: (-game.record.cost, game.id))
    return [_brief(game) for game in ordered[:_SHOWN_WORDS]]
