"""Commands that are killed and resumed, and what it costs to wait for the disk."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from scripts.attacks.bots import fact_of, processes

from salet.arena.cup.cup import Cup
from salet.arena.cup.tournament import run_cup
from salet.arena.store import database
from salet.arena.store.store import Store
from salet.storage import write_whole
from salet.study.outcomes import Results
from salet.testing.contestants import bot_command
from salet.words.lexicon import Lexicon

MARK = "SALET_ATTACKS"
"""The variable by which the processes of a command are known that was killed."""


def kills_table(folder: Path, kills: int) -> Iterator[str]:
    """Give the lines of the table of kills."""
    yield "| killed by `kill -9` and resumed | kills | lost or changed | processes left |"
    yield "|---|---:|---:|---:|"
    words = Lexicon.load("original")
    (folder / "answers.txt").write_text("\n".join(words.answers[::8]), encoding="utf-8")
    (folder / "allowed.txt").write_text("\n".join(words.allowed[::8]), encoding="utf-8")
    lists = 'answers = "answers.txt"\n'
    (folder / "cup.toml").write_text(
        f'format = "duel"\nsecret = "known"\nwords = 60\n{lists}'
        f'bots = ["resident:fox", "resident:stalker", "random", "{bot_command("keeps_on")}"]',
        encoding="utf-8",
    )
    (folder / "study.toml").write_text(
        'strategy = ["letters", "entropy", "alphabetical"]\nopener = "salet"\ntie_orders = 3\n',
        encoding="utf-8",
    )
    named = ["--answers", "answers.txt", "--allowed", "allowed.txt"]
    for what, command, read in (
        ("cup", ["arena", "run", "cup.toml", "--jobs", "2", "--store"], _games),
        ("study", ["study", "study.toml", "--jobs", "2", "--out"], _cells),
        ("proof", ["optimal", "--all", *named, "--json", "--checkpoint"], _settled),
    ):
        lost, left = _kill(folder, command, read, kills)
        yield f"| `{' '.join(command)} ...` ({what}) | {kills} | {lost} | {left} |"


def _kill(
    folder: Path, command: list[str], read: Callable[[Path], Any], kills: int
) -> tuple[int, int]:
    """Run a command to its end, and again with kills; count differences and processes left."""
    whole, killed = folder / f"{command[0]}-whole", folder / f"{command[0]}-killed"
    started = time.monotonic()
    assert _start(folder, [*command, str(whole)]).wait() == 0, command
    took, left, rng = time.monotonic() - started, 0, random.Random(kills)
    for _ in range(kills):
        running = _start(folder, [*command, str(killed)])
        with suppress(subprocess.TimeoutExpired):
            running.wait(rng.uniform(0.3, took))
        running.kill()
        running.wait()
        left += _outlived(folder)
    _start(folder, [*command, str(killed)]).wait()
    print(command[:2], f"{took:.1f} s", "left", left, file=sys.stderr)
    return int(read(whole) != read(killed)), left


def _start(folder: Path, command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "salet", *command],
        cwd=folder,
        env=os.environ | {MARK: folder.name},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _outlived(folder: Path) -> int:
    """Return how many processes of a killed command are still there after five seconds."""
    mark = f"{MARK}={folder.name}".encode()
    for _ in range(50):
        left = len(list(processes(lambda entry: mark in fact_of(entry, "environ").split(b"\0"))))
        if not left:
            break
        time.sleep(0.1)
    return left


def _games(path: Path) -> Any:
    with Store(path) as store:
        one = store.tournament()
        games = [store.games(match.id) for match in store.matches(one)]
    return [(game.number, game.solver, game.turns) for match in games for game in match]


def _cells(path: Path) -> Any:
    return Results.read(path / "results.parquet").metadata["digest"]


def _settled(path: Path) -> Any:
    best = sorted((value, word) for word, (value, known) in _notes(path).items() if known)
    return len(_notes(path)), best[0]


def _notes(path: Path) -> dict[str, tuple[int, bool]]:
    found: dict[str, tuple[int, bool]] = json.loads(path.read_bytes())["settled"]
    return found


# The price of the promise about power cuts


def cost_table(folder: Path) -> Iterator[str]:
    """Give the lines of the table of what it costs to wait for the disk."""
    yield "| | waits for the disk | does not | so it costs |"
    yield "|---|---:|---:|---:|"
    race = {"words": 2315, "bots": ["tree", "letters", "tiles", "alphabetical"]}
    places = (folder / f"{number}" for number in range(1000))

    def play() -> None:
        run_cup(Cup.from_dict({"name": "cup", **race}), f"{next(places)}.sqlite")

    def write() -> None:
        write_whole(next(places), b"x" * (30 << 20))

    really = os.fsync
    for what, work, module, name, without in (
        ("a race of 9,260 games that are looked up", play, database, "SYNCHRONOUS", "OFF"),
        ("a cached table of 30 MB", write, os, "fsync", lambda _: None),
    ):
        work()
        times: dict[bool, list[float]] = {True: [], False: []}
        for number in range(20):
            waits = number % 2 == 0
            kept = getattr(module, name)
            if not waits:
                setattr(module, name, without)
            started = time.monotonic()
            work()
            times[waits].append(time.monotonic() - started)
            setattr(module, name, kept)
        with_it, without_it = (1000 * min(times[one]) for one in (True, False))
        difference = with_it - without_it
        yield f"| {what} | {with_it:,.0f} ms | {without_it:,.0f} ms | {difference:,.0f} ms |"
    assert os.fsync is really
