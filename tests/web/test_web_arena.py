"""The arena's pages and API: a tournament that is over, and one that is being played."""

import json
import os
import signal
import subprocess
import sys
import time

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from salet.arena.cup.standings import standings_of
from salet.arena.cup.tournament import run_cup
from salet.arena.store.store import Store
from salet.testing.contestants import bot_command
from tests.helpers import SMALL, cup_of, opened
from tests.web.conftest import CHROMIUM, running_server

pytestmark = pytest.mark.slow

in_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium")
BOTS = ["entropy", "letters", {"name": "<b>crash</b>", "bot": bot_command("crashed")}]


@pytest.fixture(scope="module")
def store(tmp_path_factory, cache):
    where = tmp_path_factory.mktemp("arena") / "secret name.sqlite"
    run_cup(cup_of(["letters", "tiles"], name="race", format="race", words=5), where)
    run_cup(cup_of(BOTS, words=4), where)
    return where


@pytest.fixture(scope="module")
def shown(store):
    with running_server("--arena", str(store)) as process:
        yield process


@pytest.fixture(scope="module")
def api(shown):
    with httpx.Client(base_url=f"{shown.address}/api/v1", timeout=120) as client:
        yield lambda path="", **query: client.get(f"/arena{path}", params=query)


@pytest.mark.slow
def test_tournaments_and_standings(api, store):
    listed = api().json()
    assert listed["available"]
    assert [one["tournament"] for one in listed["tournaments"]] == ["cup", "race"]
    assert [one["games"] for one in listed["tournaments"]] == [24, 10]
    assert not any(one["playing"] for one in listed["tournaments"])
    answer = api("/standings").json()
    with Store(store) as opened_store:
        counted = standings_of(opened_store, opened_store.tournament("cup")).to_dict()
    assert {key: answer[key] for key in counted} == json.loads(json.dumps(counted))
    assert answer["lexicon"]["id"] == SMALL.lexicon.id
    assert api("/standings", tournament="race").json()["format"] == "race"


def test_games_after_a_number_and_replays(api):
    games = api("/games", tournament="cup").json()["latest"]
    assert len(games) == 24
    after = api("/games", tournament="cup", after=games[-3]["id"]).json()["latest"]
    assert after == games[-2:]
    assert api("/games", tournament="cup", limit=5).json()["latest"] == games[-5:]
    solved = next(game for game in games if game["verdict"] == "solved" and game["turns"])
    found = api(f"/games/{solved['id']}").json()
    assert found["game"]["turns"][-1]["pattern"] == "ggggg"
    assert found["other"]["solver"] == solved["setter"]
    assert found["other"]["round"] == solved["round"]
    following = api(f"/games/{found['next']}").json()
    assert following["previous"] == solved["id"]
    assert following["game"]["solver"] == solved["solver"]
    crashed = next(game for game in games if game["verdict"] == "crashed")
    assert "always crashes" in api(f"/games/{crashed['id']}").json()["logs"]["<b>crash</b>"]


def test_pairs_and_bots(api):
    standings = api("/standings", tournament="cup").json()
    pair = api("/pair", first="entropy", second="letters", tournament="cup").json()
    assert pair["difference"] == standings["cross_table"]["entropy"]["letters"]
    assert len(pair["rounds"]) == 4
    assert all(one["first"]["solver"] == "entropy" for one in pair["rounds"])
    mean = sum(one["first"]["cost"] - one["second"]["cost"] for one in pair["rounds"]) / 4
    assert pair["difference"]["mean"] == mean
    same = api("/pair", first="letters", second="tiles", tournament="race").json()
    assert all(one["first"]["answer"] == one["second"]["answer"] for one in same["rounds"])
    bot = api("/bot", name="<b>crash</b>").json()
    assert (bot["place"], bot["bots"]) == (3, 3)
    assert bot["costs"] == {"8": 8}
    assert [game["cost"] for game in bot["hardest"]] == [8] * 8
    assert {game["verdict"] for game in bot["faults"]} == {"crashed", "solved"}
    assert bot["openers"] == []
    assert api("/bot", name="entropy").json()["openers"][0]["games"] == 4


@pytest.mark.parametrize(
    ("path", "query", "status", "problem"),
    [
        ("/games/99999", {}, 422, "holds no game 99999"),
        ("/games/0", {}, 422, "number"),
        ("/games/one", {}, 422, "number"),
        ("/standings", {"tournament": "none"}, 422, "holds no tournament 'none'"),
        ("/events", {"tournament": "none"}, 422, "holds no tournament 'none'"),
        ("/pair", {"first": "entropy", "second": "entrop"}, 422, "did you mean entropy"),
        ("/pair", {"first": "entropy"}, 422, "second"),
        ("/bot", {"name": "x" * 300}, 422, "name"),
        ("/games", {"limit": 10_000}, 422, "limit"),
    ],
)
def test_what_is_not_there_is_refused(api, path, query, status, problem):
    response = api(path, **query)
    assert response.status_code == status
    assert problem in response.json()["error"]
    assert "secret" not in response.text


