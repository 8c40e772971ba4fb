"""The lock of a tournament: one process at a time plays it, with its workers.

There are two locks, and the system releases both when their process ends, even by a kill. The
process that runs a tournament holds the first. Its workers share the second while they play; so
when a run was killed, the next one waits until the last worker has ended, and no match is played
while it is still being written.

For a store that is a file, a lock is a file beside it, removed by the last process that holds it;
so it holds for every user of the store. A process that takes it therefore checks that the file is
still the one that others would find. On a PostgreSQL server it is an advisory lock of the server.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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


@contextmanager
def alone(where: str, tournament: str) -> Iterator[None]:
    """Hold a tournament for this process alone, once all earlier workers have ended."""
    with _held(where, tournament, "run", shared=False):
        with _held(where, tournament, "work", shared=False):
            pass
        yield


@contextmanager
def at_work(where: str, tournament: str) -> Iterator[None]:
    """Work for a tournament that another process holds."""
    with _held(where, tournament, "work", shared=True):
        yield


def being_played(where: str, tournament: str) -> bool:
    """Say whether a process runs the tournament."""
    file = sqlite_file(where)
    if file is None:
        release = _on_server(where, f"{tournament} run", shared=True)
        if release is not None:
            release()
        return release is None
    try:
        lock = os.open(_lock_file(file, tournament, "run"), os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(lock)


@contextmanager
def _held(where: str, tournament: str, name: str, *, shared: bool) -> Iterator[None]:
    deadline = time.monotonic() + _WAIT_SECONDS
    while (release := _taken(where, tournament, name, shared=shared)) is None:
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


def _taken(where: str, tournament: str, name: str, *, shared: bool) -> Release | None:
    """Take a lock and return what releases it, or None if another process holds it."""
    file = sqlite_file(where)
    if file is None:
        return _on_server(where, f"{tournament} {name}", shared=shared)
    path = _lock_file(file, tournament, name)
    try:
        lock = os.open(path, os.O_RDONLY | os.O_CREAT, 0o666)
    except OSError as error:
        raise StoreError(f"cannot make the lock {path}: {error.strerror}") from None
    with suppress(OSError):
        fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            return partial(_release, lock, path)
    os.close(lock)
    return None


def _lock_file(store: Path, tournament: str, name: str) -> Path:
    key = hashlib.sha256(tournament.encode()).hexdigest()[:8]
    return Path(f"{os.path.realpath(store)}.{key}.{name}")


def _release(lock: int, path: Path) -> None:
    """Remove the file of a lock unless another process shares it."""
    with suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            path.unlink()
    os.close(lock)


def _on_server(where: str, key: str, *, shared: bool) -> Release | None:
    """Take a lock that the server releases when the connection ends."""
    number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], signed=True)
    function = f"pg_try_advisory_lock{'_shared' if shared else ''}"
    engine = server_engine(where)
    with plain_errors(where):
        connection = engine.connect()
        taken = connection.exec_driver_sql(f"select {function}({number})").scalar_one()
        connection.commit()

    def release() -> None:
        connection.close()
        engine.dispose()

    if taken:
        return release
    release()
    return None
