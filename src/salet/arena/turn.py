"""Whose turn it is to play a tournament: one process at a time, with its workers.

Two locks that go with their process, however that ends. Whoever runs a tournament holds the first.
Its workers share the second while they play; so when a run was killed, the next one waits until the
last of its workers has noticed, and nobody plays a match that is still being written.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from salet.arena.database import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

_WAIT_SECONDS = 15
_LOOK_SECONDS = 0.05


@contextmanager
def alone(where: str, tournament: str) -> Iterator[None]:
    """Be the only one on this machine who runs a tournament, after all earlier workers."""
    with _held(where, tournament, "run", fcntl.LOCK_EX):
        with _held(where, tournament, "work", fcntl.LOCK_EX):
            pass
        yield


@contextmanager
def at_work(where: str, tournament: str) -> Iterator[None]:
    """Be a worker of the tournament."""
    with _held(where, tournament, "work", fcntl.LOCK_SH):
        yield


def being_played(where: str, tournament: str) -> bool:
    """Say whether somebody on this machine, under this user, runs the tournament."""
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
    return Path(tempfile.gettempdir()) / f"salet-arena-{os.getuid()}-{key}.{name}"


@contextmanager
def _held(where: str, tournament: str, name: str, kind: int) -> Iterator[None]:
    lock = os.open(_path(where, tournament, name), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(lock, kind, where, tournament)
        yield
    finally:
        os.close(lock)


def _take(lock: int, kind: int, where: str, tournament: str) -> None:
    deadline = time.monotonic() + _WAIT_SECONDS
    while True:
        try:
            fcntl.flock(lock, kind | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise StoreError(
                    f"another process is playing {tournament} in {where}; wait for it, or end it"
                ) from None
        time.sleep(_LOOK_SECONDS)
