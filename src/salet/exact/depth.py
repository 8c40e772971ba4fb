"""How many guesses an opener takes at worst."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.exact.search import Search
from salet.games.rules import Rules
from salet.groups import group_stats
from salet.kernels import cores as kernel
from salet.kernels.bounds import NEVER
from salet.view import Setting, read_only

if TYPE_CHECKING:
    from salet.table import StoredTable
    from salet.view import View

_MOST_CORES = 1 << 15
_GUESSES_OF_CORES = 4
"""With so many guesses left, small sets tell that an opener cannot do; see `kernels.cores`."""


class DepthSearch:
    """Finds the worst case of openers at one position.

    What refutes one opener is kept and tried on the next, so that nearly all openers are refuted
    without a search. In hard mode fewer guesses are legal: what is impossible with all of them is
    impossible there, and where it is not, the search decides.
    """

    def __init__(self, view: View, table: StoredTable) -> None:
        self._view = view
        self._table = table
        self._cores = _allocate(table)
        self._candidates = view.candidates.astype(np.int32)
        self._searches: dict[int, tuple[View, Search]] = {}

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return sum(search.nodes for _, search in self._searches.values())

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last answer is none."""
        return bool(self._cores.counts[kernel.STOP])

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self._cores.counts[kernel.STOP] = 1
        for _, search in list(self._searches.values()):
            search.stop()

    def value_of(self, guess: int, cut: int = NEVER) -> int:
        """Return how many guesses `guess` takes at worst: exact if below `cut`.

        Else `cut` or, if the cap cannot be met, `NEVER`.
        """
        worst = min(cut - 1, self._view.guesses_left)
        if not self._can(guess, worst):
            return cut if worst < self._view.guesses_left else NEVER
        while worst > 1 and self._can(guess, worst - 1):
            worst -= 1
        return worst

    def _can(self, guess: int, depth: int) -> bool:
        """Whether `depth` guesses are enough for every candidate, `guess` being the first."""
        if depth == _GUESSES_OF_CORES:
            verdict = kernel.refute_opener(self._cores, guess, self._candidates)
            if verdict == kernel.REFUTED:
                return False
        if depth not in self._searches:
            rules = Rules(len(self._view.turns) + depth, self._view.rules.hard)
            view = Setting.of(self._table, rules).view(self._view.position)
            self._searches[depth] = (view, Search(self._table, rules, slope=0, penalty=1))
        view, search = self._searches[depth]
        if self.stopped:
            return False
        return search.total_of(view, guess, cut=1) == 0


def _allocate(table: StoredTable) -> kernel.Cores:
    """Make the arrays; those who take most sets apart are the first guesses to be tried."""
    table.prepare()
    assert table.by_answer is not None
    guesses, answers = table.codes.shape
    parts = group_stats(table, np.arange(guesses), np.arange(answers)).groups
    bits = np.arange(-(-guesses // 64) * 64) < guesses
    return kernel.Cores(
        codes=read_only(table.codes[:]),
        by_answer=table.by_answer,
        order=np.argsort(-parts, kind="stable").astype(np.int32),
        every=np.packbits(bits, bitorder="little").view("<u8").astype(np.uint64),
        first=np.zeros(_MOST_CORES, np.int32),
        kept=np.zeros((len(bits) // 64, _MOST_CORES), np.uint64),
        seen=np.zeros(table.game.replies.size, np.int64),
        counts=np.zeros(kernel.COUNTS, np.int64),
    )
