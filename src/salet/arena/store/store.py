"""Keeps every game as it happened. Nothing is stored that can be counted from the games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from salet.arena.bots.record import GameRecord, Verdict
from salet.arena.store.database import READS, StoreError, open_database, plain_errors

if TYPE_CHECKING:  # sqlalchemy is an extra, and loads when a store is opened
    from sqlalchemy import Row, Select

_FIRST_RULE = "wordle-2"
"""The rule of cups that were stored before there were other games."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament in the store; `cup` is its whole specification, as plain values."""

    id: int
    name: str
    cup: dict[str, Any]
    started: str
    finished: str | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match that was planned: two bots, or in a race one."""

    id: int
    number: int
    round: int
    first: str
    second: str | None
    finished: str | None = None
    note: str = ""

    @classmethod
    def of(cls, row: Row[Any]) -> Match:
        """Read a row of the table of matches."""
        return cls(row.id, row.number, row.round, row.first, row.second, row.finished, row.note)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its number in the store and its match."""

    id: int
    match_id: int
    record: GameRecord

    @classmethod
    def of(cls, row: Row[Any]) -> StoredGame:
        """Read a row of the table of games."""
        record = GameRecord(
            *(row.number, row.round, row.solver, row.setter, row.answer, row.turns),
            Verdict(row.verdict),
            row.cost,
            None if row.setter_verdict is None else Verdict(row.setter_verdict),
            row.message,
            tuple(int(part) for part in row.microseconds.split(",") if part),
            row.set_microseconds,
        )
        return cls(row.id, row.match_id, record)


