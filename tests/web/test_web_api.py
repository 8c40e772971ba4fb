"""The HTTP API against the functions that it is a face of."""

import json
import os
import subprocess
import sys
from typing import get_args

import httpx
import pytest

import salet
from salet.boards.advice import suggest_boards
from salet.coach.host import HOSTS
from salet.coach.review import review
from salet.games.wordle import Wordle
from salet.web import resource, service
from salet.web.worker import do
from salet.words.builder import build
from salet.words.frequencies import PRIORS
from salet.words.history import History
from tests.web.conftest import running_server


@pytest.mark.parametrize("position", ["", "raise:--y-g", "raise:--y-g clout:-y---"])
def test_suggest_says_what_the_function_says(ask, position):
    answer = ask("suggest", position=position, top=3, shown=5)
    expected = salet.suggest(position, lexicon="original", top=3).to_dict()
    for shown in answer["suggestions"]:
        sizes = [outcome["size"] for outcome in shown["outcomes"]]
        assert sizes == sorted(sizes, reverse=True)
        assert max(sizes) == shown["largest_group"]
        assert len(sizes) == min(40, shown["groups"])
        del shown["outcomes"]
    assert answer["suggestions"] == expected["suggestions"]
    assert answer["candidates_total"] == len(expected["candidates"])
    assert answer["candidates"] == expected["candidates"][:5]
    assert answer["notes"] == []


def test_a_request_asked_twice_has_the_same_answer(client):
    body = {"position": "crane:-y---", "top": 2}
    first = client.post("/api/v1/suggest", json=body)
    again = client.post("/api/v1/suggest", json=body)
    reordered = client.post("/api/v1/suggest", json=dict(reversed(body.items())))
    assert first.content == again.content == reordered.content
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]


@pytest.mark.long
@pytest.mark.slow
def test_the_likeliest_candidates_come_first(ask):
    answer = ask("suggest", position="raise:--y-g", prior="frequency", shown=3)
    chances = [candidate["probability"] for candidate in answer["candidates"]]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 1 / answer["candidates_total"]


def test_notes_say_that_a_turn_broke_hard_mode(ask):
    answer = ask("suggest", position="raise:--y-g clout:-y---", hard="nyt", top=1)
    assert "clout breaks hard mode nyt" in answer["notes"][0]


def test_an_unlisted_answer_is_found_and_said(ask):
    answer = ask("suggest", position="raise:--y-y clout:--g-- nymph:--y--", top=1)
    assert "none of the 2,315 listed answers fits" in answer["note"]
    assert [candidate["word"] for candidate in answer["candidates"]] == ["emoji"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"position": "crane:g---- slate:g----"}, "CRANE:g---- says C is in position 1"),
        ({"position": "raise"}, "does not pair guesses with patterns"),
        ({"position": "qqqqq:-----"}, "not among the 12,972 allowed words"),
        ({"lexicon": "orignal"}, "there is no lexicon 'orignal'; did you mean original"),
        ({"strategy": "entropi"}, "there is no strategy 'entropi'; did you mean entropy?"),
        ({"hard": "very"}, "hard must be 'off', 'nyt' or 'strict'"),
        ({"top": 0}, "top must be at least 1"),
        ({"colour": "red"}, "there is no field colour"),
        ({"game": "bulls(4)", "lexicon": "nyt"}, "give either a game or a lexicon, not both"),
    ],
)
def test_errors_have_the_message_of_the_command(refused, body, message):
    status, error = refused("suggest", **body)
    assert status == 422
    assert message in error
    assert "\n" not in error


def test_pattern(ask):
    answer = ask("pattern", guess="EERIE", answer="there")
    assert (answer["pattern"], answer["code"], answer["solved"]) == ("y-y-g", 92, False)
    assert answer["lexicon"]["id"] == "f10e64e532ec7cad"


