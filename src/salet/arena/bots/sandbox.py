"""The sandbox of a bot's process, the folder it runs in, and the end of all that it started.

Where Linux allows it, by bubblewrap if that is installed and else by ``unshare``, a program runs in
namespaces: it sees the system's programs and its own files, read-only, and a small folder in
memory; nothing else of the disk, no network, no process but its own; and it has no privileges.
Where there is a POSIX shell, limits on memory, CPU time, file size and open files hold for each of
its processes. `Sandbox.describe` says what there is.

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
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from salet.arena.bots.player import DEFAULT_LIMITS, LOG_BYTES, Limits
from salet.games.game import Game

_FILE_BLOCKS = 1 << 15
"""The largest file that a bot may write, in blocks of 512 bytes: 16 MB."""

_OPEN_FILES = 256
_PROCESSES = 256
_FOLDER_MB = 64
"""What a bot may write in all, in a sandbox."""

MARK = "SALET_ARENA_BOT"
"""The environment variable that tells the processes of one bot from all others."""

_HOME = "/bot"
_PROBE_SECONDS = 10
_SECONDS_TO_GO = 2.0
_SECONDS_TO_MAKE = 1.0
"""A folder is made in a thousandth of this; one that has no mark by then was left behind."""

_SECONDS_BETWEEN_LOOKS = 0.01
_PREFIX = "salet-bot-"
_LOCK = "lock"

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix", "/gnu"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd"),
)
"""What programs need of the system."""

# The bot's stderr is kept aside as number 3 until the bot itself runs: the programs that make the
# namespaces have words of their own to say when it is ended.
_ASIDE = 'exec 3>&2 2>/dev/null; exec "$@"'

# Data, not address space: programs such as node reserve far more addresses than they use. A limit
# that cannot be set is one that is stricter already.
_LIMITED = (
    'exec 2>&3 3>&-; cd "$1"; shift; '
    "for limit in '-t {cpu}' '-d {data}' '-f {blocks}' '-n {files}' '-c 0'; do "
    'ulimit $limit 2>/dev/null; done; exec "$@"'
)

# Run as ``sh -c`` in new namespaces, with a folder to build the new root in, the bot's home, the
# paths to show, ``--`` and the command.
_NEW_ROOT = f"""
set -e; exec 2>&3; root=$1 home=$2; shift 2
mount -t tmpfs -o mode=755,size={_FOLDER_MB}m tmpfs "$root"
mkdir "$root/proc" "$root/tmp" "$root/dev"
mount -t proc proc "$root/proc"
for node in null zero full random urandom; do
    : > "$root/dev/$node"; mount --bind "/dev/$node" "$root/dev/$node"
done
while [ "$1" != -- ]; do
    mkdir -p "$root${{1%/*}}"
    if [ -L "$1" ]; then cp -P "$1" "$root$1"
    elif [ -d "$1" ]; then mkdir -p "$root$1"; mount -o bind,ro,nosuid,nodev "$1" "$root$1"
    else : >> "$root$1"; mount -o bind,ro,nosuid,nodev "$1" "$root$1"
    fi
    shift
