"""Exact values of openers and positions, each with what it is worth as a proof."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError
from salet.lexicon import DEFAULT_LEXICON, Lexicon
from salet.optimal.openers import OpenerProof
from salet.optimal.search import NEVER, Search
from salet.position import Position
from salet.rules import HardMode, Rules
from salet.strategies.view import Setting
from salet.table import StoredTable, open_table
from salet.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from salet.strategies.view import View
    from salet.table import Progress

NO_CAP = 15
"""Without a cap, games of this many guesses are still allowed; optimal play needs far fewer."""

_MOST_CANDIDATES = 400


@dataclass(frozen=True)
class Solution:
    """The least total number of guesses that follows one guess, over all candidates.

    Attributes
    ----------
    total
        the least total, or None if it was not found or does not exist
    lower_bound
        no strategy has a smaller total; equal to `total` exactly when that is proven
    proven
        whether the total is proven to be the least, or the cap proven impossible to meet
    """

    opener: str
    total: int | None
    lower_bound: int
    proven: bool
    candidates: int
    seconds: float
    nodes: int
    tree: Tree | None = field(repr=False, default=None)
    histogram: dict[int, int] = field(default_factory=dict)

    @property
    def mean(self) -> float | None:
        """Guesses per candidate."""
        return None if self.total is None else self.total / self.candidates

    @property
    def worst(self) -> int | None:
        """The longest game of the tree."""
        return max(self.histogram, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "opener": self.opener,
            "total": self.total,
            "lower_bound": self.lower_bound,
            "proven": self.proven,
            "mean": self.mean,
            "worst": self.worst,
            "histogram": {str(length): count for length, count in self.histogram.items()},
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
    openers_proven: bool | None = None
    """Whether no other opener beats these; None where only the named ones were asked for."""

    @property
    def best(self) -> Solution | None:
        """The solution with the least total, if any has one."""
        solved = [solution for solution in self.solutions if solution.total is not None]
        return min(solved, key=lambda solution: solution.total or NEVER, default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.lexicon.summary(),
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses,
            "position": str(self.position),
            "candidates": len(self.candidates),
            "openers": [solution.to_dict() for solution in self.solutions],
            "best": None if self.best is None else self.best.opener,
            "openers_proven": self.openers_proven,
        }


def optimal(
    openers: Sequence[str] | str | None = None,
    *,
    position: Position | str = "",
    lexicon: Lexicon | str = DEFAULT_LEXICON,
    hard: HardMode | str = HardMode.OFF,
    max_guesses: int | None = 6,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Progress | None = None,
) -> Optimum:
    """Find the least total number of guesses, exactly.

    Parameters
    ----------
    openers
        the guesses to play at `position`, one or several; None for the best of all, which is for
        positions of at most 400 candidates
    max_guesses
        how many guesses a game may take in all, those of `position` included; None for no cap
    seconds, nodes
        limits; a search that reaches one returns a lower bound and no total

    >>> found = optimal("trace", position="salet:y----")
    >>> found.best.total, found.best.proven, len(found.candidates)
    (128, True, 42)
    """
    lexicon, position, view = _view(lexicon, position, hard, max_guesses, progress)
    names = [openers] if isinstance(openers, str) else openers
    if names is None and len(view.candidates) > _MOST_CANDIDATES:
        raise InvalidError(
            f"{len(view.candidates):,} candidates are too many without an opener; "
            f"name one, or go on from a position"
        )
    guesses = [None] if names is None else [_legal(view, word) for word in names]
    search = _search(view, nodes)
    solutions = [_solve(search, view, guess, seconds) for guess in guesses]
    words = tuple(lexicon.answers[index] for index in view.candidates)
    return Optimum(lexicon, view.rules, position, words, tuple(solutions))


def best_openers(
    *,
    top: int = 1,
    position: Position | str = "",
    lexicon: Lexicon | str = DEFAULT_LEXICON,
    hard: HardMode | str = HardMode.OFF,
    max_guesses: int | None = 6,
    jobs: int = 0,
    checkpoint: Path | None = None,
    step: Callable[[int, int, str], None] | None = None,
) -> Optimum:
    """Find the `top` best openers of all, with proof that no other beats them.

    With `checkpoint`, what is settled is kept in that file and taken up again. Ctrl-C stops; the
    result then holds what is known, and `openers_proven` is False.
    """
    lexicon, position, view = _view(lexicon, position, hard, max_guesses, None)
    proof = OpenerProof(view, top)
    proof.run(jobs=jobs, checkpoint=checkpoint, step=step)
    search = _search(view, None)
    solutions = [_solve(search, view, _legal(view, word), None) for word, _ in proof.best]
    words = tuple(lexicon.answers[index] for index in view.candidates)
    return Optimum(lexicon, view.rules, position, words, tuple(solutions), proof.proven)


def _view(
    lexicon: Lexicon | str,
    position: Position | str,
    hard: HardMode | str,
    max_guesses: int | None,
    progress: Progress | None,
) -> tuple[Lexicon, Position, View]:
    """Read what to search, and look at it."""
    lexicon = Lexicon.load(lexicon) if isinstance(lexicon, str) else lexicon
    position = Position.from_text(position) if isinstance(position, str) else position
    rules = Rules(NO_CAP if max_guesses is None else max_guesses, HardMode(hard))
    view = Setting.of(open_table(lexicon, progress), rules).view(position)
    if view.guesses_left < 1:
        raise InvalidError(f"no guess is left after {position} of {rules.max_guesses}")
    return lexicon, position, view


def _search(view: View, nodes: int | None) -> Search:
    if not isinstance(view.table, StoredTable):
        raise InvalidError(f"{view.lexicon.name} has too many words for an exact search")
    return Search(view.table, view.rules, nodes=nodes)


def _legal(view: View, word: str) -> int:
    guess = view.lexicon.guess_index(word)
    view.rules.check(view.lexicon.allowed[guess], view.position)
    if not view.offers(guess):
        raise InvalidError(f"{word} was played already")
    return guess


def _solve(search: Search, view: View, guess: int | None, seconds: float | None) -> Solution:
    """Search one guess, or all, and write the tree out."""
    started = time.perf_counter()
    nodes = search.nodes
    timer = None if seconds is None else search.stop_after(seconds)
    found = search.total(view) if guess is None else search.total_of(view, guess)
    if timer is not None:
        timer.cancel()
    stopped = search.stopped
    solved = found < NEVER and not stopped
    tree = _grow(search, view, guess) if solved else None
    if guess is None and tree is not None:
        opener = tree.guess
    else:
        opener = "" if guess is None else view.lexicon.allowed[guess]
    words = [view.lexicon.answers[index] for index in view.candidates]
    lengths = [] if tree is None else [len(line) for line in tree.lines(words)]
    return Solution(
        opener=opener,
        total=found if solved else None,
        lower_bound=found,
        proven=not stopped,
        candidates=len(words),
        seconds=time.perf_counter() - started,
        nodes=search.nodes - nodes,
        tree=tree,
        histogram=dict(sorted(Counter(lengths).items())),
    )


def _grow(search: Search, start: View, opener: int | None) -> Tree:
    """Write the optimal tree out, asking the search's memo at every position."""

    def choose(position: Position) -> str:
        if len(position) == 0 and opener is not None:
            return start.lexicon.allowed[opener]
        view = start
        for turn in position:
            view = view.after(view.lexicon.guess_index(turn.guess), turn.pattern.code)
        return start.lexicon.allowed[search.best_guess(view)]

    words = [start.lexicon.answers[index] for index in start.candidates]
    return Tree.grow(words, Position(), choose)
