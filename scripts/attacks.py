"""Attacks the arena and its files, and writes the tables of docs/arena.md.

Every program of `salet.testing.bots` plays a cup inside every kind of walls that works here, and
without; bits of every kind of file are flipped; cups, studies and proofs are killed and resumed.
About seven minutes on two cores. `tests/test_arena_attacks.py` is the short form.

Usage: scripts/attacks.py [--flips 10000] [--kills 10] [--print]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from salet.arena.bots import programs
from salet.arena.bots.sandbox import Sandbox, sandboxes
from salet.arena.cup.cup import Cup
from salet.arena.cup.tournament import run_cup
from salet.arena.store import database
from salet.arena.store.store import Store
from salet.errors import RepairWarning, SaletError
from salet.exact.objectives import Objective
from salet.exact.openers import OpenerProof
from salet.exact.optimum import best_openers, optimal
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.storage import CACHE_VARIABLE, write_whole
from salet.study.results import Results
from salet.study.runner import run_study
from salet.study.spec import Study
from salet.table import open_table, table_path
from salet.testing.bots import ATTACKS, FAILING, GOT, PLAYING, TREASURES, bot_command
from salet.tree.forms import read_tree, write_tree
from salet.tree.model import Head, TreeFile
from salet.view import Setting
from salet.words.files import read_text
from salet.words.history import History
from salet.words.lexicon import Lexicon

PAGE = Path(__file__).parents[1] / "docs" / "arena.md"
BEGIN, END = "<!-- attacks: begin -->", "<!-- attacks: end -->"
MARK = "SALET_ATTACKS"
"""The variable by which the processes of a command are known that was killed."""

_EVERY = 80
"""The files are made of every 80th answer of the original list."""

Reader = Callable[[], Any]


# Bots


def attack(name: str, walls: Sandbox, folder: Path) -> list[str]:
    """Let a program of `salet.testing.bots` play a cup inside `walls`; return what it reached."""
    # Processes that name the folder are ended at last: no other may have a name like it.
    folder = folder.with_name(f"{folder.name}-{secrets.token_hex(8)}")
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
            target=_play, args=(cup, where, walls, home), daemon=True
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


def _play(cup: Cup, where: Path, walls: Sandbox, home: Path) -> None:
    tempfile.tempdir = str(home)
    programs.sandbox = lambda: walls
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
        return f"{folder}/".encode() in _read(entry, "cmdline")

    for _ in range(20):
        found = list(_processes(ours))
        if not found:
            return False
        time.sleep(0.1)
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return True


def _processes(wanted: Callable[[Path], bool]) -> Iterator[int]:
    for entry in Path("/proc").glob("[0-9]*"):
        if int(entry.name) != os.getpid() and wanted(entry):
            yield int(entry.name)


def _read(entry: Path, name: str) -> bytes:
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


# Bits


def files(folder: Path) -> dict[str, tuple[Path, Reader]]:
    """Make a file of every kind, small ones; return each with what reads it."""
    return {kind: make(folder) for kind, make in FILES.items()}


def _game() -> Wordle:
    return Wordle(Lexicon.from_words(Lexicon.load("original").answers[::_EVERY]))


def _checkpoint(folder: Path) -> tuple[Path, Reader]:
    path, game = folder / "proof.json", _game()
    best_openers(game=game, checkpoint=path)
    view = Setting.of(open_table(game), Rules()).start()

    def read() -> Any:
        proof = OpenerProof(view, Objective.read("mean"))
        proof.resume(path)
        return proof.settled

    return path, read


def _table(_folder: Path) -> tuple[Path, Reader]:
    game = _game()

    def read() -> Any:
        table = open_table(game)
        return [table.row(guess).tolist() for guess in range(len(game.guesses))]

    read()
    return table_path(game), read


def _study(folder: Path) -> tuple[Path, Reader]:
    study = Study.from_text('strategy = ["letters", "alphabetical"]\n[answers]\nsample = 30\n')
    run_study(study, folder / "study", jobs=1)
    path = folder / "study" / "results.parquet"

    def read() -> Any:
        results = Results.read(path)
        return results.frame.to_dicts(), results.metadata

    return path, read


def _tree(path: Path) -> tuple[Path, Reader]:
    game = _game()
    best = optimal([game.answers[0]], game=game).best
    assert best.tree is not None
    head = Head.of(game, Rules(), position=game.position(""), total=best.total, proven=True)
    write_tree(TreeFile(head, best.tree, game), path)

    def read() -> Any:
        file = read_tree(read_text(path), game)
        return file.head, file.tree

    return path, read


def _tournament(folder: Path) -> tuple[Path, Reader]:
    path = folder / "cup.sqlite"
    values = {"name": "cup", "format": "duel", "words": 8, "secret": "known"}
    bots = ["letters", "alphabetical", {"name": "p", "bot": bot_command("crashed")}]
    run_cup(Cup.from_dict(values | {"bots": bots}), path)

    store = Store(path)  # kept, since every new one compiles its questions anew
    engine = database.open_database(path)

    def read() -> Any:
        """Do what opening the store does, and read all of it."""
        with database.plain_errors(path), engine.connect() as connection:
            database.is_made(connection, path)
        store.check()
        one = store.tournament()
        matches = store.matches(one)
        logs = [store.logs(match.id) for match in matches]
        return one, store.rounds(one), matches, store.all_games(one), logs

    return path, read


def _history(_folder: Path) -> tuple[Path, Reader]:
    words = Lexicon.load("original").answers[:200]
    days = [(f"2024-{1 + n // 28:02}-{1 + n % 28:02}", word) for n, word in enumerate(words)]
    return History.from_days(days, "flips").save(), lambda: History.load("flips")


FILES: dict[str, Callable[[Path], tuple[Path, Reader]]] = {
    "checkpoint of a proof": _checkpoint,
    "cached table": _table,
    "results of a study": _study,
    "tree": lambda folder: _tree(folder / "tree.txt"),
    "tree as JSON": lambda folder: _tree(folder / "tree.json"),
    "tournament": _tournament,
    "history": _history,
}
"""What makes a file of each kind in a folder, and returns it with what reads it."""


def flip(path: Path, read: Reader, count: int, seed: int = 5) -> Counter[str]:
    """Flip single bits of a file; count which flips are noticed, harmless or overlooked."""
    whole, truth, rng = path.read_bytes(), read(), random.Random(seed)
    found: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("error", RepairWarning)
        for _ in range(count):
            place = rng.randrange(8 * len(whole))
            byte = whole[place // 8]
            _put(path, place // 8, byte ^ 1 << place % 8)
            found[_noticed(read, truth)] += 1
            _put(path, place // 8, byte)
    return found


def _put(path: Path, place: int, byte: int) -> None:
    """Change one byte of a file; to write the whole of it takes far longer."""
    with path.open("r+b") as file:
        file.seek(place)
        file.write(bytes([byte]))


def _noticed(read: Reader, truth: Any) -> str:
    try:
        return "harmless" if read() == truth else "overlooked"
    except (SaletError, RepairWarning) as error:
        return "noticed" if len(str(error).splitlines()) == 1 else "more than a line"
    except Exception as error:
        return f"traceback {type(error).__name__}"


def flips_table(folder: Path, count: int) -> Iterator[str]:
    """Give the lines of the table of flips."""
    yield "| file | bytes | bits flipped | noticed | harmless | overlooked |"
    yield "|---|---:|---:|---:|---:|---:|"
    for kind, (path, read) in files(folder).items():
        started = time.monotonic()
        found = flip(path, read, count)
        rest = count - found["noticed"] - found["harmless"]
        print(kind, dict(found), f"{time.monotonic() - started:.0f} s", file=sys.stderr)
        cells = (path.stat().st_size, count, found["noticed"], found["harmless"], rest)
        yield f"| {kind} | {' | '.join(f'{cell:,}' for cell in cells)} |"


# Kills


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
        left = len(list(_processes(lambda entry: mark in _read(entry, "environ").split(b"\0"))))
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


def main() -> None:
    """Attack, count, write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--flips", type=int, default=10_000)
    options.add_argument("--kills", type=int, default=10)
    options.add_argument("--print", action="store_true", help="print, do not write the page")
    chosen = options.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="attacks-") as name:
        folder = Path(name)
        os.environ |= {CACHE_VARIABLE: str(folder / "cache")}
        parts = []
        for part, make in {
            "bots": attacks_table,
            "bits": lambda one: flips_table(one, chosen.flips),
            "kills": lambda one: kills_table(one, chosen.kills),
            "cost": cost_table,
        }.items():
            (folder / part).mkdir()
            parts.append("\n".join(make(folder / part)))
    text = "\n\n".join(parts)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    if chosen.print:
        print(text)
        return
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
