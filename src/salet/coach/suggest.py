"""What to guess next, with the numbers that say why."""

from __future__ import annotations

import warnings
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError, RepairWarning
from salet.lexicon import DEFAULT_LEXICON, Lexicon
from salet.position import Position
from salet.rules import HardMode, Rules
from salet.strategies.registry import make_strategy
from salet.strategies.view import Setting
from salet.table import open_table

if TYPE_CHECKING:
    from salet.table import Progress


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One guess and how it splits the candidates."""

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

    @property
    def solved(self) -> bool:
        """Whether the answer has been found, so that there is nothing to suggest."""
        return len(self.suggestions) == 0

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
                {"word": word, "probability": 1 / len(self.candidates)} for word in self.candidates
            ],
        }


def suggest(
    position: Position | str = "",
    *,
    lexicon: Lexicon | str = DEFAULT_LEXICON,
    strategy: str = "entropy",
    hard: HardMode | str = HardMode.OFF,
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
    view = Setting.of(open_table(lexicon, progress), rules).view(position)
    player = make_strategy(strategy)
    solved = any(turn.pattern.solved for turn in position)
    best = view.only(view.guesses[:0] if solved else player.ranked(view)[:top])
    stats = best.stats
    suggestions = tuple(
        Suggestion(
            guess=lexicon.allowed[guess],
            candidate=bool(best.is_candidate[place]),
            bits=float(stats.bits[place]),
            expected_group=float(stats.expected[place]),
            largest_group=int(stats.largest[place]),
            groups=int(stats.groups[place]),
        )
        for place, guess in enumerate(best.guesses)
    )
    return Advice(
        lexicon,
        rules,
        position,
        player.to_text(),
        suggestions,
        tuple(lexicon.answers[index] for index in view.candidates),
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
