"""What several test files need: words, strategies, pages, terminals, clusters, cups, browsers."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

from salet import Lexicon, Position, Strategy, Wordle, make_strategy, pattern_of
from salet.kernels.bounds import NEVER
from salet.table import ComputedTable, StoredTable, build_codes
from salet.tree import Tree
from salet.view import Setting

_PROFILE = 100
"""The number of examples of the normal profile."""


def examples(count):
    """Try `count` examples, or more of them where the profile asks for more (deep: 50 times)."""
    return settings(max_examples=count * settings().max_examples // _PROFILE)


def objection(rules, guess, position):
    """Say why the rules of Wordle forbid a guess, whatever the lexicon."""
    return Wordle(Lexicon.of_codes("any", [guess])).objection(guess, position, rules)


def fits(answer, position):
    """Say whether an answer fits a position of Wordle, whatever the lexicon."""
    return Wordle(Lexicon.of_codes("any", [answer])).fits(answer, position)


# --- words and trees for property tests ---


def words(length, letters="ab"):
    return st.text(letters, min_size=length, max_size=length)


def word_lists(length=5, letters="abc", min_size=1, max_size=30):
    return st.lists(words(length, letters), min_size=min_size, max_size=max_size, unique=True)


def pairs(letters="ab"):
    """A guess and an answer of the same length, 2 to 15."""
    return st.integers(2, 15).flatmap(lambda n: st.tuples(words(n, letters), words(n, letters)))


def lexicons(max_size, letters="abc"):
    vocabulary = st.lists(words(3, letters), min_size=3, max_size=max_size, unique=True)
    return vocabulary.flatmap(
        lambda all_words: st.integers(2, len(all_words)).map(
            lambda count: Lexicon.from_words(all_words[:count], all_words)
        )
    )


def table_of(lexicon):
    return StoredTable(lexicon, build_codes(lexicon))


def brute_force(lexicon, rules, slope=1, penalty=NEVER, weights=None):
    """The least cost by trying everything, with the plain rule alone; NEVER if impossible."""
    weights = weights or dict.fromkeys(lexicon.answers, 1)

    @cache
    def least(candidates, position, left):
        weight = sum(weights[answer] for answer in candidates)
        if left == 0:
            return penalty * weight
        best = penalty * weight * 2
        for guess in lexicon.allowed:
            if objection(rules, guess, position) is not None:
                continue
            groups = {}
            for answer in candidates:
                groups.setdefault(pattern_of(guess, answer), []).append(answer)
            if len(groups) == 1 and guess not in candidates:
                continue
            cost = slope * weight
            for pattern, group in groups.items():
                if not pattern.solved:
                    # In normal mode the past does not matter; forget it, to be quicker.
                    past = position.after(guess, pattern) if rules.hard != "off" else Position()
                    cost += least(tuple(group), past, left - 1)
            best = min(best, cost)
        return best

    return min(NEVER, least(lexicon.answers, Position(), rules.max_guesses))


# Proven totals, from the result files of https://github.com/alex1770/wordle.
NORMAL = {
    "salet": 7920,
    "reast": 7923,
    "crate": 7926,
    "trace": 7926,
    "slate": 7928,
    "crane": 7930,
    "carle": 7937,
    "tares": 8000,
    "raise": 8014,
}


def first_candidate_tree(answers, opener=None):
    """The tree that opens with any word and goes on with the first candidate."""

    def grow(candidates, guess):
        tree = Tree(guess)
        groups = {}
        for answer in candidates:
            groups.setdefault(pattern_of(guess, answer), []).append(answer)
        for pattern, group in sorted(groups.items(), key=lambda item: item[0].code):
            if pattern.solved:
                tree.solves = True
            else:
                tree.branches[pattern] = grow(group, group[0])
        return tree

    return grow(answers, opener or answers[0])


def rhymes(max_size):
    """Lexicons of words that differ most in one letter: no guess tells many of them apart."""

    def word(length):
        return st.tuples(words(length - 1, "abc"), st.sampled_from("abcdefghijk")).map("".join)

    return st.integers(2, 3).flatmap(
        lambda length: st.builds(
            lambda answers, more: Lexicon.from_words(answers, {*answers, *more}),
            st.lists(word(length), min_size=2, max_size=max_size, unique=True),
            st.lists(word(length), max_size=4, unique=True),
        )
    )


# --- strategies and settings ---


def on_original(function):
    """Ask about the literature's list, whose figures are known, unless another is named."""

    def called(*arguments, **options):
        if options.get("game") is None:
            options.setdefault("lexicon", "original")
        return function(*arguments, **options)

    return called


def choice(strategy, setting, position=""):
    view = setting.view(Position.from_text(position))
    return setting.lexicon.allowed[make_strategy(strategy).choose(view)]


def small(words, allowed=None, **options):
    return Setting.of(ComputedTable(Lexicon.from_words(words, allowed)), **options)


class Nonsense(Strategy):
    answer = "raise"

    def choose(self, view):
        return self.answer


# --- pages, read as a browser would ---


class Reader(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.open, self.crossed = [], [], [], []
        self.cells, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag not in ("meta", "wbr"):
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")
            self.inside = True

    def handle_endtag(self, tag):
        if self.open[-1:] == [tag]:
            self.open.pop()
        else:
            self.crossed.append(tag)
        if tag in ("td", "th"):
            self.inside = False

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, data):
        if self.inside:
            self.cells[-1] += data


def resources(text):
    """Return everything that a browser would fetch for a page."""
    loading = {"src", "srcset", "data", "action", "poster", "xlink:href", "background"}
    reader = Reader(text)
    fetched = [item for item in reader.attributes if item[1] in loading]
    fetched += [item for item in reader.attributes if item[:2] == ("link", "href")]
    return fetched + re.findall(r"@import|url\((?!#)", text)


