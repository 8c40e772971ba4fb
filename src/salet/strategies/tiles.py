"""Tile value: guess the word that is expected to show most colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.games.wordle import patterns_of
from salet.groups import code_sums
from salet.strategies.base import Ranking, require
from salet.strategies.registry import register

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.view import View


_HEAVIEST = 1000


@register("tiles", aliases=("gyx",))
@dataclass(frozen=True)
class Tiles(Ranking):
    """Guess the word with the highest expected tile value.

    Value: the sum over candidates of ``green * greens + yellow * yellows`` of the true pattern.
    References: write-up 000 (its text says 2 and 1, its program uses 3 and 1), Glaiel, Dua.
    """

    needs_letters = True

    green: int = 2
    yellow: int = 1

    def __post_init__(self) -> None:
        require(
            max(abs(self.green), abs(self.yellow)) <= _HEAVIEST,
            f"tiles takes weights from -{_HEAVIEST} to {_HEAVIEST}",
        )

    def values(self, view: View) -> NDArray[np.int64]:
        """Return the summed tile values."""
        worth = tile_worth(view.lexicon.length, self.green, self.yellow)
        return code_sums(view.table, view.guesses, view.candidates, view.weights, worth)


def tile_worth(length: int, green: int, yellow: int) -> NDArray[np.int64]:
    """Return the tile value of every pattern of words of this length."""
    patterns = patterns_of(length)
    return green * patterns.greens + yellow * patterns.yellows
