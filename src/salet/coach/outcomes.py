"""What each reply to a guess would leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.games.colours import Pattern

if TYPE_CHECKING:
    from salet.view import View


@dataclass(frozen=True, slots=True)
class Outcome:
    """One reply: how many candidates it would leave, and how likely it is."""

    pattern: str
    size: int
    chance: float


def outcomes(view: View, guess: int) -> list[Outcome]:
    """Return every reply that `guess` can get, the largest group first; ties by pattern.

    >>> from salet import Position
    >>> from salet.coach.suggest import Advisor
    >>> view, _ = Advisor.of().view(Position.from_text("raise:--y-g clout:-y---"))
    >>> [(o.pattern, o.size, o.chance) for o in outcomes(view, view.lexicon.guess_index("crane"))]
    [('----g', 4, 1.0)]
    >>> [(o.pattern, o.size) for o in outcomes(view, view.lexicon.guess_index("girls"))]
    [('yg-y-', 2), ('-y-y-', 1), ('-g-g-', 1)]
    """
    codes = view.table.row(guess)[view.candidates]
    distinct, group = np.unique(codes, return_inverse=True)
    sizes = np.bincount(group)
    chances = np.bincount(group, view.weights) / view.weights.sum()
    length = view.lexicon.length
    found = [
        Outcome(str(Pattern.from_code(int(code), length)), int(size), float(chance))
        for code, size, chance in zip(distinct, sizes, chances, strict=True)
    ]
    return sorted(found, key=lambda outcome: -outcome.size)
