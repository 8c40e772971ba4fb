"""The parts that a guess makes, and what is known of their cost while they are searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.bounds import NEVER, sum_of_parts

if TYPE_CHECKING:
    from salet.exact.search import Search
    from salet.view import View


class Parts:
    """Bounds of all parts of one guess, each made exact by one of several searches.

    Every part has one entry, written by whoever searches that part and read by all: no lock is
    needed, as bounds only grow, and an old one is a bound as well.

    Attributes
    ----------
    views
        pattern code -> the position that follows it, the largest part first
    cut
        a cost that is of no interest any more
    """

    def __init__(self, view: View, guess: int, cut: int, own: int) -> None:
        codes = view.table.row(guess)[view.candidates]
        replies = view.game.replies
        sizes = np.bincount(codes, minlength=replies.size)
        sizes[replies.solved] = 0
        order = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist()
        self.views = {
            code: view.after(guess, code, view.candidates[codes == code]) for code in order
        }
        self.cut = cut
        self._own = own
        self._bounds = dict.fromkeys(order, 0)
        self._open = dict.fromkeys(order, True)

    @property
    def lower(self) -> int:
        """What the guess costs at least."""
        return min(sum_of_parts(self._own, self._bounds.values()), NEVER)

    @property
    def refuted(self) -> bool:
        """Whether the guess is known to reach the cut."""
        return self.lower >= self.cut

    @property
    def left(self) -> list[int]:
        """The parts whose cost is not known, the largest first."""
        return [code for code, is_open in self._open.items() if is_open]

    @property
    def settled(self) -> int:
        """How many candidates are in parts whose cost is known."""
        return sum(
            len(part.candidates) for code, part in self.views.items() if not self._open[code]
        )

    def look(self, code: int, search: Search) -> None:
        """Search one part as far as the cut and the limits of the search allow."""
        below = self.cut - self.lower + self._bounds[code]
        self._bounds[code] = max(self._bounds[code], search.total(self.views[code], below))
        self._open[code] = search.stopped
