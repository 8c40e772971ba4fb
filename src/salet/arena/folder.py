"""The folder that a bot's process is started in: its words, its stderr, gone after the match.

A folder is locked by the process that made it. Locks go with their process, however that ends; so
a folder that can be locked by another was left behind, and is removed with all that it tells of.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from salet.arena.leftovers import Mark, end_marked, mark
from salet.arena.limits import LOG_BYTES

if TYPE_CHECKING:
    from salet.words.lexicon import Lexicon

_PREFIX = "salet-bot-"
_LOCK = "lock"


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

    def __init__(self, lexicon: Lexicon) -> None:
        self.mark = mark()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        os.write(self._lock, self.mark.value.encode())
        self.errors = self.path / "stderr"
        self.home = self.path / "home"
        self.home.mkdir()
        for name, words in (("answers.txt", lexicon.answers), ("allowed.txt", lexicon.allowed)):
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
                    end_marked(Mark(value))
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)
