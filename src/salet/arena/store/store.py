"""Keeps every game as it happened. Nothing is stored that can be counted from the games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from salet.arena.bots.record import GameRecord
from salet.arena.store.database import (
    READS,
    StoreError,
    damaged,
    open_database,
    plain_errors,
    shown_place,
    single_file,
)

if TYPE_CHECKING:  # sqlalchemy is an extra, and loads when a store is opened
    from sqlalchemy import Row

T = TypeVar("T")

_ENCODER = json.JSONEncoder(sort_keys=True)

_NOT_IN_DIGEST = ("id", "digest")
"""Columns that a row's digest is not of; SQLite's own indexes tell whether a number is right."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament in the store.

    Attributes
    ----------
    cup
        its whole specification, as plain values; its secret is among them once it is finished
    secret
        what its seeds are drawn with, so that no bot can guess them
    """

    id: int
    name: str
    cup: dict[str, Any]
    secret: str
    started: str
    finished: str | None

    @classmethod
    def of(cls, row: Row[Any]) -> Tournament:
        """Read a row of the table of tournaments."""
        _checked("tournaments", row)
        cup = {**row.cup, "secret": row.secret if row.finished else None}
        return cls(row.id, row.name, cup, row.secret, row.started, row.finished)

    @property
    def bots(self) -> dict[str, str]:
        """The bots by name, in the order of the cup."""
        return {one["name"]: one["bot"] for one in self.cup["bots"]}


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
    games: int | None = None

    @classmethod
    def of(cls, row: Row[Any]) -> Match:
        """Read a row of the table of matches."""
        _checked("matches", row)
        return cls(**{field.name: row._mapping[field.name] for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its number in the store and its match."""

    id: int
    match_id: int
    record: GameRecord

    @classmethod
    def of(cls, row: Row[Any]) -> StoredGame:
        """Read a row of the table of games."""
        values = _checked("games", row)
        return cls(row.id, values.pop("match_id"), GameRecord.from_dict(values))


