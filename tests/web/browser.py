"""A browser page that notes everything that goes wrong in it."""

from contextlib import contextmanager

from playwright.sync_api import expect

expect.set_options(timeout=40_000)

EXPECTED = "status of 422"  # the API's refusals, which the page explains


@contextmanager
def opened(browser, server, path="/", **options):
    """Open a page; fail if it asks another server, or an error is logged."""
    context = browser.new_context(
        **{"viewport": {"width": 1280, "height": 900}, "permissions": ["clipboard-read"]} | options
    )
    page = context.new_page()
    page.set_default_timeout(40_000)
    requests, errors = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda message: (
            message.type == "error" and EXPECTED not in message.text and errors.append(message.text)
        ),
    )
    page.goto(server.address + path)
    yield page
    assert errors == []
    foreign = [url for url in requests if not url.startswith((server.address, "data:", "blob:"))]
    assert foreign == []
    context.close()


def tiles(page, row, board=0):
    """Return the tiles of one row."""
    return page.locator(".board").nth(board).locator(".row").nth(row).locator(".tile")


def colour(page, row, pattern, board=0):
    """Click the tiles of a row until they have the colours of a pattern."""
    for place, sign in enumerate(pattern):
        for _ in range("-yg".index(sign)):
            tiles(page, row, board).nth(place).click()


def suggestions(page):
    """Return the words suggested, once the page has stopped thinking."""
    expect(page.locator("#suggestions[aria-busy]")).to_have_count(0)
    return page.locator("#suggestions .word").all_inner_texts()


def word_row(page, row, board=0):
    """Return the letters of one row."""
    return "".join(tiles(page, row, board).all_inner_texts()).lower()