done
shift; cp -R "$home" "$root{_HOME}"
exec chroot "$root" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
"""

_BUBBLEWRAP = (
    *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent"),
    *("--cap-drop", "ALL", "--size", str(_FOLDER_MB << 20), "--tmpfs", "/"),
    *("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--dir", "/tmp", "--dir", _HOME),
)
_NAMESPACES = ("unshare", "-r", "-n", "-i", "-p", "-f", "--kill-child", "--mount-proc")
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
    own_root
        whether bots see nothing of the disk but the system's programs and their own files
    no_network, own_processes
        whether bots are cut off from the network, and whether all that they start ends with them
    """

    prefix: tuple[str, ...]
    shell: str | None
    no_network: bool
    own_processes: bool
    own_root: bool = False

    @property
    def name(self) -> str:
        """What makes it."""
        if self.prefix == _BUBBLEWRAP:
            return "bubblewrap"
        return "unshare" if self.own_root else "no sandbox"

    def home(self, folder: Path) -> Path:
        """Return where the bot finds what is in `folder`, by the name that it sees."""
        return Path(_HOME) if self.own_root else folder

    def command(
        self, program: Sequence[str], limits: Limits, home: Path, shown: Sequence[str] = ()
    ) -> list[str]:
        """Return the command that runs `program` in `home`, where it sees `shown`, read-only."""
        if self.shell is None:
            return [*self.prefix, *program]
        script = _LIMITED.format(
            cpu=math.ceil(limits.seconds_per_match) + 1,
            data=int(limits.memory_mb * 1024),
            blocks=_FILE_BLOCKS,
            files=_OPEN_FILES,
        )
        inside = [self.shell, "-c", script, "sh", str(self.home(home)), *program]
        if self.own_root:
            paths = _outermost([*_SYSTEM, *_on_path(), *shown])
            inside = [*self._new_root(home, paths), *inside]
        return [self.shell, "-c", _ASIDE, "sh", *self.prefix, *inside]

    def _new_root(self, home: Path, paths: Sequence[str]) -> list[str]:
        """Return the words that show `paths` and a copy of `home`, and nothing else."""
        if self.prefix != _BUBBLEWRAP:
            root = str(home.parent / "root")
            return [str(self.shell), "-c", _NEW_ROOT, "sh", root, str(home), *paths, "--"]
        binds = [(path, path) for path in paths]
        binds += [(str(path), f"{_HOME}/{path.name}") for path in home.iterdir()]
        return [*(word for bind in binds for word in ("--ro-bind", *bind)), "--"]

    def describe(self) -> str:
        """Say what bots are kept from, and what not."""
        facts = (
            (self.no_network, "no network", "use of the network"),
            (self.own_root, "no access to your files", "access to your files"),
            (
                self.shell is not None,
                "limited memory and CPU time",
                "use of any memory and CPU time",
            ),
            (self.own_processes, "no processes left behind", "processes left behind"),
        )
        kept = ", ".join(text for holds, text, _ in facts if holds) or "no limits"
        lacking = ", ".join(text for holds, _, text in facts if not holds)
        if not lacking:
            return f"programs run in a sandbox ({self.name}): {kept}"
        return f"programs run without a full sandbox: {kept}; NOT prevented here: {lacking}"


@lru_cache(maxsize=1)
def sandbox() -> Sandbox:
    """Find out, once per process, what this system can do."""
    return next(sandboxes())


def sandboxes() -> Iterator[Sandbox]:
    """Give what works on this system, the best first; the last one needs nothing but a shell."""
    shell = shutil.which("sh")
    dies = _DIES_WITH_US if _starts((*_DIES_WITH_US, "true")) else ()
    namespaces = (*dies, *_NAMESPACES, "--")
    tried = [
        Sandbox(_BUBBLEWRAP, shell, no_network=True, own_processes=True, own_root=True),
        Sandbox(namespaces, shell, no_network=True, own_processes=True, own_root=True),
        Sandbox(namespaces, shell, no_network=True, own_processes=True),
        Sandbox((*dies, "unshare", "-r", "-n", "--"), shell, no_network=True, own_processes=False),
    ]
    yield from filter(_works, tried)
    yield Sandbox(dies, shell, no_network=False, own_processes=False)


def _works(box: Sandbox) -> bool:
    """Try to run two processes inside."""
    if box.own_root and box.shell is None:
        return False
    folder = BotFolder()
    try:
        two = (box.shell or "sh", "-c", "true; true")
        return _starts(box.command(two, DEFAULT_LIMITS, folder.home))
    finally:
        folder.remove()


def _starts(command: Sequence[str]) -> bool:
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@lru_cache(maxsize=1)
def _on_path() -> tuple[str, ...]:
    """Return where the programs are that are found by name, with their libraries."""
    folders = [Path(name) for name in os.environ.get("PATH", "").split(os.pathsep) if name]
    found = [Path(sys.prefix), Path(sys.base_prefix)]
    for folder in folders:
        # A shim is a script that looks for the program in the folder beside it.
        found += [folder.parent] if folder.name == "shims" else [folder, folder.parent / "lib"]
    return tuple(str(path) for path in found)


