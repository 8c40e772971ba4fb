"""One exact search: its memory, its limits, and the tree it finds."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from salet.groups import group_stats
from salet.kernels import search as kernel
from salet.kernels.compiler import is_kept
from salet.patterns import pattern_count
from salet.rules import HardMode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.rules import Rules
    from salet.strategies.view import View
    from salet.table import StoredTable

NEVER = kernel.NEVER

_MODES = {
    HardMode.OFF: kernel.NORMAL,
    HardMode.NYT: kernel.NYT,
    HardMode.STRICT: kernel.STRICT,
}
_UNLIMITED = 1 << 60
_MEMO_SETS = 1 << 20
_MEMO_WORDS = 1 << 24


def needs_compiling() -> bool:
    """Whether the first search on this machine is still to come, and with it the compiler."""
    return not is_kept(kernel.run)


class Search:
    """Searches sets of candidates of one lexicon under one set of rules.

    The memo is kept from one question to the next, so that related questions help each other.
    """

    def __init__(self, table: StoredTable, rules: Rules, *, nodes: int | None = None) -> None:
        self.table = table
        self.rules = rules
        self.mode = _MODES[rules.hard]
        self._tables = _allocate(table, rules)
        self._tables.counts[kernel.NODE_LIMIT] = _UNLIMITED if nodes is None else nodes
        every = np.arange(len(table.lexicon.answers))
        guesses = np.arange(len(table.lexicon.allowed))
        most = int(group_stats(table, guesses, every).groups.max())
        self._tables.counts[kernel.MOST_PARTS] = most + 1

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return int(self._tables.counts[kernel.NODES])

    @property
    def stopped(self) -> bool:
        """Whether a limit was reached, so that totals are lower bounds."""
        return bool(self._tables.counts[kernel.STOP])

    def stop(self) -> None:
        """End the search under way, from any thread."""
        self._tables.counts[kernel.STOP] = 1

    def stop_after(self, seconds: float) -> threading.Timer:
        """Start a timer that ends the search; cancel it when the search is done."""
        timer = threading.Timer(seconds, self.stop)
        timer.daemon = True
        timer.start()
        return timer

    def total(self, view: View, cut: int = NEVER) -> int:
        """Return the least total after `view`: exact if below `cut`, else a lower bound."""
        return self._run(view, cut, opener=-1)

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return the total of playing `guess` at `view`: exact if below `cut`."""
        return self._run(view, cut, opener=guess) if view.guesses_left >= 1 else NEVER

    def _run(self, view: View, cut: int, opener: int) -> int:
        listed = self._enter(view)
        n, depth = len(view.candidates), view.guesses_left
        return int(kernel.run(self._tables, n, depth, cut, listed, self.mode, opener))

    def best_guess(self, view: View) -> int:
        """Return a guess with the least total; the set must be solvable."""
        if len(view.candidates) <= 2:
            return int(view.candidate_guesses[0])
        self.total(view)
        self._enter(view)
        n, depth = len(view.candidates), view.guesses_left
        found, place, _ = kernel.find(self._tables, 0, n, depth)
        if not found or self._tables.facts[place, 3] != 1:
            raise RuntimeError("the memo is too small to hold the tree")
        return int(self._tables.facts[place, 4])

    def _enter(self, view: View) -> int:
        """Write the candidates and legal guesses of `view` into the first rows."""
        tables = self._tables
        tables.sets[0, : len(view.candidates)] = view.candidates
        if self.mode == kernel.NORMAL:
            return -1
        tables.legal[0, : len(view.legal)] = view.legal
        tables.legal_hashes[0] = np.bitwise_xor.reduce(tables.guess_marks[:, view.legal], axis=1)
        return len(view.legal)


def _allocate(table: StoredTable, rules: Rules) -> kernel.Tables:
    """Make the arrays of a search; untouched pages of the memo cost nothing."""
    guesses, answers = table.codes.shape
    turns = rules.max_guesses + 1
    hard = rules.hard is not HardMode.OFF
    random = np.random.default_rng(0x5A1E7)

    def marks(*shape: int) -> NDArray[np.uint64]:
        return random.integers(1, 1 << 64, shape, dtype=np.uint64)

    table.lay_out_by_answer()
    assert table.by_answer is not None
    return kernel.Tables(
        codes=table.codes,
        by_answer=table.by_answer,
        answer_guesses=table.answer_guesses,
        letters=table.letters,
        copies=_copies(table) if hard else np.zeros((1, 1), np.uint8),
        marks=marks(answers),
        guess_marks=marks(2, guesses),
        frames=np.zeros((turns, kernel.FRAME), np.int64),
        sets=np.zeros((turns, answers), np.int32),
        legal=np.zeros((turns if hard else 1, guesses), np.int32),
        legal_hashes=np.zeros((turns, 2), np.uint64),
        parts=np.zeros((turns, guesses), np.uint16),
        pairs=np.zeros((turns, guesses), np.int32),
        order=np.zeros((turns, guesses), np.int64),
        codes_here=np.zeros((turns, answers), np.int64),
        groups=np.zeros((turns, answers), np.int64),
        amounts=np.zeros((turns, answers), np.int64),
        bounds=np.zeros((turns, answers), np.int64),
        seen=np.zeros(pattern_count(table.lexicon.length), np.int64),
        keys=np.zeros(_MEMO_SETS, np.uint64),
        facts=np.zeros((_MEMO_SETS, 7), np.int64),
        offsets=np.zeros(_MEMO_SETS, np.int64),
        words=np.zeros(_MEMO_WORDS, np.int32),
        counts=np.zeros(8, np.int64),
    )


def _copies(table: StoredTable) -> NDArray[np.uint8]:
    """Count how often each allowed word has each letter."""
    words = np.arange(len(table.letters))
    copies = np.zeros((len(words), len(table.lexicon.alphabet)), np.uint8)
    for place in range(table.letters.shape[1]):
        copies[words, table.letters[:, place]] += 1
    return copies
