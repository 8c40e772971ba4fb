"""The page's local engine against the package: the same questions, the same answers.

`scripts/engine_vectors.py` asks both; it runs on ten thousand positions, this on a few.
"""

import json
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from scripts.engine_vectors import LocalEngine, difference, questions, reference, write_data

from salet import Lexicon
from salet.web.local import engine_files, first_guesses
from salet.words.shelf import bundled_lexicons
from tests.web.conftest import CHROMIUM

REPOSITORY = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run it"),
]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_data(tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="module")
def engine(data):
    with LocalEngine(data) as engine:
        yield engine


def check(asked, engine, sent=None):
    """Ask both, and say where they differ; returns the engine's answers."""
    told = [engine.ask(question) for question in asked]
    for question, answer in zip(asked, told, strict=True):
        answer.pop("seconds")
        if sent is None or question[1] != "/lexicons":
            assert not difference(reference(question, sent), answer), question
    return told


@pytest.mark.parametrize(("count", "turns"), [(36, (2, 2, 3, 4)), (9, (0, 1, 1))])
def test_random_positions(engine, count, turns):
    told = check(list(questions(count, seed=17, turns=turns)), engine)
    assert sum("answer" in one for one in told) > count * 0.8
    assert any(one.get("answer", {}).get("exact", False) for one in told)


FAULTS = [
    {"position": "crane " * 200_000},
    {"position": 3, "lexicon": None, "top": 0, "hard": "soft"},
    {"top": 51, "shown": -1, "extra": True},
    {"position": "crane:-----", "without": ["x" * 61], "max_guesses": True},
    {"without": ["crane"] * 51, "exact": "yes", "prior": "mine"},
    {"position": "crane"},
    {"position": "crane:--"},
    {"position": "crane:--3--"},
    {"position": "crane:--q--"},
    {"position": "crane:"},
    {"position": "crane:----- word:----"},
    {"position": "cranne:------"},
    {"position": "zzzzz:-----"},
    {"position": "cr'ne:-----"},
    {"position": "cr\u00e4ne:-----"},
    {"position": "crane:ggggy"},
    {"position": "eerie:-y---"},
    {"position": "crane:g---- slate:g----"},
    {"position": "fuzzy:--y-- jazzy:-----"},
    {"position": "crane:----- sloth:----- pudgy:----- bewig:-----"},
    {"position": "crane:ggggg", "without": ["crane"]},
    {"lexicon": "orignal"},
    {"prior": "history"},
    {"strategy": ""},
    {"strategy": "entropi"},
    {"strategy": "mine.py:Mine"},
    {"strategy": "entropy-v2"},
    {"strategy": "tree", "lexicon": "nyt"},
    {"strategy": "tree", "position": "crane:-y---"},
    {"strategy": "tree", "position": "salet:-y---", "hard": "strict"},
    {"position": "crane:-y--- sloth:-----", "hard": "nyt"},
    {"position": "abaya:-----", "lexicon": "original"},
    {"position": "r0a0i1s0e2 c l o u t - y - - -"},
    {"position": "raise⬛⬛🟨⬛🟩, CLOUT=01000"},
    {"position": "raise.BBYBG.clout.BYBBB"},
]


def test_bad_and_unusual_input(engine):
    told = check([("POST", "/suggest", body) for body in FAULTS], engine)
    errors = [one["error"]["message"] for one in told if "error" in one]
    assert len(errors) > 25
    assert all(0 < len(message) <= 1010 and "\n" not in message for message in errors)


def test_what_needs_the_server_is_refused_with_its_name(engine):
    asked = [
        ("POST", "/suggest", {"strategy": "letters+solutions_below(20)"}),
        ("POST", "/suggest", {"game": "mastermind(4,6)"}),
        ("GET", "/lexicons/de6", None),
        ("POST", "/runs", {}),
    ]
    for question in asked:
        assert "salet serve" in engine.ask(question)["error"]["message"]


def test_replies(engine):
    words = [("eerie", "there"), ("there", "eerie"), ("CRANE", "crane"), ("x", "crane"), ("", "a")]
    check([("POST", "/pattern", {"guess": one, "answer": other}) for one, other in words], engine)


