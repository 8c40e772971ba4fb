"""Looking further ahead than one guess (write-up 004 asks for it)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.strategies.base import Ranking, Rule, Strategy, Traits, first_choice, require
from salet.strategies.registry import register

if TYPE_CHECKING:
    from salet.view import View


@register("lookahead")
@dataclass(frozen=True)
class Lookahead(Rule):
    """Search `depth` guesses ahead over the `width` best guesses of the ranking inside.

    Chooses the guess with the least total number of guesses over all candidates, each counted by
    its weight. A group at the end of the search is taken to need one guess that is right for its
    likeliest word and tells all others apart: 2n - 1 guesses for n words. With depth 1 this is
    the guess with most groups, a candidate counting one more. Not a proof: a beam may miss the
    best guess.
    """

    guesses_last = True

    own_traits = Traits(cost="slow")

    inner: Strategy
    depth: int = 2
    width: int = 5

    def __post_init__(self) -> None:
        require(isinstance(self.inner, Ranking), f"lookahead needs a ranking, not {self.inner}")
        require(self.depth >= 1, f"lookahead takes a depth of 1 or more, not {self.depth}")
        require(self.width >= 1, f"lookahead takes a width of 1 or more, not {self.width}")

    def choose(self, view: View) -> int:
        """Return the guess with the least expected total."""
        return self._best(view, self.depth)[1]

    def _best(self, view: View, depth: int) -> tuple[int, int]:
        """Return the least total found and its guess; equal totals keep the ranking's order."""
        if len(view.candidates) == 1:
            return int(view.weights[0]), int(view.candidate_guesses[0])
        # The likeliest candidate always tells something: it is, or is not, the answer.
        beam = [*self.inner.ranked(view)[: self.width].tolist(), first_choice(view, view.legal)]
        totals = [(self._total(view, guess, depth), guess) for guess in beam]
        useful = [(total, guess) for total, guess in totals if total is not None]
        return min(useful, key=lambda total_and_guess: total_and_guess[0])

    def _total(self, view: View, guess: int, depth: int) -> int | None:
        """Return the total over all candidates when `guess` is played; None if it tells nothing."""
        codes = view.table.row(guess)[view.candidates]
        solved = view.game.replies.solved
        if codes[0] != solved and (codes == codes[0]).all():
            return None
        total = int(view.weights.sum())
        for code in np.unique(codes):
            if code == solved:
                continue
            here = codes == code
            if depth == 1 or np.count_nonzero(here) <= 2:
                total += 2 * int(view.weights[here].sum()) - int(view.weights[here].max())
            else:
                later = view.after(guess, int(code), view.candidates[here])
                total += self._best(later, depth - 1)[0]
        return total
