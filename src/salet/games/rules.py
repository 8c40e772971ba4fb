"""What a player may guess: the number of guesses, and the modes that forbid some of them.

A mode has one readable rule (`Mode.objection`, which comes with the reason a person needs) and
one array form (`Mode.legal`, the same for many guesses at once). Every game has ``off`` and
``strict``: a strict guess must be possible as the answer by all that was replied. Wordle adds
``nyt``; see `salet.games.hard`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, cast

from salet.errors import IllegalGuessError, InvalidError

if TYPE_CHECKING:
    from salet.games.game import Game
    from salet.games.position import Position
    from salet.table import Indices, Table

OFF = "off"


class HardMode(StrEnum):
    """Old names of modes."""

    OFF = "off"
    NYT = "nyt"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Rules:
    """How many guesses there are, and which hard mode of the game is played.

    >>> Rules(hard="nyt")
    Rules(max_guesses=6, hard='nyt')
    """

    max_guesses: int = 6
    hard: Any = OFF

    def __post_init__(self) -> None:
        if not isinstance(self.max_guesses, int) or self.max_guesses < 1:
            raise InvalidError(
                f"the number of guesses must be a whole number of 1 or more, not {self.max_guesses}"
            )
        if self.hard in list(HardMode):
            object.__setattr__(self, "hard", HardMode(self.hard))

    def objection(self, guess: str, position: Position) -> str | None:
        """Old form of `Game.objection`, for Wordle."""
        from salet.games.wordle import Wordle

        if len(position) == 0:
            return None
        return Wordle.modes[self.hard].objection(cast("Any", None), guess, position)

    def check(self, guess: str, position: Position) -> None:
        """Old form of `Game.check`, for Wordle."""
        objection = self.objection(guess, position)
        if objection is not None:
            raise IllegalGuessError(f"{guess} is not allowed in hard mode {self.hard}: {objection}")


class Mode(ABC):
    """Which guesses the turns so far forbid.

    Attributes
    ----------
    search
        how the exact search applies the mode: ``every`` guess is legal; ``same`` reply, as in
        `SameReply`; or by Wordle's ``letters`` (nyt) and ``strict-letters``
    """

    search: Literal["every", "same", "letters", "strict-letters"]

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
        """Return None."""
        return None

    def legal(self, table: Table, position: Position, among: Indices) -> Indices:  # noqa: ARG002
        """Return all of them."""
        return among


class SameReply(Mode):
    """A guess must be possible as the answer: it would have got every reply that was given."""

    search = "same"

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


def legal_guesses(table: Any, position: Position, rules: Rules, among: Any = None) -> Any:
    """Old form of `Mode.legal`."""
    import numpy as np

    among = np.arange(len(table.game.guesses)) if among is None else among
    if len(position) == 0:
        return among
    return table.game.mode(rules.hard).legal(table, position, among)
