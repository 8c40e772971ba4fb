"""Walls around a bot's process, the folder it runs in, and the end of all that it started.

Always: a session of its own, so that it can be ended with all that it started. Where there is a
POSIX shell: limits on memory, CPU time, file size and open files. Where Linux lets us make
namespaces: no network, and no process that outlives the bot. `Sandbox.describe` says what there is.

Where there are no namespaces, a bot's processes are known by a mark in their environment, which
their children inherit even when they leave the session.

A bot's folder is locked by the process that made it. The system releases the lock when that
process ends, even by a kill; so a folder that another process can lock was left behind, and is
removed together with the processes that its mark names.
"""

from __future__ import annotations

import fcntl
import math
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from salet.arena.bots.player import LOG_BYTES, Limits
from salet.games.game import Game

_FILE_BLOCKS = 1 << 15
"""The largest file that a bot may write, in blocks of 512 bytes: 16 MB."""

_OPEN_FILES = 256
_PROBE_SECONDS = 10
_SECONDS_TO_GO = 2.0
_SECONDS_BETWEEN_LOOKS = 0.01
_VARIABLE = "SALET_ARENA_BOT"
_PREFIX = "salet-bot-"
_LOCK = "lock"

# Data, not address space: programs such as node reserve far more addresses than they use. A limit
# that cannot be set is one that is stricter already. Stderr becomes the bot's only in here: the
# program that makes the namespaces has words of its own to say when the bot is ended.
_LIMITED = (
    'exec 2>>"$1"; shift; '
    "for limit in '-t {cpu}' '-d {data}' '-f {blocks}' '-n {files}' '-c 0'; do "
    'ulimit $limit 2>/dev/null; done; exec "$@"'
)

_NAMESPACES = (
    ("unshare", "-r", "-n", "-p", "-f", "--kill-child", "--mount-proc", "--"),
    ("unshare", "-r", "-n", "-p", "-f", "--kill-child", "--"),
)
_NETWORK_ONLY = ("unshare", "-r", "-n", "--")
_DIES_WITH_US = ("setpriv", "--pdeathsig", "KILL", "--")


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What this system can do.

    Attributes
    ----------
    prefix
        the command that makes the namespaces
    shell
        the shell that sets the limits, or None
    no_network, own_processes
        whether bots are cut off from the network, and whether all that they start ends with them
    """

    prefix: tuple[str, ...]
    shell: str | None
    no_network: bool
    own_processes: bool

    def command(self, program: Sequence[str], limits: Limits, errors: Path) -> list[str]:
        """Return the command that runs `program` inside, its stderr added to a file."""
        if self.shell is None:
            return [*self.prefix, *program]
        script = _LIMITED.format(
            cpu=math.ceil(limits.seconds_per_match) + 1,
            data=int(limits.memory_mb * 1024),
            blocks=_FILE_BLOCKS,
            files=_OPEN_FILES,
        )
        return [*self.prefix, self.shell, "-c", script, "sh", str(errors), *program]

    def describe(self) -> str:
        """Say what bots are kept from, and what not."""
        walls = {
            "the network": self.no_network,
            "leaving processes behind": self.own_processes,
            "using more memory and CPU time than allowed": self.shell is not None,
        }
        kept = [what for what, holds in walls.items() if holds]
        not_kept = [what for what, holds in walls.items() if not holds]
        parts = []
        if kept:
            parts.append(f"kept from {', '.join(kept)}")
        if not_kept:
            parts.append(f"NOT kept from {', '.join(not_kept)} (this system does not allow it)")
        return "programs are " + "; ".join(parts)


@lru_cache(maxsize=1)
def sandbox() -> Sandbox:
    """Find out, once per process, what this system can do."""
    shell = shutil.which("sh")
    dies = _DIES_WITH_US if _works(_DIES_WITH_US) else ()
    for namespaces in _NAMESPACES:
        if _works((*dies, *namespaces)):
            return Sandbox((*dies, *namespaces), shell, no_network=True, own_processes=True)
    if _works((*dies, *_NETWORK_ONLY)):
        return Sandbox((*dies, *_NETWORK_ONLY), shell, no_network=True, own_processes=False)
    return Sandbox(dies, shell, no_network=False, own_processes=False)


def _works(prefix: tuple[str, ...]) -> bool:
    try:
        done = subprocess.run(
            [*prefix, "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells the processes of one bot from all others."""

    value: str

    @classmethod
    def new(cls) -> Mark:
        """Return a mark that no process carries yet."""
        return cls(secrets.token_hex(16))

    @property
    def environment(self) -> dict[str, str]:
        """The mark as an environment variable."""
        return {_VARIABLE: self.value}

    def processes(self) -> list[int]:
        """Return the processes that carry the mark, on systems with ``/proc``."""
        wanted = f"{_VARIABLE}={self.value}".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if wanted in entry.read_bytes().split(b"\0"):
                    found.append(int(entry.parent.name))
        return found

    def end_processes(self) -> None:
        """End every process that carries the mark; wait for a moment until none is left."""
        deadline = time.monotonic() + _SECONDS_TO_GO
        while (left := self.processes()) and time.monotonic() < deadline:
            for process in left:
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(_SECONDS_BETWEEN_LOOKS)


class BotFolder:
    """A temporary folder of one bot in one match.

    Attributes
    ----------
    home
        where the program runs; it has the word lists
    errors
        the file that takes what it writes to stderr
    mark
        what its processes are known by
    """

    def __init__(self, game: Game) -> None:
        self.mark = Mark.new()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        os.write(self._lock, self.mark.value.encode())
        self.errors = self.path / "stderr"
        self.home = self.path / "home"
        self.home.mkdir()
        for name, words in (("answers.txt", game.answers), ("allowed.txt", game.guesses)):
            (self.home / name).write_text("\n".join(words) + "\n", encoding="utf-8")
        self._log = ""

    @property
    def log(self) -> str:
        """The end of what the program wrote to stderr."""
        try:
            with self.errors.open("rb") as file:
                file.seek(max(0, self.errors.stat().st_size - LOG_BYTES))
                return file.read(LOG_BYTES).decode("utf-8", errors="replace")
        except OSError:
            return self._log

    def remove(self) -> None:
        """Remove it; the log is still known."""
        self._log = self.log
        shutil.rmtree(self.path, ignore_errors=True)
        with suppress(OSError):  # closed already
            os.close(self._lock)
        self._lock = -1


def clear_old_folders() -> None:
    """Remove the folders, and end the processes, of matches whose own process was killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another person's, or just gone
            lock = os.open(path / _LOCK, os.O_RDWR)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                value = os.read(lock, 64).decode("ascii", errors="replace")
                if value:  # without it, the folder is just being made
                    Mark(value).end_processes()
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)
