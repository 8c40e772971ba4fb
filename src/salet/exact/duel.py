"""The value of the duel: a setter mixes answers, a guesser mixes trees.

For every mixture of answers, the mean of the best tree is at most the value of the game. For every
mixture of trees, the mean for the answer that takes longest is at least the value.

Each round searches good trees against the setter's mixture, for some dozens of openers with a
beam, adds those that are near the best to the plays, and mixes again (`salet.exact.mixture`). The
setter moves only some way from its best mixture so far: while few trees are known, some answers
seem to take longer than they must, and it would set nothing else.

What a round believes proves nothing. `salet.tree.verify` proves the guesser's side, with the
readable rule alone; `salet.exact.openers` the setter's side, with one exact search of all openers.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError
from salet.exact.longproof import read_notes, write_notes
from salet.exact.mixture import ROUNDS, Mixer, Numbers, Plays
from salet.exact.search import Search, distinct_guesses, searchable
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.groups import group_stats
from salet.kernels.bounds import NEVER
from salet.parallel import worker_count
from salet.table import Step, open_table
from salet.tree.model import Mixtures
from salet.tree.verify import replay_mixture
from salet.view import Setting, View
from salet.words.lexicon import Lexicon

WITHIN, SECONDS, BEAM = 0.01, 600.0, 20
_UNITS = 1 << 24
"""The sum of the weights of the answers in a search, about."""
_EVEN = 100
"""The weight of an even chance in a file: an answer with a very small chance is never set."""
_LAST_ROUNDS = 6 * ROUNDS
_FREE = 0.4
"""How far the setter may move from its best mixture in one round."""
_KNOWN, _NEXT = 30, 30
"""How many openers are searched in a round: the best ones so far, and those whose turn it is."""
_USEFUL, _PROMISING = 0.025, 0.05
"""Trees are added, and openers searched again, whose mean is so near to the best."""
_AGAIN = 300
"""At least this many openers are searched again: the setter may have moved far."""
_SECONDS_BETWEEN_NOTES = 20


class Finder:
    """Finds mixtures, round by round.

    Attributes
    ----------
    centre
        the setter's best mixture so far: a chance for each kind of answer
    least
        the mean of the best tree that is known against it
    most
        what the guesser's best mixture of the plays so far takes at most, for every answer
    """

    def __init__(self, view: View, beam: int = BEAM, jobs: int = 1) -> None:
        self.view, self.beam, self.jobs = view, beam, jobs
        self.plays = Plays(view)
        self.sizes = np.bincount(self.plays.kinds)
        self.centre = self.sizes / self.sizes.sum()
        self.least, self.most = 0.0, float("inf")
        self._chances, self._regrets = self.centre, np.zeros(0)
        self._openers = distinct_guesses(view)
        self._waiting: deque[int] = deque()
        self._means: dict[int, float] = {}

    def weights(self, chances: Numbers, units: int) -> NDArray[np.int64]:
        """Return a weight for each answer."""
        each = (chances / self.sizes)[self.plays.kinds]
        return np.asarray(np.round(each * units), np.int64)

    def round(self) -> None:
        """Add good trees against the setter's mixture, and mix again."""
        weights = np.maximum(1, self.weights(self._chances, _UNITS))
        table, total = searchable(self.view.table), int(weights.sum())
        searches = [
            Search(table, self.view.rules, weights=weights, beam=self.beam)
            for _ in range(worker_count(self.jobs))
        ]
        best, turn = self._next_openers(weights)
        found = self._search(searches, best, NEVER)
        # What is not useful beside the best ones is given up early.
        useful = min((cost for cost, _ in found.values()), default=NEVER) + int(_USEFUL * total)
        found |= self._search(searches, turn, useful)
        useful = min((cost for cost, _ in found.values()), default=0) + int(_USEFUL * total)
        for opener, (cost, search) in found.items():
            self._means[opener] = cost / total
            if cost < useful:
                self.plays.add_tree(search, self.view, opener)
        if not self.plays.columns:
            raise InvalidError("no tree was found that finds every answer; allow more guesses")
        mixer = Mixer(self.plays)
        now, before = (mixer.costs(chances)[1][0] for chances in (self._chances, self.centre))
        if now >= before:
            self.centre = self._chances
        self.least = float(max(now, before))
        mixed = mixer.mix(self.centre, _FREE, ROUNDS, self._regrets)
        flows, self._chances, self._regrets = mixed
        lengths = mixer.lengths(flows)
        # With this play the mean is `reached` at most, if the setter keeps to its centre in all but
        # a share of the games. The least mean is concave in the setter's mixture: hence the bound.
        reached = (1 - _FREE) * float(self.centre @ lengths) + _FREE * float(lengths.max())
        self.most = self.least + max(0.0, reached - self.least) / _FREE

    def _search(
        self, searches: list[Search], openers: list[int], cut: int
    ) -> dict[int, tuple[int, Search]]:
        """Search a good tree for each opener; return its cost, and who knows the tree.

        A cost that is not below the cut is a lower bound, and there is no tree.
        """
        waiting, found = deque(openers), {}

        def work(search: Search) -> None:
            while waiting:
                try:
                    opener = waiting.popleft()
                except IndexError:
                    return  # another thread took the last one
                cost = search.total_of(self.view, opener, cut)
                if cost < NEVER:
                    found[opener] = (cost, search)

        with ThreadPoolExecutor(len(searches)) as pool:
            try:
                list(pool.map(work, searches))
            except KeyboardInterrupt:
                waiting.clear()
                for search in searches:
                    search.stop()
                raise
        return {opener: found[opener] for opener in openers if opener in found}

    def _next_openers(self, weights: NDArray[np.int64]) -> tuple[list[int], list[int]]:
        """Choose the openers to search: the best of those tried, and others in turn.

        At first all have their turn, the most telling one first; then those that came near.
        """
        tried: dict[int, float] = {}
        if self.plays.columns:
            costs, _ = Mixer(self.plays).costs(self._chances)
            columns = zip(self.plays.columns, costs.tolist(), strict=True)
            tried = {guess: cost for (place, guess), cost in columns if place == 0}
        if not self._waiting:
            new = self._openers[~np.isin(self._openers, list(self._means))]
            if len(new):
                bits = group_stats(self.view.table, new, self.view.candidates, weights).bits
                self._waiting.extend(new[np.argsort(-bits, kind="stable")].tolist())
            else:
                near = self.least + _PROMISING
                known = sorted(self._means, key=self._means.__getitem__)
                count = sum(mean < near for mean in self._means.values())
                self._waiting.extend(known[: max(count, _AGAIN)])
        best = sorted(tried, key=tried.__getitem__)[:_KNOWN]
        turn = [self._waiting.popleft() for _ in range(min(_NEXT, len(self._waiting)))]
        return best, [opener for opener in turn if opener not in best]

    def run(
        self, seconds: float, within: float, checkpoint: Path | None, step: Step | None
    ) -> None:
        """Play rounds until the bounds seem to be near enough, time is over, or Ctrl-C.

        They are near enough only if every opener has had its turn.
        """
        started = noted = time.monotonic()
        columns = self.plays.columns
        known = len(columns)
        try:
            while time.monotonic() < started + seconds:
                self.round()
                known = len(columns)
                if step is not None:
                    told = f"it seems to be between {self.least:.4f} and {self.most:.4f}"
                    step(int(time.monotonic() - started), int(seconds), told)
                if checkpoint is not None and time.monotonic() > noted + _SECONDS_BETWEEN_NOTES:
                    self.save(checkpoint)
                    noted = time.monotonic()
                if self.most - self.least <= within / 2 and not self._waiting:
                    break
        except KeyboardInterrupt:
            for column in [*columns][known:]:  # a tree may be there in part
                del columns[column]
            if not columns:
                raise
        if checkpoint is not None:
            self.save(checkpoint)

    def mixtures(self) -> Mixtures:
        """Return the mixtures, with the upper bound that a replay of the guesser's proves."""
        mixer = Mixer(self.plays)
        flows, chances, _ = mixer.mix(self.centre, 1.0, _LAST_ROUNDS, np.zeros(0))
        few = self.plays.often(flows)
        flows, *_ = Mixer(few).mix(chances, 1.0, _LAST_ROUNDS, np.zeros(0))
        game, rules = self.view.game, self.view.rules
        weights = self.weights(self.centre, _EVEN * len(game.answers)).tolist()
        setter = {word: one for word, one in zip(game.answers, weights, strict=True) if one}
        found = Mixtures(game, rules, setter, few.choices(flows), Fraction(1), Fraction(NEVER))
        return replace(found, upper=max(replay_mixture(found).values()))

    # --- notes on disk ---

    def _conditions(self) -> dict[str, Any]:
        hard, cap = str(self.view.rules.hard), self.view.rules.max_guesses
        return {"game": self.view.game.id, "hard": hard, "max_guesses": cap, "beam": self.beam}

    def save(self, path: Path) -> None:
        """Write all plays and the setter's mixture."""
        # Both answers of a pair are tried without notes, and before what leads there.
        columns = [one for one in self.plays.columns if len(self.plays.sets[one[0]]) > 2]
        means = [*self._means.items()]
        notes = {"centre": self.centre.tolist(), "means": means, "columns": columns}
        write_notes(path, self._conditions(), notes)

    def resume(self, path: Path) -> None:
        """Take over what an earlier run has found; refuse notes on something else."""

        def read(notes: Any) -> None:
            for place, guess in notes["columns"]:
                self.plays.add(place, guess)
            self.centre = self._chances = np.array(notes["centre"])
            self._means = {int(opener): float(mean) for opener, mean in notes["means"]}

        read_notes(path, self._conditions(), read, None)


