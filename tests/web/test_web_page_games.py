"""Games other than Wordle on the pages, in a real browser; one test for each kind of reply."""

import re

import pytest
from playwright.sync_api import expect

from salet import optimal
from tests.helpers import opened, suggestions, tiles
from tests.web.conftest import CHROMIUM

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium"),
    pytest.mark.slow,
]
LEFT = "#candidates-title"


def test_mastermind_is_solved_by_keyboard_and_by_pointer(browser, server, ask):
    # Compiled before the first question: of guesses that are equally good, the compiled search may
    # find another one first than the search that serves until then.
    optimal(game="mastermind(4,6)", position="aabb:1.2", max_guesses=10)
    with opened(browser, server) as page:
        page.locator(".settings > summary").click()
        page.get_by_label("Game").first.select_option("mastermind(4,6)")
        expect(page.locator(LEFT)).to_have_text("Possible answers: 1,296")
        page.keyboard.type("aabb")
        expect(page.locator("#replies .key").first).to_be_focused()
        page.keyboard.press("Enter")  # which ends a code in Play; here it chooses no reply
        page.keyboard.type("31")  # nor does what is no reply
        expect(page.locator("#replies .key").first).to_be_visible()
        page.keyboard.type("2")
        expect(page.locator(LEFT)).to_have_text("Possible answers: 36")
        about = {"game": "mastermind(4,6)", "position": "aabb:1.2", "top": 1, "max_guesses": 10}
        assert suggestions(page)[0].lower() == ask("suggest", **about)["suggestions"][0]["guess"]
        reply = page.locator("button.reply").first
        expect(reply).to_have_attribute("aria-label", "1 black peg, 2 white pegs")
        expect(tiles(page, 0).first).to_have_attribute("aria-label", "A, first peg")
        reply.click()  # it was another one
        page.locator('[data-reply="4.0"]').click()
        expect(page.locator("#message")).to_contain_text("Solved in 1 guess")
        page.keyboard.press("Control+z")
        expect(page.locator(LEFT)).to_have_text("Possible answers: 36")
        page.reload()  # the address has the game
        expect(page.locator(LEFT)).to_have_text("Possible answers: 36")
        page.keyboard.type("ffff")
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")  # chosen, after a look around
        expect(page.locator("button.reply").nth(1)).to_have_attribute(
            "aria-label", "0 black pegs, 0 white pegs"
        )
        page.keyboard.press("Control+z")
        page.locator('[data-reply="4.0"]').click()
        expect(page.locator("#line")).to_contain_text("No code fits these replies.")


@pytest.mark.long
def test_mastermind_is_played_on_a_narrow_screen(browser, server):
    narrow = {"viewport": {"width": 320, "height": 640}}
    with opened(browser, server, "/play#kind=mastermind(4,6)&game=demo", **narrow) as page:
        for row, code in enumerate(("aabb", "fbbf")):
            expect(page.locator('[data-key="f"]')).to_be_visible()
            page.keyboard.type(code)
            page.keyboard.press("Enter")
            expect(page.locator(".row[data-filled]")).to_have_count(row + 1)
        expect(page.locator(".reply").first).to_have_attribute("aria-label", re.compile("^1 black"))
        expect(page.locator("#end")).to_have_text("Found in 2 of 10 guesses.")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(
    ("kind", "guess", "colours", "answers"),
    [("nerdle(6)", "4*7=28", "gxxg", 206), ("primel", "12953", "gxxx", 8363)],
)
def test_colours_on_equations_and_primes(browser, server, kind, guess, colours, answers):
    with opened(browser, server, f"/#kind={kind}") as page:
        expect(page.locator(LEFT)).to_have_text(f"Possible answers: {answers:,}")
        page.keyboard.type(guess)
        expect(tiles(page, 0).first).to_be_focused()
        page.keyboard.type(colours)
        page.keyboard.press("Enter")
        expect(tiles(page, 0).first).to_have_attribute("data-colour", "green")
        expect(page.locator(LEFT)).not_to_have_text(f"Possible answers: {answers:,}")
        page.keyboard.type(guess[0])  # a digit is a digit, and colours nothing
        expect(tiles(page, 1).first).to_have_text(guess[0])


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "guess", "typed", "spoken"),
    [
        ("bulls(4)", "0123", "12", "1 bull, 2 cows"),
        ("jotto(original)", "crane", "2", "2 common letters"),
    ],
)
def test_counts_are_entered_as_numbers(browser, server, kind, guess, typed, spoken):
    with opened(browser, server, f"/#kind={kind}") as page:
        expect(page.locator(LEFT)).to_contain_text(re.compile(r"\d"))
        page.keyboard.type(guess)
        expect(page.locator("#replies .key").first).to_be_focused()
        page.keyboard.type(typed)
        expect(page.locator("button.reply").first).to_have_attribute("aria-label", spoken)
        expect(page.locator("#suggestions .word").first).to_be_visible()


def test_a_file_is_no_game_of_the_page(browser, server):
    with opened(browser, server, "/#kind=mine.py:Mine", expected="status of 4") as page:
        expect(page.locator("#line")).to_contain_text("which is no game")
