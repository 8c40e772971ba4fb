"""What to guess next, with the numbers that say why."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from salet.lexicon import DEFAULT_LEXICON, Lexicon
from salet.position import Position
from salet.rules import HardMode, Rules
from salet.strategies.registry import make_strategy
from salet.strategies.view import View
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

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.lexicon.summary(),
            "hard": str(self.rules.hard),
            "position": str(self.position),
            "strategy": self.strategy,
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
    rules = Rules(hard=HardMode(hard))
    view = View.at(open_table(lexicon, progress), position, rules)
    best = view.only(view.guesses[make_strategy(strategy).order(view)[:top]])
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
        strategy,
        suggestions,
        tuple(lexicon.answers[index] for index in view.candidates),
    )
