"""The page as plain files, in a real browser: below a path, without a network, in a new version."""

import gzip
import os
import re
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from string import ascii_lowercase
from types import SimpleNamespace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import salet
from salet.web.html import NEED_SERVER, PAGES
from tests.helpers import opened, suggestions
from tests.web.conftest import CHROMIUM

with_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
LEFT = "#candidates-title"
KEPT = "This page is saved on this device and works offline."
# What a browser logs of a network that is cut, or of files that a test took away.
CUT = "Failed to load resource"
SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Slow(Quiet):
    """A host whose words take longer than work goes on that nobody waits for."""

    def do_GET(self):
        if "/engine/data/words/" in self.path or self.path.endswith("facts.json"):
            time.sleep(1.3)
        super().do_GET()


@contextmanager
def hosted(made, root, handler=Quiet):
    """Write a site below a path of a plain web server."""
    folder = root / "some" / "where"
    made.write(folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=root)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}/some/where"
        try:
            yield SimpleNamespace(address=address, folder=folder, site=made)
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def host(made, tmp_path_factory):
    with hosted(made, tmp_path_factory.mktemp("host")) as host:
        yield host


def wait_kept(page):
    expect(page.locator("#keeping")).to_have_text(KEPT)


def asked(page):
    """The paths of all files that a page and its worker asked for, once each."""
    urls = []
    page.on("request", lambda request: urls.append(request.url))
    return urls


@with_browser
@pytest.mark.slow
def test_advice_below_a_path_and_without_a_network(browser, host):
    with opened(browser, host, "/none", expected=CUT, kept=None) as page:
        page.add_init_script(SHIFTS)
        page.add_init_script("localStorage.theme = localStorage['salet-theme'] = 'auto'")
        urls = asked(page)
        page.goto(f"{host.address}/")
        assert suggestions(page)[0] == salet.suggest(lexicon="nyt").suggestions[0].guess.upper()
        names = {url.partition("/some/where/")[2].partition("#")[0] or "index.html" for url in urls}
        sizes = {name: len(gzip.compress(host.site.files[name])) for name in names}
        assert any("/engine/data/" in name for name in sizes)
        assert sum(sizes.values()) < 1_500_000
        assert sum(size for name, size in sizes.items() if "/words/" not in name) < 400_000
        assert page.evaluate("window.shifted") < 0.001
        assert page.evaluate("document.documentElement.dataset.theme") == "light"
        wait_kept(page)
        page.context.set_offline(True)
        page.reload()
        page.keyboard.type("raisexxyxg")  # perhaps before the words are there
        best = salet.suggest("raise:--y-g", lexicon="nyt").suggestions[0].guess
        assert suggestions(page)[0] == best.upper()
        page.get_by_role("link", name="Play").click()
        expect(page.locator("#settings-line")).to_contain_text("nyt, 5 letters")
        page.keyboard.type("raise")
        page.keyboard.press("Enter")
        expect(page.locator(".row[data-filled]")).to_have_count(1)
        page.get_by_role("link", name="Review").click()
        page.locator("#example").click()
        expect(page.locator(".turn")).to_have_count(4)


@with_browser
@pytest.mark.slow
def test_a_new_version_is_offered_and_never_mixed(browser, made, newer, tmp_path):
    with hosted(made, tmp_path) as host, opened(browser, host, expected=CUT) as page:
        wait_kept(page)
        newer.write(host.folder)
        used = "performance.getEntriesByType('resource').map(({ name }) => name).join(' ')"
        page.reload()
        expect(page.locator(".news")).to_contain_text("A new version is available.")
        assert made.version in page.evaluate(used)
        assert newer.version not in page.evaluate(used)
        page.get_by_role("button", name="Later").click()
        expect(page.locator(".news")).to_have_count(0)
        page.reload()  # still the old one, and whole
        expect(page.locator(LEFT)).to_contain_text("2,315")
        assert newer.version not in page.evaluate(used)
        with page.expect_navigation():
            page.locator(".news").get_by_role("button", name="Reload").click()
        expect(page.locator(LEFT)).to_contain_text("2,315")
        assert newer.version in page.evaluate(used)
        assert made.version not in page.evaluate(used)
        wait_kept(page)
        expect(page.locator(".news")).to_have_count(0)
        assert page.evaluate("caches.keys()") == [f"salet /some/where/ {newer.version}"]


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_a_damaged_cache_is_mended(browser, host):
    damage = """async (names) => {
        const [name] = await caches.keys();
        const cache = await caches.open(name);
        const ours = ({ url }) => names.some((name) => url.endsWith(name));
        const found = (await cache.keys()).filter(ours);
        await cache.put(found[0], new Response("not what was kept"));
        await cache.delete(found[1]);
        return found.length;
    }"""
    with opened(browser, host, expected=CUT) as page:
        wait_kept(page)
        assert page.evaluate(damage, ["/solve.js", "/review.html"]) == 2
        page.reload()
        expect(page.locator(LEFT)).to_contain_text("2,315")
        page.get_by_role("link", name="Review").click()
        expect(page.locator("#rows input")).to_have_count(6)
        page.context.set_offline(True)
        page.reload()  # mended, not only replaced for once
        expect(page.locator("#rows input")).to_have_count(6)
        page.goto(f"{host.address}/none.html")
        expect(page.locator("body")).to_contain_text("Connect to the network, then reload it.")