def test_review_has_the_figures_and_more(ask):
    answer = ask("review", answer="there", guesses=["salet", "nerdy", "there"])
    expected = review("there", ["salet", "nerdy", "there"], lexicon="original").to_dict()
    assert (answer["skill"], answer["luck"]) == (expected["skill"], expected["luck"])
    for turn, known in zip(answer["turns"], expected["turns"], strict=True):
        assert {name: turn[name] for name in known} == known
        assert len(turn["after_words"]) == min(60, turn["after"])
    # The position after salet, nerdy has 13 words; the better word would have left fewer.
    assert answer["turns"][1]["best_after"] < 13
    assert answer["line"]["proven"] is True
    assert answer["line"]["turns"][-1]["guess"] == "there"


def test_review_of_a_grid_and_its_words(ask):
    grid = "Wordle 9 3/6\n\n⬛⬛⬛🟨🟨\n⬛🟨🟨⬛⬛\n🟩🟩🟩🟩🟩"
    rows = ask("grid", text=grid)["grids"]
    assert rows == [["---yy", "-yy--", "ggggg"]]
    by_grid = ask("review", grid=grid, guesses=["salet", "nerdy", "there"])
    by_answer = ask("review", answer="there", guesses=["salet", "nerdy", "there"])
    assert by_grid == by_answer


def test_review_of_a_lost_game_without_the_answer(ask):
    answer = ask("review", position="raise:--y-g clout:-y---")
    assert answer["answer"] is None
    assert answer["line"] is None
    assert answer["turns"][1]["after"] == 4


def test_a_game_follows_from_its_name(ask):
    lost = ask("play", game="demo", boards=3, guesses=["raise", "clout"], give_up=True)
    answers = [board["answer"] for board in lost["boards"]]
    assert len(set(answers)) == 3
    for board in lost["boards"]:
        for turn in board["turns"]:
            assert turn["pattern"] == str(salet.pattern_of(turn["guess"], board["answer"]))
    won = ask("play", game="demo", boards=3, guesses=answers)
    assert won["won"]
    assert won["over"]
    assert [len(board["turns"]) for board in won["boards"]] == [1, 2, 3]
    assert "1\ufe0f\u20e32\ufe0f\u20e3" in won["share"]
    assert not any(answer in won["share"].lower() for answer in answers)


def test_the_answer_is_hidden_until_the_end(ask):
    under_way = ask("play", game="hidden", guesses=["raise"])
    assert under_way["boards"][0]["answer"] is None
    assert under_way["share"] is None
    other = ask("play", game="hidden2", guesses=["raise"], give_up=True)
    assert other["boards"][0]["answer"] in salet.Lexicon.load().answers
    assert other["share"].startswith("salet original X/6\n")


def test_the_adversary_dodges_on_every_board(ask):
    one = ask("play", game="a", host="adversary", guesses=["raise"])
    assert one["boards"][0]["turns"] == [{"guess": "raise", "pattern": "-----"}]
    assert one["boards"][0]["candidates"] == 168
    two = ask("play", game="a", host="adversary", boards=2, guesses=["raise"], give_up=True)
    assert sum(board["candidates"] for board in two["boards"]) <= 168
    assert len({board["answer"] for board in two["boards"]}) == 2


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"guesses": ["zzzzz"]}, "not among the 12,972 allowed words"),
        ({"guesses": ["raise"] * 7}, "the game is over after 6 guesses"),
        ({"boards": 2, "hard": "nyt"}, "hard mode is for one board"),
        ({"hard": "nyt", "guesses": ["raise", "clout"]}, "hard mode nyt"),
    ],
)
def test_a_host_refuses_what_is_not_allowed(refused, body, message):
    # In the game demo the answer begins with r, so that clout breaks hard mode after raise.
    status, error = refused("play", game="demo", **body)
    assert status == 422
    assert message in error


@pytest.mark.slow
def test_watching_a_strategy(ask):
    answer = ask("game", strategy="entropy", answer="there")
    run = salet.run("entropy", answers=["there"])
    log = run.log("there").to_dict()
    assert [step["guess"] for step in answer["steps"]] == log["guesses"]
    assert [step["after"] for step in answer["steps"]] == log["after"]
    assert len(answer["steps"][0]["words"]) == answer["steps"][0]["after"]


