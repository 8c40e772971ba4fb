"""The pages in a real browser."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from salet import Lexicon, pattern_of
from salet.web.routes.play import hidden_answers
from tests.helpers import colour, opened, suggestions, tiles, word_row
from tests.web.conftest import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium")

PAGES = ["/", "/play", "/review", "/lab", "/arena", "/api"]


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.mark.slow
def test_solving_a_game_by_clicking(browser, server):
    answer = "there"
    with opened(browser, server) as page:
        for row in range(6):
            guess = suggestions(page)[0].lower()
            page.locator("#suggestions .word").first.click()
            expect(tiles(page, row).first).to_be_enabled()
            assert word_row(page, row) == guess
            colour(page, row, str(pattern_of(guess, answer)))
            if guess == answer:
                break
            expect(page.locator("#candidates .word", has_text=answer)).to_have_count(1)
        expect(page.locator("#message")).to_contain_text(f"Solved in {row + 1} guess")
        assert row < 5


@pytest.mark.slow
def test_solving_by_keyboard_only(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        page.keyboard.type("raise")
        expect(tiles(page, 0).first).to_be_focused()
        page.keyboard.type("xxyxg")
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")
        assert tiles(page, 0).nth(2).get_attribute("aria-label") == "I, third letter, yellow"
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        expect(tiles(page, 0).nth(2)).to_be_focused()
        page.keyboard.press("g")
        expect(page.locator("#candidates-title")).not_to_have_text("Possible answers: 25")
        page.keyboard.press("Control+z")
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")
        page.keyboard.press("Enter")
        page.keyboard.type("great")  # g is a letter again
        assert word_row(page, 1) == "great"
        page.keyboard.press("Enter")
        page.keyboard.press("Backspace")
        assert word_row(page, 1) == "grea"


@pytest.mark.slow
def test_the_screen_keyboard_types_and_shows_letters(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        for letter in "crane":
            page.locator(f'[data-key="{letter}"]').click()
        colour(page, 0, "y---g")
        expect(page.locator('[data-key="c"]')).to_have_attribute("data-colour", "yellow")
        expect(page.locator('[data-key="r"]')).to_have_attribute("aria-label", "R, not in the word")
        page.locator('[data-key="Backspace"]').click()
        assert word_row(page, 0) == "cran"


@pytest.mark.slow
def test_a_word_that_is_not_listed_is_marked_before_enter(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        page.keyboard.type("zzzzz")
        expect(page.locator("#line")).to_have_text("ZZZZZ is not in the word list.")
        assert page.locator(".row[data-invalid]").count() == 1


@pytest.mark.slow
def test_the_address_shares_the_position(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        page.keyboard.type("raise")
        page.keyboard.type("xxyxg")
        page.locator(".settings > summary").click()
        page.get_by_label("Hard mode").select_option("nyt")
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")
        first = suggestions(page)
        link = page.url
    assert "p=raise:--y-g" in link
    with opened(browser, server, link.removeprefix(server.address)) as page:
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")
        assert suggestions(page) == first
        assert "hard mode nyt" in page.locator("#settings-line").inner_text()


@pytest.mark.slow
def test_undo_and_new_puzzle(browser, server):
    with opened(browser, server, "/#p=raise:--y-g") as page:
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")
        tiles(page, 0).first.click()
        expect(page.locator("#candidates-title")).not_to_have_text("Possible answers: 25")
        page.locator("#undo").click()
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")
        page.locator("#new").click()
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 2,315")
        assert "#" not in page.url


@pytest.mark.slow
def test_the_contradiction_is_explained(browser, server):
    with opened(browser, server, "/#p=crane:g----,slate:g----") as page:
        message = page.locator("#message.bad")
        expect(message).to_contain_text("No word fits these colours")
        expect(message).to_contain_text("CRANE:g---- says C is in position 1")


@pytest.mark.slow
def test_a_broken_link_does_not_break_the_page(browser, server):
    bad = "/#p=%3Cimg%20src=x%20onerror=alert(1)%3E:-----&lexicon=%3Cb%3Ex&boards=99&guesses=-3"
    with opened(browser, server, bad) as page:
        assert suggestions(page)
        assert page.locator("img").count() == 0
        expect(page.locator("#message")).to_contain_text("there is no lexicon '<b>x'")


@pytest.mark.slow
def test_several_boards(browser, server):
    with opened(browser, server, "/#boards=2&p=raise:--y-g|raise:y----") as page:
        expect(page.locator(".board")).to_have_count(2)
        expect(page.locator(".board h3").first).to_contain_text("25 words")
        expect(page.locator("#together-list .word")).to_have_count(5)
        first = suggestions(page)
        page.locator(".board h3 button").nth(1).click()
        assert suggestions(page) != first
        page.keyboard.type("clout")
        assert word_row(page, 1, 0) == word_row(page, 1, 1) == "clout"


@pytest.mark.slow
def test_the_best_word_is_in_sight_on_a_telephone(browser, server):
    with opened(browser, server, "/#p=raise:--y-g", viewport={"width": 390, "height": 700}) as page:
        best = page.locator("#best button")
        expect(best).to_be_in_viewport()
        assert best.inner_text() == suggestions(page)[0]
        expect(page.locator('[data-key="Backspace"]')).to_be_in_viewport(ratio=1)
        best.click()
        expect(tiles(page, 1).first).to_be_enabled()


@pytest.mark.slow
def test_a_board_that_no_word_fits_is_looked_at_first(browser, server):
    bad = "/#boards=2&p=raise:--y-g,clout:-y---|crane:g----,slate:g----"
    with opened(browser, server, bad.replace("crane", "raise").replace("slate", "clout")) as page:
        expect(page.locator(".board").nth(1)).to_have_attribute("data-wrong", "")
        expect(page.locator("#message.bad")).to_contain_text("No word fits these colours")
        expect(page.locator("#together-said")).to_contain_text("correct that board first")
        page.locator(".board h3 button").first.click()
        expect(page.locator("#message.bad")).to_have_count(0)


@pytest.mark.slow
def test_another_language_is_built_when_it_is_chosen(browser, server):
    pytest.importorskip("wordfreq")
    with opened(browser, server) as page:
        suggestions(page)
        page.locator(".settings > summary").click()
        page.get_by_label("Language").select_option("German")
        expect(page.locator("#settings-line")).to_contain_text("de5, 5 letters")
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 2,000")
        expect(page.locator('[data-key="ß"]')).to_have_text("ß")
        letters = page.get_by_role("combobox", name="Letters", exact=True)
        letters.focus()
        page.keyboard.press("ArrowUp")
        expect(page.locator("#settings-line")).to_contain_text("de4, 4 letters")
        expect(letters).to_be_focused()
        page.locator("h1").click()
        page.keyboard.type("caf")
        grave = "new KeyboardEvent('keydown', {key: 'è', bubbles: true})"
        page.evaluate(f"document.body.dispatchEvent({grave})")  # it has no key, so it is an e
        assert word_row(page, 0) == "cafe"
        expect(page.locator("#candidates-title")).to_contain_text("Possible answers")
        suggestions(page)


@pytest.mark.slow
def test_your_own_words_survive_a_reload(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        page.locator(".settings > summary").click()
        page.locator(".spaced > summary").click()
        page.locator("#own-answers").fill("ähre\nöfen\näste")
        page.locator("#own-send").click()
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 3")
        assert page.locator('[data-key="ö"]').count() == 1
        page.reload()
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 3")


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
            json.loads(page.evaluate("localStorage.statistics"))["original honest 1"]["played"] == 1
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
        expect(page.locator("#share-text")).to_contain_text("salet original 4/9")


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
def test_keys_tell_the_boards_apart(browser, server):
    with opened(browser, server, "/#boards=2&p=raise:--y-g|raise:y----") as page:
        key = page.locator('[data-key="r"]')
        expect(key).to_have_attribute(
            "aria-label", "R, board 1 not in the word, board 2 in the word"
        )
        expect(key.locator("i")).to_have_count(2)
        assert key.get_attribute("data-colour") is None
        absent = page.locator('[data-key="a"]')  # from both
        expect(absent).to_have_attribute("data-colour", "grey")
        expect(absent).to_have_attribute("aria-label", "A, not in the word")


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
        expect(page.locator("#end")).to_contain_text("It could still have been")


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
@pytest.mark.parametrize("path", PAGES)
def test_accessibility(browser, server, path):
    with opened(browser, server, path, color_scheme="dark", reduced_motion="reduce") as page:
        page.wait_for_load_state("networkidle")
        if path == "/":
            suggestions(page)
            page.keyboard.type("raise")
            page.keyboard.type("xxyxg")
            suggestions(page)
        if path == "/review":
            page.locator("#example").click()
            expect(page.locator(".turn")).to_have_count(4)
        for theme in ("dark", "light"):
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            results = Axe().run(page)
            assert results.violations_count == 0, results.generate_report()
            page.locator("#theme").click()


@pytest.mark.slow
@pytest.mark.parametrize("path", [*PAGES, "/play#boards=8&guesses=13", "/#boards=4"])
def test_nothing_sticks_out(browser, server, path):
    with opened(browser, server, path) as page:
        page.wait_for_load_state("networkidle")
        for width in (320, 768, 1920):
            page.set_viewport_size({"width": width, "height": 700})
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert over <= 0, width


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


@pytest.mark.slow
@pytest.mark.parametrize("boards", ["raise:--y-g", "raise:--y-g|raise:y----"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_frame_tells_it_not_the_colour_alone(browser, server, boards, theme):
    def frame(tile):
        return tile.evaluate(
            "tile => { const look = getComputedStyle(tile); return [look.borderTopStyle,"
            " look.borderTopWidth, look.borderTopColor === look.color, look.backgroundColor] }"
        )

    with opened(
        browser, server, f"/#p={boards}", color_scheme=theme, reduced_motion="reduce"
    ) as page:
        expect(tiles(page, 0).nth(4)).to_have_attribute("data-colour", "green")
        assert frame(tiles(page, 0).nth(2))[:3] == ["dotted", "2px", True]
        assert frame(tiles(page, 0).nth(4))[:3] == ["solid", "2px", True]
        grey = tiles(page, 0).nth(0)
        expect(grey).to_have_css("border-top-color", frame(grey)[3])  # a frame that is not seen


@pytest.mark.slow
def test_no_motion_where_none_is_wanted(browser, server):
    with opened(browser, server, "/#p=raise:--y-g", reduced_motion="reduce") as page:
        moving = tiles(page, 0).first.evaluate("tile => getComputedStyle(tile).transitionDuration")
        assert set(moving.split(", ")) == {"0s"}


@pytest.mark.slow
def test_suggestions_do_not_move_the_board(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        before = page.locator("#keyboard").bounding_box()
        page.keyboard.type("raise")
        page.keyboard.type("xxyxg")
        suggestions(page)
        assert page.locator("#keyboard").bounding_box() == before
