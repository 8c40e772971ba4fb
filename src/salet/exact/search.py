"""One exact search: its memory, its limits, and the tree it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.errors import InvalidError
from salet.games.colours import pattern_count
from salet.games.rules import HardMode
from salet.groups import group_stats
from salet.kernels import tables as kernel
from salet.kernels.compiler import is_kept
from salet.kernels.search import run
from salet.kernels.worth import tally_parts
from salet.table import StoredTable
from salet.view import read_only

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.games.rules import Rules
    from salet.view import View

NEVER = kernel.NEVER

_MODES = {
    HardMode.OFF: kernel.NORMAL,
    HardMode.NYT: kernel.NYT,
    HardMode.STRICT: kernel.STRICT,
}
_UNLIMITED = 1 << 60
_MEMO_SETS = 1 << 20
_SETS_PER_ANSWER = 1 << 9
_WORDS_PER_SET = 1 << 4


def needs_compiling() -> bool:
    """Whether the first search on this machine is still to come, and with it the compiler."""
    return not is_kept(run)


def searchable(view: View) -> StoredTable:
    """Return the table of a view, which must be whole."""
    if not isinstance(view.table, StoredTable):
        raise InvalidError(f"{view.lexicon.name} has too many words for an exact search")
    return view.table


class Search:
    """Searches sets of candidates of one lexicon under one set of rules.

    The memo is kept from one question to the next, so that related questions help each other.

    Parameters
    ----------
    weights
        a positive integer for every answer; None if all count alike
    slope, penalty
        what each guess costs, and an answer that is not found, per unit of weight
    beam
        how many guesses to try for each set; 0 for as many as a proof needs
    without
        parts of the search to leave out, as bits: ``NO_MEMO`` and others of the kernel
    """

    def __init__(
        self,
        table: StoredTable,
        rules: Rules,
        *,
        nodes: int | None = None,
        weights: NDArray[np.int64] | None = None,
        slope: int = 1,
        penalty: int = NEVER,
        beam: int = 0,
        without: int = 0,
    ) -> None:
        self.table = table
        self.rules = rules
        self.mode = _MODES[rules.hard]
        self.slope = slope
        self._weights = weights
        self._order = None if weights is None else np.argsort(-weights, kind="stable")
        self._tables = _allocate(table, rules, weights, self._order)
        counts = self._tables.counts
        self.limit(nodes)
        counts[kernel.SLOPE] = slope
        counts[kernel.PENALTY] = penalty
        counts[kernel.WEIGHTED] = weights is not None
        counts[kernel.BEAM] = beam
        counts[kernel.WITHOUT] = without
        counts[kernel.MOST_PARTS] = (
            NEVER if without & kernel.NO_EVERY_SET else self._largest_worth()
        )

    def _largest_worth(self) -> int:
        """Return more than any guess is worth on any set."""
        answers = len(self.table.lexicon.answers)
        if self._order is None:
            guesses = np.arange(len(self.table.lexicon.allowed))
            worth = group_stats(self.table, guesses, np.arange(answers)).groups
            most = int(worth.max()) + 1
            worth[self.table.answer_guesses] += 1
            tables = self._tables
            tables.parts[-1] = worth
            tables.arranged[-1] = np.argsort(-worth, kind="stable")
            tables.places[-1, tables.arranged[-1]] = guesses
            return most
        tables = self._tables
        tables.sets[0] = np.arange(answers)
        return int(tally_parts(tables, 0, answers, -1) + tables.weights[0])

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

    def limit(self, nodes: int | None = None) -> None:
        """Begin a question: forget that a limit was reached, and look at so many more sets."""
        counts = self._tables.counts
        counts[kernel.STOP] = 0
        counts[kernel.NODE_LIMIT] = _UNLIMITED if nodes is None else counts[kernel.NODES] + nodes

    def total(self, view: View, cut: int = NEVER) -> int:
        """Return the least total after `view`: exact if below `cut`, else a lower bound."""
        return self._run(view, cut, opener=-1)

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return the total of playing `guess` at `view`: exact if below `cut`."""
        return self._run(view, cut, opener=guess)

    def weight_of(self, view: View) -> int:
        """Return the weight of all candidates."""
        if self._weights is None:
            return len(view.candidates)
        return int(self._weights[view.candidates].sum())

    def best_guess(self, view: View) -> int:
        """Return a guess with the least total; the set must be solvable."""
        self.total(view)
        return int(self._tables.frames[0, kernel.BEST])

    def _run(self, view: View, cut: int, opener: int) -> int:
        tables = self._tables
        n, depth, listed = len(view.candidates), max(0, view.guesses_left), -1
        candidates = view.candidates
        if self._order is not None:
            candidates = np.flatnonzero(np.isin(self._order, candidates))
        tables.sets[0, :n] = candidates
        if self.mode != kernel.NORMAL:
            listed = len(view.legal)
            tables.legal[0, :listed] = view.legal
            marks = tables.guess_marks[:, view.legal]
            tables.legal_hashes[0] = np.bitwise_xor.reduce(marks, axis=1)
        return int(run(tables, n, depth, cut, listed, self.mode, opener))


