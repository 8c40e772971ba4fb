"""The referee of one game, and the log of it.

The referee alone knows the answer. It uses the readable rule, not the table: a game has at most
a handful of turns, and a referee that shares no code with the solver can catch its mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from salet.errors import IllegalGuessError, counted
from salet.games.game import Game, Reply
from salet.games.position import Position
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.words.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Step:
    """One turn as logged: candidates are counted before the guess and after its reply."""

    guess: str
    reply: Reply
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class GameLog:
    """One game, finished or not, with everything needed to replay or compare it."""

    answer: str
    steps: tuple[Step, ...]
    lexicon: dict[str, Any]
    rules: Rules
    strategy: str | None = None

    @property
    def solved(self) -> bool:
        """Whether the last guess was the answer, even if a run played on beyond the cap."""
        return bool(self.steps) and self.steps[-1].reply.solved

    @property
    def won(self) -> bool:
        """Whether the answer was found within the allowed number of guesses."""
        return self.solved and len(self.steps) <= self.rules.max_guesses

    @property
    def opener(self) -> str | None:
        """The first guess."""
        return self.steps[0].guess if self.steps else None

    def _repr_html_(self) -> str:
        from salet.games.tiles import turn_rows

        return turn_rows(self.steps)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, one list per step field, ready for JSON or a table row."""
        return {
            "answer": self.answer,
            "strategy": self.strategy,
            "opener": self.opener,
            "solved": self.solved,
            "won": self.won,
            "guesses": [step.guess for step in self.steps],
            "patterns": [step.reply.to_text() for step in self.steps],
            "before": [step.before for step in self.steps],
            "after": [step.after for step in self.steps],
            "max_guesses": self.rules.max_guesses,
            "hard": str(self.rules.hard),
            "lexicon": self.lexicon,
        }


class Referee:
    """Replies to the guesses of one play; it alone knows the answer.

    A lexicon, or the name of one, means Wordle with it.

    >>> from salet import Lexicon
    >>> game = Referee(Lexicon.load("original"), "there")
    >>> str(game.guess("raise")), len(game.candidates)
    ('y---g', 40)
    >>> str(game.guess("there")), game.won
    ('ggggg', True)
    >>> [step.after for step in game.log().steps]
    [40, 1]
    """

    def __init__(self, game: Game | Lexicon | str, answer: str, rules: Rules | None = None) -> None:
        self.game = make_game(game)
        self.rules = Rules() if rules is None else rules
        self.game.mode(self.rules.hard)
        self.answer = self.game.answers[self.game.lexicon.answer_index(answer)]
        self.candidates = list(self.game.answers)
        self.position = Position()
        self._steps: list[Step] = []

    @property
    def won(self) -> bool:
        """Whether the answer has been guessed (within the cap, which `guess` enforces)."""
        return self.position.solved

    @property
    def over(self) -> bool:
        """Whether no further guess is allowed."""
        return self.won or len(self._steps) >= self.rules.max_guesses

    def guess(self, word: str) -> Reply:
        """Play a guess and return the reply; raise `IllegalGuessError` if it is not allowed."""
        if self.over:
            raise IllegalGuessError(f"the game is over after {counted(len(self._steps), 'guess')}")
        game, before = self.game, len(self.candidates)
        word = game.guesses[game.lexicon.guess_index(word)]
        game.check(word, self.position, self.rules)
        code = game.reply(word, self.answer)
        self.candidates = [answer for answer in self.candidates if game.reply(word, answer) == code]
        reply = game.replies[code]
        self.position = self.position.after(word, reply)
        self._steps.append(Step(word, reply, before, len(self.candidates)))
        return reply

    def log(self, strategy: str | None = None) -> GameLog:
        """Return the log of the game so far."""
        return GameLog(self.answer, tuple(self._steps), self.game.summary(), self.rules, strategy)
