"""Play, several boards and review: the local engine says what the routes of the server say.

Python makes the vectors with the very functions of the routes, on random games; node asks the
engine the same.
"""

import json
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from pydantic import ValidationError

import salet.web
from salet.errors import SaletError
from salet.games.wordle import Wordle
from salet.table import open_table
from salet.web import worker
from salet.web.errors import in_words
from salet.web.local import engine_files
from salet.words.lexicon import Lexicon

TASKS = {"/play": "play", "/boards": "suggest.boards", "/review": "review", "/grid": "review.grid"}
OWN = {
    "cyrillic": {
        "answers": [
            "аббат",
            "абзац",
            "автор",
            "агент",
            "адрес",
            "алмаз",
            "ангел",
            "аорта",
            "арена",
            "атака",
        ]
    },
    "short": {
        "answers": ["käse", "nase", "hase", "vase", "base", "dose", "hose", "rose"],
        "allowed": [
            "käse",
            "nase",
            "hase",
            "vase",
            "base",
            "dose",
            "hose",
            "rose",
            "maus",
            "haus",
            "lose",
            "böse",
            "taxi",
        ],
    },
    "single": {"answers": ["only"]},
}
"""Words of one's own, by the name that a vector gives them."""
LISTS = ("original", "nyt", "sowpods", *OWN)
OTHER_LINES = ("", "Wordle 9 3/6*", " hm ⬛🟨 ", "⬛🟨⬛ 🟩🟩🟩", "⬜", "by", "x")
STYLES = ("text", "letters", "emoji", "contrast", "digits")


def said(path, body, sent=None):
    """Return what the server says to a request: an answer, or an error and its kind."""
    task = worker.find(TASKS[path])
    try:
        request = task.request.model_validate_json(json.dumps(body))
    except ValidationError as error:
        return {"error": in_words(error.errors()), "kind": "InvalidError"}
    kind, answer = worker.do(TASKS[path], request.model_dump(), lambda *_: None, sent=sent)
    found = json.loads(answer)
    if kind == worker.ERROR:
        return {"error": found["message"], "kind": found["kind"]}
    return found


@cache
def table_of(name):
    """Return the table of a list, by name."""
    own = OWN.get(name)
    if own is None:
        return open_table(Wordle(name))
    return open_table(Wordle(Lexicon.from_words(**full(own), name="your words")))


def full(own):
    """Return lists as the server keeps them."""
    return {"answers": own["answers"], "allowed": own.get("allowed") or own["answers"]}


