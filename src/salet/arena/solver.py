"""Guesses under any prior over the words, in a few milliseconds a move.

Worth of a guess: the bits that its pattern is expected to tell, plus the chance that it is the
word. Both are counted as integers. To be quick, the first guess is chosen among the best openers
and a guess with many candidates left among the best splitters; with few left, among all words.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from salet.arena.strategist import candidates_of, table_of
from salet.games.rules import HardMode, legal_guesses
from salet.groups import BITS_UNIT, group_stats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.arena.bot import Request
    from salet.table import Indices
    from salet.words.lexicon import Lexicon

_OPENERS = 40
_SPLITTERS = 600
_ALL_CELLS = 250_000
_TOTAL = 1 << 30

_SOLVERS: dict[str, PriorSolver] = {}


class PriorSolver:
    """Chooses guesses for the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.table = table_of(lexicon)

    @cached_property
    def splitters(self) -> Indices:
        """The guesses that tell most at the start, best first."""
        every = np.arange(len(self.lexicon.allowed))
        stats = group_stats(self.table, every, np.arange(len(self.lexicon.answers)))
        best: Indices = np.argsort(-stats.information, kind="stable")[:_SPLITTERS]
        return best

    def guess(self, request: Request, prior: NDArray[np.float64]) -> str:
        """Return the guess of most worth; of equals, the first of the alphabet."""
        left = candidates_of(request)
        chances = prior[left]
        total = chances.sum()
        shares = chances / total if total > 0 else np.full(len(left), 1 / len(left))
        weights = np.maximum(1, np.rint(shares * _TOTAL)).astype(np.int64)
        own = self.table.answer_guesses[left]
        if len(left) <= 2:
            return self.lexicon.allowed[int(own[weights.argmax()])]
        guesses = self._guesses(request, left, own)
        stats = group_stats(self.table, guesses, left, weights)
        win = np.zeros(len(self.lexicon.allowed), np.int64)
        win[own] = weights * (BITS_UNIT // stats.total)
        worth = stats.information + win[guesses]
        return self.lexicon.allowed[int(guesses[worth.argmax()])]

    def _guesses(self, request: Request, left: Indices, own: Indices) -> Indices:
        """Return the guesses to weigh, ascending."""
        hard = request.rules.hard is not HardMode.OFF
        if len(request.position) == 0:
            guesses = np.sort(self.splitters[:_OPENERS])
        elif hard or len(left) * len(self.lexicon.allowed) <= _ALL_CELLS:
            guesses = np.arange(len(self.lexicon.allowed))
        else:
            guesses = np.union1d(self.splitters, own)
        if hard:
            guesses = legal_guesses(self.table, request.position, request.rules, among=guesses)
        return guesses


def solver_of(lexicon: Lexicon) -> PriorSolver:
    """Return the lexicon's solver, made once per process."""
    if lexicon.id not in _SOLVERS:
        _SOLVERS[lexicon.id] = PriorSolver(lexicon)
    return _SOLVERS[lexicon.id]
