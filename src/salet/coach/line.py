"""How best play would have found an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.games.wordle import pattern_of
from salet.strategies.registry import make_strategy
from salet.tree.bundled import PROVEN_LEXICON

if TYPE_CHECKING:
    from salet.coach.suggest import Advisor
    from salet.games.position import Position

_MOST_TURNS = 20


@dataclass(frozen=True, slots=True)
class Line:
    """The turns of best play, and how many candidates each left.

    Attributes
    ----------
    proven
        whether it is the line of a proven tree, or of the advice turn by turn
    """

    position: Position
    left: tuple[int, ...]
    proven: bool


def best_line(advisor: Advisor, answer: str) -> Line:
    """Play on `answer` what a proven tree plays, or else what the advice puts first.

    >>> from salet.coach.suggest import Advisor
    >>> line = best_line(Advisor.of(), "there")
    >>> str(line.position), line.left, line.proven
    ('salet:---yy trite:gy--g there:ggggg', (52, 1, 1), True)
    """
    setting = advisor.setting
    proven = setting.prior is None and setting.lexicon.id == PROVEN_LEXICON
    tree = make_strategy("tree")
    view, left = setting.start(), []
    while not (len(view.position) and view.position.turns[-1].pattern.solved):
        if len(view.position) >= _MOST_TURNS:
            break
        try:
            if not proven:
                raise InvalidError("no tree")
            guess = tree.choose(view)
        except InvalidError:
            # The bundled trees are for other words, or other rules.
            proven = False
            best = advisor.advise(view.position, 1).suggestions[0].guess
            guess = int(view.lexicon.guess_index(best))
        code = pattern_of(view.lexicon.allowed[guess], answer).code
        view = view.after(guess, code)
        left.append(len(view.candidates))
    return Line(view.position, tuple(left), proven)
