"""The guesses and patterns so far, with a text form that round-trips.

The form is ``raise:--y-g clout:-y---``. Other spellings people use are read too:

* ``raise=00102`` and ``raise;xxyxg`` (any of ``: = ; /`` between guess and pattern),
* ``raise --y-g clout -y---`` (guess and pattern in turn),
* turns separated by commas or line ends instead of spaces,
* ``raise - - y - g``, ``raise⬛⬛🟨⬛🟩`` and ``r0a0i1s0e2`` (see `split_typed`),
* ``raise.BBYBG.clout.BYBBB`` (a dotted path of letters alone).
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidPositionError, counted
from salet.games.colours import Pattern, split_typed
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.games.game import Game, Reply

_DOTTED_PATH = re.compile(r"\w+(\.\w+)+")
_NOTHING_BESIDE = re.compile(r"(^|[\s,:]):|:($|[\s,])")
_EXAMPLE = "raise:--y-g clout:-y---"


@dataclass(frozen=True, slots=True)
class Turn:
    """One guess with the reply to it."""

    guess: str
    reply: Reply

    def __str__(self) -> str:
        return f"{self.guess}:{self.reply.to_text()}"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """All turns so far; for Wordle, also from text or from pairs of guess and pattern.

    >>> position = Position.from_text("raise:--y-g clout:-y---")
    >>> len(position), position.turns[0].guess
    (2, 'raise')
    >>> position == Position.from_text("RAISE=00102, clout=01000")
    True
    >>> position == Position([("raise", "--y-g"), ("clout", "-y---")])
    True
    >>> str(Position())
    ''
    """

    turns: tuple[Turn, ...] = ()

    def __post_init__(self) -> None:
        given: Any = self.turns
        if not isinstance(given, tuple | list) or not all(type(one) is Turn for one in given):
            object.__setattr__(self, "turns", Position.from_text(as_text(given)).turns)
        elif isinstance(given, list):
            object.__setattr__(self, "turns", tuple(given))

    @classmethod
    def from_text(cls, text: str, game: Game | None = None) -> Position:
        """Read a position of Wordle in any of the spellings above; an empty text is the start.

        `Game.position` reads that of any game.

        A `game` whose replies are colours says how its words are spelled, and with which symbols.
        """
        spell = read_word if game is None else game.lexicon.spelled
        tokens = typed_tokens(text.strip(), game)
        if len(tokens) % 2:
            raise InvalidPositionError(
                f"{text.strip()!r} does not pair guesses with patterns; {_form(game)}"
            )
        turns = [
            _turn(spell(guess), pattern)
            for guess, pattern in zip(tokens[::2], tokens[1::2], strict=True)
        ]
        if len({len(turn.guess) for turn in turns}) > 1:
            raise InvalidPositionError(
                f"the guesses differ in length: {', '.join(turn.guess for turn in turns)}"
            )
        return cls(tuple(turns))

    def after(self, guess: str, reply: Reply) -> Position:
        """Return the position one turn later."""
        return Position((*self.turns, Turn(guess, reply)))

    @property
    def solved(self) -> bool:
        """Whether the last guess was the answer."""
        return len(self.turns) > 0 and self.turns[-1].reply.solved

    def to_text(self) -> str:
        """Write the position; `from_text` reads it back."""
        return " ".join(str(turn) for turn in self.turns)

    def _repr_html_(self) -> str:
        from salet.games.tiles import turn_rows

        return turn_rows(self.turns)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.turns)

    def __len__(self) -> int:
        return len(self.turns)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Position.from_text({self.to_text()!r})"


def as_text(given: Any) -> str:
    """Return a position as text, whether it is one, a `Position`, or pairs of guess and reply."""
    if isinstance(given, str | Position):
        return str(given)
    try:
        pairs = [(str(guess), str(reply)) for guess, reply in given]
    except (TypeError, ValueError):
        raise InvalidPositionError(
            f"cannot read {reprlib.repr(given)} as a position; {_form(None)}"
        ) from None
    return " ".join(f"{guess}:{reply}" for guess, reply in pairs)


def _turn(guess: str, typed: str) -> Turn:
    pattern = Pattern.from_text(typed)
    if len(guess) != len(pattern):
        letters = counted(len(guess), "letter")
        raise InvalidPositionError(
            f"{guess!r} has {letters} but its pattern {typed!r} has {len(pattern)}"
        )
    return Turn(guess, pattern)


def _form(game: Game | None) -> str:
    return f"write it as {_EXAMPLE if game is None else game.example}"


def typed_tokens(text: str, game: Game | None) -> list[str]:
    """Split into guess, pattern, guess, pattern, ... whatever stands between them."""
    if _DOTTED_PATH.fullmatch(text):
        return text.split(".")
    symbols = () if game is None else game.lexicon.alphabet  # an equation has = and / of its own
    between = "".join(sign for sign in ":=;/" if sign not in symbols)
    joined = re.sub(rf"\s*[{between}]\s*", ":", text)
    if _NOTHING_BESIDE.search(joined):
        raise InvalidPositionError(f"{text!r} lacks a guess or a pattern; {_form(game)}")
    return split_typed(joined.replace(":", " "))
