"""The Review, Lab and API pages, in a real browser."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.helpers import opened
from tests.web.conftest import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium")


@pytest.mark.slow
def test_review_and_its_spoiler_safe_link(browser, server):
    with opened(browser, server, "/review") as page:
        for row, word in enumerate(["salet", "nerdy", "there"]):
            page.locator("#rows input").nth(row).fill(word)
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator("#figures")).to_contain_text("71")
        expect(page.locator(".turn")).to_have_count(3)
        expect(page.locator("#best-line .step").last).to_contain_text("found")
        page.locator("#share").click()
        expect(page.locator("#said")).to_contain_text("Copied")
        link = page.evaluate("navigator.clipboard.readText()")
    assert "there" not in link
    with opened(browser, server, link.removeprefix(server.address)) as page:
        expect(page.locator("#spoiler")).to_be_visible()
        expect(page.locator("#form")).to_be_hidden()
        assert page.locator(".turn").count() == 0
        page.locator("#reveal").click()
        expect(page.locator(".turn")).to_have_count(3)


@pytest.mark.slow
def test_a_game_typed_before_the_lists_are_here_stays(browser, server):
    with opened(browser, server, "/") as page:
        page.route("**/api/v1/lexicons*", lambda route: (time.sleep(1), route.continue_()))
        page.goto(server.address + "/review", wait_until="commit")
        for row, word in enumerate(["salet", "nerdy", "there"]):
            page.locator("#rows input").nth(row).fill(word)
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".turn")).to_have_count(3)
        page.wait_for_load_state("networkidle")
        expect(page.locator("#share")).to_be_visible()
        assert page.locator("#rows input").first.input_value() == "salet"


@pytest.mark.slow
def test_review_of_a_pasted_grid(browser, server):
    with opened(browser, server, "/review") as page:
        page.locator("#grid").fill("Wordle 9 2/6\n\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩")
        expect(page.locator("#rows .mini")).to_have_count(2)
        for row, word in enumerate(["salet", "there"]):
            page.locator("#rows input").nth(row).fill(word)
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator(".turn")).to_have_count(2)
        page.locator("#rows input").nth(0).fill("crane")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator("#message")).to_contain_text("is not the reply if the answer is there")


@pytest.mark.slow
def test_the_laboratory(browser, server):
    with opened(browser, server, "/lab") as page:
        expect(page.locator("#measured tbody tr").first).to_contain_text("tree")
        page.locator("#measured th button", has_text="losses").click()
        page.locator("#measured th button", has_text="losses").click()
        expect(page.locator("#measured tbody tr").first).to_contain_text("alphabetical")
        expect(page.locator("#overview svg")).to_be_visible()  # drawn without inline code
        page.get_by_role("tab", name="Watch").click()
        page.get_by_role("button", name="Play it").click()
        expect(page.locator(".step")).to_have_count(1)
        page.locator("#all-steps").click()
        expect(page.locator(".step").last).to_contain_text("found")


@pytest.mark.slow
def test_running_and_comparing(browser, server):
    with opened(browser, server, "/lab#tab=run&first=letters&second=alphabetical") as page:
        expect(page.locator("#figures tbody tr")).to_have_count(2)
        expect(page.locator("#pair")).to_contain_text("On the same answers letters needs fewer")
        expect(page.locator("#histogram svg")).to_have_count(4)
        page.locator("#filter").fill("there")
        expect(page.locator("#games tbody tr")).to_have_count(1)


@pytest.mark.slow
def test_walking_down_the_tree(browser, server):
    with opened(browser, server, "/lab#tab=tree&strategy=tree") as page:
        expect(page.locator("#tree-head")).to_contain_text("7,920 guesses in all")
        page.locator("#tree-root button").first.click()
        expect(page.locator("#tree-root ul ul button").first).to_be_visible()


@pytest.mark.slow
def test_api_page(browser, server):
    with opened(browser, server, "/api") as page:
        page.get_by_text("/api/v1/suggest", exact=True).click()
        expect(page.locator(".endpoint[open]")).to_contain_text("position")


@pytest.mark.slow
def test_old_figures_do_not_stand_under_new_questions(browser, server):
    with opened(browser, server, "/lab#tab=run&first=letters") as page:
        expect(page.locator("#figures tbody tr")).to_have_count(1)
        page.locator("#first").fill("nonsense")
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.locator("#run-message")).to_contain_text("nonsense")
        expect(page.locator("#run-result")).to_be_hidden()
        page.get_by_role("tab", name="Watch").click()
        page.get_by_role("button", name="Play it").click()
        expect(page.locator(".step")).to_have_count(1)
        assert "answer=there" in page.url
        page.locator("#watch-answer").fill("zzzzz")
        page.get_by_role("button", name="Play it").click()
        expect(page.locator("#watch-message")).to_contain_text("zzzzz")
        expect(page.locator(".step")).to_have_count(0)
        page.go_back()
        expect(page.locator("#watch-title")).to_contain_text("THERE")


@pytest.mark.long
@pytest.mark.slow
def test_a_run_that_the_server_forgot_is_begun_again(browser, server):
    forgotten = []

    def answer(route):
        if forgotten:
            route.continue_()
        else:
            forgotten.append(route)
            route.fulfill(status=404, body="{}")

    with opened(browser, server, "/lab#tab=run", expected="status of 404") as page:
        expect(page.locator("#measured tbody tr").first).to_be_attached()
        page.route("**/events", answer)
        page.locator("#first").fill("alphabetical")
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.locator("#figures tbody tr")).to_have_count(1)
        assert forgotten


@pytest.mark.slow
def test_plots_follow_the_theme_and_the_width(browser, server):
    with opened(browser, server, "/lab", color_scheme="light") as page:
        plot = page.locator("#overview svg")
        expect(plot).to_be_visible()
        label = page.locator("#overview svg text").first
        before = label.get_attribute("fill")
        page.locator("#theme").click()
        expect(label).not_to_have_attribute("fill", before)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 800})
            room = page.locator("#overview").evaluate("place => place.clientWidth")
            expect(plot).to_have_attribute("width", str(room))


@pytest.mark.slow
def test_tabs_by_keyboard_and_back(browser, server):
    with opened(browser, server, "/lab") as page:
        page.get_by_role("tab", name="Strategies").focus()
        page.keyboard.press("End")
        expect(page.get_by_role("tab", name="Decision tree")).to_be_focused()
        expect(page.locator("#tree")).to_be_visible()
        page.go_back()
        expect(page.locator("#table")).to_be_visible()


@pytest.mark.long
@pytest.mark.slow
def test_what_is_done_before_the_lists_are_here_is_not_lost(browser, server):
    held = []
    with opened(browser, server, "/api") as page:
        page.route("**/lexicons", lambda route: held.append(route))  # noqa: PLW0108 - playwright wants a function
        page.goto(f"{server.address}/lab")
        page.locator("#tab-watch").click()
        page.locator("#watch-answer").fill("proxy")
        page.locator("#watch-form button[type=submit]").click()
        page.wait_for_timeout(100)
        held.pop().continue_()
        expect(page.locator("#watch")).to_be_visible()
        expect(page.locator("#watch-title")).to_contain_text("PROXY")
        page.goto(f"{server.address}/play")
        page.locator("#daily").click()
        page.wait_for_timeout(100)
        held.pop().continue_()
        expect(page).to_have_url(re.compile(r"game=day\d{8}"))
