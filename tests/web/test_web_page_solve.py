"""The Solve page, in a real browser."""

import pytest
from playwright.sync_api import expect

from salet import pattern_of
from tests.helpers import colour, opened, suggestions, tiles, word_row
from tests.web.conftest import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium: apt-get install chromium")


@pytest.mark.long
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


@pytest.mark.long
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
        page.keyboard.press("Control+z")  # a new puzzle can be undone, and done again
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")
        page.keyboard.press("Control+Shift+z")
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 2,315")
        page.go_back()
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 25")


@pytest.mark.slow
def test_the_contradiction_is_explained(browser, server):
    with opened(browser, server, "/#p=crane:g----,slate:g----") as page:
        message = page.locator("#line[data-bad]")  # beside the board, on a telephone, too
        expect(message).to_contain_text("No word fits these colours")
        expect(message).to_contain_text("says C is in position 1")
        expect(message.locator(".mini")).to_have_count(2)
        expect(page.locator("[data-clash]")).to_have_text(["C", "S"])


@pytest.mark.slow
def test_a_broken_link_does_not_break_the_page(browser, server):
    bad = "/#p=%3Cimg%20src=x%20onerror=alert(1)%3E:-----&lexicon=%3Cb%3Ex&boards=99&guesses=-3"
    with opened(browser, server, bad) as page:
        assert suggestions(page)
        assert page.locator("img").count() == 0
        expect(page.locator("#line")).to_have_text(
            "The link names '<b>x', which is no lexicon. The link asks for '99' boards; it may be "
            "1 to 8. The link asks for '-3' guesses; it may be 1 to 20. "
            "The link cannot be read; starting over."
        )


@pytest.mark.slow
def test_several_boards(browser, server):
    with opened(browser, server, "/#boards=2&p=raise:--y-g|raise:y----") as page:
        expect(page.locator(".board")).to_have_count(2)
        expect(page.locator(".board h2").first).to_contain_text("25 words")
        expect(page.locator("#together-list .word")).to_have_count(5)
        first = suggestions(page)
        page.locator(".board h2 button").nth(1).click()
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


@pytest.mark.long
@pytest.mark.slow
def test_a_board_that_no_word_fits_is_looked_at_first(browser, server):
    bad = "/#boards=2&p=raise:--y-g,clout:-y---|crane:g----,slate:g----"
    with opened(browser, server, bad.replace("crane", "raise").replace("slate", "clout")) as page:
        expect(page.locator(".board").nth(1)).to_have_attribute("data-wrong", "")
        expect(page.locator("#line[data-bad]")).to_contain_text("No word fits these colours")
        expect(page.locator("#together-said")).to_contain_text("correct that board first")
        page.locator(".board h2 button").first.click()
        assert suggestions(page)


@pytest.mark.long
@pytest.mark.slow
def test_another_language_is_built_when_it_is_chosen(browser, server):
    pytest.importorskip("wordfreq")
    with opened(browser, server) as page:
        suggestions(page)
        page.locator(".settings > summary").click()
        page.get_by_label("Language").select_option("German")
        expect(page.locator("#settings-line")).to_contain_text("de5, 5 letters")
        expect(page.locator("#candidates-title")).to_have_text("Possible answers: 2,000")
        expect(page.locator('[data-key="ö"]')).to_have_text("Ö")
        expect(page.locator('[data-key="ß"]')).to_have_count(0)  # no word of the list has it
        hard = page.get_by_label("Hard mode")
        hard.focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator("#settings-line")).to_contain_text("hard mode nyt")
        expect(hard).to_be_focused()
        page.locator("h1").click()
        page.keyboard.type("kaff")
        grave = "new KeyboardEvent('keydown', {key: 'è', bubbles: true})"
        page.evaluate(f"document.body.dispatchEvent({grave})")  # it has no key, so it is an e
        assert word_row(page, 0) == "kaffe"


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


LEFT = "#candidates-title"


def choose(page, label, value):
    if not page.locator(".settings[open]").count():
        page.locator(".settings > summary").click()
    page.get_by_label(label).select_option(value)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/#p=raise:--y-g,clout:-y---", "/play#host=adversary&game=abc"])
