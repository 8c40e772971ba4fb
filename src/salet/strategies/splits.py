"""Rankings by how a guess splits the candidates into groups of equal pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.strategies.base import Ranking
from salet.strategies.registry import register

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from salet.strategies.view import View


@register("entropy")
class Entropy(Ranking):
    """Guess the word whose pattern carries most bits.

    Value: minus the sum over groups of ``size * log2(size)``, which ranks as entropy does.
    """

    def values(self, view: View) -> NDArray[np.int64]:
        """Return the negated entropy terms."""
        return -view.stats.terms
