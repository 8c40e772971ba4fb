"""Hostile bots, in every kind of sandbox and without."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from salet.arena.bots import process
from salet.arena.bots.sandbox import Sandbox, sandboxes
from salet.arena.cup.cup import Cup
from salet.arena.cup.tournament import run_cup
from salet.arena.store.store import Store
from salet.errors import SaletError
from salet.testing.contestants import ATTACKS, FAILING, GOT, PLAYING, TREASURES, bot_command


def attack(name: str, box: Sandbox, folder: Path) -> list[str]:
    """Let a program of `salet.testing` play a cup in a sandbox; return what it reached."""
    home = folder / "homes"
    home.mkdir(parents=True)
    for treasure in TREASURES:
        (folder / treasure).write_text("treasure", encoding="utf-8")
    with _listening(folder) as port:
        about = (folder, port) if name in ATTACKS else ()
        patient = name not in FAILING
        values = {
            "name": "cup",
            "words": 2,
            "bots": [{"name": "it", "bot": bot_command(name, *about)}],
            "limits": {
                "seconds_per_move": 20 if patient else 1.5,
                "seconds_per_match": 60 if patient else 4,
                "memory_mb": 200,
            },
        }
        cup, where = Cup.from_dict(values), folder / "played.sqlite"
        child = multiprocessing.get_context("fork").Process(
            target=_play, args=(cup, where, box, home), daemon=True
        )
        child.start()
        child.join(120)
        child.kill()
        child.join()
    reached = list(_reached(name, where)) if child.exitcode == 0 else ["stopped the cup"]
    if _ended(folder):
        reached.append("left a process behind")
    if child.exitcode == 0 and any(home.iterdir()):
        reached.append("left files behind")
    return reached


def _play(cup: Cup, where: Path, box: Sandbox, home: Path) -> None:
    tempfile.tempdir = str(home)
    process.sandbox = lambda: box
    run_cup(cup, where)


def _reached(name: str, where: Path) -> Iterator[str]:
    """Give what the bot says that it reached, and whether it lost or played as it should."""
    with suppress(SaletError), Store(where) as store:
        for match in store.matches(store.tournament()):
            for line in "\n".join(store.logs(match.id).values()).splitlines():
                if line.startswith(GOT):
                    yield line.removeprefix(GOT)
            faults = [game.verdict.is_fault for game in store.games(match.id)]
            if faults != [name in FAILING] * 2:
                yield "was judged wrongly"


@contextmanager
def _listening(folder: Path) -> Iterator[int]:
    """Listen at a port, and at a socket in `folder`."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        other.bind(str(folder / "socket"))
        other.listen()
        yield server.getsockname()[1]


def _ended(folder: Path) -> bool:
    """Say whether processes were left whose command names `folder`, or that work in it; end them.

    The whole path, which nobody else can have: a part of it could be in anybody's command.
    """
    assert folder.is_absolute()
    assert folder.is_dir()

    def ours(entry: Path) -> bool:
        with suppress(OSError):
            if (entry / "cwd").readlink().is_relative_to(folder):
                return True
        return f"{folder}/".encode() in fact_of(entry, "cmdline")

    for _ in range(20):
        found = list(processes(ours))
        if not found:
            return False
        time.sleep(0.1)
    for number in found:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    return True


def processes(wanted: Callable[[Path], bool]) -> Iterator[int]:
    """Give the processes, but ours, whose folder in /proc is `wanted`."""
    for entry in Path("/proc").glob("[0-9]*"):
        if int(entry.name) != os.getpid() and wanted(entry):
            yield int(entry.name)


def fact_of(entry: Path, name: str) -> bytes:
    """Return what the system says of a process, or nothing if it is gone or not ours."""
    with suppress(OSError):
        return (entry / name).read_bytes()
    return b""


def attacks_table(folder: Path) -> Iterator[str]:
    """Give the lines of the table of attacks, with what was reached where it was not contained."""
    kinds = list({one.name: one for one in sandboxes()}.values())
    yield f"| attack | {' | '.join(one.name for one in kinds)} |"
    yield f"|---|{'---|' * len(kinds)}"
    groups: dict[str, Sequence[str]] = {
        f"{len(FAILING)} programs that break the rules: {', '.join(FAILING)}": list(FAILING),
        f"{len(PLAYING)} that play and leave things behind: {', '.join(PLAYING)}": PLAYING,
        **{_does(name): [name] for name in ATTACKS},
    }
    number = count()
    for title, names in groups.items():
        cells = []
        for kind in kinds:
            found = {name: attack(name, kind, folder / f"{next(number)}") for name in names}
            reached = [f"{name}: {one}" for name, every in found.items() for one in every]
            if len(names) == 1:
                reached = found[names[0]]
            cells.append(f"**{', '.join(reached)}**" if reached else "contained")
            print(title[:50], kind.name, cells[-1], file=sys.stderr)
        yield f"| {title} | {' | '.join(cells)} |"


def _does(name: str) -> str:
    first = (ATTACKS[name].__doc__ or "").splitlines()[0].rstrip(".")
    return f"`{name}`: {first[0].lower()}{first[1:]}"
