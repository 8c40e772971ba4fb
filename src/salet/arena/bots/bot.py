"""What a bot is, what it is asked, and what it may know.

A bot is asked for one thing at a time and is told everything that it may know with the question,
so it need not remember anything. To write one, make a class with a method ``guess``; ``set_word``
and ``respond`` have defaults.

>>> from salet.games.wordle import Wordle
>>> from salet import Rules
>>> class First(Bot):
...     def guess(self, request):
...         return request.candidates[0]
>>> request = Request(Ask.GUESS, Wordle("original"), Rules(), me="first")
>>> First().guess(request)
'aback'
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter, deque
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from salet.arena.bots.record import GameRecord
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.words.lexicon import Lexicon

_START = Position()


class Ask(StrEnum):
    """What a bot can be asked for."""

    GUESS = "guess"
    SET = "set"
    RESPOND = "respond"


METHODS = {Ask.GUESS: "guess", Ask.SET: "set_word", Ask.RESPOND: "respond"}
"""Which method of a `Bot` answers."""


@dataclass(frozen=True)
class Request:
    """A question to a bot, with all that it may know.

    Attributes
    ----------
    game
        what may be guessed and hidden, and what is replied
    me, opponent
        the names of the bot and of the one it plays against, None in a race
    seed
        a number of this question alone; a bot that draws by it plays the same game again
    position
        the turns so far; for `Ask.RESPOND`, those before `guessed`
    history
        every finished game of the match, the opponent's included, oldest first
    guessed
        the guess to respond to
    memory
        what the bot has handed on from earlier matches, where the cup lets it; a class that sets
        its attribute ``memory`` to a text hands that on
    """

    ask: Ask
    game: Game
    rules: Rules
    me: str
    opponent: str | None = None
    seed: int = 0
    position: Position = _START
    history: tuple[GameRecord, ...] = ()
    guessed: str | None = None
    memory: str = ""

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

    @cached_property
    def used(self) -> frozenset[str]:
        """The words that were answers in this match, in a duel not to be set again."""
        if self.opponent is None:
            return frozenset()
        return _answers_of(self.history)

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """The words that may still be the answer, alphabetically."""
        reply = self.game.reply
        unused = [word for word in self.game.answers if word not in self.used]
        for turn in self.position:
            unused = [word for word in unused if reply(turn.guess, word) == turn.reply.code]
        return tuple(unused)

    @property
    def rng(self) -> random.Random:
        """A source of chance that gives the same numbers for the same question."""
        return random.Random(self.seed)


def _answers_of(history: tuple[GameRecord, ...]) -> frozenset[str]:
    """Return the answers of a history; all questions of a round share one, so it is kept."""
    for known, answers in tuple(_recent):  # another thread may add to it meanwhile
        if known is history:
            return answers
    answers = frozenset(game.answer for game in history)
    _recent.append((history, answers))
    return answers


_recent: deque[tuple[tuple[GameRecord, ...], frozenset[str]]] = deque(maxlen=4)


class Bot:
    """Plays in the arena. Only `guess` must be written."""

    def guess(self, request: Request) -> str:
        """Return the next guess."""
        raise NotImplementedError(f"{type(self).__name__} has no method guess")

    def set_word(self, request: Request) -> str:
        """Return a word for the opponent to find; by default any that was not used yet."""
        draw = request.rng
        while (word := draw.choice(request.game.answers)) in request.used:
            pass
        return word

    def respond(self, request: Request) -> str:
        """Return a reply to the opponent's guess that some unused answer fits.

        By default the one that leaves most words possible; of equals, the first as a number.
        """
        assert request.guessed is not None
        game = request.game
        replies = Counter(game.reply(request.guessed, word) for word in request.candidates)
        code = min(replies, key=lambda code: (-replies[code], code))
        return game.replies[code].to_text()


def seed_of(*parts: object) -> int:
    """Return a number that depends on `parts` alone, small enough for any language's integers.

    >>> seed_of("cup", 1) == seed_of("cup", 1) != seed_of("cup", 2)
    True
    """
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