def test_a_tree_that_has_no_guess_leaves_the_candidates(ask):
    answer = ask("suggest", position="raise:--y-g", strategy="tree", top=1)
    assert answer["note"].startswith("the tree has no guess after raise:--y-g; ranked by expected")
    assert answer["candidates_total"] > 1
    assert answer["suggestions"]


@pytest.mark.slow
def test_the_proven_tree(ask, refused):
    root = ask("tree", strategy="tree")
    # 7,920 is the least total of salet (Selby, github.com/alex1770/wordle; salet optimal).
    assert (root["guess"], root["total"], root["worst"], root["proven"]) == ("salet", 7920, 5, True)
    assert sum(branch["answers"] for branch in root["branches"]) == 2315
    assert root["total"] == 2315 + sum(b["total"] for b in root["branches"] if not b["solved"])
    largest = root["branches"][0]
    node = ask("tree", strategy="tree", position=f"salet:{largest['pattern']}")
    assert node["guess"] == largest["guess"]
    assert node["total"] == largest["total"]
    assert "the tree does not reach" in refused("tree", position="raise:-----")[1]
    assert "uses chance" in refused("tree", strategy="random")[1]


def test_lexicons_are_those_of_the_command(client, answer):
    listed = client.get("/api/v1/lexicons").json()["lexicons"]
    bundled = answer("words")["lexicons"][:6]  # others may have been built meanwhile
    for shown, known in zip(listed[:6], bundled, strict=True):
        assert shown.pop("language") == "English"  # in words, where the command has the code
        assert known.pop("language") == "en"
        assert {name: shown[name] for name in known} == known
    original = client.get("/api/v1/lexicons/original").json()
    assert len(original["allowed"]) == 12972
    assert original["keyboard"][0] == "qwertyuiop"
    assert client.get("/api/v1/lexicons/none").status_code == 422


@pytest.mark.long
@pytest.mark.slow
def test_lexicons_that_are_built(client, salet_command):
    pytest.importorskip("wordfreq")
    built = client.get("/api/v1/lexicons/fi3").json()
    assert built["lexicon"]["name"] == "fi3"
    keys = "".join(built["keyboard"])
    assert "ä" in keys
    assert "ß" not in keys  # no word of the list has it
    listed = client.get("/api/v1/lexicons").json()
    assert {"code": "fi", "name": "Finnish"} in listed["languages"]
    assert listed["lengths"] == [2, 15]
    known = {one["name"]: one for one in listed["lexicons"]}
    assert known["fi3"]["language"] == "Finnish"  # listed as soon as it is built
    assert known["fi3"]["id"] == built["lexicon"]["id"]
    suggested = client.post("/api/v1/suggest", json={"lexicon": "fi3", "top": 1})
    assert suggested.json()["lexicon"]["name"] == "fi3"
    impossible = client.get("/api/v1/lexicons/fi99")
    assert impossible.status_code == 422


def test_your_own_words(client, ask, refused):
    words = {"answers": ["ähre", "öfen", "ähren"[:4]], "allowed": ["äste"]}
    sent = client.post("/api/v1/lexicons", json=words)
    assert sent.status_code == 201
    described = sent.json()
    assert described["lexicon"]["answers"] == 2
    assert "listed more than once" in described["notes"][0]
    own = described["lexicon"]["id"]
    advice = ask("suggest", lexicon=own, position="äste:g--g")
    assert [candidate["word"] for candidate in advice["candidates"]] == ["ähre"]
    assert client.post("/api/v1/lexicons", json=words).json()["lexicon"]["id"] == own
    bad = client.post("/api/v1/lexicons", json={"answers": ["ab", "abc"]})
    assert bad.status_code == 422
    assert "different lengths" in bad.json()["error"]