@with_browser
@pytest.mark.slow
def test_the_last_tile_may_be_coloured_first(browser, host):
    with opened(browser, host) as page:
        suggestions(page)
        page.keyboard.type("crane")
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("g")
        left = len(salet.suggest("crane:----g", lexicon="original").candidates)
        expect(page.locator("#candidates-title")).to_have_text(f"Possible answers: {left}")


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_a_version_that_the_host_lost_gives_way(browser, made, newer, tmp_path):
    fail = """async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        const worker = registration.installing;
        await new Promise((resolve) => {
            worker.onstatechange = () => worker.state === "redundant" && resolve();
        });
    }"""
    damage = """async () => {
        const cache = await caches.open((await caches.keys())[0]);
        const found = (await cache.keys()).find(({ url }) => url.endsWith("/solve.js"));
        await cache.put(found, new Response("not what was kept"));
    }"""
    with hosted(made, tmp_path) as host, opened(browser, host, expected=CUT) as page:
        wait_kept(page)
        script = host.folder / "sw.js"
        script.write_bytes(script.read_bytes() + b"// other bytes, the same version")
        (host.folder / "review.html").unlink()
        page.evaluate(fail)
        assert page.evaluate("caches.keys()") == [f"salet /some/where/ {made.version}"]
        newer.write(host.folder)
        later = time.time() + 2  # the host tells versions apart by the second
        os.utime(script, (later, later))
        page.evaluate(damage)
        page.reload()
        expect(page.locator("#trouble")).to_contain_text("could not be loaded")
        page.reload()
        expect(page.locator(LEFT)).to_contain_text("2,315")
        assert newer.version in page.content()
        wait_kept(page)


@with_browser
@pytest.mark.slow
def test_a_slow_network_is_waited_for(browser, made, tmp_path):
    with (
        hosted(made, tmp_path, Slow) as host,
        opened(browser, host, "/none", expected=CUT) as page,
    ):
        workers = []
        page.on("worker", lambda worker: workers.append(worker.url))
        page.goto(f"{host.address}/#lexicon=original")
        with page.expect_request("**/words/**"):  # no list is known yet
            page.goto(f"{host.address}/#lexicon=nyt&p=raise:--y-g")
        expect(page.locator("#settings-line")).to_contain_text("nyt, 5 letters")
        expect(page.locator(".row[data-filled]")).to_have_count(1)
        with page.expect_request("**/words/**"):
            page.goto(f"{host.address}/#lexicon=sowpods")
        page.goto(f"{host.address}/#lexicon=nyt&p=raise:--y-g")
        best = salet.suggest("raise:--y-g", lexicon="nyt").suggestions[0].guess
        expect(page.locator("#suggestions .word").first).to_have_text(best.upper())
        assert len(workers) == 1


REFUSED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
OLD = (
    "MediaQueryList.prototype.addEventListener = undefined;"
    "delete HTMLScriptElement.prototype.noModule;"
)
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"


