"""A game, looked back on: its turns, the totals, and a summary in words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from salet.games.position import Position
    from salet.games.rules import Rules
    from salet.words.lexicon import Lexicon

TOP = 99
"""The greatest skill, and the greatest luck."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn.

    Attributes
    ----------
    before, after
        how many candidates there were
    skill, luck
        0 to 99; see `salet.coach.review`
    best
        the best guess
    expected, least
        expected guesses from there on with the guess played, and with the best one
    exact
        whether these are exact
    tree
        what the optimal tree plays here, None where there is none
    candidate
        whether the guess could have been the answer
    hard_nyt, hard_strict
        whether the guess kept to the hard modes
    """

    guess: str
    pattern: str
    before: int
    after: int
    skill: int
    luck: int
    best: str
    expected: float
    least: float
    exact: bool
    tree: str | None
    candidate: bool
    hard_nyt: bool
    hard_strict: bool


@dataclass(frozen=True)
class Review:
    """A game, looked back on."""

    lexicon: Lexicon
    rules: Rules
    position: Position
    turns: tuple[TurnReview, ...]
    note: str = ""

    @property
    def skill(self) -> int:
        """The mean skill of the turns."""
        return rounded(sum(turn.skill for turn in self.turns) / len(self.turns))

    @property
    def luck(self) -> int:
        """The mean luck of the turns."""
        return rounded(sum(turn.luck for turn in self.turns) / len(self.turns))

    @property
    def answer(self) -> str | None:
        """The answer, if it was found."""
        last = self.position.turns[-1]
        return last.guess if last.pattern.solved else None

    @property
    def kept_hard(self) -> str | None:
        """The strictest hard mode that every guess kept to."""
        if all(turn.hard_strict for turn in self.turns):
            return "strict"
        return "nyt" if all(turn.hard_nyt for turn in self.turns) else None

    @property
    def given_away(self) -> float:
        """Expected guesses lost against the best play, all turns together."""
        return sum(turn.expected - turn.least for turn in self.turns)

    @property
    def summary(self) -> str:
        """The game in a few sentences."""
        count, shown = len(self.turns), self.lexicon.shown
        perfect = sum(turn.skill == TOP for turn in self.turns)
        worst = min(self.turns, key=lambda turn: turn.skill)
        lucky = max(self.turns, key=lambda turn: turn.luck)
        over = self.answer is not None or count == self.rules.max_guesses
        found = "Found" if self.answer is not None else "Not found" if over else "Not yet found"
        text = f"{found} in {count}; {_bettered(perfect, count)}."
        if worst.skill < TOP:
            lost = worst.expected - worst.least
            amount = "less than 0.01 guesses" if lost < 0.01 else f"{lost:.2f} guesses"
            about = "" if worst.exact or lost < 0.01 else "about "
            text += f" Most was given away by {shown(worst.guess)}: {about}{amount}"
            text += f" against {shown(worst.best)}."
        if lucky.luck > TOP / 2:
            left = f"left {lucky.after:,} of {lucky.before:,}"
            right = "was right" if set(lucky.pattern) == {"g"} else left
            text += f" The luckiest was {shown(lucky.guess)}, which {right}."
        return text

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.lexicon.summary(),
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses,
            "position": str(self.position),
            "answer": self.answer,
            "turns": [asdict(turn) for turn in self.turns],
            "skill": self.skill,
            "luck": self.luck,
            "given_away": self.given_away,
            "kept_hard": self.kept_hard,
            "summary": self.summary,
            "note": self.note or None,
            "formulas": {
                "skill": "99 * (1 - (expected - least)), 99 only if expected == least",
                "luck": "99 * (share of worse outcomes + half the share of equal ones)",
                "last_guess": "skill is 99 * (chance that it is the answer / best such chance)",
                "totals": "means over the turns",
            },
        }


def _bettered(perfect: int, count: int) -> str:
    """Say how many guesses were best.

    >>> _bettered(0, 1), _bettered(3, 3)
    ('there was a better guess', 'no guess could be bettered')
    >>> _bettered(0, 3), _bettered(1, 3)
    ('there was a better guess each time', '1 of 3 guesses could not be bettered')
    """
    if perfect == 0:
        return f"there was a better guess{' each time' if count > 1 else ''}"
    if perfect == count:
        return "no guess could be bettered"
    return f"{perfect} of {count} guesses could not be bettered"


def rounded(number: float) -> int:
    """Round to the nearest whole number, a half up."""
    return int(number + 0.5)
