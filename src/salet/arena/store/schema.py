"""The tables of the store, as `salet.arena.store.database` makes them."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
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
    }
)

ROW_NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only where the type is exactly INTEGER."""

tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", ROW_NUMBER, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("cup", JSON, nullable=False),  # the whole specification
    Column("secret", String(200), nullable=False),  # what its seeds are drawn with
    Column("started", String(32), nullable=False),
    Column("finished", String(32)),
    Column("digest", String(32), nullable=False),  # of all else in the row, in every table
)

rounds = Table(
    "rounds",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("pairings", JSON, nullable=False),  # [[first, second], ...]
    Column("digest", String(32), nullable=False),
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
    Column("games", Integer),  # how many it had when it was finished
    Column("digest", String(32), nullable=False),
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
    Column("microseconds", JSON, nullable=False),  # one per move
    Column("set_microseconds", BigInteger, nullable=False),
    Column("digest", String(32), nullable=False),
    # No game can be written twice: this is what a second player of the same match runs into.
    UniqueConstraint("match_id", "number"),
)

logs, memories = (
    Table(
        name,
        METADATA,
        Column("match_id", ForeignKey("matches.id"), primary_key=True),
        Column("name", String(200), primary_key=True),
        Column("text", Text, nullable=False),
        Column("digest", String(32), nullable=False),
    )
    for name in ("logs", "memories")
)
