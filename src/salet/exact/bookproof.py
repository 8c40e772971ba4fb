"""How an opening book is built, and checked: every reply to every opener, searched.

A position is first searched without a limit on guesses. If the play that is found keeps to the
limit, its total is the least both with and without it. If not, the position is searched again.
"""

from __future__ import annotations

import threading
import tomllib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from salet.errors import InvalidError
from salet.exact.book import Book, Entry
from salet.exact.longproof import LongProof, one_per_thread
from salet.exact.objectives import total_bounds
from salet.exact.search import Search, distinct_guesses, searchable
from salet.exact.small import UNCAPPED
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.kernels.bounds import NEVER
from salet.table import Progress, Step, open_table
from salet.tree.openers import proven_openers
from salet.view import Setting, View
from salet.words.lexicon import Lexicon

OPENERS = 200
"""How many openers a book has, unless they are named."""
SECONDS = 60.0
"""Time limit per position."""
_BEAM = 4
"""Guesses tried for each set where a search was stopped."""
_CANDIDATES_PER_TASK = 400

Item = tuple[int, int]
"""An opener and a reply to it."""


@dataclass
class BookProof(LongProof[Item, "PositionSearch"]):
    """The positions after one turn, each settled by search.

    Attributes
    ----------
    openers
        guess indices, in the order in which they are searched
    seconds
        time limit per position
    settled
        the position as text -> what an `Entry` says, and the time limit that was used
    """

    view: View
    openers: Sequence[int]
    seconds: float = SECONDS
    settled: dict[str, Any] = field(default_factory=dict)
    nodes: int = 0

    def __post_init__(self) -> None:
        solved = self.view.game.replies.solved
        self._items: dict[str, Item] = {}
        for opener in self.openers:
            codes, sizes = np.unique(self.view.table.row(opener), return_counts=True)
            for code in codes[np.argsort(-sizes, kind="stable")].tolist():
                if code != solved:
                    self._items[self._name((opener, code))] = (opener, code)

    def _name(self, item: Item) -> str:
        game = self.view.game
        return str(game.turn(game.guesses[item[0]], item[1]))

    def conditions(self) -> dict[str, Any]:
        """Say for which game the positions are searched; other openers may be added."""
        rules = self.view.rules
        return {
            "book": self.view.game.id,
            "hard": str(rules.hard),
            "max_guesses": rules.max_guesses,
        }

    def read(self, settled: dict[str, Any]) -> dict[str, Any]:
        """Read positions, also those of other openers."""
        found = {}
        for name, (guess, total, gap, proven, free, seconds) in settled.items():
            if name not in self._items:
                self.view.game.position(name)  # of another opener, but it must be a position
            entry = Entry(int(guess), int(total), int(gap), bool(proven), bool(free))
            found[name] = (*entry, float(seconds))
        return found

    def take_over(self, book: Book) -> None:
        """Believe an earlier book; what is not proven there is searched again."""
        book.check(self.view.game, str(self.view.rules.hard))
        if book.rules != self.view.rules:
            raise InvalidError(f"the book is for {book.rules.max_guesses} guesses per game")
        for opener in book.places:
            for code, entry in book.parts(opener).items():
                self.settled[self._name((opener, code))] = (*entry, 0.0)

    def waiting(self) -> list[Item]:
        """Return the positions opener by opener, the largest first."""
        return [item for name, item in self._items.items() if not self._is_done(name)]

    def _is_done(self, name: str) -> bool:
        """Whether a position is proven, or was searched as long as now before."""
        known = self.settled.get(name)
        return known is not None and (known[3] or known[-1] >= self.seconds)

    def how_far(self) -> tuple[int, int, str]:
        """Count the positions, and those of them that are not proven."""
        done = sum(map(self._is_done, self._items))
        unproven = sum(not proven for *_, proven, _, _ in self.settled.copy().values())
        text = f"{done:,} of {len(self._items):,} positions, {unproven:,} not proven"
        return done, len(self._items), text

    def searcher(self) -> PositionSearch:
        """Make a search of positions."""
        return PositionSearch(self.view, self.seconds)

    def search(self, searcher: PositionSearch, item: Item) -> tuple[str, Any]:
        """Search one position."""
        return self._name(item), (*searcher.entry(*item), self.seconds)

    def tasks(self, waiting: deque[Item]) -> Iterator[_Task]:
        """Take positions until they have some hundred candidates."""
        question = _Question(self.view.game, self.view.rules, self.seconds)
        while waiting:
            items, left = [], _CANDIDATES_PER_TASK
            while waiting and left > 0:
                items.append(waiting.popleft())
                opener, code = items[-1]
                left -= int(np.count_nonzero(self.view.table.row(opener) == code))
            yield _Task(question, items)

    @property
    def work(self) -> Callable[[_Task], tuple[dict[str, Any], int]]:
        """Settle the positions of a task."""
        return _settle

    def book(self) -> Book:
        """Return the book of the openers that are done."""
        entries: dict[int, dict[int, Entry]] = {opener: {} for opener in self.openers}
        for name, (opener, code) in self._items.items():
            if name not in self.settled:
                entries.pop(opener, None)
            elif opener in entries:
                entries[opener][code] = Entry(*self.settled[name][:-1])
        return Book.of(self.view.game, self.view.rules, entries)


