"""What a game is: what may be guessed, what may be hidden, and what is replied.

A game of your own is a class with words, replies and one readable method::

    class Blackpegs(Game):
        rule = "blackpegs-1"

        def __init__(self) -> None:
            codes = ["".join(code) for code in itertools.product("abc", repeat=3)]
            super().__init__(Lexicon.of_codes("blackpegs", codes), Replies("0123", solved="3"))

        def reply(self, guess: str, answer: str) -> int:
            return sum(one == other for one, other in zip(guess, answer))

All else (tables, strategies, runs, exact search, trees, advice) takes the game from there.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, SupportsIndex, TypeAlias

from salet.errors import (
    IllegalGuessError,
    InvalidError,
    InvalidPatternError,
    InvalidPositionError,
    UnknownNameError,
    few,
)
from salet.games.laws import OwnMode, check_laws, check_parts, check_reply
from salet.games.position import Position, Turn, as_text
from salet.games.rules import OFF, EveryGuess, Mode, Rules, SameReply
from salet.plugins import is_own, own_code, plain
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes: TypeAlias = NDArray[np.unsignedinteger]
    Places: TypeAlias = NDArray[np.int64] | slice
    """Which guesses or answers, by index."""


class Reply(Protocol):
    """The reply to a guess: a number, a text, and whether it solves the game."""

    @property
    def code(self) -> int:
        """The reply as a number."""

    @property
    def solved(self) -> bool:
        """Whether the guess was the answer."""

    def to_text(self, style: str = "text") -> str:
        """Write the reply."""


@dataclass(frozen=True, slots=True)
class TextReply:
    """A reply that is no more than its text."""

    code: int
    text: str
    solved: bool

    def to_text(self, style: str = "text") -> str:  # noqa: ARG002 - there is but one style
        """Return the text."""
        return self.text

    def __str__(self) -> str:
        return self.text


class Replies:
    """Every reply of a game, as numbers 0 to `size` - 1 and as texts.

    >>> replies = Replies(["0.0", "0.1", "1.0"], solved="1.0")
    >>> replies.size, replies.solved, str(replies[1]), replies.read("0.1").code
    (3, 2, '0.1', 1)
    """

    def __init__(self, texts: Sequence[str], solved: str, form: str = "") -> None:
        self._form = f"; write {form}" if form else ""
        self._texts = tuple(texts)
        self._codes = {text.casefold(): code for code, text in enumerate(self._texts)}
        self.size = len(self._texts)
        if len(self._codes) < self.size or any(re.search(r"[\s,:=;]|^$", t) for t in self._texts):
            raise InvalidError("replies must be different texts without spaces and , : = ;")
        if solved not in self._texts:
            raise InvalidError(f"the solved reply {solved!r} is not one of the replies")
        self.solved = self._texts.index(solved)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Reply]:
        return (self[code] for code in range(self.size))

    def __getitem__(self, code: int) -> Reply:
        if not 0 <= code < self.size:
            raise InvalidPatternError(f"reply number {code} is not within 0..{self.size - 1}")
        return TextReply(int(code), self._texts[code], int(code) == self.solved)

    def reluctance(self, code: int) -> tuple[int, ...]:
        """Return a key that is small for replies that tell little, which a host prefers."""
        return int(code == self.solved), code

    def read(self, text: str) -> Reply:
        """Read a reply as people write it; `InvalidPatternError` if it is none."""
        code = self._codes.get(text.strip().casefold())
        if code is None:
            known = few(self._texts, most=8)
            raise InvalidPatternError(
                f"there is no reply {text!r}{self._form}; the replies are {known}"
            )
        return self[code]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """What may be exchanged in both guess and answer without changing the reply.

    Attributes
    ----------
    symbols
        symbols that may be exchanged with each other, in every word
    places
        whether the places of a word may be exchanged, in every word
    """

    symbols: str = ""
    places: bool = False

    def orders(self, length: int) -> list[tuple[int, ...]]:
        """Return the orders of places that it exchanges; of longer words there are too many."""
        many = self.places and length <= _MOST_PLACES
        return list(permutations(range(length))) if many else [tuple(range(length))]


_MOST_PLACES = 6
"""Longer words have too many orders to look at."""


def _renamed(word: Iterable[str], free: str) -> tuple[str, ...]:
    """Return a word with its free symbols numbered as they come."""
    numbers: dict[str, str] = {}
    return tuple(
        numbers.setdefault(one, f"#{len(numbers)}") if one in free else one for one in word
    )


class Game(ABC):
    """What may be guessed, what may be hidden, and what is replied.

    Two games are equal if they have the same words and the same rule.

    Attributes
    ----------
    rule
        name and version of the reply rule; a class that does not name one gets its own name.
        A change of what `reply` returns needs a new version: caches, checkpoints, study cells and
        trees are kept by the rule
    lexicon
        the guesses and answers as words
    replies
        every reply, as number and text
    modes
        the hard modes, by name: ``off``, and ``strict``, which needs only
        the rule
    about
        the rule in words, for players who read only text; without it, the docstring of the class
    coloured
        whether replies are one colour per letter, as Wordle's
    symmetry
        what may be exchanged; the exact search then looks at only one of several equal guesses
    source
        for a game in a user's file, the text from which `make_game` reads it again; else nothing
    """

    rule: str = ""
    source: str = ""
    about: str = ""
    coloured: bool = False
    _written: ClassVar[bytes] = b""
    symmetry: Symmetry | None = None
    modes: ClassVar[Mapping[str, Mode]] = {OFF: EveryGuess(), "strict": SameReply()}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if {"reply", "fill"} & cls.__dict__.keys() and "rule" not in cls.__dict__:
            cls.rule = f"{cls.__name__}-1"  # not that of the game it derives from
        if is_own(cls):  # now: the file may be changed while it is played
            own = [inspect.unwrap(value) for value in vars(cls).values()]
            code = own_code(one for one in own if isinstance(one, FunctionType))
            cls._written += code + str(plain(vars(cls))).encode()
        if cls.__doc__ and "about" not in cls.__dict__:
            cls.about = inspect.cleandoc(cls.__doc__)

    def __init__(self, lexicon: Lexicon, replies: Replies) -> None:
        self.lexicon = lexicon
        self.replies = replies

    @abstractmethod
    def reply(self, guess: str, answer: str) -> int:
        """Return the code of the reply to `guess` if `answer` is hidden: the rule itself."""

    def fill(self, guesses: Places, answers: Places, codes: Codes) -> None:
        """Write the reply of every guess to every answer (both by index) into `codes`.

        This asks `reply` cell by cell. A game with large lists should run a kernel instead.
        """
        rows, columns = _chosen(self.guesses, guesses), _chosen(self.answers, answers)
        for row, guess in enumerate(rows):
            try:
                codes[row] = [self.reply(guess, answer) for answer in columns]
            except (Exception, SystemExit):
                for answer in columns:
                    check_reply(self, guess, answer)  # names the pair
                raise

    @property
    def name(self) -> str:
        """The name of the game: for Wordle, the name of its lexicon."""
        return self.lexicon.name

    @property
    def guesses(self) -> tuple[str, ...]:
        """Everything that may be guessed, in alphabetical order."""
        return self.lexicon.allowed

    @property
    def answers(self) -> tuple[str, ...]:
        """Everything that may be hidden, in alphabetical order; all of it may be guessed."""
        return self.lexicon.answers

    @property
    def is_wordle(self) -> bool:
        """Whether this is Wordle by its own rule: then any word may be played, on a list or not."""
        return False

    @property
    def tells_of_letters(self) -> bool:
        """Whether replies are colours that mean what they mean in Wordle."""
        return False

    @property
    def noun(self) -> str:
        """What an answer is called."""
        return "answer"

    @property
    def sign(self) -> str:
        """What guesses are made of."""
        return "letter" if all(map(str.isalpha, self.lexicon.alphabet)) else "symbol"

    def tell_rule(self) -> str:
        """Say in words what is replied, for players who read only text."""
        text = (self.about or self.name).partition(">>>")[0].replace("`", "")
        return f"The game is {' '.join(text.split())}"

    def tell_reply(self, guess: str, code: int) -> str:  # noqa: ARG002 - a game may name its signs
        """Say in words what a reply tells, for players who read only text."""
        return f"the reply is {self.replies[code].to_text()}"

    @cached_property
    def example(self) -> str:
        """A position as people write it, for messages."""
        first, second = (self.guesses[int(len(self.guesses) * part)] for part in (0.32, 0.7))
        answer = self.answers[int(len(self.answers) * 0.52)]
        return f"{self.turn_for(first, answer)} {self.turn_for(second, answer)}"

    @cached_property
    def id(self) -> str:
        """The words and the rule in one text, under which caches and results are kept.

        For a game of your own it includes a hash of its code, its attributes and some replies, so a
        changed rule is another game. A game that cannot be played is refused.
        """
        if not is_own(type(self)):
            return f"{self.lexicon.id}-{self.rule}"
        check_parts(self)
        told = self._written + self._state.encode() + str(check_laws(self)).encode()
        return f"{self.lexicon.id}-{self.rule}-{hashlib.sha256(told).hexdigest()[:8]}"

    @cached_property
    def _state(self) -> str:
        """The attributes that a game of one's own began with, as far as they are plain values."""
        own = self.__dict__.keys() - {"lexicon", "replies", "source"}
        return str({key: plain(self.__dict__[key]) for key in sorted(own)})

    def with_lexicon(self, lexicon: Lexicon) -> Self:
        """Return the same game with other words."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        for found in ("id", "example"):
            other.__dict__.pop(found, None)
        other.lexicon = lexicon
        if lexicon.id != self.lexicon.id:
            other.symmetry = None  # it need not hold among other words
        return other

    def kind(self, answer: str) -> tuple[str, ...]:
        """Return a key that is the same for answers that the symmetry of the game exchanges.

        >>> from salet import make_game
        >>> game = make_game("mastermind(4,6)")
        >>> game.kind("abca") == game.kind("feff"), game.kind("abca") == game.kind("fefd")
        (False, True)
        """
        if self.symmetry is None:
            return (answer,)
        orders, free = self.symmetry.orders(len(answer)), self.symmetry.symbols
        return min(_renamed([answer[place] for place in order], free) for order in orders)

    def mode(self, name: str) -> Mode:
        """Return the hard mode of that name; the error lists all of them."""
        if name not in self.modes:
            raise UnknownNameError(
                f"{self.name} has no hard mode {name!r}; it has {', '.join(self.modes)}"
            )
        mode = self.modes[name]
        return OwnMode(self, name, mode) if is_own(type(mode)) else mode

    def objection(self, guess: str, position: Position, rules: Rules) -> str | None:
        """Say why the rules do not allow `guess` after `position`, or return None."""
        if len(position) == 0:
            return None
        return self.mode(rules.hard).objection(self, guess, position)

    def check(self, guess: str, position: Position, rules: Rules) -> None:
        """Raise `IllegalGuessError` if the rules do not allow `guess` after `position`."""
        objection = self.objection(guess, position, rules)
        if objection is not None:
            raise IllegalGuessError(
                f"{guess} is not allowed in hard mode {rules.hard}: {objection}"
            )

    def fits(self, answer: str, position: Position) -> bool:
        """Whether `answer` would give every reply of `position`, so that it is a candidate."""
        return all(self.reply(turn.guess, answer) == turn.reply.code for turn in position)

    def turn(self, guess: str, code: int) -> Turn:
        """Return a guess with the reply of that number."""
        return Turn(guess, self.replies[code])

    def turn_for(self, guess: str, answer: str) -> Turn:
        """Return a guess with its reply if `answer` is hidden."""
        return self.turn(guess, self.reply(guess, answer))

    def position(self, text: str | Position | Iterable[tuple[str, str]]) -> Position:
        """Read a position as people write it: guesses and replies in turn, as text or pairs."""
        if isinstance(text, Position):
            return text
        return self._read_position(as_text(text))

    def tokens(self, text: str) -> list[str]:
        """Split what a person typed into guesses and replies."""
        between = "".join(sign for sign in ",:=;" if sign not in self.lexicon.alphabet)
        return [token for token in re.split(rf"[\s{between}]+", text) if token]

    def _read_position(self, text: str) -> Position:
        tokens = self.tokens(text)
        if len(tokens) % 2:
            raise InvalidPositionError(
                f"{text.strip()!r} does not pair guesses with replies; write it as {self.example}"
            )
        return Position(
            tuple(
                Turn(self.lexicon.spelled(guess), self.replies.read(reply))
                for guess, reply in zip(tokens[::2], tokens[1::2], strict=True)
            )
        )

    def summary(self) -> dict[str, Any]:
        """Return the facts about the game that every result names."""
        return self.lexicon.summary() | {"rule": self.rule}

    def reply_facts(self, guess: str, answer: str) -> dict[str, Any]:
        """Return the reply to a guess as plain values for JSON; words as people type them."""
        words = self.lexicon
        guess, answer = (words.allowed[words.guess_index(word)] for word in (guess, answer))
        reply = self.replies[self.reply(guess, answer)]
        facts = {"pattern": str(reply), "code": reply.code, "solved": reply.solved}
        return {"lexicon": self.summary(), "guess": guess, "answer": answer, **facts}

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        # Other processes cannot import a class of a person's file: they read the file again.
        if self.source:
            return _read_again, (self.source, self.lexicon)
        return super().__reduce_ex__(protocol)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def _read_again(source: str, lexicon: Lexicon) -> Game:
    from salet.games.registry import make_game

    game = make_game(source)
    return game if game.lexicon == lexicon else game.with_lexicon(lexicon)


def _chosen(words: tuple[str, ...], places: Places) -> Sequence[str]:
    return words[places] if isinstance(places, slice) else [words[place] for place in places]