def test_the_skip_link_keeps_the_work(browser, server, path):
    with opened(browser, server, path) as page:
        expect(page.locator('[data-key="q"]')).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_be_focused()
        assert page.url == server.address + path


@pytest.mark.slow
def test_a_fresh_row_is_not_coloured_yet(browser, server):
    with opened(browser, server, "/#p=raise:--y-g") as page:
        expect(page.locator(LEFT)).to_have_text("Possible answers: 25")
        page.keyboard.type("genie")
        expect(page.locator("#suggestions[inert]")).to_have_count(1)  # no advice, and no alarm
        expect(page.locator("#ranked")).to_contain_text("Colour the tiles")
        expect(page.locator("#line[data-bad]")).to_have_count(0)
        row = tiles(page, 1)
        expect(row.nth(4)).to_have_attribute("data-colour", "green")  # known
        assert row.nth(0).get_attribute("aria-label") == "G, first letter, not coloured yet"
        row.nth(0).click()
        expect(page.locator("#line")).to_contain_text("Colour the rest of the row")
        expect(page.locator("#line[data-bad]")).to_have_count(0)
        row.nth(3).click()
        expect(page.locator(LEFT)).to_contain_text("Possible answers:")
        assert suggestions(page)
        page.reload()
        expect(row.nth(3)).to_have_attribute("data-colour", "yellow")
        expect(row.nth(1)).to_have_attribute("data-open", "")


@pytest.mark.slow
def test_colour_keys_do_not_eat_letters(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        page.keyboard.type("raiseyouth")  # all grey; y might be a colour
        assert (word_row(page, 0), word_row(page, 1)) == ("raise", "youth")
        expect(tiles(page, 0).first).to_have_attribute("data-colour", "grey")
        page.keyboard.type("xyxxx")
        expect(tiles(page, 1).nth(1)).to_have_attribute("data-colour", "yellow")
        page.keyboard.type("gypsy")  # the row is coloured, so g is a letter
        assert word_row(page, 2) == "gypsy"


@pytest.mark.slow
def test_what_was_chosen_last_counts(browser, server):
    with opened(browser, server) as page:
        suggestions(page)
        held = []
        page.route("**/lexicons/sowpods", lambda route: held.append(route) or None)
        choose(page, "Words: answers", "sowpods")
        expect(page.locator("#suggestions .word")).to_have_count(0)  # nothing old to be clicked
        page.keyboard.type("raise")
        assert word_row(page, 0) == ""
        choose(page, "Words: answers", "nyt2022")
        expect(page.locator("#settings-line")).to_contain_text("nyt2022")
        expect(page.locator(LEFT)).to_have_text("Possible answers: 2,309")
        for route in held:
            route.continue_()
        page.keyboard.type("raise")
        assert word_row(page, 0) == "raise"
        expect(page.locator("#settings-line")).to_contain_text("nyt2022")
        assert "lexicon=nyt2022" in page.url


@pytest.mark.long
@pytest.mark.slow
def test_settings_are_kept_and_go_from_page_to_page(browser, server):
    with opened(browser, server, kept=None) as page:
        expect(page.locator("#settings-line")).to_have_text("Settings: nyt, 5 letters · 6 guesses")
        expect(page.locator("#welcome")).to_be_visible()
        page.locator("#welcome-today").click()
        expect(page.locator("#settings-line")).to_contain_text("today: nyt of ")
        expect(page.locator("#settings-line")).to_contain_text("; hard mode off · 6 guesses")
        expect(page.locator("#welcome")).to_be_hidden()
        choose(page, "Hard mode", "strict")
        page.keyboard.type("raise")
        page.get_by_role("link", name="Play").click()
        expect(page.locator("#settings-line")).to_contain_text("nyt, 5 letters · hard mode strict")
        expect(page.locator("#welcome")).to_be_hidden()
        page.get_by_role("link", name="Solve").click()  # as it was left
        expect(tiles(page, 0).first).to_have_text("R")
        page.goto(f"{server.address}/#p=crane:-----")  # a link means the same to everybody
        expect(page.locator("#settings-line")).to_contain_text("original, 5 letters · 6 guesses")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/#lexicon=../x", "The link names '../x', which is no lexicon."),
        ("/#lexicon=zz5", "There is no lexicon 'zz5'"),
        ("/#strategy=foo", "Ranked by expected guesses instead."),
        ("/#boards=x&hard=foo", "The link names 'foo', which is no hard mode."),
        ("/play#host=foo", "The link names 'foo', which is no host."),
        ("/play#boards=8&hard=nyt", "Hard mode is for one board."),
        ("/play#game=../x", "The link cannot be read; this is a new game."),
    ],
)
def test_a_bad_link_leaves_a_working_page(browser, server, path, told):
    with opened(browser, server, path, expected="status of 4") as page:
        expect(page.locator("#line, #message").filter(has_text=told).first).to_be_visible()
        expect(page.locator("#settings-line")).to_contain_text("original")
        page.locator('[data-key="q"]').click()
        expect(tiles(page, 0).first).to_have_text("Q")