@pytest.mark.parametrize(
    "lists",
    [
        {"answers": ["Ähre", "öfen", "ähre"], "allowed": ["äste"]},
        {"answers": ["crane"]},
        {"answers": ["слово", "весна", "жизнь", "земля"]},
        {"answers": ["uncopyrightable", "dermatoglyphics", "hydropneumatics"]},
        {"answers": ["ab", "ba", "ca", "bb"], "allowed": ["aa"]},
        {"answers": ["𐐨𐐩", "𐐩𐐨", "zz"]},
        {"answers": [f"{a}ight" for a in "eflmnrst"], "allowed": ["flems", "rents"]},
    ],
)
def test_lists_of_ones_own(engine, lists):
    said = reference(("POST", "/lexicons", lists))["answer"]
    name, first = said["lexicon"]["id"], said["allowed"][0]
    sent = {"answers": lists["answers"], "allowed": lists.get("allowed") or lists["answers"]}
    body = {"lexicon": name}
    asked = [
        ("POST", "/lexicons", lists),
        ("POST", "/suggest", body),
        ("POST", "/suggest", body),  # the server notes the repairs once more where it opens a list
        ("POST", "/suggest", {**body, "hard": "nyt", "position": f"{first}:{'-' * len(first)}"}),
        ("POST", "/suggest", {**body, "strategy": "entropy"}),
        ("POST", "/suggest", {**body, "prior": "sigmoid"}),
        ("POST", "/pattern", {**body, "guess": first, "answer": said["allowed"][-1]}),
    ]
    reference(asked[1], sent)
    own = check(asked, engine, sent)[0]["answer"]
    for key in ("lexicon", "keyboard", "allowed", "modes", "solved", "notes", "max_guesses"):
        assert own[key] == said[key]
    assert set(own["strategies"]) <= set(said["strategies"])


@pytest.mark.parametrize(
    "answers",
    [
        [],
        ["a"],
        ["ab", "abc"],
        ["a-b"],
        ["a b"],
        ["x" * 16],
        ["e\u0301\u0301"],
        [3],
        ["w"] * 50_001,
    ],
)
def test_lists_that_cannot_be_played(engine, answers):
    check([("POST", "/lexicons", {"answers": answers})], engine)


def test_all_answers_with_the_bundled_trees(data):
    """The totals are Selby's, proven: 7,920, and 8,122 in hard mode."""
    command = [shutil.which("node"), Path(__file__).with_name("engine_tree.mjs"), data]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [7920, 8122]


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_all_answers_with_the_bundled_trees_in_a_browser(data, browser):
    def serve(route):
        path = urlsplit(route.request.url).path.lstrip("/")
        folder, name = (data, path[5:]) if path.startswith("data/") else (REPOSITORY, path)
        kind = "text/javascript" if path.endswith("js") else "text/plain"
        route.fulfill(body=(folder / name).read_text(encoding="utf-8"), content_type=kind)

    page = browser.new_page()
    page.route("**/data/**", serve)
    page.route("**/*js", serve)
    page.route("**/page", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto("http://localhost:9/page")
    found = page.evaluate("""async () => {
        const { totals } = await import("/tests/web/engine_tree.mjs");
        return totals(async (name) => (await fetch(`/data/${name}`)).text());
    }""")
    page.close()
    assert found == [7920, 8122]


def test_lists_and_words_are_those_of_the_server(engine):
    asked = [("GET", "/lexicons", None), ("GET", "/lexicons/nyt", None), ("GET", "/today", None)]
    listed, nyt, today = (engine.ask(one)["answer"] for one in asked)
    assert [one["name"] for one in listed["lexicons"]] == [*bundled_lexicons()]
    assert nyt["allowed"] == list(Lexicon.load("nyt").allowed)
    assert today["lexicon"] == listed["today"] == "nyt"


@pytest.mark.long
def test_the_first_guesses_are_those_of_today():
    first = json.loads(engine_files()["first.json"])
    lexicon = Lexicon.load("original")
    assert first[lexicon.id] == first_guesses(lexicon)