@with_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("lacking", "place", "told"),
    [
        ("window.Worker = undefined;", "#line", "This browser is too old"),
        (OLD, "#trouble", "This browser is too old"),
        pytest.param(
            "window.Worker = class { constructor(url) {} terminate() {} };",
            "#line",
            "This browser is too old",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });",
            "#keeping",
            "This browser cannot save the page, so it needs the network.",
            marks=pytest.mark.long,
        ),
        pytest.param(
            REFUSED,
            "#forgetting",
            "or its storage is full: your choices are lost when you leave.",
            marks=pytest.mark.long,
        ),
        (FULL, "#forgetting", "or its storage is full: your choices are lost when you leave."),
    ],
)
def test_what_a_browser_lacks_is_said(browser, host, lacking, place, told):
    with opened(browser, host, "/none", expected=CUT, kept=None) as page:
        page.add_init_script(lacking)
        page.goto(f"{host.address}/")
        if place == "#forgetting":
            page.locator("#welcome-close").click()
        expect(page.locator(place)).to_contain_text(told)
        if place != "#line":
            expect(page.locator(LEFT)).to_contain_text("3,158")


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_a_file_that_is_missing_is_said(browser, made, tmp_path):
    with hosted(made, tmp_path) as host:
        (host.folder / made.version / "tiles.js").unlink()
        with opened(browser, host, expected=CUT) as page:
            expect(page.locator("#trouble")).to_contain_text("could not be loaded")
        (host.folder / made.version / "engine" / "worker.js").unlink()
        (host.folder / made.version / "tiles.js").write_bytes(
            made.files[f"{made.version}/tiles.js"]
        )
        with opened(browser, host, expected=CUT) as page:
            expect(page.locator("#line")).to_contain_text("engine of this page could not be loaded")


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_pages_that_need_the_server_say_so(browser, host):
    with opened(browser, host, "/lab.html") as page:
        for name in NEED_SERVER:
            page.get_by_role("navigation").get_by_role("link", name=PAGES[name]).click()
            expect(page.locator("h1")).to_have_text(PAGES[name])
            expect(page.locator(".lead")).to_contain_text("This needs salet serve")


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_words_of_ones_own(browser, host):
    with opened(browser, host) as page:
        page.locator(".settings > summary").click()
        page.get_by_text("Your own words", exact=True).click()
        for words, told in [
            ("salet", "1 answer, 1 allowed word of 5 letters in use."),
            ("слово книга весна", "3 answers, 3 allowed words of 5 letters in use."),
            ("salet crane four", "four"),
            ("12 345 ,,,", "12"),
            ("שלום ספרי", "2 answers, 2 allowed words of 4 letters in use."),
        ]:
            page.locator("#own-answers").fill(words)
            page.locator("#own-send").click()
            expect(page.locator("#own-said")).to_contain_text(told)
        expect(page.locator(LEFT)).to_have_text("Possible answers: 2")
        expect(page.locator(".board .grid")).to_have_attribute("dir", "rtl")
        page.reload()  # kept in this browser
        expect(page.locator(LEFT)).to_have_text("Possible answers: 2")


@with_browser
@pytest.mark.slow
def test_words_of_ones_own_travel_in_a_link(browser, host):
    with opened(browser, host) as page:
        page.locator(".settings > summary").click()
        page.get_by_text("Your own words", exact=True).click()
        page.locator("#own-answers").fill("слово книга весна весна")
        page.locator("#own-send").click()
        expect(page.locator("#own-said")).to_contain_text("in use. Your words answers: весна")
        for letter in "слово":
            page.locator(f'[data-key="{letter}"]').click()
        page.locator('[data-key="Enter"]').click()
        expect(page.locator(LEFT)).to_have_text("Possible answers: 1")
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("#line")).to_have_text("The link is copied.")
        address = page.url
        page.goto(f"{host.address}/#lexicon=original")  # they may be chosen again
        expect(page.locator("#settings option", has_text="your words: 3")).to_have_count(1)
    with opened(browser, host, address.removeprefix(host.address)) as page:
        expect(page.locator(LEFT)).to_have_text("Possible answers: 1")
        expect(page.locator("#settings-line")).to_contain_text("your words, 5 letters")
    lost = "/#lexicon=ef9b6cb8b5a88831&p=слово:-----"
    with opened(browser, host, lost, expected=CUT) as page:
        expect(page.locator("#line")).to_have_text(
            "This browser does not have the word list of this link."
        )
        expect(page.locator(LEFT)).to_have_text("Possible answers: 2,315")
        assert "ef9b6cb8b5a88831" in page.url  # a reload may find them


