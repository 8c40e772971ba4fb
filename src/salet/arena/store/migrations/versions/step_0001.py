"""The first form of the store: tournaments, entrants, rounds, matches, games, logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", _ROW_NUMBER, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("cup", sa.Text, nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("finished", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("name", name="uq_tournaments_name"),
    )
    op.create_table(
        "entrants",
        _tournament(),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "place", name="pk_entrants"),
    )
    op.create_table(
        "rounds",
        _tournament(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("pairings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_rounds"),
    )
    op.create_table(
        "matches",
        sa.Column("id", _ROW_NUMBER, nullable=False),
        _tournament(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("first", sa.String(200), nullable=False),
        sa.Column("second", sa.String(200)),
        sa.Column("finished", sa.String(32)),
        sa.Column("note", sa.Text, nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("tournament_id", "number", name="uq_matches_tournament_id_number"),
    )
    op.create_table(
        "games",
        sa.Column("id", _ROW_NUMBER, nullable=False),
        _match(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("solver", sa.String(200), nullable=False),
        sa.Column("setter", sa.String(200)),
        sa.Column("answer", sa.String(64), nullable=False),
        sa.Column("turns", sa.Text, nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("cost", sa.Integer, nullable=False),
        sa.Column("setter_verdict", sa.String(16)),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("microseconds", sa.Text, nullable=False),
        sa.Column("set_microseconds", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("match_id", "number", name="uq_games_match_id_number"),
    )
    op.create_table(
        "logs",
        _match(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "name", name="pk_logs"),
    )


def _tournament() -> sa.Column[int]:
    return sa.Column("tournament_id", _ROW_NUMBER, sa.ForeignKey("tournaments.id"), nullable=False)


def _match() -> sa.Column[int]:
    return sa.Column("match_id", _ROW_NUMBER, sa.ForeignKey("matches.id"), nullable=False)
