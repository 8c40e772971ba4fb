"""Opens the store's database, makes its tables, and puts what goes wrong in one line."""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alembic.config import Config
    from sqlalchemy import Connection, Engine

SQLITE_SUFFIX = ".sqlite"
READS = "salet_reads"
"""The execution option of a connection that only reads."""

_BUSY_SECONDS = 60
"""An error is raised if the database stays locked this long."""

_POSTGRES = {
    "connect_timeout": 10,
    "options": f"-c lock_timeout={_BUSY_SECONDS}s",
    # A server that is gone without a word is noticed; by default that takes hours.
    "keepalives_idle": 20,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": _BUSY_SECONDS * 1000,
}
_VERSION = "alembic_version"


class StoreError(InvalidError):
    """The store cannot be read or written."""


def database_url(where: str | Path) -> str:
    """Return the URL of a file or a database.

    >>> database_url("postgresql://me@host/cups")
    'postgresql+psycopg://me@host/cups'
    >>> database_url("cup.sqlite")
    'sqlite:///cup.sqlite'
    """
    text = str(where)
    if "://" not in text:
        return f"sqlite:///{text}"
    for short in ("postgresql://", "postgres://"):
        if text.startswith(short):
            return f"postgresql+psycopg://{text.removeprefix(short)}"
    return text


def open_database(where: str | Path, *, create: bool) -> Engine:
    """Connect, and bring the tables up to date; refuse what is not a store of ours."""
    try:
        import alembic  # noqa: F401
        import sqlalchemy as sa
    except ImportError:
        raise StoreError("the arena needs more packages: pip install 'salet[arena]'") from None
    url = database_url(where)
    _check_file(url, where, create=create)
    with plain_errors(where):
        try:
            postgres = url.startswith("postgresql+psycopg:")
            engine = sa.create_engine(url, connect_args=_POSTGRES if postgres else {})
        except ImportError as error:
            raise StoreError(
                f"cannot use {where}: {error}; pip install 'salet[postgres]'"
            ) from None
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _prepare_sqlite)
            sa.event.listen(engine, "begin", _begin_sqlite)
        try:
            with engine.execution_options(**{READS: True}).connect() as connection:
                current = _is_current(connection, where)
            if not current:
                with engine.begin() as connection:
                    _bring_up_to_date(connection, where)
        except BaseException:
            engine.dispose()
            raise
    return engine


@contextmanager
def plain_errors(where: str | Path) -> Iterator[None]:
    """Turn the database's errors into one line each."""
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    try:
        yield
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        full = "full" in reason or "disk I/O" in reason
        hint = "; make room and run again: all finished games are kept" if full else ""
        raise StoreError(f"the store {where} failed: {reason}{hint}") from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(
            f"{where} is not a database; give a file, or postgresql://user@host/name ({error})"
        ) from None


def _check_file(url: str, where: str | Path, *, create: bool) -> None:
    if not url.startswith("sqlite:///"):
        return
    path = Path(url.removeprefix("sqlite:///"))
    if not create and not path.exists():
        raise StoreError(f"there is no store {where}; salet arena run makes one")
    if path.is_dir():
        raise StoreError(f"{where} is a folder, not a store")
    if not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent} to keep the store in")


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Let readers see finished games while others are written, and wait for each other."""
    connection.isolation_level = None  # transactions begin where SQLAlchemy says
    connection.execute(f"PRAGMA busy_timeout = {round(_BUSY_SECONDS * 1000)}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once: two that begin by reading cannot both go on to write."""
    reads = connection.get_execution_options().get(READS, False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def alembic_config() -> Config:
    """Return where alembic finds the steps."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


@lru_cache(maxsize=1)
def _steps() -> tuple[str, ...]:
    """Return the names of all steps, the latest first."""
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    return tuple(step.revision for step in steps)


def _is_current(connection: Connection, where: str | Path) -> bool:
    """Whether the latest step was made; an error if the database is not for us to change."""
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import inspect

    has = MigrationContext.configure(connection).get_current_revision()
    if has is None:
        foreign = [name for name in inspect(connection).get_table_names() if name != _VERSION]
        if foreign:
            raise StoreError(
                f"{where} is a database of something else (it has a table {foreign[0]})"
            )
    elif has not in _steps():
        raise StoreError(
            f"{where} was written by a newer salet (step {has}); update salet to read it"
        )
    return has == _steps()[0]


def _bring_up_to_date(connection: Connection, where: str | Path) -> None:
    """Make the steps that are missing, now that nobody else can."""
    from alembic import command

    if not _is_current(connection, where):
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
