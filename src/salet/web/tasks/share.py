"""A finished game as people share it: colours, no words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.coach.grids import share_text
from salet.coach.host import HOSTS
from salet.games.rules import HardMode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.coach.host import Board
    from salet.games.rules import Rules
    from salet.words.lexicon import Lexicon

_KEYCAP = "\ufe0f\u20e3"
_FINISHED, _UNSOLVED = "⬛", "🟥"


def share(lexicon: Lexicon, host: str, boards: Sequence[Board], rules: Rules) -> str:
    """Write the text; several boards stand in pairs, each under the guess that solved it."""
    title = f"salet {lexicon.name}" + ("" if host == HOSTS[0] else f" {host}")
    if len(boards) == 1:
        hard = rules.hard is not HardMode.OFF
        return share_text(title, boards[0].replies, rules.max_guesses, hard=hard)
    lines = [f"{title}, {len(boards)} boards"]
    for start in range(0, len(boards), 2):
        lines += ["", *_pair(boards[start : start + 2])]
    return "\n".join(lines)


def _pair(boards: Sequence[Board]) -> list[str]:
    """Write two boards side by side."""
    numbers = "".join(_number(board) for board in boards)
    height = max(len(board.replies) for board in boards)
    rows = []
    for turn in range(height):
        cells = [
            board.replies[turn].to_text("emoji")
            if turn < len(board.replies)
            else _FINISHED * board.view.lexicon.length
            for board in boards
        ]
        rows.append(" ".join(cells))
    return [numbers, *rows]


def _number(board: Board) -> str:
    if not board.solved:
        return _UNSOLVED
    return "".join(f"{digit}{_KEYCAP}" for digit in str(len(board.replies)))
