"""Draw the pictures of the web page for the README and the docs, in a real browser.

Usage: python scripts/capture_web.py     (needs the extras web, arena and dev, and chromium)
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parents[1] / "docs" / "images"
SALET = [sys.executable, "-m", "salet"]
CUP = """
format = "duel"
words = 40
schedule = "round-robin"
seed = 2026
bots = ["resident:fox", "resident:stalker", "entropy", "letters", "resident:novice"]
"""
WIDE, TELEPHONE = 1100, 360


def solve(page: Page) -> None:
    """One guess in, with today's list."""
    page.goto("/#lexicon=nyt&p=raise:--y-g")
    expect(page.locator("#ranked")).to_contain_text("Ranked by expected guesses")


def mastermind(page: Page) -> None:
    """Two codes in, and one whose reply is asked for."""
    page.goto("/#kind=mastermind(4,6)&p=aabb:1.2,abcc:_")
    expect(page.locator("#replies .key")).to_have_count(14)
    page.locator('[data-reply="1.1"]').click()
    expect(page.locator("#ranked")).to_contain_text("Ranked by expected guesses")
    page.locator("button.reply").nth(1).click()


def nerdle(page: Page) -> None:
    """One equation in."""
    page.goto("/#kind=nerdle(8)&p=48-32%3D16:-y-y-g--")
    expect(page.locator("#candidates-title")).to_have_text("Possible answers: 47")


def play(page: Page) -> None:
    """Play two words on a telephone, in the dark."""
    page.goto("/play#lexicon=nyt&game=demo")
    for row, word in enumerate(("crane", "bread")):
        expect(page.locator(".row").nth(row).locator(".tile").first).to_be_visible()
        page.keyboard.type(word)
        page.keyboard.press("Enter")
        expect(page.locator(".row[data-filled]")).to_have_count(row + 1)


def review(page: Page) -> None:
    """Show the example."""
    page.goto("/review")
    page.locator("#example").click()
    expect(page.locator(".turn")).to_have_count(4)
    expect(page.locator("#best-line .step").last).to_contain_text("found")


def lab(page: Page) -> None:
    """Compare two strategies."""
    page.goto("/lab#tab=run&first=entropy&second=letters")
    expect(page.locator("#histogram svg")).to_have_count(4)


def arena(page: Page) -> None:
    """Show the standings of a tournament."""
    page.goto("/arena")
    expect(page.locator("#rows tbody tr")).to_have_count(5)
    expect(page.locator("#curve svg")).to_be_visible()


PICTURES = {
    "web-solve.png": (solve, WIDE, 920, "light"),
    "web-mastermind.png": (mastermind, WIDE, 700, "light"),
    "web-nerdle.png": (nerdle, TELEPHONE, 680, "dark"),
    "web-play.png": (play, TELEPHONE, 680, "dark"),
    "web-review.png": (review, WIDE, 760, "light"),
    "web-lab.png": (lab, WIDE, 1000, "light"),
    "web-arena.png": (arena, WIDE, 1240, "light"),
}


def draw(browser: Browser, address: str) -> None:
    """Take every picture."""
    for name, (show, width, height, scheme) in PICTURES.items():
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        show(page)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=IMAGES / name)
        context.close()
        print(name)


def main() -> None:
    """Play a small tournament, start a server on it, and look at its pages."""
    expect.set_options(timeout=60_000)
    with tempfile.TemporaryDirectory() as folder:
        cup = Path(folder) / "cup.toml"
        cup.write_text(CUP, encoding="utf-8")
        subprocess.run([*SALET, "arena", "run", str(cup)], check=True, stdout=subprocess.DEVNULL)
        store = str(cup.with_suffix(".sqlite"))
        server = subprocess.Popen(
            [*SALET, "serve", "--port", "0", "--arena", store], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                )
                draw(browser, address)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
