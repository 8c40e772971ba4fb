"""A person's game of several boards: each has a host of its own, and a guess is for all boards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from salet.boards.notation import Boards
from salet.coach.host import Board, Honest
from salet.coach.sharing import share_boards, share_text
from salet.errors import IllegalGuessError, InvalidError, counted
from salet.games.rules import OFF
from salet.view import Setting
from salet.words.lexicon import Lexicon


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
            raise IllegalGuessError(f"the game is over after {counted(self.turns, 'guess')}")
        return SeveralBoards(
            tuple(board if board.over else board.after(word) for board in self.boards)
        )

    def share(self, style: str = "emoji") -> str:
        """Write the game as people share it: colours or numbers of guesses, and no words."""
        first, cap = self.boards[0], self.max_guesses
        host = "" if isinstance(first.host, Honest) else f" {first.host.name}"
        title = f"salet {first.view.lexicon.name}{host}"
        if len(self) > 1:
            return share_boards(f"{title} {len(self)} boards", self.solved_at, cap, style=style)
        hard = first.view.rules.hard != OFF
        return share_text(title, first.replies, cap, hard=hard, style=style)

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)


def draw_different(lexicon: Lexicon, boards: int) -> list[str]:
    """Draw an answer for each board, no two the same."""
    if boards > len(lexicon.answers):
        raise InvalidError(
            f"{boards} boards need {boards} answers; {lexicon.name} has {len(lexicon.answers)}"
        )
    return random.SystemRandom().sample(lexicon.answers, boards)
