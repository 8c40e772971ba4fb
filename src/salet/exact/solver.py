"""From a question about a guess to its answer: limits, beams and trees."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from salet.exact.search import Prices, Search, searchable
from salet.exact.small import UNCAPPED
from salet.exact.team import Team
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.kernels.bounds import NEVER
from salet.measures import total_of
from salet.parallel import worker_count
from salet.table import Step, open_table
from salet.tree import Tree
from salet.view import Setting, View

if TYPE_CHECKING:
    from salet.exact.objectives import Objective

_QUICK_BEAM = 2
"""Guesses tried per set where a search was stopped and some strategy is wanted quickly."""

_QUICK_NODES = 1000
"""Sets looked at for a lower bound to go with a beam."""


@dataclass(frozen=True)
class Found:
    """Bounds of a value, and who knows the strategy that has the upper one."""

    lower: int
    upper: int
    view: View
    team: Team

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.lower >= self.upper


@dataclass(frozen=True)
class Answer:
    """Bounds of what the objective counts, who knows the strategy, and whether it is the best."""

    lower: int
    value: int
    found: Found
    sure: bool = True


@dataclass(frozen=True)
class Solution:
    """The best play that follows one guess, over all candidates.

    Attributes
    ----------
    value
        what the objective counts, for the best strategy found: guesses in total (times weights),
        guesses at worst, or answers not found (their weight); None if none was found
    lower_bound
        no strategy has a smaller value; None if the cap is proven impossible to meet
    proven
        whether the value is the least there is, or the cap proven impossible to meet
    total
        guesses in total of the strategy found, if it finds every answer; under the objective
        ``mean`` without weights this is the value
    weight
        the sum of the weights of all candidates; without weights, their number
    seconds, nodes
        the time of the search, without compiling, and the number of sets it searched
    histogram
        the number of answers for each number of guesses, without answers not found
    """

    opener: str
    value: int | None
    lower_bound: int | None
    proven: bool
    candidates: int
    weight: int
    seconds: float
    nodes: int
    objective: Objective
    tree: Tree | None = field(repr=False, default=None)
    histogram: dict[int, int] = field(default_factory=dict)

    @property
    def total(self) -> int | None:
        """Guesses in total, None if not every answer is found."""
        if sum(self.histogram.values()) < self.candidates:
            return None
        return total_of(self.histogram)

    @property
    def mean(self) -> float | None:
        """Guesses per candidate; weighted if the objective is, else plain."""
        if self.value is None or self.total is None:
            return None
        if self.objective.is_total:
            return self.value / self.weight
        return self.total / self.candidates

    @property
    def worst(self) -> int | None:
        """The longest game of the strategy found."""
        return max(self.histogram, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        names = ("opener", "value", "total", "lower_bound", "proven", "mean", "worst")
        return {
            **{name: getattr(self, name) for name in names},
            "histogram": {str(length): count for length, count in self.histogram.items()},
            **{name: getattr(self, name) for name in ("weight", "seconds", "nodes")},
        }


@dataclass
class Solver:
    """Answers questions about one position.

    Attributes
    ----------
    seconds, nodes
        limits for each question; where one is reached there are two bounds instead of a proof
    beam
        how many guesses to try for each set; 0 for as many as a proof needs
    jobs
        threads; 0 for one per core. With a limit on nodes there is one, or the limit would mean
        something else on every machine.
    step
        told (candidates settled, all, what is known), a few times a second
    """

    view: View
    objective: Objective
    weights: NDArray[np.int64] | None = None
    seconds: float | None = None
    nodes: int | None = None
    beam: int = 0
    jobs: int = 1
    step: Step | None = None

    def __post_init__(self) -> None:
        self._table = searchable(self.view.table)
        self._teams: dict[tuple[object, ...], Team] = {}
        self._deadline = float("inf")
        # What was compiled is loaded now, or compiled: that is no part of what a search takes.
        self._depth = self.objective.depth_search(self.view)
        with nullcontext() if self._depth is None else self._depth.compiling():
            self._team(self.objective.prices, self.beam).searches[0].total(self.view, cut=0)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has stopped a search."""
        return any(team.interrupted for team in self._teams.values())

    def solve(self, guess: int | None) -> Solution:
        """Find the best play after `guess`, or after the best guess."""
        started = time.perf_counter()
        nodes = self._nodes
        self._deadline = started + self.seconds if self.seconds is not None else float("inf")
        answer = self.objective.solve(self, guess)
        lengths: Counter[int] = Counter()
        tree = None
        if answer.value < NEVER:
            answer.found.team.limit(None)
            tree = _grow(answer.found, answer.found.view, guess, 0, lengths)
        opener = "" if guess is None else self.view.game.guesses[guess]
        candidates = self.view.candidates
        return Solution(
            opener=opener if tree is None else tree.guess,
            value=None if tree is None else answer.value,
            lower_bound=answer.lower if answer.lower < NEVER else None,
            proven=answer.sure and answer.lower >= answer.value and self.beam == 0,
            candidates=len(candidates),
            weight=len(candidates) if self.weights is None else int(self.weights[candidates].sum()),
            seconds=time.perf_counter() - started,
            nodes=self._nodes - nodes,
            objective=self.objective,
            tree=tree,
            histogram=dict(sorted(lengths.items())),
        )

    def caps(self) -> Iterator[View]:
        """Give the position under every cap, from the smallest that leaves a guess."""
        rules = self.view.rules
        for cap in range(len(self.view.turns) + 1, rules.max_guesses + 1):
            setting = Setting.of(self._table, Rules(cap, rules.hard))
            yield setting.view(self.view.position)

    def bounds(self, view: View, guess: int | None, prices: Prices, cut: int = NEVER) -> Found:
        """Return what the value is, or lies between."""
        if self.beam:
            team = self._team(prices, beam=self.beam)
            quick = self._search(prices, nodes=_QUICK_NODES)
            lower = quick.total(view) if guess is None else quick.total_of(view, guess)
            return Found(lower, self._achieved(team, view, guess), view, team)
        team = self._team(prices)
        team.limit(self.nodes)
        # After Ctrl-C, what is still asked gets a bound at once and a strategy found quickly.
        left = 0.0 if self.interrupted else self._deadline - time.perf_counter()
        with team.stopping_after(None if left == float("inf") else max(0.0, left)):
            value = team.value(view, guess, cut, self._watch(view, guess))
        if not team.stopped:
            return Found(value, value, view, team)
        team = self._team(prices, beam=_QUICK_BEAM)
        return Found(value, self._achieved(team, view, guess), view, team)

    def _watch(self, view: View, guess: int | None) -> Callable[[Team], None] | None:
        """Make what tells `step` how far the search of a guess is."""
        step = self.step
        if step is None:
            return None
        word = "best guess" if guess is None else view.game.guesses[guess]
        # Some objectives ask the same under several caps.
        cap = "" if self.objective.asks_once else f" within {view.rules.max_guesses}"

        def watch(team: Team) -> None:
            known = f"{word}{cap}: {team.nodes:,} sets"
            if team.parts is not None and team.parts.lower > 0:
                known += f", at least {team.parts.lower:,}"
            done = 0 if team.parts is None else team.parts.settled
            step(done, len(view.candidates), known)

        return watch

    def _achieved(self, team: Team, view: View, guess: int | None) -> int:
        """Return what a beam reaches; nothing if it was stopped, as then it is no strategy."""
        team.limit(None)
        value = team.value(view, guess)
        return NEVER if team.stopped else value

    def _team(self, prices: Prices, beam: int = 0) -> Team:
        """Return the searches for these prices, with what they remember, whatever the cap."""
        key = (prices, beam)
        if key not in self._teams:
            size = 1 if self.nodes is not None else worker_count(self.jobs)
            searches = [self._search(prices, beam=beam) for _ in range(size)]
            self._teams[key] = Team(searches, self._depth)
        return self._teams[key]

    def _search(self, prices: Prices, *, beam: int = 0, nodes: int | None = None) -> Search:
        rules, weights = self.view.rules, self.weights
        return Search(self._table, rules, *prices, nodes=nodes, weights=weights, beam=beam)

    @property
    def _nodes(self) -> int:
        return sum(team.nodes for team in self._teams.values())