class Store:
    """A database of tournaments. Every method is one transaction."""

    def __init__(self, where: str | Path, *, create: bool = False) -> None:
        self.where = str(where)
        self._engine = open_database(where, create=create)
        from salet.arena.store import schema  # sqlalchemy is there: the database is open

        self._tables = schema
        self._reading = self._engine.execution_options(**{READS: True})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()

    # Tournaments

    def tournaments(self) -> list[Tournament]:
        """Return all tournaments, oldest first."""
        table = self._tables.tournaments
        return [
            Tournament(row.id, row.name, _read_cup(row.cup), row.started, row.finished)
            for row in self._rows(table.select().order_by(table.c.id))
        ]

    def tournament(self, name: str | None = None) -> Tournament:
        """Return the tournament of that name, or the latest."""
        known = self.tournaments()
        if name is not None:
            known = [one for one in known if one.name == name]
        if not known:
            what = "no tournament" if name is None else f"no tournament {name!r}"
            raise StoreError(f"{self.where} holds {what}")
        return known[-1]

    def add_tournament(
        self, name: str, cup: dict[str, Any], entrants: Iterable[tuple[str, str]]
    ) -> Tournament:
        """Enter a tournament, or return the one of that name if its cup is the same."""
        table = self._tables.tournaments
        text = json.dumps(cup, sort_keys=True)
        with plain_errors(self.where), self._engine.begin() as connection:
            row = connection.execute(table.select().where(table.c.name == name)).one_or_none()
            if row is None:
                values = {"name": name, "cup": text, "started": _now()}
                added = connection.execute(table.insert().values(values)).inserted_primary_key
                assert added is not None
                connection.execute(
                    self._tables.entrants.insert(),
                    [
                        {"tournament_id": added[0], "place": place, "name": one, "bot": bot}
                        for place, (one, bot) in enumerate(entrants)
                    ],
                )
            elif (before := _read_cup(row.cup)) != (now := json.loads(text)):
                raise StoreError(
                    f"{self.where} holds a tournament {name!r} with other settings "
                    f"({_difference(before, now)}); give another name or store"
                )
        return self.tournament(name)

    def finish_tournament(self, tournament: Tournament) -> None:
        """Note that all is played."""
        table = self._tables.tournaments
        self._write(table.update().where(table.c.id == tournament.id).values(finished=_now()))

    def entrants(self, tournament: Tournament) -> list[tuple[str, str]]:
        """Return names and bots in the order of the cup."""
        table = self._tables.entrants
        wanted = table.select().where(table.c.tournament_id == tournament.id)
        return [(row.name, row.bot) for row in self._rows(wanted.order_by(table.c.place))]

    # Rounds and matches

    def rounds(self, tournament: Tournament) -> list[list[tuple[str, str]]]:
        """Return the pairings, round by round."""
        table = self._tables.rounds
        wanted = table.select().where(table.c.tournament_id == tournament.id)
        return [
            [(first, second) for first, second in json.loads(row.pairings)]
            for row in self._rows(wanted.order_by(table.c.number))
        ]

    def add_round(
        self,
        tournament: Tournament,
        number: int,
        pairings: Sequence[tuple[str, str]],
        planned: Sequence[tuple[str, str | None]],
    ) -> None:
        """Enter a round and its matches, all or nothing."""
        from sqlalchemy import func, select

        matches, rounds = self._tables.matches, self._tables.rounds
        with plain_errors(self.where), self._engine.begin() as connection:
            mine = matches.c.tournament_id == tournament.id
            count = connection.execute(
                select(func.count()).select_from(matches).where(mine)
            ).scalar_one()
            values = {
                "tournament_id": tournament.id,
                "number": number,
                "pairings": json.dumps(pairings),
            }
            connection.execute(rounds.insert().values(values))
            connection.execute(
                matches.insert(),
                [
                    {
                        "tournament_id": tournament.id,
                        "number": count + place,
                        "round": number,
                        "first": first,
                        "second": second,
                    }
                    for place, (first, second) in enumerate(planned)
                ],
            )

    def matches(self, tournament: Tournament) -> list[Match]:
        """Return all planned matches, in order."""
        table = self._tables.matches
        wanted = table.select().where(table.c.tournament_id == tournament.id)
        return [Match.of(row) for row in self._rows(wanted.order_by(table.c.number))]

    def match(self, match_id: int) -> tuple[Tournament, Match]:
        """Return one match, and its tournament."""
        table = self._tables.matches
        (row,) = self._rows(table.select().where(table.c.id == match_id))
        mine = (one for one in self.tournaments() if one.id == row.tournament_id)
        return next(mine), Match.of(row)

    def finish_match(self, match_id: int, note: str = "") -> None:
        """Note that a match is over, and why if it ended early."""
        table = self._tables.matches
        done = table.update().where(table.c.id == match_id).values(finished=_now(), note=note)
        self._write(done)

    # Games

    def add_games(self, match_id: int, records: Sequence[GameRecord]) -> None:
        """Write games, all or nothing; one that is there already is an error."""
        table = self._tables.games
        rows = []
        for record in records:
            values = dict(vars(record))
            values.pop("played", None)
            values["match_id"] = match_id
            values["microseconds"] = ",".join(map(str, record.microseconds))
            rows.append(values)
        if rows:
            with plain_errors(self.where), self._engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    # One writer at a time, as in SQLite: then numbers are in the order in which
                    # games can be seen, and a reader who asks for later numbers misses none.
                    connection.exec_driver_sql("LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE")
                connection.execute(table.insert(), rows)

    def games(self, match_id: int) -> list[GameRecord]:
        """Return the games of one match, in order."""
        return [game.record for game in self.match_games(match_id)]

    def match_games(self, match_id: int) -> list[StoredGame]:
        """Return the same with their numbers in the store."""
        table = self._tables.games
        wanted = table.select().where(table.c.match_id == match_id).order_by(table.c.number)
        return [StoredGame.of(row) for row in self._rows(wanted)]

    def latest_games(self, tournament: Tournament, after: int, limit: int) -> list[StoredGame]:
        """Return the last `limit` games with a number above `after`, in the order of writing."""
        newest = self._tables.games.c.id.desc()
        wanted = self._games_after(tournament, after).order_by(newest).limit(limit)
        return [StoredGame.of(row) for row in reversed(self._rows(wanted))]

    def count_games(self, tournament: Tournament) -> tuple[int, int]:
        """Return how many games there are, and the highest number."""
        from sqlalchemy import func, select

        games, matches = self._tables.games, self._tables.matches
        wanted = (
            select(func.count().label("games"), func.max(games.c.id).label("last"))
            .select_from(games.join(matches, games.c.match_id == matches.c.id))
            .where(matches.c.tournament_id == tournament.id)
        )
        (row,) = self._rows(wanted)
        return row.games, row.last or 0

    def all_games(self, tournament: Tournament, after: int = 0) -> list[StoredGame]:
        """Return the tournament's games with a number above `after`, in the order of writing."""
        wanted = self._games_after(tournament, after).order_by(self._tables.games.c.id)
        return [StoredGame.of(row) for row in self._rows(wanted)]

    def game(self, game_id: int) -> StoredGame:
        """Return one game by its number in the store."""
        table = self._tables.games
        for row in self._rows(table.select().where(table.c.id == game_id)):
            return StoredGame.of(row)
        raise StoreError(f"{self.where} holds no game {game_id}")

    # What bots wrote to stderr

    def keep_log(self, match_id: int, name: str, text: str) -> None:
        """Keep what a bot wrote in one match, in place of what was kept before."""
        table = self._tables.logs
        here = (table.c.match_id == match_id) & (table.c.name == name)
        with plain_errors(self.where), self._engine.begin() as connection:
            connection.execute(table.delete().where(here))
            # PostgreSQL has no place for a zero byte in a text.
            values = {"match_id": match_id, "name": name, "text": text.replace("\0", "\ufffd")}
            connection.execute(table.insert().values(values))

    def logs(self, match_id: int) -> dict[str, str]:
        """Return what each bot wrote in one match."""
        table = self._tables.logs
        wanted = table.select().where(table.c.match_id == match_id).order_by(table.c.name)
        return {row.name: row.text for row in self._rows(wanted)}

    def _games_after(self, tournament: Tournament, after: int) -> Select[Any]:
        games, matches = self._tables.games, self._tables.matches
        return (
            games.select()
            .join(matches, games.c.match_id == matches.c.id)
            .where(matches.c.tournament_id == tournament.id, games.c.id > after)
        )

    def _rows(self, statement: Any) -> list[Row[Any]]:
        with plain_errors(self.where), self._reading.connect() as connection:
            return list(connection.execute(statement))

    def _write(self, statement: Any) -> None:
        with plain_errors(self.where), self._engine.begin() as connection:
            connection.execute(statement)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _read_cup(text: str) -> dict[str, Any]:
    cup: dict[str, Any] = json.loads(text)
    cup["lexicon"].setdefault("rule", _FIRST_RULE)
    return cup


def _difference(before: dict[str, Any], now: dict[str, Any]) -> str:
    """Name the first setting that differs.

    >>> _difference({"seed": 1, "words": 5}, {"seed": 2, "words": 5})
    'seed'
    """
    names = sorted({*before, *now})
    return next((name for name in names if before.get(name) != now.get(name)), "order")
