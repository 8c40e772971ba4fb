"""What an exact search has found, and what it is worth as a proof."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from salet.exact.objective import Objective

if TYPE_CHECKING:
    from salet.games.position import Position
    from salet.games.rules import Rules
    from salet.tree import Tree
    from salet.words.lexicon import Lexicon


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
        of all candidates together: how often each counts; without weights, how many there are
    seconds, nodes
        what the search took, compiling apart, and how many sets it looked at
    histogram
        how many answers take how many guesses; answers not found are missing
    """

    opener: str
    value: int | None
    lower_bound: int | None
    proven: bool
    candidates: int
    weight: int
    seconds: float
    nodes: int
    objective: Objective = Objective.MEAN
    tree: Tree | None = field(repr=False, default=None)
    histogram: dict[int, int] = field(default_factory=dict)

    @property
    def total(self) -> int | None:
        """Guesses in total, None if not every answer is found."""
        if sum(self.histogram.values()) < self.candidates:
            return None
        return sum(length * count for length, count in self.histogram.items())

    @property
    def mean(self) -> float | None:
        """Guesses per candidate; weighted where the objective is, else plain."""
        if self.value is None or self.total is None:
            return None
        weighted = self.objective in {Objective.MEAN, Objective.MEAN_WORST}
        return self.value / self.weight if weighted else self.total / self.candidates

    @property
    def worst(self) -> int | None:
        """The longest game of the strategy found."""
        return max(self.histogram, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "opener": self.opener,
            "value": self.value,
            "total": self.total,
            "lower_bound": self.lower_bound,
            "proven": self.proven,
            "mean": self.mean,
            "worst": self.worst,
            "histogram": {str(length): count for length, count in self.histogram.items()},
            "weight": self.weight,
            "seconds": self.seconds,
            "nodes": self.nodes,
        }


@dataclass(frozen=True)
class Optimum:
    """The solutions asked for, and where they hold."""

    lexicon: Lexicon
    rules: Rules
    position: Position
    candidates: tuple[str, ...]
    solutions: tuple[Solution, ...]
    objective: Objective = Objective.MEAN
    openers_proven: bool | None = None
    """Whether no other opener beats these; None where only the named ones were asked for."""
    capped: bool = True
    """Whether the rules' number of guesses was asked for, or is only large enough for any game."""
    settled: int | None = None
    """How many openers are settled, where all were asked for."""
    beam: int = 0
    """How many guesses were tried for each set; 0 for as many as a proof needs."""
    seconds: float | None = None
    nodes: int | None = None
    """The limits for each opener."""

    @property
    def weighted(self) -> bool:
        """Whether some answers' guesses count more than others'."""
        return any(solution.weight > solution.candidates for solution in self.solutions)

    @property
    def best(self) -> Solution | None:
        """The solution with the least value, then worst case, then total, if any has one."""
        solved = [solution for solution in self.solutions if solution.value is not None]
        return min(
            solved,
            key=lambda found: (found.value, found.worst or 0, found.total or 0),
            default=None,
        )

    @property
    def proven(self) -> bool:
        """Whether the best is proven, and proven to be no worse than the others asked for."""
        best = self.best
        if best is None or best.value is None or self.openers_proven is False:
            return False
        others = [found.lower_bound for found in self.solutions if not found.proven]
        return best.proven and all(bound is None or bound >= best.value for bound in others)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.lexicon.summary(),
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses if self.capped else None,
            "objective": str(self.objective),
            "weighted": self.weighted,
            "beam": self.beam or None,
            "limits": {"seconds": self.seconds, "nodes": self.nodes},
            "position": str(self.position),
            "candidates": len(self.candidates),
            "openers": [solution.to_dict() for solution in self.solutions],
            "best": None if self.best is None else self.best.opener,
            "openers_proven": self.openers_proven,
        }
