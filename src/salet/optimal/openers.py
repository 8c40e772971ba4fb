"""The best openers of all, with proof that no other beats them.

Every opener is searched with the best total so far as its cut: most are dismissed by the bounds
of their parts, the rest by search. Threads take openers in turn, each with a search of its own,
so that there is no lock on the way; what they share is the best total.
"""

from __future__ import annotations

import json
import os
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError
from salet.optimal.search import NEVER, Search
from salet.storage import atomic_write
from salet.table import StoredTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from salet.strategies.view import View

_SECONDS_BETWEEN_NOTES = 5.0


@dataclass
class OpenerProof:
    """What is known of every opener: a total where it is exact, else a lower bound.

    Attributes
    ----------
    settled
        opener -> (total or lower bound, whether it is exact)
    top
        how many of the best openers are to be known exactly
    """

    view: View
    top: int = 1
    settled: dict[str, tuple[int, bool]] = field(default_factory=dict)
    nodes: int = 0

    @property
    def best(self) -> list[tuple[str, int]]:
        """The best openers so far with their totals; equal totals in alphabetical order."""
        # A copy, which is one step: other threads settle openers meanwhile.
        settled = self.settled.copy()
        exact = [(total, word) for word, (total, known) in settled.items() if known]
        return [(word, total) for total, word in sorted(exact)[: self.top]]

    @property
    def cut(self) -> int:
        """A total that is of no interest any more; ties with the best are still of interest."""
        best = self.best
        return best[-1][1] + 1 if len(best) == self.top else NEVER

    @property
    def proven(self) -> bool:
        """Whether every opener is settled, so that no other beats the best."""
        return len(self.settled) == len(self.view.guesses)

    # --- notes on disk ---

    def _conditions(self) -> dict[str, Any]:
        return {
            "lexicon": self.view.lexicon.id,
            "hard": str(self.view.rules.hard),
            "max_guesses": self.view.rules.max_guesses,
            "position": str(self.view.position),
            "top": self.top,
        }

    def save(self, path: Path) -> None:
        """Write what is settled, whole or not at all."""
        notes = {"conditions": self._conditions(), "settled": self.settled.copy()}
        with atomic_write(path) as file:
            file.write(json.dumps(notes).encode())

    def resume(self, path: Path) -> None:
        """Take over what an earlier proof has settled; refuse notes on something else."""
        try:
            notes = json.loads(path.read_bytes())
            conditions, settled = notes["conditions"], notes["settled"]
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InvalidError(f"cannot read the checkpoint {path}: {error}") from None
        if conditions != self._conditions():
            raise InvalidError(f"the checkpoint {path} is of another proof: {conditions}")
        self.settled = {word: (int(total), bool(known)) for word, (total, known) in settled.items()}

    # --- the proof ---

    def run(
        self,
        *,
        jobs: int = 0,
        checkpoint: Path | None = None,
        step: Callable[[int, int, str], None] | None = None,
    ) -> None:
        """Settle every opener; Ctrl-C stops, keeping what is settled."""
        if checkpoint is not None:
            self.resume(checkpoint)
        workers = jobs if jobs > 0 else os.cpu_count() or 1
        waiting = deque(self._in_order())  # taking from a deque is one step for every thread
        table = self.view.table
        if not isinstance(table, StoredTable):
            raise InvalidError(f"{table.lexicon.name} has too many words for an exact search")
        searches = [Search(table, self.view.rules) for _ in range(workers)]
        noted = time.monotonic()

        def work(search: Search) -> None:
            while waiting:
                try:
                    guess = waiting.popleft()
                except IndexError:
                    return  # another thread took the last one
                cut = self.cut
                total = search.total_of(self.view, guess, cut)
                if search.stopped:
                    return
                self.settled[self.view.lexicon.allowed[guess]] = (total, total < cut)

        with ThreadPoolExecutor(workers) as pool:
            running = [pool.submit(work, search) for search in searches]
            try:
                while not all(job.done() for job in running):
                    time.sleep(0.05)
                    if step is not None:
                        step(len(self.settled), len(self.view.guesses), _words(self.best))
                    if checkpoint is not None and time.monotonic() > noted + _SECONDS_BETWEEN_NOTES:
                        self.save(checkpoint)
                        noted = time.monotonic()
            except KeyboardInterrupt:
                for search in searches:
                    search.stop()
            for job in running:
                job.result()
        self.nodes += sum(search.nodes for search in searches)
        if checkpoint is not None:
            self.save(checkpoint)

    def _in_order(self) -> list[int]:
        """List the openers that are not settled, those with the best bound first."""
        stats, view = self.view.stats, self.view
        bound = 3 * len(view.candidates) - stats.groups - view.is_candidate
        order = view.guesses[np.lexsort((stats.squares, bound))].tolist()
        return [guess for guess in order if view.lexicon.allowed[guess] not in self.settled]


def _words(best: list[tuple[str, int]]) -> str:
    return " ".join(f"{word} {total:,}" for word, total in best[:1])
