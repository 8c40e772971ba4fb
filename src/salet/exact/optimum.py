"""Exact values of openers and positions, and what they are worth as a proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError, counted
from salet.exact.objectives import Objective, weight_array
from salet.exact.openers import OpenerProof
from salet.exact.solver import Solution, Solver
from salet.games.game import Game
from salet.games.position import Position
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.notebook import html_bars, html_table
from salet.table import Progress, Step, open_table
from salet.view import Setting, View
from salet.words.lexicon import Lexicon

_LONGEST_GAME = 64
_MOST_PLACES = 1 << 20
"""Without a cap, games may take as many guesses as there are candidates: up to 64, and up to more
for few words, since the search needs room for every guess at every turn."""

_MOST_CANDIDATES = 400


@dataclass(frozen=True)
class Optimum:
    """The requested solutions, and the conditions under which they hold."""

    game: Game
    rules: Rules
    position: Position
    candidates: tuple[str, ...] = field(repr=False)
    solutions: tuple[Solution, ...]
    objective: Objective
    openers_proven: bool | None = None
    """Whether no other opener beats these; None where only the named ones were asked for."""
    capped: bool = True
    """Whether the rules' number of guesses was asked for, or is only large enough for any game."""
    weighted: bool = False
    """Whether some answers' guesses count more than others'."""
    settled: int | None = None
    """How many openers are settled, where all were asked for."""
    floor: int | None = None
    """A value below which openers were looked for; None for the best there are."""
    beam: int = 0
    """How many guesses were tried for each set; 0 for as many as a proof needs."""
    seconds: float | None = None
    nodes: int | None = None
    """The limits for each opener."""

    @classmethod
    def of(
        cls,
        view: View,
        solutions: Sequence[Solution],
        objective: Objective,
        weights: NDArray[np.int64] | None,
        *,
        capped: bool,
    ) -> Optimum:
        """Describe the conditions under which the solutions hold."""
        words = tuple(view.game.answers[index] for index in view.candidates)
        where = (view.game, view.rules, view.position, words)
        weighted = weights is not None and bool((weights[view.candidates] > 1).any())
        return cls(*where, tuple(solutions), objective, capped=capped, weighted=weighted)

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

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
        """Whether the best is proven, and proven to be no worse than the other openers."""
        best = self.best
        if best is None or best.value is None or self.openers_proven is False:
            return False
        others = [found.lower_bound for found in self.solutions if not found.proven]
        return best.proven and all(bound is None or bound >= best.value for bound in others)

    def _repr_html_(self) -> str:
        where = f" after {self.position}" if len(self.position) else ""
        return html_table(
            ("opener", "total", "lower bound", "proven", "mean", "worst", "guesses"),
            [
                (
                    *(one.opener, one.total, one.lower_bound, one.proven, one.mean, one.worst),
                    html_bars(one.histogram),
                )
                for one in self.solutions
            ],
            f"{self.game.name}{where}, {counted(len(self.candidates), 'candidate')}, "
            f"objective {self.objective}, hard mode {self.rules.hard}",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.game.summary(),
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
            "floor": self.floor,
        }


def optimal(
    openers: Sequence[str] | str | None = None,
    *,
    position: Position | str = "",
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    hard: str = OFF,
    max_guesses: int | None = 6,
    objective: Objective | str = "mean",
    weights: Mapping[str, int] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    beam: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    step: Step | None = None,
) -> Optimum:
    """Find the best play, exactly.

    Parameters
    ----------
    openers
        the guesses to play at `position`, one or several; None for the best of all, which is for
        positions of at most 400 candidates
    game
        a `Game`, or its name such as ``"mastermind(4,6)"``; without one, Wordle with `lexicon`
    lexicon
        a `Lexicon`, or the name of one; without one, the original list
    hard
        a hard mode of the game, such as ``"nyt"`` of Wordle
    max_guesses
        the number of guesses of a whole game, including those of `position`; None for no cap
    objective
        what is best: ``mean``, ``worst``, ``mean-worst`` or ``solved`` (see `Objective`)
    weights
        a positive integer for every answer, by which its guesses are multiplied
    seconds, nodes
        limits; a search that reaches one returns a lower bound, and a strategy that is not proven
    beam
        try only this number of guesses for each set: quick, and not proven
    jobs
        the number of threads, which share the parts of an opener; 0 for one per core
    progress
        called with the progress of the table of replies, if it must be built
    step
        called a few times a second with the number of settled candidates, the number of all, and
        a text of what else is known

    >>> found = optimal("trace", position="salet:y----")
    >>> found.best.total, found.best.proven, len(found.candidates)
    (128, True, 42)
    """
    limits = {"seconds": seconds or 0, "nodes": nodes or 0, "beam": beam, "jobs": jobs}
    for name, limit in limits.items():
        if limit is None or limit < 0:
            raise InvalidError(f"{name} must be 0 or more, not {limit}")
    view = _view(make_game(game, lexicon), position, hard, max_guesses, progress)
    names = [openers] if isinstance(openers, str) else openers
    if names is None and len(view.candidates) > _MOST_CANDIDATES and not beam:
        raise InvalidError(
            f"{len(view.candidates):,} candidates are too many without an opener; name one "
            "(openers, --opener), start from a position (position, --from), search all openers "
            "(best_openers, --all), or search a beam (beam, --beam)"
        )
    array = None if weights is None else weight_array(weights, view.game.answers)
    solver = Solver(
        view,
        Objective.read(objective),
        array,
        seconds,
        nodes,
        beam,
        jobs,
        step,
    )
    # An opener that is named twice is searched once.
    guesses = [None] if names is None else [*dict.fromkeys(_legal(view, word) for word in names)]
    # After Ctrl-C the openers still to come are left out.
    solutions = [solver.solve(guess) for guess in guesses if not solver.interrupted]
    found = Optimum.of(view, solutions, solver.objective, array, capped=max_guesses is not None)
    return replace(found, beam=beam, seconds=seconds, nodes=nodes)