def _grow(found: Found, view: View, guess: int | None, since: int, lengths: Counter[int]) -> Tree:
    """Write the strategy out, and count how long its games are."""
    if guess is None:
        guess = found.team.best_guess(view, since)
    tree = Tree(view.game.guesses[guess])
    codes = view.table.row(guess)[view.candidates]
    for code in np.unique(codes).tolist():
        reply = view.game.replies[code]
        if reply.solved:
            tree.solves = True
            lengths[since + 1] += 1
        elif view.guesses_left > 1:
            part = view.after(guess, code, view.candidates[codes == code])
            tree.branches[reply] = _grow(found, part, None, since + 1, lengths)
    return tree


def completed(tree: Tree, game: Game, rules: Rules, position: Position) -> Tree:
    """Return a tree that finds every candidate, where `tree` gives some up at the cap."""
    table = searchable(open_table(game))
    more = Rules(rules.max_guesses + UNCAPPED, rules.hard)
    whole = Found(0, 0, Setting.of(table, more).view(position), Team([Search(table, more)]))

    def grow(tree: Tree, view: View) -> Tree:
        guess = view.lexicon.guess_index(tree.guess)
        codes = view.table.row(guess)[view.candidates]
        branches = {}
        for code in np.unique(codes[codes != view.game.replies.solved]).tolist():
            part = view.after(guess, code, view.candidates[codes == code])
            branch = tree.branches.get(reply := view.game.replies[code])
            branches[reply] = (
                _grow(whole, part, None, 0, Counter()) if branch is None else grow(branch, part)
            )
        return Tree(tree.guess, branches, tree.solves)

    return grow(tree, whole.view)
