"""The positions of several boards, with a text form that round-trips.

The form is ``raise:--y-g | raise:y----``: the positions, with a bar between two boards. A solved
board takes no further guesses, so its position ends with its solving reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.errors import IllegalGuessError, InvalidPositionError
from salet.games.game import Game, Reply
from salet.games.position import Position
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.table import Indices, Table  # loads numpy, which the command's help must not

BETWEEN = "|"
MOST_BOARDS = 32
_SPARE_GUESSES = 5


def allowed_guesses(boards: int) -> int:
    """Return how many guesses a game of `boards` boards allows, as in the known games.

    >>> [allowed_guesses(boards) for boards in (1, 2, 4, 8, 16, 32)]
    [6, 7, 9, 13, 21, 37]
    """
    return boards + _SPARE_GUESSES


@dataclass(frozen=True, slots=True, repr=False)
class Boards:
    """One position per board, all with the same guesses until a board is solved.

    >>> boards = Boards.from_text("raise:--y-g clout:-y--- | raise:y---- clout:ggggg")
    >>> len(boards), boards.turns, boards.unsolved
    (2, 2, (0,))
    >>> str(boards)
    'raise:--y-g clout:-y--- | raise:y---- clout:ggggg'
    """

    positions: tuple[Position, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.positions) <= MOST_BOARDS:
            raise InvalidPositionError(
                f"there are {len(self.positions)} boards; play 1 to {MOST_BOARDS}"
            )
        guesses = self.guesses
        for number, position in enumerate(self.positions, 1):
            own = tuple(turn.guess for turn in position)
            solved = [place for place, turn in enumerate(position, 1) if turn.reply.solved]
            if solved and solved[0] < len(own):
                raise InvalidPositionError(
                    f"board {number} is solved after {position.turns[solved[0] - 1].guess}; "
                    f"leave out what was guessed later"
                )
            if own != guesses[: len(own)] or (len(own) < len(guesses) and not solved):
                lacking = [f"lacks the guess {word}" for word in guesses if word not in own]
                differs = [*lacking, "has the guesses in another order"][0]
                raise InvalidPositionError(
                    f"board {number} {differs}; every guess is played on all unsolved boards"
                )

    @classmethod
    def start(cls, boards: int) -> Boards:
        """Return this number of boards before the first guess."""
        return cls((Position(),) * boards)

    @classmethod
    def from_text(cls, text: str, game: Game | None = None) -> Boards:
        """Read positions with a bar between two boards; of Wordle, if no game is given."""
        read = Position.from_text if game is None else game.position
        return cls(tuple(map(read, text.split(BETWEEN))))

    def to_text(self) -> str:
        """Write the positions; `from_text` reads them back."""
        return f" {BETWEEN} ".join(str(position) for position in self.positions)

    @property
    def guesses(self) -> tuple[str, ...]:
        """Every guess so far."""
        longest = max(self.positions, key=len)
        return tuple(turn.guess for turn in longest)

    @property
    def turns(self) -> int:
        """The number of guesses so far."""
        return len(self.guesses)

    @property
    def unsolved(self) -> tuple[int, ...]:
        """The places of the boards whose answer has not been guessed."""
        return tuple(place for place, position in enumerate(self.positions) if not position.solved)

    def after(self, guess: str, replies: Sequence[Reply]) -> Boards:
        """Return the boards one guess later; `replies` are those of the unsolved boards."""
        if not self.unsolved:
            raise IllegalGuessError("all boards are solved")
        said = dict(zip(self.unsolved, replies, strict=True))
        word = read_word(guess)
        return Boards(
            tuple(
                position.after(word, said[place]) if place in said else position
                for place, position in enumerate(self.positions)
            )
        )

    def candidates(self, table: Table) -> list[Indices]:
        """Return the listed answers that fit each board; a solved one has its answer alone.

        The boards are taken one by one. That no two answers are the same is not used: few games
        state it, and it hardly ever matters.
        """
        return [table.candidates(position) for position in self.positions]

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __len__(self) -> int:
        return len(self.positions)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Boards.from_text({self.to_text()!r})"