def test_strategies_carry_measured_figures(client):
    listed = client.get("/api/v1/strategies").json()
    names = {entry["name"] for entry in listed["strategies"]}
    assert {"entropy", "minimax", "tree", "solutions_below"} <= names
    best = listed["measured"][0]
    assert (best["strategy"], best["total"]) == ("tree", 7920)
    assert all(sum(m["histogram"].values()) == m["games"] for m in listed["measured"])


@pytest.mark.long
@pytest.mark.slow
def test_a_restart_serves_the_same_games(original_table, ask):
    before = ask("play", game="again", guesses=["raise"], give_up=True)
    with running_server() as other:
        response = httpx.post(
            f"{other.address}/api/v1/play",
            json={"game": "again", "guesses": ["raise"], "give_up": True},
            timeout=60,
        )
    assert response.json() == before


def test_choices_of_the_api_are_those_of_the_package():
    assert get_args(resource.Hard) == tuple(Wordle.modes)
    assert get_args(resource.Host) == HOSTS
    assert get_args(resource.Prior) == PRIORS


@pytest.mark.slow
def test_the_server_process_itself_stays_light():
    script = "import salet.web.server, sys; salet.web.server.create_app(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    heavy = {"numpy", "numba", "polars", "rich", "vl_convert"}
    assert heavy & set(done.stdout.split()) == set()


def test_several_boards_are_ranked_together(ask, refused):
    text = "raise:--y-g clout:-y--- | raise:y---- clout:--yy-"
    answer = ask("boards", position=text, top=3, shown=10)
    expected = suggest_boards(text, top=3, lexicon="original").to_dict()
    assert answer["suggestions"] == json.loads(json.dumps(expected["suggestions"]))
    assert answer["boards"][0]["candidates"] == ["belie", "bible", "bilge", "liege"]
    assert answer["boards"][0]["candidates_total"] == 4
    assert refused("boards", position="raise:--y-g | clout:-----")[0] == 422


MASTERMIND = "mastermind(4,6)"


def test_another_game_is_replied_to(ask):
    reply = ask("pattern", game=MASTERMIND, guess="aabb", answer="abca")
    assert (reply["pattern"], reply["solved"]) == ("1.2", False)
    assert (reply["lexicon"]["name"], reply["lexicon"]["rule"]) == (MASTERMIND, "mastermind-1")


def test_another_game_is_played_and_reviewed(ask):
    game = salet.Mastermind(4, 6)
    for host in HOSTS:
        played = ask(
            "play", game="demo", kind=MASTERMIND, host=host, guesses=["aabb"], give_up=True
        )
        (board,) = played["boards"]
        expected = game.replies[game.reply("aabb", board["answer"])]
        assert board["turns"] == [{"guess": "aabb", "pattern": str(expected)}]
        assert played["share"].startswith(f"salet {MASTERMIND}")
    advice = ask("suggest", game=MASTERMIND, position="aabb:1.1", top=3, shown=2000)
    candidates = [one["word"] for one in advice["candidates"]]
    fitting = [word for word in game.answers if game.fits(word, game.position("aabb:1.1"))]
    assert sorted(candidates) == fitting
    assert len(advice["suggestions"]) == 3
    review = ask("review", game=MASTERMIND, answer="abcd", guesses=["aabb", "abcd"])
    assert [turn["pattern"] for turn in review["turns"]] == ["1.1", "4.0"]
    assert review["turns"][0]["after"] == len(fitting)


@pytest.mark.long
@pytest.mark.slow
def test_the_tree_of_another_game(ask, refused):
    root = ask("tree", game=MASTERMIND, strategy="minimax")
    # Knuth's strategy: 5,801 guesses in all from AABB, five at most (Knuth 1976).
    assert (root["guess"], root["total"], root["worst"], root["proven"]) == ("aabb", 5801, 5, False)
    assert [b["guess"] for b in root["branches"] if b["pattern"] == "4.0"] == [None]
    node = ask("tree", game=MASTERMIND, strategy="minimax", position="aabb:1.1")
    assert node["total"] == next(b["total"] for b in root["branches"] if b["pattern"] == "1.1")
    watched = ask("game", game=MASTERMIND, strategy="minimax", answer="fedc")
    assert watched["steps"][0]["guess"] == "aabb"
    assert watched["steps"][-1]["pattern"] == "4.0"
    for path in ("tree", "suggest"):
        assert (
            "needs Wordle's letters and colours"
            in refused(path, game=MASTERMIND, strategy="letters")[1]
        )
    assert "has no hard mode 'nyt'" in refused("tree", game=MASTERMIND, hard="nyt")[1]


