"""The tables of the store. `migrations/` makes them; a test holds the two together."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

ROW_NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only where the type is exactly INTEGER."""

tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", ROW_NUMBER, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("cup", Text, nullable=False),  # the whole specification, as JSON
    Column("started", String(32), nullable=False),
    Column("finished", String(32)),
)

entrants = Table(
    "entrants",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("bot", Text, nullable=False),
)

rounds = Table(
    "rounds",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("pairings", Text, nullable=False),  # [[first, second], ...] as JSON
)

matches = Table(
    "matches",
    METADATA,
    Column("id", ROW_NUMBER, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("first", String(200), nullable=False),
    Column("second", String(200)),  # none in a race
    Column("finished", String(32)),
    Column("note", Text, nullable=False, server_default=""),
    UniqueConstraint("tournament_id", "number"),
)

games = Table(
    "games",
    METADATA,
    Column("id", ROW_NUMBER, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("solver", String(200), nullable=False),
    Column("setter", String(200)),
    Column("answer", String(64), nullable=False),
    Column("turns", Text, nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("cost", Integer, nullable=False),
    Column("setter_verdict", String(16)),
    Column("message", Text, nullable=False),
    Column("microseconds", Text, nullable=False),  # comma-separated, one per move
    Column("set_microseconds", BigInteger, nullable=False),
    # No game can be written twice: this is what a second player of the same match runs into.
    UniqueConstraint("match_id", "number"),
)

logs = Table(
    "logs",
    METADATA,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("name", String(200), primary_key=True),
    Column("text", Text, nullable=False),
)