def _outermost(paths: Sequence[str]) -> list[str]:
    """Return those that can be read and are in no other."""
    found: list[str] = []
    every = {kind(path) for path in paths for kind in (os.path.abspath, os.path.realpath)}
    for path in sorted(every):
        inside = any(Path(path).is_relative_to(one) for one in found if not Path(one).is_symlink())
        if os.access(path, os.R_OK) and path != "/" and not inside:
            found.append(path)
    return found


def family(process: int) -> Iterator[int]:
    """Give a process and all that it started, as far as they have not left it."""
    waiting = [process]
    while waiting:
        one = waiting.pop()
        yield one
        with suppress(OSError, ValueError):
            text = Path(f"/proc/{one}/task/{one}/children").read_text(encoding="ascii")
            waiting += [int(child) for child in text.split()]


def excess(process: int, limits: Limits) -> str:
    """Say what a bot's processes take in sum beyond its limits; memory they share counts once."""
    every = list(family(process))
    if len(every) > _PROCESSES:
        return f"started more than {_PROCESSES} processes"
    total = 0
    for one in every:
        with suppress(OSError, ValueError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_bytes().splitlines():
                if line.startswith((b"Pss:", b"SwapPss:")):
                    total += int(line.split()[1])
    return f"took more than {limits.memory_mb:g} MB" if total > limits.memory_mb * 1024 else ""


def signal_all(processes: Sequence[int], number: signal.Signals) -> None:
    """Send a signal to processes, some of which may have ended."""
    for process in processes:
        with suppress(OSError):
            os.kill(process, number)


def marked(mark: str) -> list[int]:
    """Return the processes that carry a mark, on systems with ``/proc``."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found


def end_marked(mark: str) -> None:
    """End every process that carries a mark; wait for a moment until none is left."""
    deadline = time.monotonic() + _SECONDS_TO_GO
    while (left := marked(mark)) and time.monotonic() < deadline:
        signal_all(left, signal.SIGKILL)
        time.sleep(_SECONDS_BETWEEN_LOOKS)


class BotFolder:
    """A temporary folder of one bot in one match, or, without a game, to try a sandbox in.

    Attributes
    ----------
    home
        where the program runs; it has the word lists of the game
    errors
        the file that takes what it writes to stderr; it has no name by which the bot could reach it
    mark
        the value of `MARK` that its processes are known by
    """

    def __init__(self, game: Game | None = None) -> None:
        self.mark = secrets.token_hex(16)
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        os.write(self._lock, self.mark.encode())
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `remove`
        self.home = self.path / "home"
        for folder in (self.home, self.path / "root"):
            folder.mkdir()
        lists = {"answers.txt": game.answers, "allowed.txt": game.guesses} if game else {}
        for name, words in lists.items():
            (self.home / name).write_text("\n".join(words) + "\n", encoding="utf-8")
        self._log: str | None = None

    @property
    def log(self) -> str:
        """The end of what the program wrote to stderr."""
        if self._log is not None:
            return self._log
        size = os.fstat(self.errors.fileno()).st_size
        end = os.pread(self.errors.fileno(), LOG_BYTES, max(0, size - LOG_BYTES))
        return end.decode("utf-8", errors="replace")

    def remove(self) -> None:
        """Remove it; the log is still known."""
        if self._log is None:
            self._log = self.log
            self.errors.close()
            _remove(self.path)
            os.close(self._lock)


def _remove(path: Path) -> None:
    """Remove a folder whatever a bot has made of it; its lock last, so that it can be retried."""
    for folder in (path / "home", path / "root"):
        with suppress(OSError, RecursionError):
            shutil.rmtree(folder)
            continue
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):  # these do not recurse
            subprocess.run([*command, "--", folder], capture_output=True, check=False)
        if folder.exists():
            return
    shutil.rmtree(path, ignore_errors=True)


def clear_old_folders() -> None:
    """Remove the folders, and end the processes, of matches whose own process was killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another person's, or just gone
            status = path.lstat()
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
                continue
            lock = os.open(
                path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600
            )
            try:
                if not stat.S_ISREG(os.fstat(lock).st_mode):
                    continue
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                mark = os.read(lock, 64).decode("ascii", errors="replace")
                if not mark and time.time() - status.st_mtime < _SECONDS_TO_MAKE:
                    continue  # its process is just making it
                if mark:
                    end_marked(mark)
                _remove(path)
            finally:
                os.close(lock)
