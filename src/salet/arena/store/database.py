"""Opens the store's database, for reading or writing, and puts what goes wrong in one line.

A store that is opened for reading is not changed in any way, whatever it turns out to be.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError, SaletError

if TYPE_CHECKING:  # sqlalchemy and alembic are extras, and load when a store is opened
    from alembic.config import Config
    from sqlalchemy import Connection, Engine

SQLITE_SUFFIX = ".sqlite"
SYNCHRONOUS = "FULL"
"""What is written is on the disk before the next thing is done."""

READS = {"salet_reads": True}
"""The execution options of a connection that only reads."""

_BUSY_SECONDS = 60
"""An error is raised if the database stays locked this long."""

_POSTGRES = {
    "connect_timeout": 10,
    # A server that is gone without a word is noticed; by default that takes hours.
    "keepalives_idle": 20,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": _BUSY_SECONDS * 1000,
}
_PLACES = "give a file, or postgresql://user@host/name"
_VERSION = "alembic_version"


class StoreError(InvalidError):
    """The store cannot be read or written."""


def sqlite_file(where: str | Path) -> Path | None:
    """Return the file of a store, or None if it is on a server.

    >>> sqlite_file("cup.sqlite") == sqlite_file("sqlite:///cup.sqlite") == Path("cup.sqlite")
    True
    """
    text = str(where).removeprefix("sqlite:///")
    return None if "://" in text else Path(text)


def shown_place(where: str | Path) -> str:
    """Return the place of a store as it may be shown: without a password.

    >>> shown_place("postgresql://me:secret@host/cups")
    'postgresql://me:***@host/cups'
    """
    return re.sub(r"(://[^/@:]*):[^/]*@", r"\1:***@", str(where))


def open_database(where: str | Path, *, writing: bool = False) -> Engine:
    """Connect to a store, making it if it is to be written; refuse what is not a store of ours."""
    try:
        import alembic  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError:
        raise StoreError("the arena needs more packages: pip install 'salet[arena]'") from None
    file = sqlite_file(where)
    if file is not None:
        _check_file(file, writing=writing)
    connect = partial(server_engine, where) if file is None else partial(_sqlite, file)
    with plain_errors(where):
        made = False
        if file is None or file.exists():
            engine = connect(writing=False)
            with _closed_after_errors(engine), engine.connect() as connection:
                made = is_made(connection, where)
            if not writing:
                if not made:
                    raise StoreError(
                        f"{shown_place(where)} is empty; salet arena run makes a store"
                    )
                return engine
            engine.dispose()
        engine = connect(writing=True)
        if not made:
            with _closed_after_errors(engine), engine.begin() as connection:
                _make(connection, where)
        return engine


def _check_file(path: Path, *, writing: bool) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a store")
    if not writing and not path.exists():
        raise StoreError(f"there is no store {path}; salet arena run makes one")
    if not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent} to keep the store in")


def _sqlite(path: Path, *, writing: bool) -> Engine:
    """Let readers see finished games while others are written, and wait for each other.

    A reader keeps no connection open: the last writer then turns the store into a single file.
    """
    from sqlalchemy import NullPool, QueuePool, create_engine, event

    name = f"{path.absolute().as_uri()}?mode={'rwc' if writing else 'ro'}"

    def connect() -> sqlite3.Connection:
        # Transactions begin where SQLAlchemy says, hence no isolation level.
        connection = sqlite3.connect(
            name, _BUSY_SECONDS, uri=True, isolation_level=None, check_same_thread=False
        )
        if writing:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            connection.execute("PRAGMA foreign_keys = ON")
        return connection

    pool = QueuePool if writing else NullPool
    engine = create_engine("sqlite://", creator=connect, poolclass=pool)
    event.listen(engine, "begin", _begin)
    return engine if writing else engine.execution_options(**READS)


def _begin(connection: Connection) -> None:
    """Take the write lock at once: two that begin by reading cannot both go on to write."""
    reads = connection.get_execution_options().items() >= READS.items()
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def single_file(where: str | Path) -> None:
    """Write what is beside a store's file into it, unless somebody else has the store open."""
    path = sqlite_file(where)
    if path is not None:
        with closing(sqlite3.connect(path, 0)) as connection, suppress(sqlite3.Error):
            connection.execute("PRAGMA journal_mode = DELETE")


def server_engine(where: str | Path, *, writing: bool = False) -> Engine:
    """Return how a store on a server is reached."""
    import sqlalchemy as sa

    url = sa.make_url(str(where))
    options: dict[str, Any] = {}
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
        settings = f"-c lock_timeout={_BUSY_SECONDS}s"
        if not writing:
            settings += " -c default_transaction_read_only=on"
        options = {**_POSTGRES, "options": settings}
    try:
        return sa.create_engine(url, connect_args=options)
    except ImportError as error:
        postgres = url.drivername.startswith("postgresql")
        hint = "pip install 'salet[postgres]'" if postgres else _PLACES
        raise StoreError(f"cannot use {shown_place(where)}: {error}; {hint}") from None


@contextmanager
def _closed_after_errors(engine: Engine) -> Iterator[None]:
    try:
        yield
    except BaseException:
        engine.dispose()
        raise


@contextmanager
def plain_errors(where: str | Path) -> Iterator[None]:
    """Turn the database's errors into one line each."""
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    place = shown_place(where)
    try:
        yield
    except SaletError:
        raise
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        if "malformed" in reason:
            raise damaged(where, reason) from error
        full = "full" in reason or "disk I/O" in reason
        hint = "; make room and run again: all finished games are kept" if full else ""
        raise StoreError(f"the store {place} failed: {reason}{hint}") from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(f"{place} is not a database; {_PLACES} ({error})") from None
    except (LookupError, TypeError, ValueError) as error:
        raise damaged(where, f"{type(error).__name__}: {error}") from error


def damaged(where: str | Path, what: str) -> StoreError:
    """Return the error that says what is wrong with a store, and the way out."""
    line = " ".join(what.split())
    return StoreError(
        f"the store {shown_place(where)} is damaged ({line:.200}); use a copy of it, or play the "
        "cup again"
    )


def alembic_config() -> Config:
    """Return where alembic finds the steps."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


@lru_cache(maxsize=1)
def _latest() -> str | None:
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(alembic_config()).get_current_head()


def is_made(connection: Connection, where: str | Path) -> bool:
    """Whether the tables are there; an error if the database is not for us to change."""
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import inspect

    has = MigrationContext.configure(connection).get_current_revision()
    if has is not None and has != _latest():
        raise StoreError(
            f"{shown_place(where)} was written by another version of salet (step {has}, not "
            f"{_latest()}); use that version to read it"
        )
    foreign = [name for name in inspect(connection).get_table_names() if name != _VERSION]
    if has is None and foreign:
        raise StoreError(
            f"{shown_place(where)} is a database of something else (it has a table {foreign[0]})"
        )
    return has is not None


def _make(connection: Connection, where: str | Path) -> None:
    """Make the tables, now that nobody else can."""
    from alembic import command

    from salet.arena.store.schema import METADATA

    if not is_made(connection, where):
        METADATA.create_all(connection)
        config = alembic_config()
        config.attributes["connection"] = connection
        command.stamp(config, "head")