@with_browser
@pytest.mark.slow
def test_files_that_the_browser_dropped_are_fetched_again(browser, host):
    count = """async () => {
        const names = await caches.keys();
        return names.length && (await (await caches.open(names[0])).keys()).length;
    }"""
    with opened(browser, host, expected=CUT) as page:
        wait_kept(page)
        all_files = page.evaluate(count)
        page.evaluate(
            "caches.keys().then((names) => Promise.all(names.map((n) => caches.delete(n))))"
        )
        page.reload()
        wait_kept(page)
        assert page.evaluate(count) == all_files
        page.context.set_offline(True)
        page.goto(f"{host.address}/review.html")
        expect(page.locator("#rows input")).to_have_count(6)


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_a_megabyte_of_words(browser, host, tmp_path):
    letters = ascii_lowercase
    words = [
        a + b + c + d + "s" for a in letters for b in letters for c in letters for d in letters
    ]
    with opened(browser, host, kept=None) as page:
        page.locator(".settings > summary").click()
        page.get_by_text("Your own words", exact=True).click()
        for size, told in (
            (400_000, "more than 2 MB"),
            (170_000, "at most 50,000 entries"),
            (40_000, "40,000 answers, 40,000 allowed words of 5 letters in use."),
        ):
            path = tmp_path / f"{size}.txt"
            path.write_text("\n".join(words[:size]))
            page.locator("#own-file").set_input_files(path)
            if size < 400_000:
                expect(page.locator("#own-answers")).to_have_value(re.compile(f"{words[0]}\\s"))
                page.locator("#own-send").click()
            expect(page.locator("#own-said")).to_contain_text(told)
        expect(page.locator("#thinking")).to_have_text("Thinking ...")  # for a long time
        page.goto(f"{host.address}/#lexicon=original")  # work that nobody waits for is ended
        expect(page.locator(LEFT)).to_have_text("Possible answers: 2,315")
        page.go_back()  # and the words are still there
        expect(page.locator("#settings-line")).to_contain_text("your words, 5 letters")
        expect(page.locator("#line")).not_to_contain_text("There is no lexicon")


@with_browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "place", "told"),
    [
        pytest.param(
            "/#p=zz:qq", "#line", "The link cannot be read; starting over.", marks=pytest.mark.long
        ),
        ("/#p=raise:gggg-,count:gggg-", "#line", "No word fits these colours."),
        ("/#p=raise:ggggg,count:-----", "#line", "The link cannot be read; starting over."),
        pytest.param(
            "/play.html#game=" + 40 * "x",
            "#line",
            "The link cannot be read; this is a new game.",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "/review.html#game=%%%", "#message", "The link cannot be read.", marks=pytest.mark.long
        ),
        pytest.param("/#kind=primel", "#line", "salet serve", marks=pytest.mark.long),
    ],
)
def test_a_bad_link_is_said(browser, host, path, place, told):
    with opened(browser, host, path) as page:
        expect(page.locator(place)).to_contain_text(told)


@with_browser
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", *(f"/{page}.html" for page in ("play", "review", "lab"))])
def test_nobody_is_shut_out(browser, host, path):
    with opened(browser, host, path, kept=None, color_scheme="dark") as page:
        wait_kept(page)
        for theme, width in (("dark", 1280), ("light", 320)):
            page.set_viewport_size({"width": width, "height": 800})
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            results = Axe().run(page)
            assert results.violations_count == 0, results.generate_report()
            assert page.evaluate("document.documentElement.scrollWidth") == width
            page.locator("#theme").click()


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_a_full_disk_is_said(browser, host):
    with opened(browser, host, "/none", expected=CUT) as page:
        session = page.context.new_cdp_session(page)
        quota = {"origin": host.address.removesuffix("/some/where"), "quotaSize": 100_000}
        session.send("Storage.overrideQuotaForOrigin", quota)
        page.goto(f"{host.address}/")
        expect(page.locator("#keeping")).to_contain_text("whose storage may be full")
        expect(page.locator(LEFT)).to_contain_text("2,315")
        assert page.evaluate("caches.keys()") == []


@with_browser
@pytest.mark.long
@pytest.mark.slow
def test_all_tabs_go_to_the_new_version(browser, made, newer, tmp_path):
    with hosted(made, tmp_path) as host, opened(browser, host, expected=CUT) as page:
        wait_kept(page)
        other = page.context.new_page()
        other.goto(f"{host.address}/#p=raise:--y-g")
        expect(other.locator(LEFT)).to_contain_text("25")
        newer.write(host.folder)
        page.reload()
        with other.expect_navigation():
            page.locator(".news").get_by_role("button", name="Reload").click()
        expect(other.locator(LEFT)).to_contain_text("25")  # what was shown stays
        used = "performance.getEntriesByType('resource').map(({ name }) => name).join(' ')"
        assert newer.version in other.evaluate(used)
        assert made.version not in other.evaluate(used)
