"""One play of a game after another, for a program that learns or is tested.

An `Environment` hides an answer, replies to guesses, and tells apart what other environments mix:
whether the game is won, how many guesses it took, how much each told, and how many guesses each
gave away (its regret). A guess that is not allowed is refused: it costs no turn, earns nothing, and
is counted by its kind. After `max_faults` of them the game is forfeited, so that no player goes on
for ever. It is then paid like one that was lost, so that faults are no way out.

The answers follow from the seed alone: each answer once, in an order drawn by
``numpy.random.default_rng(seed)``, then each once again. So a seed means the same answers in every
face of the environment and in ``salet bench``.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.coach.regret import Judge, Regret
from salet.errors import IllegalGuessError, InvalidError, counted
from salet.games.game import Game, Reply
from salet.games.position import Position, Turn
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.table import open_table
from salet.view import Setting
from salet.words.letters import read_only
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

MAX_FAULTS = 10
_LONGEST = 200
"""A text with more characters is no guess, whatever it says."""


class Outcome(StrEnum):
    """How a play stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    FORFEITED = "forfeited"


class Fault(StrEnum):
    """What was wrong with a guess. One that was repeated is played all the same."""

    UNREADABLE = "unreadable"
    UNKNOWN = "unknown"
    ILLEGAL = "illegal"
    REPEATED = "repeated"


class Rewards(NamedTuple):
    """What a guess earned, by four measures that are never added up.

    Attributes
    ----------
    win
        1 for the guess that wins, -1 for the one that loses, else 0
    guesses
        -1 for every guess that was played; the guess that loses pays -2, because a lost game counts
        as one guess more than is allowed
    bits
        the information of the reply: ``log2(candidates before / candidates after)``
    regret
        minus the guesses that were given away, if they are asked for; see `salet.coach.regret`
    """

    win: float = 0.0
    guesses: float = 0.0
    bits: float = 0.0
    regret: float = 0.0


@dataclass(frozen=True, slots=True)
class Transition:
    """What one guess led to.

    Attributes
    ----------
    reply
        None if the guess was refused
    regret
        the guesses that were given away, and whether that is exact; None if it was not asked for
    fault, message
        what was wrong with the guess, if anything, and that in a sentence
    """

    guess: str | None
    reply: Reply | None
    outcome: Outcome
    rewards: Rewards
    regret: Regret | None = None
    fault: Fault | None = None
    message: str = ""


