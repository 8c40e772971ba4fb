"""The lock of a tournament: one process at a time plays it, with its workers.

Whoever wants to play takes the lock alone and then shares it with the workers. The system releases
it when the last of them has ended, even by a kill. So when a run was killed, the next one waits
until its last worker has ended, and no match is played while it is still being written.

For a store that is a file, the lock is a file beside it, removed by the last process that holds it;
so it holds for every user of the store. A process that takes it therefore checks that the file is
still the one that others would find. On a PostgreSQL server it is an advisory lock of the server.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

from salet.arena.store.database import (
    StoreError,
    plain_errors,
    server_engine,
    shown_place,
    sqlite_file,
)

_WAIT_SECONDS = 15
_LOOK_SECONDS = 0.05

Release: TypeAlias = Callable[[], None]


def alone(where: str, tournament: str) -> AbstractContextManager[None]:
    """Hold a tournament for this process and its workers, once all others have ended."""
    return _held(where, tournament, first=True)


def at_work(where: str, tournament: str) -> AbstractContextManager[None]:
    """Work for a tournament that another process holds."""
    return _held(where, tournament, first=False)


def being_played(where: str, tournament: str) -> bool:
    """Say whether a process plays the tournament."""
    file = sqlite_file(where)
    if file is not None and not _lock_file(file, tournament).exists():
        return False
    release = _taken(where, tournament, first=True)
    if release is not None:
        release()
    return release is None


@contextmanager
def _held(where: str, tournament: str, *, first: bool) -> Iterator[None]:
    deadline = time.monotonic() + _WAIT_SECONDS
    while (release := _taken(where, tournament, first=first)) is None:
        if time.monotonic() > deadline:
            raise StoreError(
                f"another process is playing {tournament} in {shown_place(where)}; "
                "wait for it, or end it"
            )
        time.sleep(_LOOK_SECONDS)
    try:
        yield
    finally:
        release()


def _taken(where: str, tournament: str, *, first: bool) -> Release | None:
    """Share a lock, as the `first` only if nobody holds it; return what releases it, or None."""
    file = sqlite_file(where)
    if file is None:
        return _taken_on_server(where, tournament, first=first)
    path = _lock_file(file, tournament)
    try:
        lock = os.open(path, os.O_RDONLY | os.O_CREAT, 0o666)
    except OSError as error:
        raise StoreError(f"cannot make the lock {path}: {error.strerror}") from None
    with suppress(OSError):
        if first:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            return partial(_release, lock, path)
    os.close(lock)
    return None


def _lock_file(store: Path, tournament: str) -> Path:
    key = hashlib.sha256(tournament.encode()).hexdigest()[:8]
    return Path(f"{os.path.realpath(store)}.{key}.lock")


def _release(lock: int, path: Path) -> None:
    """Remove the file of a lock unless another process shares it."""
    with suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            path.unlink()
    os.close(lock)


def _taken_on_server(where: str, tournament: str, *, first: bool) -> Release | None:
    """Take a lock that the server releases when the connection ends."""
    number = int.from_bytes(hashlib.sha256(tournament.encode()).digest()[:8], signed=True)
    engine = server_engine(where)
    with plain_errors(where):
        connection = engine.connect()
        steps = ["pg_try_advisory_lock_shared"]
        if first:
            steps = ["pg_try_advisory_lock", *steps, "pg_advisory_unlock"]
        taken = all(
            connection.exec_driver_sql(f"select {step}({number})").scalar_one() for step in steps
        )
        connection.commit()

    def release() -> None:
        connection.close()
        engine.dispose()

    if taken:
        return release
    release()
    return None
