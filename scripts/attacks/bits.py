"""Flipped bits in every kind of file."""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

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
from salet.study.outcomes import Results
from salet.study.runner import run_study
from salet.study.spec import Study
from salet.table import open_table, table_path
from salet.testing.contestants import bot_command
from salet.tree.forms import read_tree, write_tree
from salet.tree.model import Head, TreeFile
from salet.view import Setting
from salet.words.files import read_text
from salet.words.history import History
from salet.words.lexicon import Lexicon

_EVERY = 80
"""The files are made of every 80th answer of the original list."""

Reader = Callable[[], Any]


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
