"""Values of large sets where some totals are proven: openers, and what the bundled trees play.

Everything else at such a view is estimated by how much it differs from the best guess, whose total
is known; so an estimate never looks better than what is proven best.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from salet.coach.estimates import Estimates
from salet.coach.openers import ORIGINAL, PROVEN
from salet.games.rules import HardMode
from salet.strategies.tree import bundled_tree

if TYPE_CHECKING:
    from salet.tree import Tree
    from salet.view import View

_HARDLY = 1e-6
"""By so little is a guess worse than the best one if it only may be as good."""


@dataclass(frozen=True, slots=True)
class Known:
    """Proven totals at one view.

    Attributes
    ----------
    totals
        the least total of some guesses, by guess index; that of the best guess is among them
    others
        what any other guess costs at least
    """

    totals: dict[int, int]
    others: float


def known_totals(view: View) -> Known | None:
    """Return what is proven at a view, or None where nothing is."""
    if view.setting.prior is not None:
        return None
    openers = PROVEN.get((view.lexicon.id, view.rules.hard))
    if openers is not None and len(view.position) == 0:
        totals = {int(view.lexicon.guess_index(word)): n for word, n in openers.totals.items()}
        return Known(totals, openers.nothing_below)
    tree = proven_tree(view)
    if tree is None:
        return None
    return Known({int(view.lexicon.guess_index(tree.guess)): tree.total}, tree.total + _HARDLY)


def proven_tree(view: View) -> Tree | None:
    """Return the rest of the bundled proven tree from a view on, if it comes there.

    That no opener beats the trees' was proven by Selby, in both modes, and for normal play by
    ``salet optimal --all`` too.
    """
    if view.lexicon.id != ORIGINAL or view.rules.hard is HardMode.STRICT:
        return None
    if view.setting.prior is not None:
        return None
    node: Tree | None = bundled_tree(view.rules.hard)
    for turn in view.position:
        if node is None or node.guess != turn.guess:
            return None
        node = node.branches.get(turn.pattern)
    return node


class ProvenValues(Estimates):
    """A few proven totals, and estimates of all others."""

    def __init__(self, view: View, known: Known) -> None:
        super().__init__(view)
        self.known = known
        best = min(known.totals, key=lambda guess: (known.totals[guess], guess))
        self._too_low = known.totals[best] - super().total(best)

    def is_exact(self, guess: int) -> bool:
        """Whether the total of a guess is proven."""
        return guess in self.known.totals

    def total(self, guess: int) -> float:
        """Return the proven total, or one estimated from the best guess's."""
        if guess in self.known.totals:
            return self.known.totals[guess]
        return max(self.known.others, super().total(guess) + self._too_low)

    @cached_property
    def least(self) -> float:
        """The least total of all guesses, which is proven."""
        return min(self.known.totals.values())

    def ranked(self, top: int) -> list[int]:
        """Return the best guesses; what is proven to be first needs no look at the others."""
        known = self.known
        first = [guess for guess in self._offered() if known.totals[guess] <= known.others]
        if len(first) >= top:
            return sorted(first, key=lambda guess: (known.totals[guess], guess))[:top]
        return super().ranked(top)

    def _promising(self, count: int) -> list[int]:
        known = self._offered()
        return [*known, *(guess for guess in super()._promising(count) if guess not in known)]

    def _offered(self) -> list[int]:
        return [guess for guess in self.known.totals if self.view.offers(guess)]
