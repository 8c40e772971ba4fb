"""The plays of a duel: the positions that trees have reached, and how a guesser mixes there.

A mixture of trees is written as `Choice`: at every position, how often to play which guess.
`Plays` holds all positions that trees have reached so far and the guesses tried there, so that
what one tree plays somewhere can be mixed with what another plays elsewhere. `Mixer` finds the
mixtures of both sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.exact.search import Search
from salet.games.rules import OFF
from salet.table import Indices
from salet.tree.model import Choice
from salet.view import View

Numbers: TypeAlias = NDArray[np.float64]

ROUNDS = 250
"""How often both sides play against each other until their mixtures are looked at."""
_NEAR = 1e-5
_SHARES, _FEW, _SELDOM = 20_000, 0.002, 1.5e-5
"""The weights at a position add up to 20,000, about; a choice of a small share, or one that is
seldom played, is left out."""


class Plays:
    """All positions that trees have reached, and the guesses tried there.

    Positions with the same candidates after the same number of guesses are one, but in hard mode,
    where the guesses so far matter. A position of one answer is left out; one of two has both
    answers as guesses from the start.

    Attributes
    ----------
    turns, sets
        for each position, one way to reach it, and its candidates
    columns
        (position, guess) -> the positions that follow, and the answers that are left alone
    """

    def __init__(self, view: View) -> None:
        self.start = view
        names: dict[object, int] = {}
        kinds = [view.game.kind(answer) for answer in view.game.answers]
        self.kinds = np.array([names.setdefault(kind, len(names)) for kind in kinds])
        self.turns: list[tuple[tuple[int, int], ...]] = []
        self.sets: list[Indices] = []
        self.columns: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self._places: dict[object, int] = {}
        self.place((), view.candidates)

    def place(self, turns: tuple[tuple[int, int], ...], candidates: Indices) -> int:
        """Return the number of a position, a new one if it was never reached."""
        hard = self.start.rules.hard != OFF
        key = (turns if hard else len(turns), candidates.tobytes())
        if key not in self._places:
            self._places[key] = place = len(self.sets)
            self.turns.append(turns)
            self.sets.append(candidates)
            if len(candidates) == 2:
                for guess in self.start.table.answer_guesses[candidates].tolist():
                    self.add(place, guess)
        return self._places[key]

    def parts(self, place: int, guess: int) -> Iterator[tuple[int, Indices]]:
        """Give the reply codes after a guess, and the candidates of each."""
        candidates = self.sets[place]
        codes = self.start.table.row(guess)[candidates]
        for code in np.unique(codes).tolist():
            if code != self.start.game.replies.solved:
                yield code, candidates[codes == code]

    def add(self, place: int, guess: int) -> None:
        """Try a guess at a position."""
        if (place, guess) in self.columns:
            return
        below, alone = [], []
        for code, part in self.parts(place, guess):
            if len(part) == 1:
                alone.append(int(part[0]))
            else:
                below.append(self.place((*self.turns[place], (guess, code)), part))
        self.columns[place, guess] = below, alone

    def add_tree(self, search: Search, view: View, guess: int) -> None:
        """Try all guesses of the tree that a search has found after a guess."""
        place = self.place(view.turns, view.candidates)
        self.add(place, guess)
        for code, part in self.parts(place, guess):
            if len(part) > 2:
                after = view.after(guess, code, part)
                self.add_tree(search, after, search.best_guess(after))

    def _ranked(self, flows: Numbers) -> dict[int, list[tuple[float, int]]]:
        """Return the guesses at each position with their flows, the largest first."""
        ranked = defaultdict(list)
        for (place, guess), flow in zip(self.columns, flows.tolist(), strict=True):
            ranked[place].append((flow, guess))
        return {place: sorted(each, reverse=True) for place, each in ranked.items()}

    def often(self, flows: Numbers) -> Plays:
        """Return the plays that are played often, and the most frequent at each position."""
        plays, ranked = Plays(self.start), self._ranked(flows)

        def keep(place: int) -> None:
            new = plays.place(self.turns[place], self.sets[place])
            least = max(_SELDOM, _FEW * sum(flow for flow, _ in ranked[place]))
            for rank, (flow, guess) in enumerate(ranked[place]):
                if (rank == 0 or flow > least) and (new, guess) not in plays.columns:
                    plays.add(new, guess)
                    for below in self.columns[place, guess][0]:
                        keep(below)

        keep(0)
        return plays

    def choices(self, flows: Numbers) -> list[Choice]:
        """Write a mixture out, from the start on."""
        game, ranked = self.start.game, self._ranked(flows)

        def write(place: int) -> list[Choice]:
            total = sum(flow for flow, _ in ranked[place]) or 1
            found = []
            for rank, (flow, guess) in enumerate(ranked[place]):
                weight = round(_SHARES * flow / total)
                if weight or rank == 0:
                    replies = (code for code, part in self.parts(place, guess) if len(part) > 1)
                    texts = (game.replies[code].to_text() for code in replies)
                    below = map(write, self.columns[place, guess][0])
                    branches = dict(zip(texts, below, strict=True))
                    found.append(Choice(max(1, weight), game.guesses[guess], branches))
            return found

        return write(0)


class Mixer:
    """The plays as arrays, in which mixtures are found.

    The plays of a guesser are flows: what reaches a position is split among its guesses, and
    every guess passes all that it gets on to each position that follows.
    """

    def __init__(self, plays: Plays) -> None:
        columns = plays.columns
        self._sizes, self._count = np.bincount(plays.kinds), len(plays.sets)
        self.places = np.array([place for place, _ in columns])
        self._choices = np.bincount(self.places, minlength=self._count)
        self._of_set, members = _pairs(plays.sets)
        self._sets = plays.kinds[members]
        self._first = np.searchsorted(self._of_set, np.arange(self._count))
        belows, alones = zip(*columns.values(), strict=True)
        (self._of_alone, alone), (above, below) = _pairs(alones), _pairs(belows)
        self._alone = plays.kinds[alone]
        turns = np.array([len(each) for each in plays.turns])
        self._levels = []
        for turn in range(int(turns.max()) + 1):
            edges = np.flatnonzero(turns[self.places[above]] == turn)
            level = np.flatnonzero(turns[self.places] == turn)
            self._levels.append((level, above[edges], below[edges]))

    def flows(self, shares: Numbers) -> Numbers:
        """Return how often each guess is played, by its share at its position."""
        reached, flows = np.zeros(self._count), np.zeros(len(shares))
        reached[0] = 1
        for level, above, below in self._levels:
            flows[level] = reached[self.places[level]] * shares[level]
            reached += np.bincount(below, flows[above], self._count)
        return flows

    def shares(self, wishes: Numbers) -> Numbers:
        """Return the share of each guess at its position in proportion; even if all are 0."""
        sums = np.bincount(self.places, wishes, self._count)[self.places]
        even = 1 / self._choices[self.places]
        return np.where(sums > 0, wishes / np.where(sums > 0, sums, 1), even)

    def lengths(self, flows: Numbers) -> Numbers:
        """Return how many guesses each kind of answer takes."""
        reached = np.bincount(self.places, flows, self._count)
        lengths = np.bincount(self._sets, reached[self._of_set], len(self._sizes))
        lengths += np.bincount(self._alone, flows[self._of_alone], len(self._sizes))
        return np.asarray(lengths / self._sizes)

    def costs(self, chances: Numbers, shares: Numbers | None = None) -> tuple[Numbers, Numbers]:
        """Return what each guess and each position costs, for chances of the kinds of answers.

        The guesses that follow are played by their shares; without any, the best is.
        """
        each = chances / self._sizes
        costs = np.add.reduceat(each[self._sets], self._first)[self.places]
        costs += np.bincount(self._of_alone, each[self._alone], len(self.places))
        worth = np.zeros(self._count)
        for level, above, below in reversed(self._levels):
            costs += np.bincount(above, worth[below], len(self.places))
            places = self.places[level]
            if shares is not None:
                worth += np.bincount(places, shares[level] * costs[level], self._count)
            else:
                worth[places] = np.inf
                np.minimum.at(worth, places, costs[level])
        return costs, worth

    def mix(
        self, centre: Numbers, free: float, rounds: int, regrets: Numbers
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return the guesser's flows, the setter's chances, and the guesser's regrets.

        Both play by regret matching with predictions, and what counts is their average play. The
        setter plays `centre`, and what it likes in a share of the games, `free`.
        """
        regrets = np.concatenate([regrets, np.zeros(len(self.places) - len(regrets))])
        flows = guess = np.zeros(len(self.places))
        chances = longing = np.zeros(len(centre))
        wishes = liked = centre
        for turn in range(rounds):
            shares = self.shares(np.maximum(regrets + guess, 0))
            now = self.flows(shares)
            lengths = self.lengths(now)
            longing = lengths - liked @ lengths
            wishes = np.maximum(wishes + longing, 0)
            hoped = np.maximum(wishes + longing, 0)
            liked = hoped / hoped.sum() if hoped.any() else centre
            played = (1 - free) * centre + free * liked
            costs, worth = self.costs(played, shares)
            guess = worth[self.places] - costs
            regrets = np.maximum(regrets + guess, 0)
            # Later rounds count more.
            flows = flows + (now - flows) * (3 / (turn + 3))
            chances = chances + (played - chances) * (3 / (turn + 3))
            if free == 1 and turn % ROUNDS == ROUNDS - 1:
                gap = self.lengths(flows).max() - self.costs(chances)[1][0]
                if gap < _NEAR:  # nobody can gain more than this
                    break
        return flows, chances, regrets


def _pairs(lists: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the members of some lists, each with the number of its list before it."""
    sizes = [len(each) for each in lists]
    members = np.concatenate([np.asarray(each, np.int64) for each in lists])
    return np.repeat(np.arange(len(lists)), sizes), members
