"""The Play page, in a real browser."""

import json
import re

import pytest
from playwright.sync_api import expect

from salet import Lexicon, pattern_of
from salet.web.routes.play import hidden_answers
from tests.helpers import opened, tiles, word_row
from tests.web.conftest import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium")


def type_word(page, word):
    page.keyboard.type(word)
    page.keyboard.press("Enter")


@pytest.mark.slow
def test_playing_and_losing(browser, server):
    wrong = [word for word in Lexicon.load().answers if word != "ready"][:6]
    with opened(browser, server, "/play#game=demo") as page:
        expect(tiles(page, 0).first).to_be_visible()
        for row, word in enumerate(wrong):
            type_word(page, word)
            expect(tiles(page, row).first).to_have_attribute("data-colour", re.compile("."))
        expect(page.locator("#end-title")).to_have_text("Lost")
        expect(page.locator("#end")).to_have_text("The word was READY.")
        expect(page.locator("#share-text")).to_contain_text("salet original X/6")
        expect(page.locator("#stats")).to_contain_text("1")
        page.reload()  # the game is still there, and is not counted twice
        expect(page.locator("#end-title")).to_have_text("Lost")
        assert (
            json.loads(page.evaluate("localStorage['salet-statistics']"))["original honest 1"][
                "played"
            ]
            == 1
        )


