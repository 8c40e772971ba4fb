"""Exact values of openers and positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.exact.objective import Objective, weight_array
from salet.exact.openers import OpenerProof
from salet.exact.solution import Optimum, Solution
from salet.exact.solver import Solver
from salet.games.position import Position
from salet.games.rules import HardMode, Rules
from salet.table import open_table
from salet.view import Setting
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from salet.table import Progress
    from salet.view import View

__all__ = ["Optimum", "Solution", "best_openers", "optimal"]

_LONGEST_GAME = 64
_MOST_PLACES = 1 << 20
"""Without a cap, games may take as many guesses as there are candidates: up to 64, and up to more
for few words, since the search needs room for every guess at every turn."""

_MOST_CANDIDATES = 400


def optimal(
    openers: Sequence[str] | str | None = None,
    *,
    position: Position | str = "",
    lexicon: Lexicon | str = DEFAULT_LEXICON,
    hard: HardMode | str = HardMode.OFF,
    max_guesses: int | None = 6,
    objective: Objective | str = Objective.MEAN,
    weights: Mapping[str, int] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    beam: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    step: Callable[[int, int, str], None] | None = None,
) -> Optimum:
    """Find the best play, exactly.

    Parameters
    ----------
    openers
        the guesses to play at `position`, one or several; None for the best of all, which is for
        positions of at most 400 candidates
    max_guesses
        how many guesses a game may take in all, those of `position` included; None for no cap
    objective
        what is best: ``mean``, ``worst``, ``mean-worst`` or ``solved`` (see `Objective`)
    weights
        a positive integer for every answer: how much its guesses count
    seconds, nodes
        limits; a search that reaches one returns a lower bound, and a strategy that is not proven
    beam
        try only so many guesses for each set: quick, and not proven
    jobs
        threads, which share the parts of an opener; 0 for one per core
    progress
        told how far the pattern table is, should it be built
    step
        told, a few times a second, how many candidates of all are in parts that are settled, and
        what else is known

    >>> found = optimal("trace", position="salet:y----")
    >>> found.best.total, found.best.proven, len(found.candidates)
    (128, True, 42)
    """
    for name, limit in {"seconds": seconds, "nodes": nodes, "beam": beam, "jobs": jobs}.items():
        if limit is not None and limit < 0:
            raise InvalidError(f"{name} is {limit}; give 0 or more")
    lexicon, position, view = _view(lexicon, position, hard, max_guesses, progress)
    names = [openers] if isinstance(openers, str) else openers
    if names is None and len(view.candidates) > _MOST_CANDIDATES and not beam:
        raise InvalidError(
            f"{len(view.candidates):,} candidates are too many without an opener; name one, go on "
            f"from a position, ask for the best of all (--all), or search a beam (--beam)"
        )
    solver = Solver(
        view,
        Objective(objective),
        None if weights is None else weight_array(weights, lexicon),
        seconds,
        nodes,
        beam,
        jobs,
        step,
    )
    guesses = [None] if names is None else [_legal(view, word) for word in names]
    # After Ctrl-C the openers still to come are left out.
    solutions = [solver.solve(guess) for guess in guesses if not solver.interrupted]
    return Optimum(
        lexicon,
        view.rules,
        position,
        _words(view),
        tuple(solutions),
        solver.objective,
        capped=max_guesses is not None,
        beam=beam,
        seconds=seconds,
        nodes=nodes,
    )


def best_openers(
    *,
    top: int = 1,
    position: Position | str = "",
    lexicon: Lexicon | str = DEFAULT_LEXICON,
    hard: HardMode | str = HardMode.OFF,
    max_guesses: int | None = 6,
    objective: Objective | str = Objective.MEAN,
    weights: Mapping[str, int] | None = None,
    jobs: int = 0,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    step: Callable[[int, int, str], None] | None = None,
) -> Optimum:
    """Find the `top` best openers of all, with proof that no other beats them.

    With `checkpoint`, what is settled is kept in that file and taken up again. With `cluster`,
    the address of a Dask scheduler, its workers do the search. Ctrl-C stops; the result then
    holds what is known, and `openers_proven` is False.
    """
    if top < 1:
        raise InvalidError(f"top is {top}; give 1 or more")
    lexicon, position, view = _view(lexicon, position, hard, max_guesses, None)
    array = None if weights is None else weight_array(weights, lexicon)
    objective = Objective(objective)
    proof = OpenerProof(view, top, objective, array)
    proof.run(jobs=jobs, cluster=cluster, checkpoint=checkpoint, step=step)
    solver = Solver(view, objective, array, jobs=jobs)
    # Openers with the same mean may differ at worst.
    words = proof.tied if objective is Objective.MEAN_WORST else [word for word, _ in proof.best]
    solutions = tuple(solver.solve(_legal(view, word)) for word in words)
    # A solution that is not proven was stopped by another Ctrl-C; it contradicts nothing.
    sure = [found for found in solutions if found.proven]
    if any(proof.settled[found.opener] != (found.value, True) for found in sure):
        raise InvalidError(f"the checkpoint {checkpoint} has values that are not true; delete it")
    if objective is Objective.MEAN_WORST:
        solutions = tuple(sorted(solutions, key=lambda found: (found.value, found.worst)))[:top]
    return Optimum(
        lexicon,
        view.rules,
        position,
        _words(view),
        solutions,
        objective,
        openers_proven=proof.proven,
        capped=max_guesses is not None,
        settled=len(proof.settled),
    )


def _words(view: View) -> tuple[str, ...]:
    return tuple(view.lexicon.answers[index] for index in view.candidates)


def _view(
    lexicon: Lexicon | str,
    position: Position | str,
    hard: HardMode | str,
    max_guesses: int | None,
    progress: Progress | None,
) -> tuple[Lexicon, Position, View]:
    """Read what to search, and look at it."""
    lexicon = Lexicon.load(lexicon) if isinstance(lexicon, str) else lexicon
    if isinstance(position, str):
        position = Position.from_text(position, lexicon.spelled)
    table = open_table(lexicon, progress)
    if max_guesses is None:
        longest = max(_LONGEST_GAME, _MOST_PLACES // len(lexicon.allowed))
        left = min(len(table.candidates(position)), longest)
        max_guesses = max(left + len(position), 1)
    rules = Rules(max_guesses, HardMode(hard))
    view = Setting.of(table, rules).view(position)
    if view.guesses_left < 1:
        raise InvalidError(f"no guess is left after {position}; allow more with --max-guesses")
    return lexicon, position, view


def _legal(view: View, word: str) -> int:
    guess = view.lexicon.guess_index(word)
    view.rules.check(view.lexicon.allowed[guess], view.position)
    if not view.offers(guess):
        raise InvalidError(f"{word} was played already")
    return guess
