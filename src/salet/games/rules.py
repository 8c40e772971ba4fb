"""What a player may guess: the number of guesses, and the modes that forbid some of them.

A mode has one readable rule (`Mode.objection`, which comes with the reason a person needs) and
one array form (`Mode.legal`, the same for many guesses at once). Every game has ``off`` and
``strict``: a strict guess must be possible as the answer by all that was replied. Wordle adds
``nyt``; see `salet.games.hard`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from salet.errors import InvalidError

if TYPE_CHECKING:
    from salet.games.game import Game
    from salet.games.position import Position
    from salet.table import Indices, Table

OFF = "off"


@dataclass(frozen=True, slots=True)
class Rules:
    """The number of guesses, and the hard mode of the game.

    >>> Rules(hard="nyt")
    Rules(max_guesses=6, hard='nyt')
    """

    max_guesses: int = 6
    hard: str = OFF

    def __post_init__(self) -> None:
        if not isinstance(self.max_guesses, int) or self.max_guesses < 1:
            raise InvalidError(
                f"the number of guesses must be a whole number of 1 or more, not {self.max_guesses}"
            )
        if not isinstance(self.hard, str):
            raise InvalidError(f"hard must be the name of a hard mode, not {self.hard!r}")


class Mode(ABC):
    """Which guesses the turns so far forbid.

    Each turn forbids guesses by itself: what is allowed after several turns is what is allowed
    after each of them. No mode forbids an answer that is still possible. `check_game` of
    `salet.testing` tests both, and that the two forms agree.

    Attributes
    ----------
    search
        how the exact search applies the mode: ``every`` guess is legal; ``same`` reply, as in
        `SameReply`; or by Wordle's ``letters`` (nyt) and ``strict-letters``. A mode that is none
        of these leaves it at None, and the exact search refuses it
    told
        what is allowed, in words, for players who read only text; a mode that leaves it out is
        told by its name
    """

    search: Literal["every", "same", "letters", "strict-letters"] | None = None
    told: str = ""

    @abstractmethod
    def objection(self, game: Game, guess: str, position: Position) -> str | None:
        """Say why `guess` is not allowed after `position`, or return None."""

    @abstractmethod
    def legal(self, table: Table, position: Position, among: Indices) -> Indices:
        """Return the guesses of `among` that are allowed after `position`."""


class EveryGuess(Mode):
    """Nothing is forbidden."""

    search = "every"

    def objection(self, game: Game, guess: str, position: Position) -> str | None:  # noqa: ARG002
        return None

    def legal(self, table: Table, position: Position, among: Indices) -> Indices:  # noqa: ARG002
        return among


class SameReply(Mode):
    """A guess must be possible as the answer: it would have got every reply that was given."""

    search = "same"
    told = "every guess must be possible as the answer by all that you were told"

    def objection(self, game: Game, guess: str, position: Position) -> str | None:
        """Name the first turn that rules the guess out as the answer."""
        for turn in position:
            if game.reply(turn.guess, guess) != turn.reply.code:
                return f"after {turn}, it cannot be the answer"
        return None

    def legal(self, table: Table, position: Position, among: Indices) -> Indices:
        """Return the guesses that may be the answer by what was replied."""
        for turn in position:
            replies = table.row_among_guesses(table.lexicon.guess_index(turn.guess))
            among = among[replies[among] == turn.reply.code]
        return among
