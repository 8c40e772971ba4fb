"""From a question about a guess to a solution: objectives, limits, beams and trees."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from salet.exact.objective import Objective
from salet.exact.search import Search, searchable
from salet.exact.solution import Solution
from salet.exact.team import Team
from salet.games.rules import Rules
from salet.kernels.bounds import NEVER
from salet.parallel import worker_count
from salet.tree import Tree
from salet.view import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from salet.view import View

_QUICK_BEAM = 2
"""Guesses tried per set where a search was stopped and some strategy is wanted quickly."""

_QUICK_NODES = 1000
"""Sets looked at for a lower bound to go with a beam."""


class Prices(NamedTuple):
    """What a guess costs, and an answer that is not found."""

    slope: int
    penalty: int


GUESSES = Prices(1, NEVER)
NOT_FOUND = Prices(0, 1)


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
class _Answer:
    """Bounds of what the objective counts, who knows the strategy, and whether it is the best."""

    lower: int
    value: int
    found: Found
    sure: bool = True


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
    objective: Objective = Objective.MEAN
    weights: NDArray[np.int64] | None = None
    seconds: float | None = None
    nodes: int | None = None
    beam: int = 0
    jobs: int = 1
    step: Callable[[int, int, str], None] | None = None

    def __post_init__(self) -> None:
        self._table = searchable(self.view)
        self._teams: dict[tuple[object, ...], Team] = {}
        self._deadline = float("inf")
        # What was compiled is loaded now, or compiled: that is no part of what a search takes.
        self._team(self.view.rules, self._prices, self.beam).searches[0].total(self.view, cut=0)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has stopped a search."""
        return any(team.interrupted for team in self._teams.values())

    def solve(self, guess: int | None) -> Solution:
        """Find the best play after `guess`, or after the best guess."""
        started = time.perf_counter()
        nodes = self._nodes
        self._deadline = started + self.seconds if self.seconds is not None else float("inf")
        if self.objective is Objective.WORST:
            answer = self._least_worst(guess)
        elif self.objective is Objective.MEAN_WORST:
            answer = self._mean_then_worst(guess)
        else:
            found = self._bounds(self.view, guess, self._prices)
            answer = _Answer(found.lower, found.upper, found)
        opener = "" if guess is None else self.view.lexicon.allowed[guess]
        solved = answer.value < NEVER
        lengths: Counter[int] = Counter()
        tree = None
        if solved:
            answer.found.team.limit(None)
            tree = _grow(answer.found, answer.found.view, guess, 0, lengths)
            opener = tree.guess
        return Solution(
            opener=opener,
            value=answer.value if solved else None,
            lower_bound=answer.lower if answer.lower < NEVER else None,
            proven=answer.sure and answer.lower >= answer.value and self.beam == 0,
            candidates=len(self.view.candidates),
            weight=self._weight,
            seconds=time.perf_counter() - started,
            nodes=self._nodes - nodes,
            objective=self.objective,
            tree=tree,
            histogram=dict(sorted(lengths.items())),
        )

    @property
    def _prices(self) -> Prices:
        return NOT_FOUND if self.objective is Objective.SOLVED else GUESSES

    @property
    def _weight(self) -> int:
        """The weight of all candidates."""
        candidates = self.view.candidates
        return len(candidates) if self.weights is None else int(self.weights[candidates].sum())

    # --- objectives ---

    def _least_worst(self, guess: int | None) -> _Answer:
        """Find the least number of guesses at worst, and the best mean within it."""
        refuted = played = len(self.view.turns)
        for view in self._caps():
            cap = view.rules.max_guesses
            found = self._bounds(view, guess, NOT_FOUND, cut=1)
            if found.lower > 0:
                refuted = cap
            elif found.upper == 0:
                best = self._bounds(view, guess, GUESSES)
                if best.upper >= NEVER:  # stopped before it found what it knew to be there
                    best = found
                return _Answer(refuted + 1 - played, cap - played, best, best.exact)
        impossible = refuted == self.view.rules.max_guesses
        return _Answer(NEVER if impossible else refuted + 1 - played, NEVER, found)

    def _mean_then_worst(self, guess: int | None) -> _Answer:
        """Find the least total, and the strategy of least depth that has it."""
        best = self._bounds(self.view, guess, GUESSES)
        if best.upper >= NEVER:
            return _Answer(best.lower, best.upper, best)
        sure = best.exact
        for view in reversed(list(self._caps())[:-1]):
            found = self._bounds(view, guess, GUESSES, cut=best.upper + 1)
            if found.upper > best.upper:
                # A smaller cap costs guesses; unless that is proven, the depth is not.
                sure = sure and found.lower > best.upper
                break
            best = Found(best.lower, found.upper, found.view, found.team)
        return _Answer(best.lower, best.upper, best, sure)

    def _caps(self) -> Iterator[View]:
        """Give the position under every cap, from the smallest that leaves a guess."""
        rules = self.view.rules
        for cap in range(len(self.view.turns) + 1, rules.max_guesses + 1):
            setting = Setting.of(self._table, Rules(cap, rules.hard))
            yield setting.view(self.view.position)

    # --- searches ---

    def _bounds(self, view: View, guess: int | None, prices: Prices, cut: int = NEVER) -> Found:
        """Return what the value is, or lies between."""
        if self.beam:
            team = self._team(view.rules, prices, beam=self.beam)
            quick = self._search(view.rules, prices, nodes=_QUICK_NODES)
            lower = quick.total(view) if guess is None else quick.total_of(view, guess)
            return Found(lower, self._achieved(team, view, guess), view, team)
        team = self._team(view.rules, prices)
        team.limit(self.nodes)
        # After Ctrl-C, what is still asked gets a bound at once and a strategy found quickly.
        left = 0.0 if self.interrupted else self._deadline - time.perf_counter()
        with team.stopping_after(None if left == float("inf") else max(0.0, left)):
            value = team.value(view, guess, cut, self._watch(view, guess))
        if not team.stopped:
            return Found(value, value, view, team)
        team = self._team(view.rules, prices, beam=_QUICK_BEAM)
        return Found(value, self._achieved(team, view, guess), view, team)

    def _watch(self, view: View, guess: int | None) -> Callable[[Team], None] | None:
        """Make what tells `step` how far the search of a guess is."""
        step = self.step
        if step is None:
            return None
        word = "best guess" if guess is None else view.lexicon.allowed[guess]
        # Other objectives ask the same under several caps.
        cap = "" if self.objective is Objective.MEAN else f" within {view.rules.max_guesses}"

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

    def _team(self, rules: Rules, prices: Prices, beam: int = 0) -> Team:
        """Return the searches for these rules and prices, with what they remember."""
        key = (rules, prices, beam)
        if key not in self._teams:
            size = 1 if self.nodes is not None else worker_count(self.jobs)
            searches = [self._search(rules, prices, beam=beam) for _ in range(size)]
            self._teams[key] = Team(searches)
        return self._teams[key]

    def _search(
        self, rules: Rules, prices: Prices, *, beam: int = 0, nodes: int | None = None
    ) -> Search:
        return Search(
            self._table,
            rules,
            weights=self.weights,
            slope=prices.slope,
            penalty=prices.penalty,
            beam=beam,
            nodes=nodes,
        )

    @property
    def _nodes(self) -> int:
        return sum(team.nodes for team in self._teams.values())


def _grow(found: Found, view: View, guess: int | None, since: int, lengths: Counter[int]) -> Tree:
    """Write the strategy out, and count how long its games are."""
    if guess is None:
        guess = found.team.best_guess(view, since)
    tree = Tree(view.lexicon.allowed[guess])
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
