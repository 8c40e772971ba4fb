"""Several boards with a host each, one guess for all: the game and the text to share."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.boards.boards import Boards
from salet.coach.board import Board
from salet.coach.host import Honest
from salet.errors import IllegalGuessError, InvalidError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from salet.view import Setting
    from salet.words.lexicon import Lexicon

_ONE_SIGN = ["", *(f"{digit}\ufe0f\u20e3" for digit in range(1, 10)), "🔟", "🕚", "🕛", "🕐"]
"""Signs for guesses 1 to 13, as the known game of eight boards shares them."""

_LOST = "🟥"
_PER_ROW = 2


@dataclass(frozen=True)
class SeveralBoards:
    """The boards as they stand; a guess makes new ones. A solved board takes no more guesses."""

    boards: tuple[Board, ...]

    @classmethod
    def hiding(cls, answers: Sequence[str], setting: Setting) -> SeveralBoards:
        """Hide one answer on each board."""
        return cls(tuple(Board(Honest(answer), setting.start()) for answer in answers))

    @property
    def positions(self) -> Boards:
        """What was guessed and replied on every board."""
        return Boards(tuple(board.position for board in self.boards))

    @property
    def turns(self) -> int:
        """The number of guesses so far."""
        return max(len(board.position) for board in self.boards)

    @property
    def max_guesses(self) -> int:
        """How many guesses the rules allow."""
        return self.boards[0].view.rules.max_guesses

    @property
    def solved(self) -> bool:
        """Whether all answers were found."""
        return all(board.solved for board in self.boards)

    @property
    def over(self) -> bool:
        """Whether no further guess is allowed."""
        return all(board.over for board in self.boards)

    @property
    def solved_at(self) -> tuple[int | None, ...]:
        """The number of the guess that solved each board, None for those not solved."""
        return tuple(len(board.position) if board.solved else None for board in self)

    def after(self, word: str) -> SeveralBoards:
        """Play a word on all boards not yet solved; `IllegalGuessError` if it is not allowed."""
        if self.over:
            raise IllegalGuessError(f"the game is over after {self.turns} guesses")
        return SeveralBoards(
            tuple(board if board.over else board.after(word) for board in self.boards)
        )

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)


def draw_different(lexicon: Lexicon, boards: int) -> list[str]:
    """Draw as many answers, no two alike."""
    if boards > len(lexicon.answers):
        raise InvalidError(
            f"{boards} boards need as many answers; {lexicon.name} has {len(lexicon.answers)}"
        )
    return random.SystemRandom().sample(lexicon.answers, boards)


def share_boards(
    title: str, solved_at: Sequence[int | None], max_guesses: int, *, style: str = "emoji"
) -> str:
    """Write a game of several boards as people share it: when each was solved, two in a row.

    Up to 13 guesses there is one sign for a number, beyond that there are two digits.

    >>> print(share_boards("salet original", [4, 5, None, 7], 9, style="text"))
    salet original X/9
    <BLANKLINE>
    4 5
    X 7
    """
    known = [number for number in solved_at if number is not None]
    total = str(max(known)) if len(known) == len(solved_at) else "X"
    signs = [_sign(number, max_guesses, style) for number in solved_at]
    between = " " if style != "emoji" or max_guesses >= len(_ONE_SIGN) else ""
    rows = [
        between.join(signs[start : start + _PER_ROW]) for start in range(0, len(signs), _PER_ROW)
    ]
    return "\n".join([f"{title} {total}/{max_guesses}", "", *rows])


def _sign(number: int | None, max_guesses: int, style: str) -> str:
    """Write the number of a guess, all of the same width."""
    digits = 1 if max_guesses < 10 else len(str(max_guesses))
    if style != "emoji":
        return ("X" if number is None else str(number)).rjust(digits)
    if max_guesses < len(_ONE_SIGN):
        return _LOST if number is None else _ONE_SIGN[number]
    if number is None:
        return _LOST * digits
    return "".join(f"{digit}\ufe0f\u20e3" for digit in str(number).rjust(digits, "0"))
