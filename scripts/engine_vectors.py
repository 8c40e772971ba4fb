"""Compare the page's local engine with the package, on random positions.

``python -m scripts.engine_vectors --positions 10000`` asks both about positions of three lists, in
three modes, with and without a prior, and prints how many answers are equal: whole numbers and
texts exactly, other numbers to 1e-9. ``--turns 500`` asks about 500 games against a host, 500 of
several boards, 500 reviews and 500 shared grids instead. Python's answers are those of the
functions behind the HTTP API, with the search that needs no compiler, which is the one that the
page has.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pydantic import ValidationError
from scripts.engine_turns import KINDS, sent_words, turn_questions

from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.table import open_table
from salet.view import Setting, View
from salet.web.guard import in_words
from salet.web.local import STRATEGIES, engine_files, first_guesses
from salet.web.worker import ERROR, do, find
from salet.words.lexicon import Lexicon
from salet.words.shelf import bundled_lexicons

Question = tuple[str, str, dict[str, Any] | None]

RUNNER = Path(__file__).parents[1] / "tests" / "web" / "engine.mjs"
LISTS = ("original", "nyt", "sowpods")
MODES = ("off", "nyt", "strict")
PRIORS = ("frequency", "log-frequency", "sigmoid")
OPENERS = ("salet", "crane", "raise", "slate", "adieu", "tares", "fuzzy")
TURNS = (0, 1, 1, 1, 2, 2, 2, 3, 4)
TOLERANCE = 1e-9
ROUTES = {
    "/suggest": "suggest",
    "/pattern": "suggest.pattern",
    "/lexicons": "words.send",
    "/boards": "suggest.boards",
    "/grid": "review.grid",
    "/play": "play",
    "/review": "review",
}


def questions(count: int, seed: int = 0, turns: Sequence[int] = TURNS) -> Iterator[Question]:
    """Give random questions about positions of so many turns, the same ones for the same seed."""
    dice = random.Random(seed)
    games = {name: Wordle(name) for name in LISTS}
    for number in range(count):
        name, hard = LISTS[number % 3], MODES[number // 3 % 3]
        prior = dice.choice(PRIORS) if number // 9 % 2 else "uniform"
        body: dict[str, Any] = {"lexicon": name, "hard": hard, "prior": prior}
        body["position"] = _position(games[name], hard, dice, dice.choice(turns))
        if dice.random() < 0.1:
            body["max_guesses"] = dice.randint(1, 8)
        if dice.random() < 0.1:
            body["strategy"] = dice.choice(STRATEGIES)
        if dice.random() < 0.05:
            body["without"] = [*dice.sample(games[name].guesses, 3), "crane"]
        if dice.random() < 0.1:
            body["top"] = dice.randint(1, 50)
        yield "POST", "/suggest", body


def _position(game: Wordle, hard: str, dice: random.Random, count: int) -> str:
    """Play some turns on a word, mostly sensible ones; a few are not legal, or miscoloured."""
    unlisted = dice.random() < 0.05
    answer = dice.choice(game.guesses if unlisted else game.answers)
    view: View | None = Setting.of(open_table(game), Rules(20, hard)).start()
    turns: list[str] = []
    for _ in range(count):
        luck = dice.random()
        if luck < 0.4 and view is not None and turns:
            guess = game.answers[dice.choice(view.candidates.tolist())]
        elif luck < 0.9 and view is not None and len(view.legal):
            first = [word for word in OPENERS if game.lexicon.allows(word)]
            guess = game.guesses[dice.choice(view.legal.tolist())]
            guess = dice.choice(first) if not turns and luck < 0.7 else guess
        else:
            guess = dice.choice(game.guesses)
        code = game.reply(guess, answer)
        if dice.random() < 0.01:
            code = dice.randrange(game.replies.size)
        turns.append(str(game.turn(guess, code)))
        if view is not None:
            view = view.after(game.lexicon.guess_index(guess), code)
            view = view if len(view.candidates) else None
        if code == game.replies.solved:
            break
    return " ".join(turns)


def reference(question: Question, sent: dict[str, list[str]] | None = None) -> dict[str, Any]:
    """Answer a question as the server does, with the search that needs no compiler.

    `sent` are the words of the lexicon that it names, if a person sent them.
    """
    _, path, body = question
    name = ROUTES[path]
    request = find(name).request
    try:
        checked = request.model_validate_json(json.dumps(body))
    except ValidationError as error:
        message = in_words(error.errors())
        return {"error": {"message": message, "kind": "InvalidError", "status": 422}}
    with patch("salet.coach.values._compiled_is_ready", return_value=False):
        kind, told = do(name, checked.model_dump(), lambda *_: None, sent=sent)
    answer = json.loads(told)
    return {"error": {**answer, "status": 422}} if kind == ERROR else {"answer": answer}


class LocalEngine:
    """The local engine in node; `folder` has its data files."""

    def __init__(self, folder: Path) -> None:
        node = shutil.which("node")
        assert node is not None, "there is no node to run the engine"
        self._process = subprocess.Popen(
            [node, str(RUNNER), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: Question) -> dict[str, Any]:
        """Return the answer to a question, with the processor `seconds` that it took."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        assert line, f"the engine failed at {str(question)[:1000]}"
        told: dict[str, Any] = json.loads(line)
        return told

    def __enter__(self) -> LocalEngine:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process as process:
            assert process.stdin is not None
            process.stdin.close()


