"""Searches of single openers that take shortcuts: small sets and sieved guesses.

Each tells the value of an opener exactly if it is below a cut; else only that it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.exact.search import (
    NOT_FOUND,
    Search,
    random_marks,
)
from salet.exact.subsets import Refuter, SubsetSearch
from salet.games.game import Replies
from salet.games.rules import Rules
from salet.kernels import sieve
from salet.kernels.bounds import NEVER
from salet.table import StoredTable
from salet.view import Setting, View
from salet.words.letters import read_only

_LEAST_TO_SIEVE = 500
"""With fewer candidates, to search every opener takes no longer than to make a sieve."""


# --- the worst case of openers ---


class DepthSearch:
    """Finds the worst case of openers at one position.

    What refutes one opener is kept and tried on the next, so that nearly all openers are refuted
    without a search.
    """

    def __init__(self, table: StoredTable, hard: str) -> None:
        self._table = table
        self._refuter = Refuter(table, hard)
        self._search: SubsetSearch | None = None  # one for all depths: they share its memory
        self._views: dict[int, View] = {}

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return 0 if self._search is None else self._search.nodes

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last answer is none."""
        return self._refuter.stopped

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self._refuter.stop()
        if self._search is not None:
            self._search.stop()

    def resume(self) -> None:
        """Begin anew after `stop`."""
        self._refuter.resume()
        if self._search is not None:
            self._search.resume()

    def compiling(self) -> AbstractContextManager[None]:
        """Have ready what refutes openers when the body is done."""
        return self._refuter.compiling()

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return how many guesses `guess` takes at worst: exact if below `cut`.

        Else `cut` or, if the cap cannot be met, `NEVER`. The view must always be the same.
        """
        worst = min(cut - 1, view.guesses_left)
        if worst < 1 or not self._can(view, guess, worst):
            return cut if worst < view.guesses_left else NEVER
        while worst > 1 and self._can(view, guess, worst - 1):
            worst -= 1
        return worst

    def refutes(self, view: View, guess: int) -> bool:
        """Whether it is seen without a search that the guesses left are too few."""
        return self._refuter.solves(view, guess) is False

    def is_slow(self, view: View) -> bool:
        """Whether `refutes` may take longer than a search, which is then tried first."""
        return view.guesses_left == Refuter.SLOW

    def _can(self, view: View, guess: int, depth: int) -> bool:
        """Whether `depth` guesses are enough for every candidate, `guess` being the first."""
        if depth not in self._views:
            rules = Rules(len(view.turns) + depth, view.rules.hard)
            self._views[depth] = Setting.of(self._table, rules).view(view.position)
        capped = self._views[depth]
        if depth == Refuter.QUICK:
            solves = self._refuter.solves(capped, guess)
            if solves is not None:
                return solves
        if self._search is None:
            search = Search(self._table, view.rules, *NOT_FOUND)
            self._search = SubsetSearch(view, search, self._refuter)
        if self.stopped:
            return False
        return self._search.total_of(capped, guess, cut=1) == 0


# --- the totals of openers ---


class SievedSearch:
    """Finds the totals of openers at one position, of most of them no more than a bound.

    `kernels.sieve` dismisses most openers; the search decides on the others. In hard mode fewer
    guesses are legal, so that the bounds hold there too.
    """

    def __init__(self, view: View, search: Search) -> None:
        self._search = search
        self._view = view
        self._candidates = view.candidates.astype(np.int32)
        self._sieve = allocate_sieve(search.table)

    @staticmethod
    def pays(view: View) -> bool:
        """Whether there is so much to search that the sieve's own work is little."""
        return (
            len(view.candidates) >= _LEAST_TO_SIEVE
            and view.game.replies.size <= sieve.MOST_REPLIES
            and len(aspects_of(view.game.replies)[0]) > 0
        )

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return self._search.nodes

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last total is a bound."""
        return self._search.stopped

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self._search.stop()

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return the total of playing `guess` at `view`: exact if below `cut`, else a bound."""
        if cut < NEVER and view is self._view:
            bound = int(sieve.opener_bound(self._sieve, guess, self._candidates, cut))
            if bound >= cut:
                return bound
        return self._search.total_of(view, guess, cut)


def aspects_of(replies: Replies) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Give numbers to what each reply tells: by each character of its text, and by two of them.

    Nothing is told so where the texts differ in length.
    """
    texts = [reply.to_text() for reply in replies]
    alike = len(set(map(len, texts))) == 1
    columns = [column for column in zip(*texts, strict=False) if alike and len(set(column)) > 1]
    pairs = [tuple(zip(*two, strict=True)) for two in combinations(columns, 2)]
    return _numbered(columns, len(texts)), _numbered(pairs, len(texts))


def _numbered(columns: Sequence[Sequence[Any]], size: int) -> NDArray[np.uint16]:
    numbers = [{value: n for n, value in enumerate(dict.fromkeys(column))} for column in columns]
    rows = [[of[value] for value in column] for of, column in zip(numbers, columns, strict=True)]
    return np.array(rows, np.uint16).reshape(len(columns), size)


def allocate_sieve(table: StoredTable) -> sieve.Sieve:
    """Make an empty sieve."""
    table.prepare()
    replies = table.game.replies
    return sieve.Sieve.empty(
        (read_only(table.codes[:]), table.turned()),
        read_only(table.answer_guesses[:].astype(np.int32)),
        replies.solved,
        aspects_of(replies),
        random_marks(table.codes.shape[1]),
    )


OpenerSearch: TypeAlias = Search | DepthSearch | SievedSearch | SubsetSearch
"""Tells the values of the guesses at one position, whatever the objective."""
