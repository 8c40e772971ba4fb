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

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from salet.coach.proven import proven_tree
from salet.coach.reviewed import TOP, Review, TurnReview, rounded
from salet.coach.suggest import Advisor
from salet.coach.values import values_of
from salet.coach.wider import fitting_words, unlisted_guesses
from salet.errors import IllegalGuessError, InconsistentHistoryError, InvalidError
from salet.games.position import Position
from salet.games.rules import HardMode, Rules
from salet.games.wordle import pattern_of
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from salet.coach.value import Values
    from salet.games.position import Turn
    from salet.view import View

_UNCAPPED = 20


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
        most = self.advisor.rules.max_guesses
        if len(position) == 0:
            raise InvalidError("there is no guess to review; write it as crane:--y-g")
        if len(position) > most:
            raise IllegalGuessError(
                f"{len(position)} guesses were played and {most} are allowed; "
                f"--max-guesses {len(position)} allows them"
            )
        advisor, note = self._knowing(position, answer)
        # Values are lengths whatever the cap, so that they can be compared.
        free = replace(advisor.setting, rules=Rules(_UNCAPPED, advisor.rules.hard))
        view, turns = free.start(), []
        for place, turn in enumerate(position):
            guess = view.lexicon.guess_index(turn.guess)
            values = values_of(view, exact=advisor.exact)
            worth = values
            if place == 0 and not values.exact and advisor is not self.advisor:
                worth = self._opener_values(view, values)
            last = place + 1 == most
            turns.append(_turn(view, values, worth, guess, turn, last=last))
            view = view.after(guess, turn.pattern.code)
        return Review(self.advisor.lexicon, self.advisor.rules, position, tuple(turns), note)

    def _opener_values(self, view: View, values: Values) -> Values:
        """Value openers by the listed answers, where one that is not listed was counted as such.

        The person could not know, and for the lists themselves more is proven.
        """
        listed = self.advisor.setting.start()
        return values_of(listed) if listed.lexicon.allowed == view.lexicon.allowed else values

    def _knowing(self, position: Position, answer: str | None) -> tuple[Advisor, str]:
        """Take an answer that is not listed for one that is, and say so."""
        lexicon, last = self.advisor.lexicon, position.turns[-1]
        advisor = self.advisor.admitting(position)
        if answer is None and last.pattern.solved:
            answer = last.guess
        if answer is not None:
            _check_replies(position, answer)
            if answer in lexicon.answers:
                return advisor, ""
            unlisted_guesses(lexicon, [answer])  # refuses what is on no list
            note = f"{answer} is none of the listed answers; counted as one for this game"
            return advisor.knowing(answers=[answer]), note
        if len(advisor.setting.table.candidates(position)):
            return advisor, ""
        words, note = fitting_words(lexicon, position)
        return advisor.knowing(answers=words), note


def _check_replies(position: Position, answer: str) -> None:
    for turn in position:
        true = pattern_of(turn.guess, answer)
        if turn.pattern != true:
            raise InconsistentHistoryError(
                f"{turn} is not the reply if the answer is {answer}: that would be {true}"
            )


def _turn(
    view: View, values: Values, worth: Values, guess: int, turn: Turn, *, last: bool
) -> TurnReview:
    """Review one turn: skill by what guesses are `worth`, luck by the `values` of the replies."""
    words = view.lexicon.allowed
    before = view.position
    expected, exact = worth.total(guess), values.is_exact(guess)
    least = min(worth.least, expected)  # an estimate looks at the promising guesses only
    best = guess if expected == least else worth.ranked(1)[0]
    loss = (expected - least) / worth.weight
    tree = proven_tree(view)
    optimal = tree.guess if tree is not None else words[best] if exact else None
    if last:
        loss, best = _chance_lost(view, guess)
    return TurnReview(
        guess=words[guess],
        pattern=str(turn.pattern),
        before=len(view.candidates),
        after=len(view.after(guess, turn.pattern.code).candidates),
        skill=TOP if loss == 0 else max(0, min(TOP - 1, rounded(TOP * (1 - loss)))),
        luck=_luck(view, values, guess, turn.pattern.code),
        best=words[best],
        expected=expected / worth.weight,
        least=least / worth.weight,
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
    return rounded(TOP * float((worse + equal / 2) / view.weights.sum()))


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
