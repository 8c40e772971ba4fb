"""Several searches that share the parts of one guess among threads."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from salet.exact.search import Search
from salet.kernels.bounds import NEVER, sum_of_parts
from salet.view import View

if TYPE_CHECKING:
    from salet.exact.shortcuts import DepthSearch

_SECONDS_BETWEEN_LOOKS = 0.1
_FEW_SETS = 10_000
"""So many sets of each part are searched before small sets are asked about five guesses."""


class Parts:
    """Bounds of all parts of one guess, each made exact by one of several searches.

    Every part has one entry, written by whoever searches that part and read by all: no lock is
    needed, as bounds only grow, and an old one is a bound as well.

    Attributes
    ----------
    views
        reply code -> the position that follows it, the largest part first
    cut
        a cost that is of no interest any more
    dismissed
        whether the guess is known to reach the cut, whatever is known of its parts
    """

    dismissed = False

    def __init__(self, view: View, guess: int, cut: int, own: int) -> None:
        codes = view.table.row(guess)[view.candidates]
        replies = view.game.replies
        sizes = np.bincount(codes, minlength=replies.size)
        sizes[replies.solved] = 0
        order = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist()
        self.views = {
            code: view.after(guess, code, view.candidates[codes == code]) for code in order
        }
        self.cut = cut
        self._own = own
        self._bounds = dict.fromkeys(order, 0)
        self._open = dict.fromkeys(order, True)

    @property
    def lower(self) -> int:
        """The least cost of the guess."""
        return min(sum_of_parts(self._own, self._bounds.values()), NEVER)

    @property
    def refuted(self) -> bool:
        """Whether the guess is known to reach the cut."""
        return self.dismissed or self.lower >= self.cut

    @property
    def left(self) -> list[int]:
        """The parts whose cost is not known, the largest first."""
        return [code for code, is_open in self._open.items() if is_open]

    @property
    def settled(self) -> int:
        """How many candidates are in parts whose cost is known."""
        return sum(
            len(part.candidates) for code, part in self.views.items() if not self._open[code]
        )

    def look(self, code: int, search: Search) -> None:
        """Search one part as far as the cut and the limits of the search allow."""
        below = self.cut - self.lower + self._bounds[code]
        self._bounds[code] = max(self._bounds[code], search.total(self.views[code], below))
        self._open[code] = search.stopped


class Team:
    """Searches one question with a thread for each of its searches.

    The parts of a guess have nothing to do with each other, so every thread takes the next part
    and searches it with a memory of its own; there is no lock on the way. First each part gets
    the bound that one look at it gives: a guess that reaches the cut is then left early, and a
    search that is stopped has a good bound to show.

    Attributes
    ----------
    parts
        those of the guess under search; None before, and where the best guess is asked for

    A depth search, if there is one, may show that a guess takes too many turns: without a search.
    """

    def __init__(self, searches: list[Search], depth: DepthSearch | None = None) -> None:
        self.searches = searches
        self._depth = depth
        self.interrupted = False
        self.parts: Parts | None = None
        self._halted = False
        self._limited = False
        self._asked: dict[tuple[int, int], Search] = {}

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return sum(search.nodes for search in self.searches)

    @property
    def stopped(self) -> bool:
        """Whether a limit was reached, so that values are lower bounds."""
        if self.parts is not None:
            return bool(self.parts.left) and not self.parts.refuted
        return any(search.stopped for search in self.searches)

    @contextmanager
    def stopping_after(self, seconds: float | None) -> Iterator[None]:
        """End every search within the block after this many seconds."""
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
        self._halted = True  # first: whoever begins another part looks here
        if self._depth is not None:
            self._depth.stop()
        for search in self.searches:
            search.stop()

    def value(
        self,
        view: View,
        guess: int | None,
        cut: int = NEVER,
        watch: Callable[[Team], None] | None = None,
    ) -> int:
        """Return the value of a guess, or of the best: exact if below `cut`, else a lower bound.

        Ctrl-C stops the search as a limit does. `watch` is called now and then, and at the end.
        """
        self.parts = None
        # In a thread of its own: the main one must be free to hear of Ctrl-C.
        with ThreadPoolExecutor(1) as pool:
            job = pool.submit(self._value, view, guess, cut)
            try:
                while wait([job], _SECONDS_BETWEEN_LOOKS).not_done:
                    if watch is not None:
                        watch(self)
                if watch is not None:
                    watch(self)
            except KeyboardInterrupt:
                self.interrupted = True
                self._stop()
            return job.result()

    def _value(self, view: View, guess: int | None, cut: int) -> int:
        first = self.searches[0]
        if guess is None:
            return first.total(view, cut)
        if self._limited:  # the limit is for the guess, not for each of its parts
            return first.total_of(view, guess, cut)
        missed = min(first.penalty, NEVER)
        depth = self._depth if missed >= cut else None
        if depth is not None and not depth.is_slow(view) and depth.refutes(view, guess):
            return missed
        own = first.slope * first.weight_of(view)
        self.parts = parts = Parts(view, guess, cut, own)
        smallest_first = parts.left[::-1]
        self._share(parts, smallest_first, nodes=1)
        if depth is not None and cut < NEVER and depth.is_slow(view):
            self._share(parts, smallest_first, nodes=_FEW_SETS)
            waits = parts.left and not parts.refuted and not self._halted
            if waits and depth.refutes(view, guess):
                parts.dismissed = True
                return missed
        # A small part may reach the cut at little cost; without a cut all parts are searched, and
        # threads share them best if the largest come first.
        self._share(parts, parts.left if cut == NEVER else smallest_first, nodes=None)
        return parts.lower

    def _share(self, parts: Parts, codes: list[int], nodes: int | None) -> None:
        """Let every thread take the next part, until none is left or the cut is reached."""
        waiting = deque(codes)

        def work(search: Search) -> None:
            while not parts.refuted:
                try:
                    code = waiting.popleft()
                except IndexError:
                    return
                self._asked[parts.views[code].guesses_left, code] = search
                search.limit(nodes)
                if self._halted or parts.refuted:
                    search.stop()
                parts.look(code, search)
            for other in self.searches:
                other.stop()

        with ThreadPoolExecutor(len(self.searches)) as pool:
            for job in [pool.submit(work, search) for search in self.searches]:
                job.result()

    def limit(self, nodes: int | None = None) -> None:
        """Begin a question, with a limit for each search; None for no limit."""
        self._halted = False
        if self._depth is not None:
            self._depth.resume()
        self._limited = nodes is not None
        for search in self.searches:
            search.limit(nodes)

    def best_guess(self, view: View, since: int) -> int:
        """Return the best guess at `view`, `since` turns after the question."""
        # The search that met the first reply, with so many guesses left, remembers the rest.
        asked = None
        if since:
            first = view.turns[len(view.turns) - since]
            asked = self._asked.get((view.guesses_left + since - 1, first[1]))
        return (asked or self.searches[0]).best_guess(view)