class Store:
    """A database of tournaments, opened for reading, or for `writing`, which makes it.

    Every method is one transaction.
    """

    def __init__(self, where: str | Path, *, writing: bool = False) -> None:
        self.where = str(where)
        self._writing = writing
        self._engine = open_database(where, writing=writing)
        from salet.arena.store import schema  # sqlalchemy is there: the database is open

        self._tables = schema
        if not writing:
            self.check()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the database go; the last to write leaves a single file."""
        self._engine.dispose()
        if self._writing:
            single_file(self.where)

    def check(self) -> None:
        """Refuse a file that SQLite finds damaged: its own pages have no digest.

        It takes 0.02 s for 10,000 games. A server looks after its pages itself.
        """
        if self._engine.dialect.name == "sqlite":
            from sqlalchemy import text

            for (found,) in self._read(text("PRAGMA integrity_check(1)"), tuple):
                if found != "ok":
                    raise damaged(self.where, found)

    # Tournaments

    def tournaments(self) -> list[Tournament]:
        """Return all tournaments, oldest first."""
        table = self._tables.tournaments
        return self._read(table.select().order_by(table.c.id), Tournament.of)

    def tournament(self, name: str | None = None) -> Tournament:
        """Return the tournament of that name, or the latest."""
        known = self.tournaments()
        if name is not None:
            known = [one for one in known if one.name == name]
        if not known:
            what = "no tournament" if name is None else f"no tournament {name!r}"
            raise StoreError(f"{shown_place(self.where)} holds {what}")
        return known[-1]

    def add_tournament(self, name: str, cup: dict[str, Any], secret: str) -> Tournament:
        """Enter a tournament, or return the one of that name if its cup is the same."""
        table = self._tables.tournaments
        with plain_errors(self.where), self._engine.begin() as connection:
            row = connection.execute(table.select().where(table.c.name == name)).one_or_none()
            if row is None:
                values: dict[str, Any] = {"name": name, "cup": cup, "secret": secret}
                values |= {"started": _now(), "finished": None}
                connection.execute(table.insert(), _with_digest(values))
            else:
                now = json.loads(json.dumps(cup))
                before = {"game": now.get("game")} | row.cup  # older stores have no id of the game
                if before != now:
                    raise StoreError(
                        f"{shown_place(self.where)} holds the tournament {name!r} with a different "
                        f"setting: {_difference(before, now)}; change name in the cup, or use "
                        "--store"
                    )
        return self.tournament(name)

    def finish_tournament(self, tournament: Tournament) -> None:
        """Note that all is played."""
        self._finish(self._tables.tournaments, tournament.id, {})

    # Rounds and matches

    def rounds(self, tournament: Tournament) -> list[list[tuple[str, str]]]:
        """Return the pairings, round by round."""
        table = self._tables.rounds
        wanted = table.select().where(table.c.tournament_id == tournament.id)
        return self._read(
            wanted.order_by(table.c.number),
            lambda row: [(one, other) for one, other in _checked("rounds", row)["pairings"]],
        )

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
        mine = {"tournament_id": tournament.id}
        with plain_errors(self.where), self._engine.begin() as connection:
            count = connection.execute(
                select(func.count()).select_from(matches).filter_by(**mine)
            ).scalar_one()
            row = {"number": number, "pairings": pairings} | mine
            connection.execute(rounds.insert(), _with_digest(row))
            rows = [
                {"number": count + place, "round": number, "first": one, "second": other}
                | {"finished": None, "note": "", "games": None}
                | mine
                for place, (one, other) in enumerate(planned)
            ]
            connection.execute(matches.insert(), [_with_digest(row) for row in rows])

    def matches(self, tournament: Tournament) -> list[Match]:
        """Return all planned matches, in order."""
        table = self._tables.matches
        wanted = table.select().where(table.c.tournament_id == tournament.id)
        return self._read(wanted.order_by(table.c.number), Match.of)

    def match(self, match_id: int) -> tuple[Tournament, Match]:
        """Return one match, and its tournament."""
        table = self._tables.matches
        wanted = table.select().where(table.c.id == match_id)
        ((home, match),) = self._read(wanted, lambda row: (row.tournament_id, Match.of(row)))
        return next(one for one in self.tournaments() if one.id == home), match

    def finish_match(self, match_id: int, note: str = "") -> None:
        """Note that a match is over, and why if it ended early."""
        from sqlalchemy import func, select

        wanted = select(func.count()).select_from(self._tables.games).filter_by(match_id=match_id)
        ((count,),) = self._read(wanted, tuple)
        self._finish(self._tables.matches, match_id, {"note": note, "games": count})

    def _finish(self, table: Any, row_id: int, values: dict[str, Any]) -> None:
        mine = table.c.id == row_id
        with plain_errors(self.where), self._engine.begin() as connection:
            row = connection.execute(table.select().where(mine)).one()
            known = _checked(table.name, row)
            now = _with_digest(known | {"finished": _now()} | values)
            connection.execute(table.update().where(mine).values(now))

    # Games

    def add_games(self, match_id: int, records: Sequence[GameRecord]) -> None:
        """Write games, all or nothing; one that is there already is an error."""
        rows = [_with_digest({"match_id": match_id, **record.to_dict()}) for record in records]
        if rows:
            with plain_errors(self.where), self._engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    # One writer at a time, as in SQLite: then numbers are in the order in which
                    # games can be seen, and a reader who asks for later numbers misses none.
                    connection.exec_driver_sql("LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE")
                connection.execute(self._tables.games.insert(), rows)

    def games(self, match_id: int) -> list[GameRecord]:
        """Return the games of one match, in order."""
        return [game.record for game in self.match_games(match_id)]

    def match_games(self, match_id: int) -> list[StoredGame]:
        """Return the same with their numbers in the store."""
        table = self._tables.games
        wanted = table.select().where(table.c.match_id == match_id).order_by(table.c.number)
        return self._read(wanted, StoredGame.of)

    def count_games(self, tournament: Tournament) -> tuple[int, int]:
        """Return how many games there are, and the highest number."""
        from sqlalchemy import func, select

        games, matches = self._tables.games, self._tables.matches
        wanted = (
            select(func.count(), func.coalesce(func.max(games.c.id), 0))
            .select_from(games.join(matches, games.c.match_id == matches.c.id))
            .where(matches.c.tournament_id == tournament.id)
        )
        ((count, last),) = self._read(wanted, tuple)
        return count, last

    def all_games(
        self, tournament: Tournament, after: int = 0, latest: int | None = None
    ) -> list[StoredGame]:
        """Return the tournament's games with a number above `after`, in the order of writing.

        Of these, only the last `latest` if that is given.
        """
        games, matches = self._tables.games, self._tables.matches
        wanted = (
            games.select()
            .join(matches, games.c.match_id == matches.c.id)
            .where(matches.c.tournament_id == tournament.id, games.c.id > after)
        )
        if latest is None:
            return self._read(wanted.order_by(games.c.id), StoredGame.of)
        return self._read(wanted.order_by(games.c.id.desc()).limit(latest), StoredGame.of)[::-1]

    def game(self, game_id: int) -> StoredGame:
        """Return one game by its number in the store."""
        table = self._tables.games
        for game in self._read(table.select().where(table.c.id == game_id), StoredGame.of):
            return game
        raise StoreError(f"{shown_place(self.where)} holds no game {game_id}")

    # What bots wrote to stderr, and what they want to remember

    def keep_log(self, match_id: int, name: str, text: str) -> None:
        """Keep what a bot wrote in one match, in place of what was kept before."""
        self._keep(self._tables.logs, match_id, name, text)

    def keep_memory(self, match_id: int, name: str, text: str) -> None:
        """Keep what a bot wants to remember after one match."""
        self._keep(self._tables.memories, match_id, name, text)

    def memories(self, match: Match) -> dict[str, str]:
        """Return what each bot remembers from the rounds before a match."""
        from sqlalchemy import select

        table, matches = self._tables.memories, self._tables.matches
        home = select(matches.c.tournament_id).where(matches.c.id == match.id).scalar_subquery()
        wanted = (
            table.select()
            .join(matches, table.c.match_id == matches.c.id)
            .where(matches.c.tournament_id == home, matches.c.round < match.round)
        )
        return dict(self._read(wanted.order_by(matches.c.number), _text_of))

    def _keep(self, table: Any, match_id: int, name: str, text: str) -> None:
        with plain_errors(self.where), self._engine.begin() as connection:
            connection.execute(table.delete().filter_by(match_id=match_id, name=name))
            # PostgreSQL has no place for a zero byte in a text.
            values = {"match_id": match_id, "name": name, "text": text.replace("\0", "\ufffd")}
            connection.execute(table.insert().values(_with_digest(values)))

    def logs(self, match_id: int) -> dict[str, str]:
        """Return what each bot wrote in one match."""
        table = self._tables.logs
        wanted = table.select().where(table.c.match_id == match_id).order_by(table.c.name)
        return dict(self._read(wanted, _text_of))

    def _read(self, statement: Any, read: Callable[[Row[Any]], T]) -> list[T]:
        engine = self._engine.execution_options(**READS)
        with plain_errors(self.where), engine.connect() as connection:
            return [read(row) for row in connection.execute(statement).all()]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _with_digest(values: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the digest of everything in it."""
    digest = hashlib.blake2b(_ENCODER.encode(values).encode(), digest_size=16)
    return {**values, "digest": digest.hexdigest()}


def _checked(table: str, row: Row[Any]) -> dict[str, Any]:
    """Return what is in a row, or raise an error if it is not as it was written."""
    values = {name: value for name, value in row._mapping.items() if name not in _NOT_IN_DIGEST}
    if _with_digest(values)["digest"] != row.digest:
        raise ValueError(f"row {row[0]} of the {table} was changed after it was written")
    return values


def _text_of(row: Row[Any]) -> tuple[str, str]:
    values = _checked("texts", row)
    return values["name"], values["text"]


def _difference(before: dict[str, Any], now: dict[str, Any]) -> str:
    """Name the first setting that differs, and which bot and file if it is one of them.

    >>> _difference({"seed": 1, "words": 5}, {"seed": 2, "words": 5})
    'seed'
    """
    names = {**now, **before}  # the words before the id of the game, which holds them, too
    name = next((name for name in names if before.get(name) != now.get(name)), "order")
    if name != "bots":
        return name
    for old, new in zip(before[name], now[name], strict=False):
        files = old["digests"] | new["digests"]
        changed = [one for one in files if old["digests"].get(one) != new["digests"].get(one)]
        if old != new:
            return f"the bot {new['name']!r}" + "".join(f": its file {one}" for one in changed[:1])
    return name