@pytest.mark.long
@pytest.mark.slow
def test_a_strategy_without_advice_gives_way(browser, server):
    with opened(browser, server, "/#strategy=tree&p=raise:--y-g") as page:
        expect(page.locator("#message")).to_contain_text("anked by expected guesses instead.")
        expect(page.locator(LEFT)).to_have_text("Possible answers: 25")
        assert suggestions(page)


@pytest.mark.long
@pytest.mark.slow
def test_the_page_asks_again_when_the_server_is_back(browser, server):
    with opened(browser, server, expected="net::ERR") as page:
        suggestions(page)
        page.route("**/suggest", lambda route: route.abort())
        page.keyboard.type("raise")
        page.keyboard.press("Enter")
        expect(page.locator("#line[data-bad]")).to_contain_text("is salet serve still running?")
        page.unroute("**/suggest")
        assert not page.locator("#line").inner_text().endswith("?.")
        expect(page.locator(LEFT)).to_have_text("Possible answers: 168")


@pytest.mark.slow
def test_the_focus_goes_with_the_word(browser, server):
    stops = """() => [...document.querySelectorAll("a, button, summary, select, [tabindex]")]
        .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility())
        .findIndex((one) => one.closest("#suggestions"))"""
    with opened(browser, server, "/#p=raise:--y-g,clout:-y---") as page:
        assert suggestions(page)
        assert page.evaluate(stops) <= 20
        page.locator("#suggestions .word").first.focus()
        page.keyboard.press("Enter")
        expect(tiles(page, 2).first).to_be_focused()
        page.locator('[data-key="q"]').focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator('[data-key="w"]')).to_be_focused()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("words", ["שלומי שלוםה", "interchangeable straightforward"])
def test_letters_fit_their_tiles_and_run_their_way(browser, server, words):
    hebrew = words[0] > "z"
    with opened(browser, server, viewport={"width": 390, "height": 844}) as page:
        suggestions(page)
        page.locator(".settings > summary").click()
        page.locator(".spaced > summary").click()
        page.locator("#own-answers").fill(words)
        page.locator("#own-send").click()
        expect(page.locator(LEFT)).to_have_text("Possible answers: 2")
        page.locator("#suggestions .word").first.click()
        row = tiles(page, 0)
        expect(row.first).to_be_enabled()
        boxes = [row.nth(place).bounding_box() for place in range(row.count())]
        assert (boxes[0]["x"] > boxes[-1]["x"]) == hebrew
        assert len({round(box["height"]) for box in boxes}) == 1
        font = float(row.first.evaluate("tile => parseFloat(getComputedStyle(tile).fontSize)"))
        assert font < boxes[0]["width"]


@pytest.mark.slow
def test_capitals_follow_the_language(browser, server):
    script = """async (code) => {
        const { capital, lower, setGame } = await import("/static/tiles.js");
        setGame({ keyboard: [], replies: {} }, code);
        return [capital("ıiß"), lower("İI")];
    }"""
    with opened(browser, server, "/api") as page:
        assert page.evaluate(script, "tr") == ["Iİß", "iı"]
        assert page.evaluate(script, "en")[0] == "IIß"


@pytest.mark.slow
def test_every_figure_is_explained_where_nothing_hovers(browser, server):
    with opened(browser, server, has_touch=True, viewport={"width": 390, "height": 844}) as page:
        suggestions(page)
        page.get_by_role("button", name="What the figures mean").tap()
        expect(page.locator("#figures-help")).to_contain_text("One bit halves")
        expect(page.locator("#figures-help")).to_be_in_viewport()