class Environment:
    """Plays one hidden answer after another.

    Parameters
    ----------
    game
        a game, its name, or a lexicon, which means Wordle with it
    hard, max_guesses
        the rules
    answers
        the words that may be hidden; all answers of the game if not given
    regret
        whether to say how many guesses each guess gave away, which takes a search
    max_faults
        the number of guesses that are not allowed after which the game is forfeited

    >>> play = Environment("original", regret=True)
    >>> play.reset(answer="there")
    >>> told = play.step("salet")
    >>> str(told.reply), told.rewards.guesses, round(told.rewards.bits, 2), told.regret
    ('---yy', -1.0, 5.48, Regret(guesses=0.0, exact=True))
    >>> told = play.step("xyzzy")
    >>> told.fault.value, told.rewards.guesses, len(play.position)
    ('unknown', 0.0, 1)
    >>> play.step("there").outcome.value, play.faults
    ('won', 1)
    """

    def __init__(
        self,
        game: Game | Lexicon | str = DEFAULT_LEXICON,
        *,
        hard: str = OFF,
        max_guesses: int = 6,
        answers: Sequence[str] | None = None,
        regret: bool = False,
        max_faults: int = MAX_FAULTS,
    ) -> None:
        check_count("max_faults", max_faults)
        self.rules = Rules(max_guesses, hard)
        self.setting = Setting(open_table(make_game(game)), self.rules)
        self.game, self.table = self.setting.game, self.setting.table
        self.max_faults = max_faults
        self.judge = Judge(self.setting) if regret else None
        lexicon = self.game.lexicon
        every = range(len(self.game.answers))
        self.hideable = (
            [*every] if answers is None else [int(lexicon.answer_index(word)) for word in answers]
        )
        if not self.hideable:
            raise InvalidError("there is no answer to hide")
        self._every_answer = read_only(np.arange(len(self.game.answers)))
        self._drawn: Iterator[int] = draw(self.hideable)
        self._hidden = -1
        self.turns: list[tuple[int, int]] = []
        self.faults = 0
        self.candidates = self._every_answer
        self._marks = np.ones(len(self.game.guesses), bool)
        self.outcome = Outcome.FORFEITED  # nothing is played before the first reset

    def reset(self, seed: int | None = None, answer: str | None = None) -> None:
        """Hide the next answer: the first of a seed, a given one, or the next in line."""
        known = None if answer is None else int(self.game.lexicon.answer_index(answer))
        if seed is not None:
            self._drawn = draw(self.hideable, seed)
        self._hidden = next(self._drawn) if known is None else known
        self.turns = []
        self.faults = 0
        self.candidates = self._every_answer
        self._marks[:] = True
        self.outcome = Outcome.PLAYING

    @property
    def answer(self) -> str | None:
        """The hidden answer, once the play is over."""
        over = self._hidden >= 0 and self.outcome is not Outcome.PLAYING
        return self.game.answers[self._hidden] if over else None

    @property
    def position(self) -> Position:
        """The guesses so far with their replies."""
        return Position(tuple(self._turn(guess, code) for guess, code in self.turns))

    def legal(self) -> NDArray[np.bool_]:
        """Return for each guess whether it is allowed now and would not repeat another."""
        return self._marks.copy()

    def step(self, guess: str | int) -> Transition:
        """Play a guess, given as a word or as its place among the guesses of the game."""
        self.check_playing()
        read = self._read(guess)
        if isinstance(read, tuple):
            return self.refuse(*read)
        repeated = any(read == played for played, _ in self.turns)
        found = None if self.judge is None else self.judge.regret(self.turns, read)
        row = self.table.row(read)
        code, before = int(row[self._hidden]), len(self.candidates)
        if before == len(row):
            self.candidates = np.flatnonzero(row == code)
        else:
            self.candidates = self.candidates[row[self.candidates] == code]
        self.turns.append((read, code))
        self._mark(read, code)
        won = code == self.game.replies.solved
        lost = not won and len(self.turns) >= self.rules.max_guesses
        if won or lost:
            self.outcome = Outcome.WON if won else Outcome.LOST
        bits = log2(before / len(self.candidates))
        rewards = Rewards(float(won - lost), -1.0 - lost, bits, _negative(found))
        word = self.game.guesses[read]
        fault = Fault.REPEATED if repeated else None
        message = f"{word} was played before" if repeated else ""
        return Transition(
            word, self.game.replies[code], self.outcome, rewards, found, fault, message
        )

    def refuse(self, fault: Fault, message: str) -> Transition:
        """Count a guess that is not played, and say what became of it."""
        self.check_playing()
        self.faults += 1
        if self.faults < self.max_faults:
            return Transition(None, None, self.outcome, Rewards(), None, fault, message)
        return self.forfeit(fault, message)

    def forfeit(self, fault: Fault | None = None, message: str = "") -> Transition:
        """End a play that the player cannot or may not go on with, at the price of a lost one."""
        self.check_playing()
        self.outcome = Outcome.FORFEITED
        cost = self.rules.max_guesses + 1 - len(self.turns)
        found = None
        if self.judge is not None:  # all guesses left, which is a convention and never exact
            found = Regret(float(cost - 1), exact=False)
        rewards = Rewards(-1.0, -float(cost), 0.0, _negative(found))
        return Transition(None, None, self.outcome, rewards, found, fault, message)

    def check_playing(self) -> None:
        """Raise `InvalidError` if there is no play to go on with."""
        if self.outcome is not Outcome.PLAYING:
            raise InvalidError("the play is over; reset the environment to begin another")

    def _mark(self, guess: int, code: int) -> None:
        """Take from the legal guesses the one that was played, and what hard mode forbids now."""
        self._marks[guess] = False
        if self.rules.hard != OFF:
            last = Position((self._turn(guess, code),))
            left = np.flatnonzero(self._marks)
            self._marks[:] = False
            self._marks[self.game.mode(self.rules.hard).legal(self.table, last, left)] = True

    def _turn(self, guess: int, code: int) -> Turn:
        return self.game.turn(self.game.guesses[guess], code)

    def _read(self, guess: str | int) -> int | tuple[Fault, str]:
        """Return the place of a guess among all guesses, or what is wrong with it."""
        game, size = self.game, len(self.game.guesses)
        if not isinstance(guess, str):
            number = whole_number(guess)
            if number is None:
                what = type(guess).__name__
                return Fault.UNREADABLE, f"a guess is a word or a whole number, not {what}"
            if not 0 <= number < size:
                return Fault.UNKNOWN, f"guesses are numbered 0 to {size - 1}"
            place = number
        elif len(guess) > _LONGEST:
            return Fault.UNREADABLE, f"{counted(len(guess), 'character')} are no guess"
        else:
            try:
                place = int(game.lexicon.guess_index(guess))
            except IllegalGuessError as error:
                word = game.lexicon.length == len(game.lexicon.spelled(guess))
                return Fault.UNKNOWN if word else Fault.UNREADABLE, str(error)
        if self.rules.hard != OFF and self.turns:
            why = game.objection(game.guesses[place], self.position, self.rules)
            if why is not None:
                return Fault.ILLEGAL, f"{game.guesses[place]} breaks hard mode: {why}"
        return place


def whole_number(value: object) -> int | None:
    """Return a whole number of Python's or numpy's as Python's; None for anything else.

    >>> whole_number(np.int64(5)), whole_number(True), whole_number(5.0)
    (5, None, None)
    """
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_count(name: str, value: object) -> None:
    """Raise `InvalidError` unless a setting is a whole number of 1 or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidError(f"{name} must be a whole number of 1 or more, not {value}")


def _negative(regret: Regret | None) -> float:
    return 0.0 if regret is None else 0.0 - regret.guesses  # never -0.0


def draw(answers: Sequence[int], seed: int | None = None) -> Iterator[int]:
    """Give every answer once in an order drawn by the seed, then every one again, and so on.

    >>> first = draw(range(5), seed=1)
    >>> sorted(next(first) for _ in range(5)), next(draw(range(5), 1)) == next(draw(range(5), 1))
    ([0, 1, 2, 3, 4], True)
    """
    number = whole_number(seed)
    if seed is not None and (number is None or number < 0):
        raise InvalidError(f"a seed is a whole number of 0 or more, not {seed!r}")
    return _drawn(answers, np.random.default_rng(number))


def _drawn(answers: Sequence[int], rng: np.random.Generator) -> Iterator[int]:
    while True:
        yield from (answers[place] for place in rng.permutation(len(answers)).tolist())
