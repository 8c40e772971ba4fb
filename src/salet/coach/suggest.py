"""What to guess next, with the numbers that say why."""

from __future__ import annotations

import operator
import warnings
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError, RepairWarning, SaletError
from salet.lexicon import DEFAULT_LEXICON, Lexicon
from salet.position import Position
from salet.prior import UNIFORM
from salet.rules import HardMode, Rules
from salet.strategies.registry import make_strategy
from salet.strategies.view import Setting
from salet.table import open_table

if TYPE_CHECKING:
    from salet.frequencies import Frequencies
    from salet.strategies.base import Strategy
    from salet.strategies.view import View
    from salet.table import Progress


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One guess and how it splits the candidates.

    Attributes
    ----------
    candidate
        whether it may be the answer
    bits
        information expected from its pattern
    expected_group, largest_group
        how many candidates will remain: on average, at worst
    groups
        into how many groups its patterns split the candidates
    """

    guess: str
    candidate: bool
    bits: float
    expected_group: float
    largest_group: int
    groups: int


@dataclass(frozen=True, slots=True)
class Advice:
    """Ranked guesses for one position."""

    lexicon: Lexicon
    rules: Rules
    position: Position
    strategy: str
    suggestions: tuple[Suggestion, ...]
    candidates: tuple[str, ...]
    probabilities: tuple[float, ...]

    @property
    def solved(self) -> bool:
        """Whether the answer has been found, so that there is nothing to suggest."""
        return len(self.suggestions) == 0

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{s.guess}</td><td>{'yes' if s.candidate else ''}</td><td>{s.bits:.3f}</td>"
            f"<td>{s.expected_group:.2f}</td><td>{s.largest_group}</td><td>{s.groups}</td></tr>"
            for s in self.suggestions
        )
        heads = ("guess", "answer?", "bits", "expected", "largest", "groups")
        head = "".join(f"<th>{name}</th>" for name in heads)
        tiles = self.position._repr_html_()
        return f"{tiles}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.lexicon.summary(),
            "hard": str(self.rules.hard),
            "position": str(self.position),
            "strategy": self.strategy,
            "solved": self.solved,
            "suggestions": [asdict(suggestion) for suggestion in self.suggestions],
            "candidates": [
                {"word": word, "probability": probability}
                for word, probability in zip(self.candidates, self.probabilities, strict=True)
            ],
        }


def suggest(
    position: Position | str = "",
    *,
    lexicon: Lexicon | str = DEFAULT_LEXICON,
    strategy: Strategy | str = "entropy",
    hard: HardMode | str = HardMode.OFF,
    prior: str = UNIFORM,
    frequencies: Frequencies | None = None,
    top: int = 10,
    progress: Progress | None = None,
) -> Advice:
    """Rank the legal guesses after `position` and describe the best `top` of them.

    >>> advice = suggest("raise:--y-g clout:-y---")
    >>> advice.candidates
    ('belie', 'bible', 'bilge', 'liege')
    >>> [s.guess for s in suggest(top=3).suggestions]
    ['soare', 'roate', 'raise']
    """
    if isinstance(lexicon, str):
        lexicon = Lexicon.load(lexicon)
    if isinstance(position, str):
        position = Position.from_text(position)
    if top < 1:
        raise InvalidError(f"cannot show {top} guesses; top is 1 or more")
    rules = Rules(hard=HardMode(hard))
    _note_broken_rules(position, rules)
    setting = Setting.of(open_table(lexicon, progress), rules, prior, frequencies)
    view = setting.view(position)
    player = make_strategy(strategy)
    solved = any(turn.pattern.solved for turn in position)
    best = [] if solved else _ranked(player, view, top)
    return Advice(
        lexicon,
        rules,
        position,
        player.to_text(),
        tuple(_describe(view, guess) for guess in best),
        tuple(lexicon.answers[index] for index in view.candidates),
        tuple((view.weights / view.weights.sum()).tolist()),
    )


def _ranked(player: Strategy, view: View, top: int) -> list[int]:
    """Ask for the best guesses, and do not trust a stranger's strategy with it."""
    player.check_words(view.lexicon)
    try:
        ranked = [operator.index(guess) for guess in player.ranked(view)[:top]]
    except SaletError:
        raise
    except Exception as error:
        raise InvalidError(f"{player} raised {type(error).__name__}: {error}") from error
    for guess in ranked:
        if not view.offers(guess):
            raise InvalidError(f"{player} suggests {guess}, which is not a legal guess index")
    return ranked


def _describe(view: View, guess: int) -> Suggestion:
    """Say how one guess splits the candidates; chances by the prior, sizes in words."""
    codes = view.table.row(guess)[view.candidates]
    _, group = np.unique(codes, return_inverse=True)
    sizes = np.bincount(group)
    chances = np.bincount(group, view.weights) / view.weights.sum()
    return Suggestion(
        guess=view.lexicon.allowed[guess],
        candidate=guess in view.candidate_guesses,
        bits=float(view.only(np.array([guess])).stats.bits[0]),
        expected_group=float(chances @ sizes),
        largest_group=int(sizes.max()),
        groups=len(sizes),
    )


def _note_broken_rules(position: Position, rules: Rules) -> None:
    """Say so if a turn was not legal; the advice keeps to the rules from here on."""
    for place, turn in enumerate(position):
        objection = rules.objection(turn.guess, Position(position.turns[:place]))
        if objection is not None:
            message = (
                f"{turn.guess} breaks hard mode {rules.hard}: {objection}; going on all the same"
            )
            warnings.warn(message, RepairWarning, stacklevel=3)