class Asker:
    """Makes random requests about one list: what a person may type, mistakes included."""

    def __init__(self, chance: random.Random, name: str) -> None:
        self.chance = chance
        self.name = name
        self.table = table_of(name)
        self.game, self.lexicon = self.table.game, self.table.lexicon

    def vector(self, path, body):
        """Return a question with the server's answer."""
        own = OWN.get(self.name)
        if path != "/grid":
            body = {"lexicon": self.lexicon.id if own else self.name, **body}
        return {"path": path, "body": body, "lists": own, "said": self.said(path, body)}

    def said(self, path, body):
        """Return the server's answer."""
        return said(path, body, full(OWN[self.name]) if self.name in OWN else None)

    def one_of(self, *options, often=1):
        """Choose an option; the first is chosen `often` times as often as each other."""
        return self.chance.choice([options[0]] * (often - 1) + [*options])

    # --- words ---

    def word(self, candidates):
        """Return a guess: a candidate mostly, any allowed word, or one that is refused."""
        chance = self.chance.random()
        if chance < 0.6 and len(candidates):
            return self.lexicon.answers[self.chance.choice(list(candidates))]
        if chance < 0.96:
            return self.chance.choice(self.lexicon.allowed)
        return self.bad_word()

    def bad_word(self):
        """Return a word with a slip, of another list or of no list."""
        word = self.chance.choice(self.lexicon.allowed)
        place = self.chance.randrange(len(word))
        slip = word[:place] + self.chance.choice("aeqxzéß-1 ") + word[place + 1 :]
        other = self.chance.choice(table_of(self.chance.choice(LISTS)).lexicon.allowed)
        return self.one_of(slip, word[:-1], word + "s", word.upper(), other, "", "' \"", often=3)

    def hard(self):
        return self.chance.choice(["off", "off", "nyt", "strict"])

    # --- requests ---

    def play(self):
        """A game against a host, finished or not."""
        chance = self.chance
        boards = self.one_of(1, *range(1, 9), often=4)
        body = {
            "game": "".join(chance.choices("0123456789abcxyz", k=chance.randint(1, 16))),
            "host": self.one_of("honest", "adversary", often=2),
            "boards": boards,
            "hard": self.hard() if boards == 1 or chance.random() < 0.05 else "off",
            "max_guesses": chance.randint(1, 16),
        }
        guesses = []
        for _ in range(chance.randint(0, 9)):
            now = self.said("/play", {**self.vector_body(body), "guesses": guesses})
            if "error" in now or (now["over"] and chance.random() < 0.9):
                break
            board = chance.choice(now["boards"])
            if board["answer"] is None:
                candidates = self.table.candidates(self.game.position(board["position"]))
                guesses = [*guesses, self.word(candidates)]
        return self.vector("/play", {**body, "guesses": guesses, "give_up": chance.random() < 0.1})

    def vector_body(self, body):
        return {"lexicon": self.lexicon.id if self.name in OWN else self.name, **body}

    def answer(self):
        """Return an answer; now and then one that is not listed."""
        return self.chance.choice(self.one_of(self.lexicon.answers, self.lexicon.allowed, often=8))

    def reply(self, guess, answer):
        return self.game.replies[self.game.reply(guess, answer)]

    def game_of(self, answer, turns):
        """Play some guesses on an answer, by chance; return turns as pairs of texts."""
        found = []
        candidates = range(len(self.lexicon.answers))
        while len(found) < turns and not (found and found[-1][0] == answer):
            guess = self.word(candidates)
            if self.chance.random() < 0.1:
                guess = answer
            try:
                guess = self.lexicon.allowed[self.lexicon.guess_index(guess)]
            except SaletError:
                continue
            reply = self.reply(guess, answer)
            found.append((guess, reply))
            row = self.table.row(self.lexicon.guess_index(guess))
            candidates = [place for place in candidates if row[place] == reply.code]
        return found

    def written(self, turns):
        """Write turns as a person may."""
        style, mark = self.chance.choice(STYLES), self.chance.choice([":", "=", " ", ";"])
        between = self.one_of(" ", ", ", "  ", "\n", often=4)
        if self.chance.random() < 0.7:
            style, mark = "text", ":"
        return between.join(f"{guess}{mark}{reply.to_text(style)}" for guess, reply in turns)

    def boards(self):
        """Several positions, of the same guesses on several answers."""
        boards = self.one_of(2, *range(1, 9), 16, 32, often=2)
        answers = [self.answer() for _ in range(boards)]
        guesses = [guess for guess, _ in self.game_of(self.chance.choice(answers), 8)]
        guesses = guesses[: self.chance.choice([0, 1, 2, 2, 3, 3, 4, 5, 6, 8])]
        rows = []
        for answer in answers:
            upto = guesses.index(answer) + 1 if answer in guesses else len(guesses)
            turns = [(word, self.reply(word, answer)) for word in guesses[:upto]]
            rows.append(self.written(self.spoilt(turns, 0.01)))
        body = {"position": " | ".join(rows), "top": self.chance.choice([1, 5, 10, 20])}
        return self.vector("/boards", {**body, "shown": self.chance.choice([0, 10, 50, 20_000])})

    def spoilt(self, turns, odds):
        """Return turns with a mistake now and then: a wrong reply, a word of no list, one less."""
        turns = [*turns]
        if turns and self.chance.random() < odds:
            place = self.chance.randrange(len(turns))
            guess, reply = turns[place]
            code = self.chance.randrange(self.game.replies.size)
            other = (guess, self.game.replies[code])
            odd = ("qqqqqqqqqqqqqqqq"[: len(guess)], reply)
            turns[place : place + 1] = self.one_of([other], [odd], [], often=4)
        return turns

    def review(self):
        """A game to look back on, in one of the three ways to give it."""
        answer = self.answer()
        turns = self.game_of(answer, self.chance.randint(1, 7))
        turns = self.spoilt(turns, 0.1)
        guesses = [guess for guess, _ in turns]
        body = {"hard": self.hard(), "max_guesses": self.one_of(6, 7, 8, len(turns) or 1, often=4)}
        way = self.chance.random()
        if way < 0.45:
            given = {"answer": answer, "guesses": guesses}
        elif way < 0.8:
            given = {"position": self.written(turns)}
        else:
            grid = "\n".join(reply.to_text("emoji") for _, reply in turns)
            given = {"grid": f"Wordle 1,234 {len(turns)}/6\n\n{grid}", "guesses": guesses}
        if way >= 0.45 and self.chance.random() < 0.3:
            given["answer"] = answer
        return self.vector("/review", body | given)

    def grid(self):
        """A text with rows of squares in it, and other lines."""
        lines = []
        for _ in range(self.chance.randint(0, 6)):
            turns = self.game_of(self.answer(), self.chance.randint(0, 4))
            style = self.chance.choice(STYLES)
            lines += [reply.to_text(style) for _, reply in turns]
            lines += self.chance.choices(OTHER_LINES, k=2)
        if self.chance.random() < 0.2:
            self.chance.shuffle(lines)
        between = self.one_of("\n", "\r\n", " ", "\u2028", "\ufe0f\n", often=5)
        return self.vector("/grid", {"text": between.join(lines)})


