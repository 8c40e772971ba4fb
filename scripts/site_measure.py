"""Measure the site of plain files in headless chromium: python scripts/site_measure.py [RUNS].

How much goes over the wire until the first advice, when it is there, how long a second turn takes,
and whether anything moves. The processor is throttled four-fold; Chromium throttles the page alone,
not the engine's worker. The processor time of both, from a trace without throttling, hardly depends
on what else the machine does; four times their sum bounds what a slow machine would take.
It fails if a size or a median misses its bar.
"""

import gzip
import json
import os
import shutil
import statistics
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from salet.web.site import Site

THROTTLE = 4
BARS = {
    "KB until the first advice": 1500,
    "KB of them that are no words": 400,
    "ms from the load event to the first advice": 1000,
    "ms from the last key of a second turn to its advice": 300,
}
TURNS = ["raisexxyxg", "saletxxxxx", "craneyxxxx", "sladexxyxx", "traceyxxxy"]
"""A word and its colours, as they are typed."""
WATCH = """
    window.seen = { shifted: 0, advice: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    addEventListener("keydown", () => { seen.key = performance.now(); }, true);
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => {
        if (document.querySelector("#suggestions .suggestion")) seen.advice.push(performance.now());
      }).observe(document.getElementById("suggestions"), { childList: true });
    });
"""
KEPT = "() => document.getElementById('keeping').textContent.includes('works offline')"
DRAWN = "(before) => seen.advice.length > before && !document.querySelector('#suggestions[inert]')"


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def visit(browser: Browser, address: str, turn: str) -> dict[str, Any]:
    """Come for the first time, and ask about a second turn."""
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    page.goto(address)
    page.wait_for_function(DRAWN, arg=0)
    first = page.evaluate("""() => {
        const { loadEventEnd: load } = performance.getEntriesByType("navigation")[0];
        return { first: seen.advice[0], load, shifted: seen.shifted };
    }""")
    asked = set(urls)
    page.wait_for_function(KEPT)
    count = page.evaluate("seen.advice.length")
    page.keyboard.type(turn)
    page.wait_for_function(DRAWN, arg=count)
    second = page.evaluate("({ second: seen.advice.at(-1) - seen.key })")
    context.close()
    return first | second | {"asked": asked}


def processor_time(browser: Browser, address: str, turn: str) -> dict[str, dict[str, float]]:
    """Return the milliseconds that page and engine compute for the first advice and the second."""
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.add_init_script(WATCH)
    found = {}
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.goto(address)
    page.wait_for_function(DRAWN, arg=0)
    trace = browser.stop_tracing()
    found["first advice"] = _computed(trace)
    found["first advice after the load event"] = _computed(trace, after="MarkLoad")
    page.wait_for_function(KEPT)
    page.keyboard.type(turn[:-1])
    page.wait_for_timeout(500)
    count = page.evaluate("seen.advice.length")
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.keyboard.type(turn[-1])
    page.wait_for_function(DRAWN, arg=count)
    found["second turn"] = _computed(browser.stop_tracing())
    context.close()
    return found


def _computed(trace: bytes, after: str = "") -> dict[str, float]:
    """Add up the tasks of the page's thread and of the worker's, from the last event `after` on."""
    events = json.loads(trace)["traceEvents"]
    begin = max((one["ts"] for one in events if one["name"] == after), default=0)
    threads = {
        (one["pid"], one["tid"]): one["args"]["name"]
        for one in events
        if one["name"] == "thread_name"
    }
    sums = {"CrRendererMain": 0.0, "DedicatedWorker thread": 0.0}
    for one in events:
        thread = threads.get((one["pid"], one["tid"]))
        if thread in sums and one["name"].endswith("RunTask") and one["ts"] >= begin:
            sums[thread] += one.get("tdur", 0) / 1000
    return dict(zip(("page", "engine"), sums.values(), strict=True))


def main() -> int:
    """Print the medians, and which bars they miss."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    site = Site.make()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site.write(Path(folder) / "below" / "it")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/below/it/"
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        visits = [visit(browser, address, TURNS[run % len(TURNS)]) for run in range(runs)]
        computed = [processor_time(browser, address, TURNS[0]) for _ in range(runs)]
        browser.close()
        server.shutdown()
    names = {url.removeprefix(address) or "index.html" for url in visits[0]["asked"]}
    sizes = {name: len(gzip.compress(site.files[name])) for name in names if name in site.files}
    words = sum(size for name, size in sizes.items() if "/words/" in name)
    total = sum(sizes.values())

    def told(name: str, figures: list[float]) -> float:
        print(f"{name}: median {statistics.median(figures):.0f}, most {max(figures):.0f} ms")
        return statistics.median(figures)

    print(f"{len(sizes)} files until the first advice: {total / 1e3:.0f} KB compressed,")
    print(f"of them {words / 1e3:.0f} KB of words; unknown: {sorted(names - set(sizes))}")
    told("first advice after the navigation", [one["first"] for one in visits])
    first = told(
        "first advice after the load event", [one["first"] - one["load"] for one in visits]
    )
    second = told("second turn after the last key", [one["second"] for one in visits])
    for moment in computed[0]:
        for part in ("page", "engine"):
            told(f"processor time, {moment}, {part}", [one[moment][part] for one in computed])
    print(f"layout shift: {max(one['shifted'] for one in visits):.4f}")
    print(f"load average {os.getloadavg()[0]:.1f}, {runs} visits, {THROTTLE}-fold throttling")
    found = (total / 1e3, (total - words) / 1e3, first, second)
    missed = [
        f"missed: {figure:.0f} {name}, the bar is {bar}"
        for (name, bar), figure in zip(BARS.items(), found, strict=True)
        if figure > bar
    ]
    print("\n".join(missed) or "all bars are kept")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