@pytest.mark.parametrize("game", ["mine.py:Mine", "./mine.py:Mine", "~/mine.py:Mine(4)"])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("suggest", {}),
        ("suggest.pattern", {"guess": "aabb", "answer": "abca"}),
        ("tree", {"strategy": "entropy"}),
        ("tree.game", {"strategy": "entropy", "answer": "abca"}),
        ("review", {"answer": "abca", "guesses": ["aabb"]}),
        ("run", {"strategies": ["entropy"]}),
        ("play", {"game": "demo"}),
    ],
)
def test_a_game_from_the_network_names_no_file(monkeypatch, tmp_path, path, body, game):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine.py").write_text("import pathlib\npathlib.Path('ran').touch()\n")
    named = {"kind" if path == "play" else "game": game}
    kind, said = do(path, body | named, lambda *_: None)
    assert kind == b"E"
    assert "only registered games are played here" in json.loads(said)["message"]
    assert not (tmp_path / "ran").exists()


def test_games_say_how_they_are_shown(client):
    listed = client.get("/api/v1/lexicons").json()["games"]
    assert "mastermind(4,6)" in listed
    told = {name: client.get(f"/api/v1/games/{name}").json() for name in (*listed, "mine.py:Mine")}
    assert told.pop("mine.py:Mine")["error"].endswith("only registered games are played here")
    mastermind = told["mastermind(4,6)"]
    assert mastermind["keyboard"] == ["abcdef"]
    assert (mastermind["solved"], mastermind["replies"]["1.2"]) == ("4.0", "●○○·")
    assert "letters" not in mastermind["strategies"]
    assert told["nerdle(8)"]["replies"] == {}  # colours
    assert told["nerdle(8)"]["keyboard"] == ["0123456789", "*+-/="]


def test_today_is_the_newest_list_and_the_history_that_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("SALET_CACHE", str(tmp_path))
    asked = ("words.today", {}, lambda *_: None)
    before = json.loads(do(*asked)[1])
    assert (before["lexicon"], before["prior"], before["history_to"]) == ("nyt", "uniform", None)
    History.from_days([("2026-05-22", "vocal"), ("2026-05-21", "agree")]).save()
    after = json.loads(do(*asked)[1])
    assert (after["lexicon"], after["prior"]) == ("nyt-all", "history")
    assert after["history_to"] == "2026-05-22"


def test_a_lexicon_that_is_built_anew_replaces_what_is_kept_of_it(tmp_path, monkeypatch):
    monkeypatch.setenv("SALET_CACHE", str(tmp_path))
    assert resource.built_at("de4") == resource.built_at("../de4") == 0
    told = []
    for answers in (10, 20):
        build("de", 4, answers=answers).store()
        words = json.loads(do("words.words", {"lexicon": "de4"}, lambda *_: None)[1])["lexicon"]
        told.append((words["answers"], words["id"], resource.built_at("de4")))
    assert [count for count, _, _ in told] == [10, 20]
    assert all(first != second for first, second in zip(*told, strict=True))


def test_advice_with_a_history_is_remembered_until_the_history_changes(tmp_path, monkeypatch):
    monkeypatch.setenv("SALET_CACHE", str(tmp_path))
    without = service._history()
    past = History.from_days([("2026-05-22", "vocal")])
    past.save()
    kept = service._history()
    assert kept == service._history() != without
    os.utime(past.save(), ns=(0, 1))
    assert service._history() != kept