def best_openers(
    *,
    top: int = 1,
    floor: int | None = None,
    position: Position | str = "",
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    hard: str = OFF,
    max_guesses: int | None = 6,
    objective: Objective | str = "mean",
    weights: Mapping[str, int] | None = None,
    jobs: int = 0,
    cluster: str | None = None,
    checkpoint: str | Path | None = None,
    step: Step | None = None,
) -> Optimum:
    """Find the `top` best openers of all, with proof that no other beats them.

    Ctrl-C stops; the result then holds what is known, and `openers_proven` is False.

    Parameters
    ----------
    top
        the number of best openers to find
    floor
        None to find the best; a number to prove only that no opener's value is below it, or to
        find the best of those that are
    position, game, lexicon, hard, max_guesses, objective, weights
        as for `optimal`
    jobs
        the number of threads, each with its own openers; 0 for one per core
    cluster
        the address of a Dask scheduler whose workers search instead
    checkpoint
        a file for the settled openers; the same call resumes from it
    step
        called with the number of settled openers, the number of all, and a text about the rest

    >>> words = Lexicon.from_words(["bat", "cat", "hat", "hit"])
    >>> found = best_openers(lexicon=words)
    >>> found.best.opener, found.best.total, found.openers_proven
    ('bat', 8, True)
    """
    if top < 1:
        raise InvalidError(f"top must be 1 or more, not {top}")
    view = _view(make_game(game, lexicon), position, hard, max_guesses, None)
    array = None if weights is None else weight_array(weights, view.game.answers)
    objective = Objective.read(objective)
    proof = OpenerProof(view, objective, top, array, floor=floor)
    file = None if checkpoint is None else Path(checkpoint)
    proof.run(jobs=jobs, cluster=cluster, checkpoint=file, step=step)
    solver = Solver(view, objective, array, jobs=jobs)
    wanted = objective.wanted(proof) if proof.best else []
    solutions = [solver.solve(_legal(view, word)) for word in wanted]
    # A solution that is not proven was stopped by another Ctrl-C; it contradicts nothing.
    sure = [found for found in solutions if found.proven]
    if any(proof.settled[found.opener] != (found.value, True) for found in sure):
        raise InvalidError(f"the checkpoint {checkpoint} contains wrong values; delete it")
    best = objective.ordered(solutions)[:top]
    found = Optimum.of(view, best, objective, array, capped=max_guesses is not None)
    return replace(found, openers_proven=proof.proven, settled=len(proof.settled), floor=floor)


def _view(
    game: Game,
    where: Position | str,
    hard: str,
    max_guesses: int | None,
    progress: Progress | None,
) -> View:
    """Read what to search, and look at it."""
    position = game.position(where)
    table = open_table(game, progress)
    if max_guesses is None:
        longest = max(_LONGEST_GAME, _MOST_PLACES // len(game.guesses))
        left = min(len(table.candidates(position)), longest)
        max_guesses = max(left + len(position), 1)
    view = Setting.of(table, Rules(max_guesses, hard)).view(position)
    if position.solved:
        raise InvalidError(f"{position} is solved: nothing is left to guess")
    if view.guesses_left < 1:
        raise InvalidError(f"no guess is left after {position}; allow more guesses")
    return view


def _legal(view: View, word: str) -> int:
    guess = view.lexicon.guess_index(word)
    view.game.check(view.game.guesses[guess], view.position, view.rules)
    if not view.offers(guess):
        raise InvalidError(f"{word} was already played")
    return guess