def answers(asked: Iterable[Question], folder: Path) -> Iterator[dict[str, Any]]:
    """Let the local engine answer questions; `folder` has its data files."""
    with LocalEngine(folder) as engine:
        yield from map(engine.ask, asked)


def write_data(folder: Path) -> Path:
    """Write the data files of the engine."""
    for name, content in engine_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def difference(one: Any, other: Any, where: str = "") -> str:
    """Say where two answers differ first; empty if they do not."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f"{where}.{key}", one.get(key), other.get(key)) for key in {**one, **other}]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{where}.{n}", *pair) for n, pair in enumerate(zip(one, other, strict=True))]
    elif isinstance(one, float) and isinstance(other, int | float):
        return "" if abs(one - other) <= TOLERANCE else f"{where}: {one} {other}"
    else:
        same = one == other and isinstance(one, bool) == isinstance(other, bool)
        return "" if same else f"{where}: {one} {other}"
    return next((found for pair in pairs if (found := difference(pair[1], pair[2], pair[0]))), "")


def _write_first(path: Path) -> None:
    """Compute data/first.json anew."""
    lexicons = [Lexicon.load(name) for name in bundled_lexicons()]
    found = {lexicon.id: first_guesses(lexicon) for lexicon in lexicons}
    path.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--turns", type=int, help="games, boards, reviews and grids of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=Path, help="only write data/first.json anew, there")
    options = parser.parse_args()
    if options.first is not None:
        _write_first(options.first)
        return 0
    if options.turns is not None:
        asked = turn_questions(dict.fromkeys(KINDS, options.turns), options.seed)
    else:
        asked = list(questions(options.positions, options.seed))
    equal, python, engine, exact = 0, 0.0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        told = answers(asked, write_data(Path(folder)))
        for question, answer in zip(asked, told, strict=True):
            started = time.process_time()
            expected = reference(question, sent_words(question))
            for one in (expected, answer):
                one.get("answer", {}).pop("strategies", None)  # the page ranks by fewer of them
            python += time.process_time() - started
            engine.append(answer.pop("seconds"))
            exact += answer.get("answer", {}).get("exact", False)
            found = difference(expected, answer)
            equal += not found
            if found:
                print(json.dumps(question[2]), found, flush=True)
    engine.sort()
    print(f"{equal:,} of {len(asked):,} answers are equal; {exact:,} have exact values")
    print(f"processor seconds per answer: Python {python / len(asked):.3f}, engine", end=" ")
    print(f"{sum(engine) / len(engine):.3f} (median {engine[len(engine) // 2]:.3f},", end=" ")
    print(f"99% {engine[int(len(engine) * 0.99)]:.3f}, most {engine[-1]:.3f})")
    return 0 if equal == len(asked) else 1


if __name__ == "__main__":
    sys.exit(main())