class PositionSearch:
    """Finds the best guess after one turn, and its total; for one thread."""

    def __init__(self, view: View, seconds: float) -> None:
        self._table = searchable(view.table)
        self._seconds = seconds
        self._rules = view.rules
        self._start = Setting.of(self._table, view.rules).start()
        more = Rules(view.rules.max_guesses + UNCAPPED, view.rules.hard)
        self._free_start = Setting.of(self._table, more).start()
        self._opener: int | None = None
        self._nodes = 0
        self._late = False
        self.stopped = False
        self._forget()
        # What was compiled is loaded now, or compiled: that is no part of what a search takes.
        self._free.total(self._free_start, cut=0)

    def _forget(self) -> None:
        """Begin with empty memories: a book is then the same, whoever searched what before."""
        self._free = Search(self._table, self._free_start.rules)
        self._capped = Search(self._table, self._rules)

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return self._nodes + self._free.nodes + self._capped.nodes

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self.stopped = True  # first: whoever begins another search looks here
        self._stop()

    def _stop(self) -> None:
        self._late = True
        self._free.stop()
        self._capped.stop()

    def entry(self, opener: int, code: int) -> Entry:
        """Find the best guess after a reply to an opener."""
        if opener != self._opener:
            self._nodes, self._opener = self.nodes, opener
            self._forget()
        part = self._start.after(opener, code)
        count, left = len(part.candidates), part.guesses_left
        if count <= min(2, left):
            return Entry(int(part.candidate_guesses[0]), 2 * count - 1, 0, proven=True, free=True)
        free = self._free_start.after(opener, code, part.candidates)
        with self._time_limit():
            at_least = lower = self._total(self._free, free)
            if not self._late:
                guess = self._free.best_guess(free)
                if self._fits(free, guess, left) and not self._late:
                    return Entry(guess, lower, 0, proven=True, free=True)
            if not self._late:
                lower = max(lower, self._total(self._capped, part))
            if not self._late and lower >= NEVER:
                return Entry(0, 0, 0, proven=True, free=False)
            if not self._late:
                guess = self._capped.best_guess(part)
            if not self._late:
                return Entry(guess, lower, 0, proven=True, free=lower == at_least)
        return self._quickly(part, lower, at_least)

    def total_of(self, opener: int, code: int, guess: int) -> int:
        """Return the total of a second guess within the rules."""
        self._capped.limit()
        return self._capped.total_of(self._start.after(opener, code), guess)

    def _quickly(self, part: View, lower: int, at_least: int) -> Entry:
        """Find some play that keeps to the rules, where the best was not found in time."""
        if self.stopped:
            return Entry(0, 0, 0, proven=False, free=False)  # nobody waits for it
        beam = Search(self._table, self._rules, beam=_BEAM)
        total = beam.total(part)
        if total >= NEVER:
            return Entry(0, 0, 0, proven=False, free=False)
        guess, gap = beam.best_guess(part), max(0, total - lower)
        return Entry(guess, total, gap, proven=gap == 0, free=total <= at_least)

    def _total(self, search: Search, view: View) -> int:
        search.limit()
        if self._late or self.stopped:
            search.stop()
        return search.total(view)

    @contextmanager
    def _time_limit(self) -> Iterator[None]:
        """Stop the searches of the block when their time is over."""
        self._late = False
        timer = threading.Timer(min(self._seconds, threading.TIMEOUT_MAX), self._stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # one that goes off now must not stop what is searched next

    def _fits(self, view: View, guess: int, left: int) -> bool:
        """Whether best play from `guess` on takes at most `left` guesses."""
        codes = view.table.row(guess)[view.candidates]
        for code, size in zip(*np.unique(codes, return_counts=True), strict=True):
            if code == view.game.replies.solved or size <= min(2, left - 1):
                continue
            if left < 3:
                return False
            part = view.after(guess, int(code), view.candidates[codes == code])
            if not self._fits(part, self._free.best_guess(part), left - 1):
                return False
        return True


@dataclass(frozen=True)
class _Question:
    """The facts that a worker needs; they come with every task, and are prepared once."""

    game: Game
    rules: Rules
    seconds: float


@dataclass(frozen=True)
class _Task:
    """Some positions."""

    question: _Question
    items: list[Item]


def _settle(task: _Task) -> tuple[dict[str, Any], int]:
    """Search the positions of a task."""
    proof, search = _prepared(task.question)
    before = search.nodes
    return dict(proof.search(search, item) for item in task.items), search.nodes - before


@one_per_thread
def _prepared(question: _Question) -> tuple[BookProof, PositionSearch]:
    view = Setting.of(open_table(question.game), question.rules).start()
    proof = BookProof(view, (), question.seconds)
    return proof, proof.searcher()


# --- what a book is built of ---


def liked_openers() -> list[str]:
    """Return the openers that people play or have published; the file has the reasons."""
    file = resources.files("salet") / "data" / "books" / "openers.toml"
    groups = tomllib.loads(file.read_text(encoding="utf-8"))["group"]
    return [*dict.fromkeys(word for group in groups for word in group["openers"])]


def usual_openers(view: View, count: int = OPENERS) -> list[int]:
    """Choose openers: the proven ones, those that people like, and the best by a lower bound."""
    openers = proven_openers().get((view.game.id, str(view.rules.hard)))
    proven = [] if openers is None else sorted(openers.totals, key=openers.totals.__getitem__)
    words = [word for word in [*proven, *liked_openers()] if view.lexicon.allows(word)]
    distinct = view.only(distinct_guesses(view))
    order = np.lexsort((distinct.stats.squares, total_bounds(distinct)))
    named = [int(view.lexicon.guess_index(word)) for word in words]
    return [*dict.fromkeys([*named, *distinct.guesses[order].tolist()])][:count]


def build_book(
    openers: Sequence[str] | None = None,
    *,
    count: int = OPENERS,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    hard: str = OFF,
    max_guesses: int = 6,
    seconds: float = SECONDS,
    jobs: int = 0,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    earlier: Book | None = None,
    progress: Progress | None = None,
    step: Step | None = None,
) -> Book:
    """Build the opening book of a game, with proof where the time allows.

    Ctrl-C stops; the book then holds the openers that are done.

    Parameters
    ----------
    openers
        the first guesses, beside those of the earlier book; None for `count` that people play or
        that are among the best
    game, lexicon, hard, max_guesses, jobs, cluster, step
        as for `salet.best_openers`; the steps are positions
    seconds
        time limit per position; where it is reached, the entry is not proven
    checkpoint
        a file for the settled openers; the same call resumes from it
    earlier
        a book to go on from: its openers are kept, its proven positions not searched again
    progress
        called with the progress of the table of replies, if it must be built

    >>> book = build_book(["aab"], game="mastermind(3,4)", jobs=1)
    >>> book.totals, len(book.rows)
    ({1: 206}, 7)
    """
    if seconds <= 0 or count < 1:
        raise InvalidError("the time limit and the number of openers must be above 0")
    chosen = make_game(game, lexicon)
    view = Setting.of(open_table(chosen, progress), Rules(max_guesses, hard)).start()
    if openers is None:
        guesses = usual_openers(view, count)
    else:
        guesses = [int(chosen.lexicon.guess_index(word)) for word in dict.fromkeys(openers)]
    if earlier is not None:
        guesses = [*dict.fromkeys([*earlier.places, *guesses])]
    proof = BookProof(view, guesses, seconds)
    if earlier is not None:
        proof.take_over(earlier)
    proof.run(jobs=jobs, cluster=cluster, checkpoint=checkpoint, step=step)
    return proof.book()
