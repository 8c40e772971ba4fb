"""What the store gives back: tournaments, matches, and games with their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from salet.arena.record import GameRecord
from salet.arena.verdict import Verdict

if TYPE_CHECKING:
    from sqlalchemy import Row


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


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its number in the store and its match."""

    id: int
    match_id: int
    record: GameRecord

    @classmethod
    def of(cls, row: Row[Any]) -> StoredGame:
        """Read a row of the table of games."""
        return cls(row.id, row.match_id, _read_record(row))


def _read_record(row: Row[Any]) -> GameRecord:
    return GameRecord(
        row.number,
        row.round,
        row.solver,
        row.setter,
        row.answer,
        row.turns,
        Verdict(row.verdict),
        row.cost,
        None if row.setter_verdict is None else Verdict(row.setter_verdict),
        row.message,
        tuple(int(part) for part in row.microseconds.split(",") if part),
        row.set_microseconds,
    )
