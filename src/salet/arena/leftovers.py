"""Ends what a bot has started and left behind, where the system does not do that for us.

Every process of a bot carries a mark in its environment, which its children inherit even when
they leave its session.
"""

from __future__ import annotations

import os
import secrets
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "SALET_ARENA_BOT"

_SECONDS_TO_GO = 2.0
_SECONDS_BETWEEN_LOOKS = 0.01


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells the processes of one bot from all others."""

    value: str

    @property
    def environment(self) -> dict[str, str]:
        """The mark as an environment variable."""
        return {VARIABLE: self.value}


def mark() -> Mark:
    """Return a new mark."""
    return Mark(secrets.token_hex(16))


def marked(one: Mark) -> list[int]:
    """Return the processes that carry the mark, on systems with ``/proc``."""
    wanted = f"{VARIABLE}={one.value}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found


def end_marked(one: Mark) -> None:
    """End every process that carries the mark, and wait for a moment until none is left."""
    deadline = time.monotonic() + _SECONDS_TO_GO
    while (left := marked(one)) and time.monotonic() < deadline:
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(_SECONDS_BETWEEN_LOOKS)