# --- the command on a pseudo-terminal ---


CTRL_C = b"\x03"


def on_terminal(arguments, react=None, env=None, seconds=200):
    """Run the command; return what it writes, and its status.

    `react` is called with all output so far, when there is more and every now and then, and returns
    what to type.
    """
    pid, handle = pty.fork()
    if pid == 0:
        command = [sys.executable, "-m", "salet", *arguments]
        os.execve(sys.executable, command, os.environ | {"TERM": "xterm-256color"} | (env or {}))
    output, deadline = b"", time.monotonic() + seconds
    while time.monotonic() < deadline:
        if select.select([handle], [], [], 0.5)[0]:
            try:
                data = os.read(handle, 65536)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            output += data
        if react is not None and (typed := react(output)):
            os.write(handle, typed)
    else:
        os.kill(pid, signal.SIGKILL)
    os.close(handle)
    return output.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def talk(arguments, lines, *, interrupt=False):
    """Type lines, each once there is a prompt, and then Ctrl-C if asked for."""
    waiting = [line.encode() + b"\n" for line in lines]

    def react(output):
        if not output.endswith(b"> "):
            return b""
        # Ctrl-C again while nothing happens: Python does not see a signal that arrives between
        # its prompt and its read before the next one.
        return waiting.pop(0) if waiting else CTRL_C * interrupt

    return on_terminal(arguments, react)


# --- a real Dask cluster on this machine ---


class Processes:
    """A scheduler and workers, each a process of its own, on the loopback interface."""

    def __init__(self, folder, workers):
        note = folder / "scheduler.json"
        common = ["--scheduler-file", str(note), "--no-dashboard"]
        here = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
        self.scheduler = self._start("scheduler", *common, "--host", "127.0.0.1", "--port", "0")
        self.workers = [self._start("worker", *common, *here) for _ in range(workers)]
        self._note = note

    @staticmethod
    def _start(*command):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([sys.executable, "-m", "dask", *command], **quiet)

    def __enter__(self):
        from distributed import Client

        end = time.monotonic() + 60
        while not self._note.exists():
            assert time.monotonic() < end, "the scheduler did not start"
            time.sleep(0.1)
        self.address = json.loads(self._note.read_text())["address"]
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=60)
        return self

    def __exit__(self, *_):
        for process in (*self.workers, self.scheduler):
            process.terminate()
            process.wait(60)


# --- a small arena ---


ORIGINAL = Wordle("original")
SMALL = Wordle(Lexicon.from_words(ORIGINAL.answers[::10], ORIGINAL.answers[::5], name="small"))


def cup_of(bots, folder=Path(), **settings):
    """Make a cup on a small lexicon."""
    from salet.arena.cup.cup import Cup

    values = {"name": "cup", "format": "duel", "words": 5, "secret": "known", "bots": bots}
    values |= settings
    return replace(Cup.from_dict({**values, "words": 1}, folder), game=SMALL, words=values["words"])


def games_of(where, name="cup"):
    """Return all games of a tournament by match number, as they would be without a clock."""
    from salet.arena.store.store import Store

    with Store(where) as store:
        tournament = store.tournament(name)
        return {
            (match.number, match.first, match.second, match.note): [
                {**game.to_dict(), "microseconds": [], "set_microseconds": 0}
                for game in store.games(match.id)
            ]
            for match in store.matches(tournament)
        }


def processes_of(text):
    """Return the processes that have `text` in their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if text.encode() in entry.read_bytes() and int(entry.parent.name) != os.getpid():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


def processes_in(folder):
    """Return the processes that work in `folder` or below it, as bots do in theirs."""
    found = processes_of(f"{folder}/salet-bot-")  # the sandbox of a bot names its folder
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if Path(entry.readlink()).is_relative_to(folder):
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


# --- a browser page that notes everything that goes wrong in it ---


COLOURS = {"y": "yellow", "g": "green"}
EXPECTED = "status of 422"  # the API's refusals, which the page explains


@contextmanager
def opened(browser, server, path="/", expected=EXPECTED, kept="original", **options):
    """Open a page; fail if it asks another server, or an error is logged that is not expected.

    The browser has `kept` the lexicon that was chosen last; None if it was never here.
    """
    from playwright.sync_api import expect

    expect.set_options(timeout=40_000)
    context = browser.new_context(
        **{
            "viewport": {"width": 1280, "height": 900},
            "permissions": ["clipboard-read"],
            "reduced_motion": "reduce",
        }
        | options
    )
    if kept is not None:
        context.add_init_script(f'localStorage["salet-settings"] ??= \'{{"lexicon": "{kept}"}}\'')
    page = context.new_page()
    page.set_default_timeout(40_000)
    requests, errors = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda message: (
            message.type == "error" and expected not in message.text and errors.append(message.text)
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
    """Click the tiles of a row until they have the colours of a pattern; what is left is grey."""
    for place, sign in enumerate(pattern):
        tile = tiles(page, row, board).nth(place)
        while sign in COLOURS and tile.get_attribute("data-colour") != COLOURS[sign]:
            tile.click()
    page.locator('[data-key="Enter"]').click()


def suggestions(page):
    """Return the words suggested, once the page has stopped thinking."""
    from playwright.sync_api import expect

    expect(page.locator("#suggestions:is([aria-busy], [inert])")).to_have_count(0)
    return page.locator("#suggestions .word").all_inner_texts()


def word_row(page, row, board=0):
    """Return the letters of one row."""
    return "".join(tiles(page, row, board).all_inner_texts()).lower()