# --- the engine ---

ENGINE = Path(salet.web.__file__).parent / "static" / "engine"
RUNNER = """
import { readFileSync } from "node:fs";
const [engine, data, asked] = process.argv.slice(1);
const { Engine } = await import(`${engine}/local.js`);
const local = new Engine(async (name) => readFileSync(`${data}/${name}`, "utf8"));
const found = [];
for (const { path, body, lists } of JSON.parse(readFileSync(asked))) {
  if (lists) await local.answer("POST", "/lexicons", lists);
  found.push(await local.answer("POST", path, body).catch((error) => {
    if (error.kind === undefined) throw error;
    return { error: error.message, kind: error.kind };
  }));
}
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("engine")
    for name, content in engine_files().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def ask_engine(data, tmp_path):
    """Ask the engine what vectors ask, in node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, in which the engine runs")

    def ask(vectors):
        asked = tmp_path / "vectors.json"
        asked.write_text(json.dumps(vectors))
        command = [node, "--input-type=module", "-e", RUNNER, ENGINE, data, asked]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


def difference(here, there, where=""):
    """Say where two answers differ: numbers by more than 1e-9, all else at all; or nothing."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        found = (difference(here[key], there[key], f"{where}.{key}") for key in here)
        return next(filter(None, found), "")
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        both = enumerate(zip(here, there, strict=True))
        found = (difference(*pair, f"{where}.{n}") for n, pair in both)
        return next(filter(None, found), "")
    if isinstance(here, float) and isinstance(there, float | int):
        return (
            "" if there == pytest.approx(here, rel=1e-9, abs=1e-9) else f"{where}: {here} {there}"
        )
    return "" if here == there else f"{where}: {here!r} {there!r}"


def compare(vectors, answers):
    """Fail on the first difference between the server's answers and the engine's."""
    for vector, answer in zip(vectors, answers, strict=True):
        found = difference(vector["said"], answer)
        assert not found, f"{vector['path']} {json.dumps(vector['body'])}\n{found}"


def vectors(kind, seeds):
    """Return random vectors of one kind, on lists in turn."""
    return [getattr(Asker(random.Random(seed), LISTS[seed % len(LISTS)]), kind)() for seed in seeds]


@pytest.mark.parametrize(("kind", "count"), [("play", 24), ("grid", 24)])
def test_the_engine_says_what_the_server_says(kind, count, ask_engine):
    asked = vectors(kind, range(count))
    assert any("error" not in vector["said"] for vector in asked)
    compare(asked, ask_engine(asked))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["play", "grid"])
def test_the_engine_says_what_the_server_says_of_many_games(kind, ask_engine):
    asked = vectors(kind, range(1000, 1500))
    compare(asked, ask_engine(asked))


# --- the routes themselves ---


def test_a_review_accepts_a_guess_that_a_wider_list_alone_allows():
    found = said("/review", {"answer": "there", "guesses": ["crane", "aapas", "there"]})
    assert [turn["after"] for turn in found["turns"]] == [40, 21, 1]
    assert found["turns"][1]["after_words"][:3] == ["dirge", "eerie", "fibre"]
    assert found["notes"] == [
        "aapas is not an allowed word of original; it is one of all 14,855 allowed words of nyt"
    ]
    assert found["line"]["proven"]  # the words that may be the answer are the listed ones