def _allocate(
    table: StoredTable,
    rules: Rules,
    weights: NDArray[np.int64] | None,
    order: NDArray[np.intp] | None,
) -> kernel.Tables:
    """Make the arrays of a search; untouched pages of the memo cost nothing."""
    guesses, answers = table.codes.shape
    turns = rules.max_guesses + 1
    hard = rules.hard is not HardMode.OFF
    random = np.random.default_rng(0x5A1E7)

    def marks(*shape: int) -> NDArray[np.uint64]:
        return random.integers(1, 1 << 64, shape, dtype=np.uint64)

    table.lay_out_by_answer()
    assert table.by_answer is not None
    every = slice(None) if order is None else order
    places = min(_MEMO_SETS, 1 << (_SETS_PER_ANSWER * answers).bit_length())
    return kernel.Tables(
        # Always one kind of array, contiguous and read-only: each kind is compiled anew.
        codes=read_only(table.codes[:] if order is None else np.take(table.codes, order, axis=1)),
        by_answer=table.by_answer[every],
        answer_guesses=read_only(table.answer_guesses[every]),
        letters=table.letters,
        copies=_copies(table) if hard else np.zeros((1, 1), np.uint8),
        marks=marks(answers),
        guess_marks=marks(2, guesses),
        frames=np.zeros((turns, kernel.FRAME), np.int64),
        sets=np.zeros((turns, answers), np.int32),
        legal=np.zeros((turns if hard else 1, guesses), np.int32),
        legal_hashes=np.zeros((turns, 2), np.uint64),
        parts=np.zeros((turns + 1, guesses), np.int64),
        pairs=np.zeros((turns, guesses), np.int32),
        order=np.zeros((turns, guesses), np.int64),
        arranged=np.zeros((turns + 1, guesses), np.int32),
        places=np.zeros((turns + 1, guesses), np.int32),
        rows=np.zeros((1 if hard else turns, answers), np.int32),
        shelves=np.zeros(
            (1 if hard else turns, min(kernel.SHELF, answers), guesses), table.codes.dtype
        ),
        gathered=np.zeros((kernel.COMPARED, guesses) if hard else (1, 1), table.codes.dtype),
        first_rows=np.arange(kernel.COMPARED, dtype=np.int32),
        codes_here=np.zeros((turns, answers), np.int64),
        groups=np.zeros((turns, answers), np.int64),
        amounts=np.zeros((turns, answers), np.int64),
        bounds=np.zeros((turns, answers), np.int64),
        seen=np.zeros(pattern_count(table.lexicon.length), np.int64),
        masses=np.zeros(pattern_count(table.lexicon.length), np.int64),
        weights=np.ones(answers, np.int64) if weights is None else weights[every],
        keys=np.zeros(places, np.uint64),
        facts=np.zeros((places, 7), np.int64),
        offsets=np.zeros(places, np.int64),
        words=np.zeros(places * _WORDS_PER_SET, np.int32),
        counts=np.zeros(kernel.COUNTS, np.int64),
    )


def _copies(table: StoredTable) -> NDArray[np.uint8]:
    """Count how often each allowed word has each letter."""
    words = np.arange(len(table.letters))
    copies = np.zeros((len(words), len(table.lexicon.alphabet)), np.uint8)
    for place in range(table.letters.shape[1]):
        copies[words, table.letters[:, place]] += 1
    return copies
