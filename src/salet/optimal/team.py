"""Several searches that share the parts of one guess among threads."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from salet.optimal.search import NEVER, Search
from salet.patterns import pattern_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from salet.strategies.view import View


class Team:
    """Searches one question with a thread for each of its searches.

    The parts of a guess have nothing to do with each other, so every thread takes the next part
    and searches it with a memory of its own; there is no lock on the way.
    """

    def __init__(self, searches: list[Search]) -> None:
        self.searches = searches
        self.interrupted = False
        self._asked: dict[int, Search] = {}

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return sum(search.nodes for search in self.searches)

    @property
    def stopped(self) -> bool:
        """Whether a limit was reached, so that values are lower bounds."""
        return any(search.stopped for search in self.searches)

    @contextmanager
    def stopping_after(self, seconds: float | None) -> Iterator[None]:
        """End whatever is searched within the block after so many seconds."""
        timer = None if seconds is None else threading.Timer(seconds, self._stop)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()

    def _stop(self) -> None:
        for search in self.searches:
            search.stop()

    def value(self, view: View, guess: int | None, cut: int = NEVER) -> int:
        """Return the value of a guess, or of the best: exact if below `cut`, else a lower bound.

        Ctrl-C stops the search as a limit does.
        """
        # In a thread of its own: the main one must be free to hear of Ctrl-C.
        with ThreadPoolExecutor(1) as pool:
            job = pool.submit(self._value, view, guess, cut)
            try:
                wait([job])
            except KeyboardInterrupt:
                self.interrupted = True
                self._stop()
            return job.result()

    def _value(self, view: View, guess: int | None, cut: int) -> int:
        first = self.searches[0]
        if guess is None:
            return first.total(view, cut)
        if len(self.searches) == 1:
            return first.total_of(view, guess, cut)
        return self._value_by_parts(view, guess)

    def _value_by_parts(self, view: View, guess: int) -> int:
        codes = view.table.row(guess)[view.candidates]
        sizes = np.bincount(codes, minlength=pattern_count(view.lexicon.length))
        sizes[-1] = 0  # all green: solved
        waiting = deque(np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist())
        values: list[int] = []

        def work(search: Search) -> None:
            while waiting:
                try:
                    code = waiting.popleft()
                except IndexError:
                    return  # another thread took the last one
                part = view.after(guess, code, view.candidates[codes == code])
                self._asked[code] = search
                values.append(search.total(part))

        with ThreadPoolExecutor(len(self.searches)) as pool:
            for job in [pool.submit(work, search) for search in self.searches]:
                job.result()
        weight, slope = self.searches[0].weight_of(view), self.searches[0].slope
        return min(slope * weight + sum(values), NEVER)

    def limit(self, nodes: int | None = None) -> None:
        """Begin a question, with a limit for each search; None for no limit."""
        for search in self.searches:
            search.limit(nodes)

    def best_guess(self, view: View, since: int) -> int:
        """Return the best guess at `view`, `since` turns after the question."""
        # The search that met the first pattern remembers the rest.
        asked = self._asked.get(view.turns[len(view.turns) - since][1]) if since else None
        return (asked or self.searches[0]).best_guess(view)
