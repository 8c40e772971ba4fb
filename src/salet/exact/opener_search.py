"""What an opener is worth, whatever the objective: one way to ask for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from salet.exact.depth import DepthSearch
from salet.exact.objective import Objective
from salet.exact.search import Search, searchable
from salet.exact.solver import GUESSES, NOT_FOUND

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from salet.view import View


class OpenerSearch(Protocol):
    """Tells the values of the guesses at one position."""

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last value is none."""

    def stop(self) -> None:
        """End what is under way, from any thread."""

    def value_of(self, guess: int, cut: int) -> int:
        """Return the value of a guess: exact if below `cut`, else a lower bound."""


def opener_search(
    view: View, objective: Objective, weights: NDArray[np.int64] | None
) -> OpenerSearch:
    """Make a search for the guesses at `view`."""
    table = searchable(view)
    if objective is Objective.WORST:
        return DepthSearch(view, table)
    slope, penalty = NOT_FOUND if objective is Objective.SOLVED else GUESSES
    return _SumSearch(
        view, Search(table, view.rules, weights=weights, slope=slope, penalty=penalty)
    )


@dataclass(frozen=True)
class _SumSearch:
    """A search for what adds up over the candidates: guesses, or answers not found."""

    view: View
    search: Search

    @property
    def nodes(self) -> int:
        return self.search.nodes

    @property
    def stopped(self) -> bool:
        return self.search.stopped

    def stop(self) -> None:
        self.search.stop()

    def value_of(self, guess: int, cut: int) -> int:
        return self.search.total_of(self.view, guess, cut)