@pytest.mark.slow
def test_the_end_is_told_where_the_player_looks(browser, server):
    with opened(browser, server, "/play#game=demo", viewport={"width": 390, "height": 700}) as page:
        expect(tiles(page, 0).first).to_be_visible()
        type_word(page, "ready")
        expect(page.locator("#line")).to_have_text("Won. Found in 1 of 6 guesses.")
        expect(page.locator("#line")).to_be_in_viewport()
        squares = page.locator("#share-text .square")
        expect(squares).to_have_count(5)  # drawn here: not every machine has a font for them
        page.evaluate("document.documentElement.dataset.contrast = 'high'")
        page.locator("#share").click()
        expect(page.locator("#share")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()").endswith("🟧" * 5)


@pytest.mark.slow
def test_enter_ends_the_word_and_does_not_press_the_last_button(browser, server):
    with opened(browser, server, "/play#game=demo") as page:
        expect(tiles(page, 0).first).to_be_visible()
        page.locator("#new").click()
        expect(page).not_to_have_url(re.compile("game=demo"))
        game = page.url
        type_word(page, "crane")
        expect(tiles(page, 0).first).to_have_attribute("data-colour", re.compile("."))
        assert page.url == game


@pytest.mark.slow
def test_playing_four_boards_and_winning(browser, server):
    answers = hidden_answers(Lexicon.load(), "four", 4)
    with opened(browser, server, "/play#game=four&boards=4&guesses=9") as page:
        expect(page.locator(".board")).to_have_count(4)
        for board, word in enumerate(answers):
            type_word(page, word)
            expect(page.locator(".board").nth(board)).to_have_attribute("data-solved", "")
        expect(page.locator("#end-title")).to_have_text("Won")
        expect(page.locator("#share-text")).to_contain_text("salet original 4 boards 4/9")


@pytest.mark.slow
def test_a_hint_is_for_all_boards_and_goes_with_the_next_guess(browser, server, ask):
    answers = hidden_answers(Lexicon.load(), "two", 2)
    with opened(browser, server, "/play#game=two&boards=2&guesses=7") as page:
        expect(page.locator(".board")).to_have_count(2)
        type_word(page, "raise")
        expect(tiles(page, 0, 1).first).to_have_attribute("data-colour", re.compile("."))
        page.locator("#hint").click()
        position = " | ".join(f"raise:{pattern_of('raise', answer)}" for answer in answers)
        best = ask("boards", position=position, top=1, shown=0)
        expect(page.locator("#hints b")).to_have_text(best["suggestions"][0]["guess"].upper())
        left = ", ".join(str(board["candidates_total"]) for board in best["boards"])
        expect(page.locator("#hints")).to_contain_text(f"board by board: {left}.")
        type_word(page, answers[0])
        expect(page.locator(".board").first).to_have_attribute("data-solved", "")
        expect(page.locator("#hints b")).to_have_count(0)
        page.locator("#hint").click()  # one board is left: its own advice
        expect(page.locator("#hints")).to_contain_text("possible on board 2.")


@pytest.mark.slow
def test_hints_and_the_adversary(browser, server):
    with opened(browser, server, "/play#host=adversary&game=a") as page:
        expect(tiles(page, 0).first).to_be_visible()
        type_word(page, "raise")
        expect(tiles(page, 0).first).to_have_attribute("data-colour", "grey")
        page.locator("#hint").click()
        expect(page.locator("#hints")).to_contain_text("168 words possible")
        expect(page.locator("#live")).to_contain_text("168 words possible")
        page.locator("#give-up").click()
        expect(page.locator("#give-up")).to_have_text("Give up?")
        page.locator("#give-up").click()
        expect(page.locator("#end")).to_contain_text("Still possible:")


@pytest.mark.slow
def test_keys_wait_for_the_host(browser, server):
    with opened(browser, server, "/play#game=demo") as page:
        expect(page.locator('[data-key="q"]')).to_be_visible()
        held = []
        page.route("**/play", lambda route: route.continue_() if held else held.append(route))
        type_word(page, "clout")
        type_word(page, "plumb")
        page.keyboard.type("ab")
        expect(page.locator("#line")).to_have_text("The host is thinking ...")
        expect(page.locator("#boards[aria-busy]")).to_have_count(1)
        held[0].continue_()
        expect(page.locator(".row[data-filled]")).to_have_count(2)
        assert [word_row(page, row) for row in range(3)] == ["clout", "plumb", "ab"]


@pytest.mark.slow
def test_giving_up_is_for_good_and_new_games_are_steps(browser, server):
    with opened(browser, server, "/play#game=demo") as page:
        expect(page.locator('[data-key="q"]')).to_be_visible()
        type_word(page, "crane")
        expect(page.locator(".row[data-filled]")).to_have_count(1)
        page.locator("#give-up").click()
        page.locator("#give-up").click()
        expect(page.locator("#end")).to_have_text("The word was READY.")
        page.reload()
        expect(page.locator("#end-title")).to_have_text("Lost")
        page.locator("#again").click()
        expect(page.locator("#end-card")).to_be_hidden()
        expect(page.locator(".row[data-filled]")).to_have_count(0)
        page.go_back()
        expect(page.locator("#end-title")).to_have_text("Lost")
        expect(page).to_have_url(re.compile("game=demo"))


@pytest.mark.slow
def test_other_rules_have_their_own_statistics(browser, server):
    with opened(browser, server, "/play#game=demo&guesses=20&hard=nyt") as page:
        expect(page.locator('[data-key="q"]')).to_be_visible()
        type_word(page, "ready")
        expect(page.locator("#stats")).to_contain_text("100%")
        page.goto(f"{server.address}/play#game=demo")
        expect(page.locator("#settings-line")).to_have_text(re.compile("6 guesses$"))
        expect(page.locator("#stats")).not_to_contain_text("100%")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("motion", "name"), [("no-preference", "flip, jump"), ("reduce", "none")])
def test_a_win_is_a_moment(browser, server, motion, name):
    options = {"reduced_motion": motion, "viewport": {"width": 390, "height": 844}}
    with opened(browser, server, "/play#game=demo", **options) as page:
        expect(page.locator('[data-key="q"]')).to_be_visible()
        type_word(page, "ready")
        expect(page.locator("#share")).to_be_in_viewport()  # the result stands where the keys were
        expect(tiles(page, 0).first).to_have_css("animation-name", name)
