"""Play, several boards, reviews and grids: the local engine says what the routes of the server say.

Python answers random questions with the very functions of the routes, node asks the engine.
"""

import hashlib
import json
import shutil
import subprocess

import pytest
from scripts.engine_turns import KINDS, sent_words, turn_questions
from scripts.engine_vectors import RUNNER, answers, difference, reference, write_data

pytestmark = pytest.mark.slow

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="node is not installed, in which the engine runs"
)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_data(tmp_path_factory.mktemp("engine"))


def compare(asked, data):
    """Fail on the first question that the engine answers otherwise than the server."""
    for question, answer in zip(asked, answers(asked, data), strict=True):
        expected = reference(question, sent_words(question))
        answer.pop("seconds")
        if question[1] != "/lexicons":  # these send the lists, and are tested elsewhere
            assert not difference(expected, answer), question


@needs_node
def test_the_engine_says_what_the_server_says(data):
    compare(turn_questions({"play": 12, "boards": 6, "review": 6, "grid": 12}, seed=7), data)


@needs_node
@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_says_what_the_server_says_of_many_games(kind, data):
    compare(turn_questions({kind: 100}, seed=1), data)


WORDS = ["crane"] * 41
LONG = "x" * 1_000_000
BAD = [
    ("/play", {"game": "demo", "boards": 9}),
    ("/play", {"game": "demo", "boards": 2, "hard": "nyt"}),
    ("/play", {"game": "demo", "boards": 1.5, "host": "kind", "max_guesses": 0, "give_up": 1}),
    ("/play", {"game": "No!", "guesses": "crane"}),
    ("/play", {"game": "demo\n"}),
    ("/play", {"game": "demo", "guesses": WORDS}),
    ("/play", {"game": "demo", "guesses": [LONG, 1, None]}),
    ("/play", {"game": "demo", "guesses": ["crane", "zzzzz"]}),
    ("/play", {"game": "demo", "guesses": ["абвгд", "日本語テキ"]}),
    ("/play", {"game": "demo", "guesses": ["абвгд"]}),
    ("/play", {"game": "demo", "guesses": ["日本語"]}),
    ("/play", {"game": "demo", "guesses": ["e\u0301tude"]}),
    ("/play", {"game": "demo", "guesses": [""]}),
    ("/play", {"game": "demo", "lexicon": "orignal"}),
    ("/play", {"game": "demo", "lexicon": LONG}),
    ("/play", {"lexicon": "nyt", "more": 1}),
    ("/play", {}),
    ("/boards", {}),
    ("/boards", {"position": LONG}),
    ("/boards", {"position": "|" * 32}),
    ("/boards", {"position": "|" * 31, "top": 51, "shown": -1}),
    ("/boards", {"position": "crane:----- | slate:-----"}),
    ("/boards", {"position": "crane:----- | "}),
    ("/boards", {"position": "crane:ggggg slate:----- | crane:----- slate:-----"}),
    ("/boards", {"position": "crane:----"}),
    ("/boards", {"position": "crane | crane"}),
    ("/boards", {"position": "crane:-x3-- | "}),
    ("/boards", {"position": "qqqqq:----- | qqqqq:-----"}),
    ("/boards", {"position": "aapas:----- | aapas:y----", "top": 1, "shown": 0}),
    ("/boards", {"position": "crane:----- slate:----- | crane:ygygy slate:-----"}),
    ("/boards", {"position": "", "hard": "nyt"}),
    ("/boards", {"position": None}),
    ("/review", {}),
    ("/review", {"guesses": []}),
    ("/review", {"guesses": ["crane"]}),
    ("/review", {"answer": "crane", "guesses": []}),
    ("/review", {"answer": "crane", "guesses": ["crane", "slate"]}),
    ("/review", {"answer": "crane", "guesses": ["cran"]}),
    ("/review", {"answer": "qqqqq", "guesses": ["crane"]}),
    ("/review", {"answer": "crane", "guesses": ["qqqqq", "crane"]}),
    ("/review", {"answer": "crane", "guesses": ["slate"] * 7}),
    ("/review", {"answer": "crane", "guesses": WORDS}),
    ("/review", {"answer": "crane", "position": "slate:ggggg"}),
    ("/review", {"position": "slate"}),
    ("/review", {"position": "slate:-y-y-y"}),
    ("/review", {"position": "crane:ggggy"}),
    ("/review", {"position": LONG}),
    ("/review", {"grid": "no squares", "guesses": ["crane"]}),
    ("/review", {"grid": "⬛⬛⬛⬛⬛", "guesses": []}),
    ("/review", {"grid": "⬛⬛⬛⬛⬛⬛", "guesses": ["crane"]}),
    ("/review", {"grid": "⬛⬛⬛⬛⬛\n\n⬛⬛⬛⬛⬛", "guesses": ["crane", "slate"]}),
    ("/review", {"answer": 5, "guesses": {}, "position": [], "grid": 1, "hard": "yes"}),
    ("/grid", {"text": "⬛" * 8001}),
    ("/grid", {"text": "⬛🟨⬛⬛⬛\n⬛🟨⬛⬛"}),
    ("/grid", {}),
    ("/grid", []),
    ("/grid", None),
]


@needs_node
def test_bad_input_gets_the_same_line(data):
    compare([("POST", path, body) for path, body in BAD], data)


HASHES = """
import { createHash } from "node:crypto";
import { sha256 } from "./src/salet/web/static/engine/sha256.js";
const texts = JSON.parse(process.argv[1]);
const own = (text) => createHash("sha256").update(text).digest("hex");
console.log(JSON.stringify(texts.map((text) => [sha256(text), own(text)])));
"""


@needs_node
def test_hashes_are_those_of_python_and_of_node():
    """All lengths around the ends of a block, and letters of several bytes."""
    texts = ["é日🟩x"[: n % 5] + "a" * n for n in range(130)] + ["word\n" * 20_000]
    command = ["node", "--input-type=module", "-e", HASHES, json.dumps(texts)]
    told = subprocess.run(command, cwd=RUNNER.parents[2], capture_output=True, check=True).stdout
    expected = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert json.loads(told) == [[one, one] for one in expected]


def test_a_review_accepts_a_guess_that_a_wider_list_alone_allows():
    guesses = ["crane", "aapas", "there"]
    found = reference(("POST", "/review", {"answer": "there", "guesses": guesses}))["answer"]
    assert [turn["after"] for turn in found["turns"]] == [40, 21, 1]
    assert found["turns"][1]["after_words"][:3] == ["dirge", "eerie", "fibre"]
    assert found["notes"] == [
        "aapas is not an allowed word of original; it is one of all 14,855 allowed words of nyt"
    ]
    assert found["line"]["proven"]  # the words that may be the answer are the listed ones


def test_a_review_refuses_a_grid_of_longer_words():
    body = {"grid": "⬛⬛⬛⬛⬛⬛", "guesses": ["crane"]}
    told = reference(("POST", "/review", body))["error"]["message"]
    assert told == "the pattern '------' has 6 colours; words have 5"