@pytest.mark.slow
def test_without_a_store(client):
    assert client.get("/api/v1/arena").json() == {
        "available": False,
        "tournaments": [],
        "notes": [],
    }
    refused = client.get("/api/v1/arena/standings")
    assert refused.status_code == 404
    assert "salet serve --arena" in refused.json()["error"]


@pytest.mark.slow
def test_a_store_that_is_none_is_said_at_once(salet_command, tmp_path):
    done = salet_command("serve", "--arena", str(tmp_path / "none.sqlite"), "--port", "0")
    assert done.returncode == 2
    assert "there is no store" in done.stderr


CUP = """
format = "duel"
words = 100
answers = "answers.txt"
bots = ["resident:novice", "letters", {{name = "program", bot = "{program}"}}]
"""


@pytest.fixture
def live(tmp_path):
    """A tournament that is entered and not played, its server, and the command that plays it."""
    (tmp_path / "answers.txt").write_text("\n".join(SMALL.answers))
    (tmp_path / "live.toml").write_text(CUP.format(program=bot_command("keeps_on")))
    command = [sys.executable, "-m", "salet", "arena", "run", str(tmp_path / "live.toml")]
    where = tmp_path / "live.sqlite"
    Store(where, writing=True).close()

    def play():
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([*command, "--jobs", "1"], env=os.environ, **quiet)

    with running_server("--arena", str(where)) as process:
        process.play = play
        process.store = where
        # The first question loads much; the games may all be played meanwhile.
        httpx.get(f"{process.address}/api/v1/arena", timeout=60).raise_for_status()
        yield process


LONG = 150  # seconds: a hundred words between programs, on a machine that has other things to do


def wait_for_a_game(process, least=1):
    deadline = time.monotonic() + LONG
    with httpx.Client(base_url=f"{process.address}/api/v1", timeout=60) as client:
        while time.monotonic() < deadline:
            listed = client.get("/arena").json()["tournaments"]
            if listed and listed[0]["games"] >= least:
                return
            time.sleep(0.05)
    raise AssertionError("no game was played")


@pytest.mark.long
@pytest.mark.slow
def test_games_come_as_they_are_played(live):
    playing = live.play()
    try:
        wait_for_a_game(live, least=0)  # on a busy machine all may be played meanwhile
        numbers, names = [], []
        with httpx.stream(
            "GET", f"{live.address}/api/v1/arena/events?tournament=live", timeout=LONG
        ) as stream:
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    names.append(line.removeprefix("event: "))
                if line.startswith("data: "):
                    state = json.loads(line.removeprefix("data: "))
                    numbers += [game["id"] for game in state["latest"]]
        assert playing.wait(60) == 0
    finally:
        playing.kill()
        playing.wait()
    assert names[-1] == "end"
    assert set(names[:-1]) == {"games"}
    assert numbers == sorted(set(numbers))
    with Store(live.store) as store:
        games = store.all_games(store.tournament())
    assert state["games"] == len(games) == 600
    assert numbers[-1] == games[-1].id


# --- in a browser ---


@pytest.mark.long
@pytest.mark.slow
@in_browser
def test_standings_replay_pair_and_bot_pages(browser, shown, api):
    with opened(browser, shown, "/arena") as page:
        expect(page.locator("#state")).to_contain_text("24 games in 3 of 3 matches, finished")
        rows = page.locator("#rows tbody tr")
        expect(rows).to_have_count(3)
        expect(rows.nth(2)).to_contain_text("<b>crash</b>")  # as text, not as a tag
        expect(page.locator("#curve svg, #curve li").first).to_be_visible()

        page.locator("#tab-games").click()
        chosen = page.locator("#latest li", has_text="entropy solves").first.locator("button")
        number = chosen.inner_text().removeprefix("#")
        chosen.click()
        expect(page.locator("#replay-title")).to_contain_text(f"Game {number}, round")
        found = api(f"/games/{number}").json()
        boards = page.locator("#boards .board")
        expect(boards).to_have_count(2)
        expect(boards.first.locator("[data-filled] .tile, .tile[data-colour]")).to_have_count(0)
        for step in range(max(len(found[side]["turns"]) for side in ("game", "other"))):
            page.locator("#step").click()
            for place, side in enumerate(("game", "other")):
                filled = min(step + 1, len(found[side]["turns"]))
                expect(boards.nth(place).locator(".row[data-filled]")).to_have_count(filled)
        expect(page.locator("#step")).to_be_disabled()
        page.locator("#start").click()
        expect(page.locator("#boards .row[data-filled]")).to_have_count(0)

        page.locator("#tab-standings").click()
        page.get_by_role("button", name="entropy against letters").click()
        expect(page.locator("#rounds tbody tr")).to_have_count(4)
        expect(page.locator("#difference")).to_contain_text("entropy pays")

        page.locator("#tab-standings").click()
        page.locator("#rows button", has_text="crash").click()
        expect(page.locator("#about")).to_contain_text("crashed")
        expect(page.locator("#faults li").first).to_contain_text("ended without an answer")
        url = page.url
    with opened(browser, shown, "/" + url.split("/", 3)[3]) as page:  # the link shows the same
        expect(page.locator("#bot")).to_be_visible()
        expect(page.locator("#who")).to_have_value("<b>crash</b>")
        page.locator("#tournament").select_option("race")
        expect(page.locator("#state")).to_contain_text("race, round-robin: 10 games")


