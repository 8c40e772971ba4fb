"""What a game was worth, turn by turn: skill and luck.

Let V(g) be the expected number of guesses from a turn on when g is played, g included, and V* the
least of all legal guesses. A useless guess, one that tells nothing, has V = 1 + V*.

skill
    99 (1 - loss), where loss = (V(g) - V*) / (V(useless) - V*) = V(g) - V*, between 0 and 1;
    rounded, but 99 exactly when V(g) = V* and at most 98 otherwise. On the last guess that the
    rules allow only the answer counts: loss is the share of the best chance to win that was given
    away.
luck
    99 times the share of outcomes that would have been worse, and half of the equal ones. An
    outcome is a pattern, as likely as its group; the more guesses it leaves to be expected, the
    worse.

Both are averaged over the turns. A turn is *exact* if its values are (see `salet.coach.values`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.coach.proven import proven_tree
from salet.coach.suggest import Advisor
from salet.coach.values import values_of
from salet.coach.wider import fitting_words
from salet.errors import IllegalGuessError, InconsistentHistoryError, InvalidError
from salet.lexicon import DEFAULT_LEXICON, Lexicon
from salet.notation import read_word
from salet.patterns import pattern_of
from salet.position import Position
from salet.rules import HardMode, Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from salet.coach.value import Values
    from salet.position import Turn
    from salet.strategies.view import View

TOP = 99
_UNCAPPED = 20


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn.

    Attributes
    ----------
    before, after
        how many candidates there were
    skill, luck
        0 to 99; see the module
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
        return _rounded(sum(turn.skill for turn in self.turns) / len(self.turns))

    @property
    def luck(self) -> int:
        """The mean luck of the turns."""
        return _rounded(sum(turn.luck for turn in self.turns) / len(self.turns))

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
        found = f"found in {len(self.turns)}" if self.answer else f"not found in {len(self.turns)}"
        perfect = [turn for turn in self.turns if turn.skill == TOP]
        worst = min(self.turns, key=lambda turn: turn.skill)
        lucky = max(self.turns, key=lambda turn: turn.luck)
        shown = self.lexicon.shown
        text = f"{found}; {len(perfect)} of {len(self.turns)} guesses could not be bettered."
        if worst.skill < TOP:
            text += (
                f" Most was given away by {shown(worst.guess)}: "
                f"{worst.expected - worst.least:.2f} guesses against {shown(worst.best)}."
            )
        if lucky.luck > TOP / 2:
            left = f"left {lucky.after:,} of {lucky.before:,}"
            right = "was right" if set(lucky.pattern) == {"g"} else left
            text += f" The luckiest was {shown(lucky.guess)}, which {right}."
        return text[0].upper() + text[1:]

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


def played(
    answer: str, guesses: Sequence[str], spell: Callable[[str], str] = read_word
) -> Position:
    """Return the position that guesses lead to when the answer is known.

    `spell` turns what was typed into a word as it is played.

    >>> str(played("there", ["raise", "there"]))
    'raise:y---g there:ggggg'
    """
    if not guesses:
        raise InvalidError("name the guesses that were played, after the answer")
    position = Position()
    for place, word in enumerate(map(spell, guesses)):
        if len(position) and position.turns[-1].pattern.solved:
            raise IllegalGuessError(
                f"{word} comes after the answer was found by guess {place}; leave it out"
            )
        position = position.after(word, pattern_of(word, answer))
    return position


@dataclass(frozen=True)
class Reviewer:
    """Reviews games of one lexicon under one set of rules."""

    advisor: Advisor

    def review(self, position: Position, answer: str | None = None) -> Review:
        """Look back on a game; the answer need not be known."""
        if len(position) == 0:
            raise InvalidError("there is no guess to review; write it as crane:--y-g")
        advisor, note = self._knowing(position, answer)
        # Values are lengths whatever the cap, so that they can be compared.
        free = replace(advisor.setting, rules=Rules(_UNCAPPED, advisor.rules.hard))
        view, turns = free.start(), []
        for place, turn in enumerate(position):
            guess = view.lexicon.guess_index(turn.guess)
            last = place + 1 == advisor.rules.max_guesses
            turns.append(_turn(view, values_of(view, exact=advisor.exact), guess, turn, last=last))
            view = view.after(guess, turn.pattern.code)
        return Review(self.advisor.lexicon, self.advisor.rules, position, tuple(turns), note)

    def _knowing(self, position: Position, answer: str | None) -> tuple[Advisor, str]:
        """Take an answer that is not listed for one that is, and say so."""
        lexicon, last = self.advisor.lexicon, position.turns[-1]
        if answer is None and last.pattern.solved:
            answer = last.guess
        for turn in position:
            lexicon.guess_index(turn.guess)
        if answer is not None:
            _check_replies(position, answer)
            if answer in lexicon.answers:
                return self.advisor, ""
            note = f"{answer} is none of the listed answers; counted as one for this game"
            return self.advisor.knowing(answers=[answer]), note
        if len(self.advisor.setting.table.candidates(position)):
            return self.advisor, ""
        words, note = fitting_words(lexicon, position)
        return self.advisor.knowing(answers=words), note


def _check_replies(position: Position, answer: str) -> None:
    for turn in position:
        true = pattern_of(turn.guess, answer)
        if turn.pattern != true:
            raise InconsistentHistoryError(
                f"{turn} is not the reply if the answer is {answer}: that would be {true}"
            )


def _turn(view: View, values: Values, guess: int, turn: Turn, *, last: bool) -> TurnReview:
    """Review one turn."""
    words = view.lexicon.allowed
    before = view.position
    expected, exact = values.total(guess), values.is_exact(guess)
    least = min(values.least, expected)  # an estimate looks at the promising guesses only
    best = guess if expected == least else values.ranked(1)[0]
    loss = (expected - least) / values.weight
    tree = proven_tree(view)
    optimal = tree.guess if tree is not None else words[best] if exact else None
    if last:
        loss, best = _chance_lost(view, guess)
    return TurnReview(
        guess=words[guess],
        pattern=str(turn.pattern),
        before=len(view.candidates),
        after=len(view.after(guess, turn.pattern.code).candidates),
        skill=TOP if loss == 0 else max(0, min(TOP - 1, _rounded(TOP * (1 - loss)))),
        luck=_luck(view, values, guess, turn.pattern.code),
        best=words[best],
        expected=expected / values.weight,
        least=least / values.weight,
        exact=exact,
        tree=optimal,
        candidate=guess in view.candidate_guesses,
        hard_nyt=Rules(hard=HardMode.NYT).objection(turn.guess, before) is None,
        hard_strict=Rules(hard=HardMode.STRICT).objection(turn.guess, before) is None,
    )


def _chance_lost(view: View, guess: int) -> tuple[float, int]:
    """Return the share of the best chance to win now that was given away, and the best guess."""
    weights = dict(zip(view.candidate_guesses.tolist(), view.weights.tolist(), strict=True))
    best = max(weights, key=lambda candidate: (weights[candidate], candidate == guess))
    return 1 - weights.get(guess, 0) / weights[best], best


def _luck(view: View, values: Values, guess: int, code: int) -> int:
    codes = view.table.row(guess)[view.candidates]
    lengths = {other: values.group_length(guess, other) for other in np.unique(codes).tolist()}
    here = np.array([lengths[other] for other in codes.tolist()])
    worse = view.weights[here > lengths[code]].sum()
    equal = view.weights[here == lengths[code]].sum()
    return _rounded(TOP * float((worse + equal / 2) / view.weights.sum()))


def _rounded(number: float) -> int:
    """Round to the nearest whole number, a half up."""
    return int(number + 0.5)


def review(
    answer: str,
    guesses: Sequence[str],
    *,
    lexicon: Lexicon | str = DEFAULT_LEXICON,
    hard: HardMode | str = HardMode.OFF,
    max_guesses: int = 6,
    exact: bool | None = None,
) -> Review:
    """Review the guesses that were played to find `answer`.

    >>> game = review("there", ["salet", "nerdy", "there"])
    >>> [(turn.before, turn.after, turn.skill) for turn in game.turns]
    [(2315, 52, 99), (52, 13, 76), (13, 1, 38)]
    """
    advisor = Advisor.of(lexicon, Rules(max_guesses, HardMode(hard)), exact=exact)
    spell = advisor.lexicon.spelled
    word = spell(answer)
    return Reviewer(advisor).review(played(word, guesses, spell), word)
