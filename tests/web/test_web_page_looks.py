"""How all pages look, and what those hear or feel who do not see them, in a real browser."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.helpers import opened, suggestions, tiles
from tests.web.conftest import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium")

PAGES = ["/", "/play", "/review", "/lab", "/arena", "/api"]


def sticks_out(page):
    """The widths at which the page is wider than its window."""
    wide = []
    for width in (320, 768, 1920):
        page.set_viewport_size({"width": width, "height": 700})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(width)
    return wide


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("path", [*PAGES, "/#boards=2&p=raise:--y-g|raise:y----"])
def test_nobody_is_shut_out(browser, server, path):
    with opened(browser, server, path, color_scheme="dark") as page:
        page.wait_for_load_state("networkidle")
        if path == "/":
            suggestions(page)
            page.keyboard.type("raise")
            page.keyboard.type("xxyxg")
            suggestions(page)
        if path == "/review":
            page.locator("#example").click()
            expect(page.locator(".turn")).to_have_count(4)
        for theme, width in (("dark", 1280), ("light", 390)):
            page.set_viewport_size({"width": width, "height": 800})
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            results = Axe().run(page)
            assert results.violations_count == 0, results.generate_report()
            page.locator("#theme").click()
        assert sticks_out(page) == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("path", ["/play#boards=8&guesses=13", "/#boards=4"])
def test_many_boards_do_not_stick_out(browser, server, path):
    with opened(browser, server, path) as page:
        expect(page.locator(".board")).not_to_have_count(1)
        expect(page.locator('[data-key="q"]')).to_be_in_viewport(ratio=1)  # the keys stay in sight
        assert sticks_out(page) == []


@pytest.mark.slow
def test_looks_are_chosen_and_kept(browser, server):
    with opened(browser, server, "/#p=raise:--y-g", color_scheme="dark") as page:
        root = page.locator("html")
        expect(root).to_have_attribute("data-theme", "dark")
        page.locator("#theme").click()
        expect(root).to_have_attribute("data-theme", "light")
        yellow = tiles(page, 0).nth(2)
        page.locator("#contrast").click()
        expect(yellow).to_have_css("background-color", "rgb(133, 192, 249)")
        page.reload()
        expect(root).to_have_attribute("data-contrast", "high")
        expect(root).to_have_attribute("data-theme", "light")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("boards", ["raise:--y-g", "raise:--y-g|raise:y----"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_frame_tells_it_not_the_colour_alone(browser, server, boards, theme):
    def frame(tile):
        return tile.evaluate(
            "tile => { const look = getComputedStyle(tile); return [look.borderTopStyle,"
            " look.borderTopWidth, look.borderTopColor === look.color, look.backgroundColor] }"
        )

    with opened(browser, server, f"/#p={boards}", color_scheme=theme) as page:
        expect(tiles(page, 0).nth(4)).to_have_attribute("data-colour", "green")
        assert frame(tiles(page, 0).nth(2))[:3] == ["dotted", "2px", True]
        assert frame(tiles(page, 0).nth(4))[:3] == ["solid", "2px", True]
        grey = tiles(page, 0).nth(0)
        expect(grey).to_have_css("border-top-color", frame(grey)[3])  # a frame that is not seen


@pytest.mark.slow
def test_no_motion_where_none_is_wanted(browser, server):
    with opened(browser, server, "/#p=raise:--y-g") as page:
        moving = tiles(page, 0).first.evaluate("tile => getComputedStyle(tile).transitionDuration")
        assert set(moving.split(", ")) == {"0s"}


@pytest.mark.long
@pytest.mark.slow
def test_suggestions_do_not_move_the_board(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        before = page.locator("#keyboard").bounding_box()
        page.keyboard.type("raise")
        page.keyboard.type("xxyxg")
        suggestions(page)
        assert page.locator("#keyboard").bounding_box() == before


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/play", "/#boards=2", "/#boards=8", "/play#boards=4"])
def test_board_keys_and_buttons_are_seen_at_once(browser, server, path):
    with opened(browser, server, path, viewport={"width": 1280, "height": 800}) as page:
        expect(page.locator(".centred button").last).to_be_in_viewport(ratio=1)
        expect(page.locator('[data-key="Backspace"]')).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_absent_letters_are_darker_than_unused_ones(browser, server, theme):
    def light(key):
        colour = key.evaluate("key => getComputedStyle(key).backgroundColor")
        return sum(map(int, re.findall(r"\d+", colour)))

    with opened(browser, server, "/#p=raise:--y-g", color_scheme=theme) as page:
        absent = page.locator('[data-key="r"]')
        expect(absent).to_have_attribute("data-colour", "grey")
        assert light(absent) < light(page.locator('[data-key="q"]'))


@pytest.mark.slow
def test_bars_are_seen_in_forced_colours(browser, server):
    with opened(browser, server, "/#p=raise:--y-g", forced_colors="active") as page:
        bar = page.locator(".groups").first
        expect(bar).to_be_visible()
        look = bar.evaluate("bar => getComputedStyle(bar).backgroundImage")
        assert len(set(re.findall(r"rgb\(.*?\)|color\(.*?\)", look))) > 1
