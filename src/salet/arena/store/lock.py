"""The lock of a tournament: one process at a time plays it, with its workers.

There are two locks, and the system releases both when their process ends, even by a kill. The
process that runs a tournament holds the first. Its workers share the second while they play; so
when a run was killed, the next one waits until the last worker has ended, and no match is played
while it is still being written.

A lock is a file in the temporary folder, removed by the last process that holds it. A process that
takes a lock therefore checks that the file is still the one that others would find.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from salet.arena.store.database import StoreError

_WAIT_SECONDS = 15
_LOOK_SECONDS = 0.05
_PREFIX = "salet-arena-"


@contextmanager
def alone(where: str, tournament: str) -> Iterator[None]:
    """Hold a tournament for this process alone, once all earlier workers have ended."""
    with _held(where, tournament, "run", fcntl.LOCK_EX):
        with _held(where, tournament, "work", fcntl.LOCK_EX):
            pass
        yield


@contextmanager
def at_work(where: str, tournament: str) -> Iterator[None]:
    """Work for a tournament that another process holds."""
    with _held(where, tournament, "work", fcntl.LOCK_SH):
        yield


def clear_old_locks() -> None:
    """Remove the files of tournaments that were killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another person's, or just gone
            lock = os.open(path, os.O_RDWR)
            try:
                _remove_if_free(lock, path)
            finally:
                os.close(lock)


def being_played(where: str, tournament: str) -> bool:
    """Say whether a process of this machine and user runs the tournament."""
    try:
        lock = os.open(_path(where, tournament, "run"), os.O_RDWR)
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


def _path(where: str, tournament: str, name: str) -> Path:
    place = os.path.realpath(where) if "://" not in where else where
    key = hashlib.sha256(f"{place}\0{tournament}".encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"{_PREFIX}{os.getuid()}-{key}.{name}"


@contextmanager
def _held(where: str, tournament: str, name: str, kind: int) -> Iterator[None]:
    path = _path(where, tournament, name)
    deadline = time.monotonic() + _WAIT_SECONDS
    while (lock := _taken(path, kind)) is None:
        if time.monotonic() > deadline:
            raise StoreError(
                f"another process is playing {tournament} in {where}; wait for it, or end it"
            )
        time.sleep(_LOOK_SECONDS)
    try:
        yield
    finally:
        _remove_if_free(lock, path)
        os.close(lock)


def _taken(path: Path, kind: int) -> int | None:
    """Return the lock, or None if another holds it or has just removed its file."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with suppress(OSError):
        fcntl.flock(lock, kind | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            return lock
    os.close(lock)
    return None


def _remove_if_free(lock: int, path: Path) -> None:
    """Remove the file of an open lock that nobody else holds."""
    with suppress(OSError):  # a worker is left that shares it
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            path.unlink()