@pytest.mark.long
@pytest.mark.slow
@in_browser
def test_a_live_tournament_moves_on_the_page(browser, live):
    playing = live.play()
    try:
        wait_for_a_game(live)
        with opened(browser, live, "/arena#tab=games") as page:
            expect(page.locator("#latest button").first).to_be_visible()
            expect(page.locator("#state")).to_contain_text("finished", timeout=1000 * LONG)
            expect(page.locator("#state")).to_contain_text("600 games in 3 of 3 matches")
            page.locator("#tab-standings").click()
            expect(page.locator("#rows tbody tr")).to_have_count(3)
            expect(page.locator("#rows tbody tr").first.locator("td").nth(1)).not_to_have_text("0")
        assert playing.wait(60) == 0
    finally:
        playing.kill()
        playing.wait()


@pytest.mark.long
@pytest.mark.slow
@in_browser
def test_the_page_tells_a_stopped_tournament_from_one_that_is_played(browser, live):
    playing = live.play()
    try:
        wait_for_a_game(live)
        playing.send_signal(signal.SIGSTOP)  # so that it cannot end before the page is seen
        with opened(browser, live, "/arena") as page:
            expect(page.locator("#state")).to_contain_text("being played")
            expect(page.locator(".dot.live")).to_have_count(1)
            playing.kill()
            playing.wait()
            expect(page.locator("#state")).to_contain_text("stopped")
            expect(page.locator(".dot.live")).to_have_count(0)
    finally:
        playing.kill()
        playing.wait()


@pytest.mark.slow
@in_browser
def test_no_arena_says_how_to_begin(browser, server):
    with opened(browser, server, "/arena") as page:
        expect(page.locator("#nothing")).to_contain_text("salet serve --arena cup.sqlite")


@pytest.mark.long
@pytest.mark.slow
@in_browser
@pytest.mark.parametrize("tab", ["standings", "games", "pair", "bot"])
def test_nobody_is_shut_out(browser, shown, tab):
    with opened(
        browser, shown, f"/arena#tab={tab}", viewport={"width": 320, "height": 640}
    ) as page:
        expect(page.locator("#rows tbody tr")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.wait_for_load_state("networkidle")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.slow
@in_browser
def test_back_goes_from_a_game_to_the_standings(browser, shown):
    with opened(browser, shown, "/arena") as page:
        page.locator("#rows button", has_text="letters").click()
        expect(page.locator("#bot")).to_be_visible()
        page.go_back()
        expect(page.locator("#standings")).to_be_visible()
        assert page.url.startswith(shown.address)


@pytest.mark.long
@pytest.mark.slow
@in_browser
@pytest.mark.parametrize(
    ("state", "told"),
    [("tab=games&game=999999", "no game 999999"), ("tab=bot&bot=nobody", "no bot 'nobody'")],
)
def test_what_a_bad_link_asked_for_is_told(browser, shown, state, told):
    with opened(browser, shown, f"/arena#{state}", expected="status of 4") as page:
        expect(page.locator("#rows tbody tr")).to_have_count(3)
        expect(page.locator("#latest button").first).to_be_attached()
        expect(page.locator("#message")).to_contain_text(told)


@pytest.mark.long
@pytest.mark.slow
@in_browser
def test_the_focus_survives_an_update(browser, shown):
    again = """async () => {
        const { replace, el } = await import("/static/dom.js");
        const list = document.querySelector("#latest");
        replace(list, [...list.children].map((one) => one.cloneNode(true)));
    }"""
    with opened(browser, shown, "/arena#tab=games") as page:
        third = page.locator("#latest button").nth(2)
        third.focus()
        page.evaluate(again)
        expect(third).to_be_focused()
