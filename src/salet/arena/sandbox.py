"""Walls around a bot's process, as far as the system has them.

Always: a session of its own, so that it can be ended with all that it started. Where there is a
POSIX shell: limits on memory, CPU time, file size and open files. Where Linux lets us make
namespaces: no network, and no process that outlives the bot. `Sandbox.describe` says what there is.
"""

from __future__ import annotations

import math
import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from salet.arena.limits import Limits

_FILE_BLOCKS = 1 << 15
"""Files of a bot may have so many blocks of 512 bytes: 16 MB."""

_OPEN_FILES = 256
_PROBE_SECONDS = 10

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