def solve_duel(
    *,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    hard: str = OFF,
    max_guesses: int = 6,
    within: float = WITHIN,
    seconds: float = SECONDS,
    beam: int = BEAM,
    jobs: int = 0,
    checkpoint: Path | None = None,
    step: Step | None = None,
) -> Mixtures:
    """Find a mixture for each side; the upper bound is proven, the lower is not yet.

    Ctrl-C stops, and gives the mixtures found so far.

    Parameters
    ----------
    game, lexicon, hard, max_guesses
        as for `salet.optimal`
    within
        stop when the bounds seem to be this near to each other
    seconds
        time limit for the search of trees; mixing them takes some time more
    beam
        how many guesses a search tries for each set; 0 for exact searches
    jobs
        threads; 0 for one per core
    checkpoint
        a file that keeps what is found; the same call goes on from there
    step
        told how many seconds of all are over, and what is known

    >>> words = Lexicon.from_words(["bat", "cat", "hat"])
    >>> found = solve_duel(lexicon=words)
    >>> from salet.exact.openers import prove_setter
    >>> float(prove_setter(found, found.upper, jobs=1)), float(found.upper)
    (2.0, 2.0)
    """
    if min(within, seconds) <= 0 or beam < 0:
        raise InvalidError("the limits must be above 0, and the beam 0 or more")
    chosen = make_game(game, lexicon)
    view = Setting.of(open_table(chosen), Rules(max_guesses, hard)).start()
    finder = Finder(view, beam, jobs)
    if checkpoint is not None:
        finder.resume(checkpoint)
    finder.run(seconds, within, checkpoint, step)
    return finder.mixtures()
