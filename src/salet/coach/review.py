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

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from salet.coach.estimates import Values, proven_tree
from salet.coach.reasons import legal_in
from salet.coach.suggest import Advisor, todays_game
from salet.coach.values import values_of
from salet.coach.wider import fitting_words, unlisted_guesses
from salet.errors import IllegalGuessError, InconsistentHistoryError, InvalidError, counted, few
from salet.exact.small import UNCAPPED
from salet.games.game import Game
from salet.games.position import Position, Turn
from salet.games.rules import OFF, Rules
from salet.view import View
from salet.words.lexicon import Lexicon

TOP = 99
"""The greatest skill, and the greatest luck."""


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn.

    Attributes
    ----------
    before, after
        the number of candidates before and after the guess
    skill, luck
        0 to 99; see `salet.coach.review`
    best
        the best guess
    expected, least
        expected guesses from there on with the guess played, and with the best one
    exact
        whether these are exact
    tree
        the guess of the optimal tree here; None if there is none
    candidate
        whether the guess could have been the answer
    legal
        whether the guess kept to each hard mode of the game
    hard_nyt, hard_strict
        the same for Wordle's modes; None if the game has no such mode
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
    legal: dict[str, bool]
    hard_nyt: bool | None
    hard_strict: bool | None


@dataclass(frozen=True)
class Review:
    """The review of a game."""

    game: Game
    rules: Rules
    position: Position
    turns: tuple[TurnReview, ...]
    note: str = ""

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

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
        return last.guess if last.reply.solved else None

    @property
    def kept_hard(self) -> str | None:
        """The strictest hard mode that every guess kept to."""
        kept = [one for one in self.turns[0].legal if all(turn.legal[one] for turn in self.turns)]
        return "strict" if "strict" in kept else next(iter(kept), None)

    @property
    def given_away(self) -> float:
        """Expected guesses lost against best play, over all turns."""
        return sum(turn.expected - turn.least for turn in self.turns)

    @property
    def summary(self) -> str:
        """The game in a few sentences."""
        count, shown = len(self.turns), self.lexicon.shown
        perfect = sum(turn.skill == TOP for turn in self.turns)
        worst = min(self.turns, key=lambda turn: turn.skill)
        lucky, turn = max(zip(self.turns, self.position, strict=True), key=lambda p: p[0].luck)
        over = self.answer is not None or count == self.rules.max_guesses
        found = "Found" if self.answer is not None else "Not found"
        length = f"in {count}" if over else f"yet, after {counted(count, 'guess')}"
        text = f"{found} {length}; {_bests(perfect, count)}."
        if worst.skill < TOP and worst is self.turns[-1] and count == self.rules.max_guesses:
            why = f"was likelier than {shown(worst.guess)}"
            if not worst.candidate:
                why = f"could have won, {shown(worst.guess)} could not"
            text += f" On the last guess {shown(worst.best)} {why}."
        elif worst.skill < TOP:
            lost = worst.expected - worst.least
            amount = "less than 0.01 guesses" if lost < 0.01 else f"{lost:.2f} guesses"
            about = "" if worst.exact or lost < 0.01 else "about "
            most = " the most:" if count > 1 else ""
            text += f" {shown(worst.guess)} gave away{most} {about}{amount}"
            text += f" against {shown(worst.best)}."
        if broken := self._broken():
            text += f" Against hard mode {self.rules.hard}: {few(broken)}."
        if lucky.luck > TOP / 2 and count > 1:
            left = f"left {lucky.after:,} of {lucky.before:,}"
            right = "was right" if turn.reply.solved else left
            text += f" The luckiest was {shown(lucky.guess)}, which {right}."
        return text

    def _broken(self) -> list[str]:
        """Name the guesses that broke the hard mode of the rules, and why."""
        turns = self.position.turns
        return [
            f"{self.lexicon.shown(turn.guess)} ({why})"
            for place, turn in enumerate(turns)
            if (why := self.game.objection(turn.guess, Position(turns[:place]), self.rules))
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.game.summary(),
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


def played(game: Game, answer: str, guesses: Sequence[str]) -> Position:
    """Return the position that guesses lead to when the answer is known.

    >>> from salet.games.wordle import Wordle
    >>> str(played(Wordle("original"), "there", ["raise", "there"]))
    'raise:y---g there:ggggg'
    """
    if not guesses:
        raise InvalidError("name the guesses that were played, after the answer")
    spell = game.lexicon.spelled
    position = Position()
    for place, word in enumerate(map(spell, guesses)):
        if position.solved:
            raise IllegalGuessError(
                f"{word} comes after the answer was found by guess {place}; leave it out"
            )
        if not game.is_wordle:
            game.lexicon.guess_index(word)  # only Wordle accepts unlisted words
        position = position.after(word, game.replies[game.reply(word, spell(answer))])
    return position


@dataclass(frozen=True)
class Reviewer:
    """Reviews plays of one game under one set of rules."""

    advisor: Advisor

    def review(self, position: Position, answer: str | None = None) -> Review:
        """Look back on a game; the answer need not be known."""
        most = self.advisor.rules.max_guesses
        if len(position) == 0:
            example = self.advisor.game.example.partition(" ")[0]
            raise InvalidError(f"there is no guess to review; write it as {example}")
        if len(position) > most:
            raise IllegalGuessError(
                f"{counted(len(position), 'guess')} were played, but the rules allow {most}; "
                f"allow {len(position)} (max_guesses, --max-guesses)"
            )
        advisor, note = self._knowing(position, answer)
        # Values are lengths whatever the cap, so that they can be compared.
        free = replace(advisor.setting, rules=Rules(UNCAPPED + most, advisor.rules.hard))
        view, turns = free.start(), []
        for place, turn in enumerate(position):
            guess = view.lexicon.guess_index(turn.guess)
            values = values_of(view, exact=advisor.exact, max_guesses=most)
            worth = values
            if place == 0 and not values.exact and advisor is not self.advisor:
                worth = self._opener_values(view, values)
            last = place + 1 == most
            turns.append(_turn(view, values, worth, guess, turn, last=last))
            view = view.after(guess, turn.reply.code)
        return Review(self.advisor.game, self.advisor.rules, position, tuple(turns), note)

    def _opener_values(self, view: View, values: Values) -> Values:
        """Value openers by the listed answers, where one that is not listed was counted as such.

        The person could not know, and for the lists themselves more is proven.
        """
        listed = self.advisor.setting.start()
        return values_of(listed) if listed.lexicon.allowed == view.lexicon.allowed else values

    def _knowing(self, position: Position, answer: str | None) -> tuple[Advisor, str]:
        """Take an answer that is not listed for one that is, and say so."""
        game, last = self.advisor.game, position.turns[-1]
        advisor = self.advisor.admitting(position)
        if answer is None and last.reply.solved:
            answer = last.guess
        if answer is not None:
            _check_replies(game, position, answer)
            if answer in game.answers:
                return advisor, ""
            unlisted_guesses(game, [answer])  # refuses what is on no list
            note = f"{answer} is not one of the listed answers; it counts as one for this game"
            return advisor.knowing(answers=[answer]), note
        if len(advisor.setting.table.candidates(position)):
            return advisor, ""
        words, note = fitting_words(advisor.setting.table, position)
        return advisor.knowing(answers=words), note


def _check_replies(game: Game, position: Position, answer: str) -> None:
    for turn in position:
        true = game.replies[game.reply(turn.guess, answer)]
        if turn.reply.code != true.code:
            raise InconsistentHistoryError(
                f"{turn} is not the reply if the answer is {answer}: that would be {true}"
            )


def _turn(
    view: View, values: Values, worth: Values, guess: int, turn: Turn, *, last: bool
) -> TurnReview:
    """Review one turn: skill by what guesses are `worth`, luck by the `values` of the replies."""
    words = view.lexicon.allowed
    expected, exact = worth.total(guess), values.is_exact(guess)
    least = min(worth.least, expected)  # an estimate looks at the promising guesses only
    best = guess if expected == least else worth.ranked(1)[0]
    loss = (expected - least) / worth.weight
    tree = None if last else proven_tree(view)
    if last:
        loss, best = _chance_lost(view, guess)
        least = expected if best == guess else worth.total(best)
    optimal = tree.guess if tree is not None else words[best] if exact else None
    legal = legal_in(view, [guess])[guess]
    return TurnReview(
        guess=words[guess],
        pattern=turn.reply.to_text(),
        before=len(view.candidates),
        after=len(view.after(guess, turn.reply.code).candidates),
        skill=TOP if loss == 0 else max(0, min(TOP - 1, rounded(TOP * (1 - loss)))),
        luck=_luck(view, values, guess, turn.reply.code),
        best=words[best],
        expected=expected / worth.weight,
        least=least / worth.weight,
        exact=exact,
        tree=optimal,
        candidate=guess in view.candidate_guesses,
        legal=legal,
        hard_nyt=legal.get("nyt"),
        hard_strict=legal.get("strict"),
    )


def _chance_lost(view: View, guess: int) -> tuple[float, int]:
    """Return the share of the best chance to win now that was given away, and the best guess."""
    weights = dict(zip(view.candidate_guesses.tolist(), view.weights.tolist(), strict=True))
    best = max(weights, key=lambda candidate: (weights[candidate], candidate == guess))
    return 1 - weights.get(guess, 0) / weights[best], best


def _luck(view: View, values: Values, guess: int, code: int) -> int:
    codes, weights, _ = view.split(guess)
    lengths = np.array([values.group_length(guess, other) for other in codes.tolist()])
    here = lengths[codes == code]
    worse, equal = weights[lengths > here].sum(), weights[lengths == here].sum()
    return rounded(TOP * float((worse + equal / 2) / weights.sum()))


def review(
    answer: str,
    guesses: Sequence[str],
    *,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    hard: str = OFF,
    max_guesses: int = 6,
    exact: bool | None = None,
) -> Review:
    """Review the guesses that were played to find `answer`: skill and luck, turn by turn.

    `game`, `lexicon`, `hard` and `max_guesses` say what was played, and `exact` how values are
    found, as in `suggest`.

    >>> found = review("there", ["salet", "nerdy", "there"], lexicon="original")
    >>> [(turn.before, turn.after, turn.skill) for turn in found.turns]
    [(2315, 52, 99), (52, 13, 76), (13, 1, 38)]
    """
    rules = Rules(max_guesses, hard)
    advisor = Advisor.of(todays_game(game, lexicon), rules, exact=exact)
    words = [guesses] if isinstance(guesses, str) else guesses
    position = played(advisor.game, answer, words)
    return Reviewer(advisor).review(position, advisor.lexicon.spelled(answer))


def _bests(perfect: int, count: int) -> str:
    """Say how many guesses were best.

    >>> _bests(0, 1), _bests(3, 3)
    ('there was a better guess', 'no guess could have been better')
    >>> _bests(0, 3), _bests(1, 3)
    ('there was a better guess each time', '1 of 3 guesses could not have been better')
    """
    if perfect == 0:
        return f"there was a better guess{' each time' if count > 1 else ''}"
    if perfect == count:
        return "no guess could have been better"
    return f"{perfect} of {count} guesses could not have been better"


def rounded(number: float) -> int:
    """Round to the nearest whole number, a half up."""
    return int(number + 0.5)


@dataclass(frozen=True, slots=True)
class Line:
    """The turns of best play, and how many candidates each left."""

    position: Position
    left: tuple[int, ...]
    proven: bool
    """Whether it is the line of a proven tree, or of the advice turn by turn."""


def best_line(advisor: Advisor, answer: str) -> Line:
    """Play on `answer` what a proven tree plays, or else what the advice puts first.

    >>> from salet.coach.suggest import Advisor
    >>> line = best_line(Advisor.of("original"), "there")
    >>> str(line.position), line.left, line.proven
    ('salet:---yy trite:gy--g there:ggggg', (52, 1, 1), True)
    """
    setting = advisor.setting
    view, left, proven = setting.start(), [], True
    while not view.position.solved:
        if len(view.turns) >= UNCAPPED:
            break
        tree = proven_tree(view) if proven else None
        if tree is None:  # no tree is proven for these words and rules
            proven = False
            best = advisor.advise(view.position, 1).suggestions[0].guess
        else:
            best = tree.guess
        guess = int(view.lexicon.guess_index(best))
        view = view.after(guess, view.game.reply(best, answer))
        left.append(len(view.candidates))
    return Line(view.position, tuple(left), proven)
