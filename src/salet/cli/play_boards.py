"""``salet play --boards N``: what several boards look like, and what can be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from salet.cli.show import counted, key_of, notes_on_stderr
from salet.errors import InvalidError
from salet.games.colours import Colour

if TYPE_CHECKING:
    from salet.boards.puzzle import SeveralBoards
    from salet.cli.show import Screen
    from salet.coach.host import Board
    from salet.coach.suggest import Advisor

_MOST_SIDE_BY_SIDE = 4
_GAP = "   "


class BoardsGame:
    """A game of several boards on a screen."""

    def __init__(self, boards: SeveralBoards, advisor: Advisor, screen: Screen) -> None:
        self.boards = boards
        self.advisor = advisor
        self.screen = screen

    @property
    def over(self) -> bool:
        """Whether no further guess is allowed."""
        return self.boards.over

    @property
    def turns(self) -> int:
        """The number of guesses so far."""
        return self.boards.turns

    @property
    def welcome(self) -> str:
        """What to say first."""
        return (
            f"{len(self.boards)} boards, {self.advisor.lexicon.length} letters, "
            f"{counted(self.boards.max_guesses, 'guess')}, each for all boards; "
            "? for a hint, a board's number to see it, q to give up"
        )

    def take(self, text: str) -> None:
        """Play a word on all boards, or show the board of that number."""
        if text.isdecimal():
            number = int(text)
            if not 1 <= number <= len(self.boards):
                raise InvalidError(f"there is no board {number}; they are 1 to {len(self.boards)}")
            self._show_one(self.boards.boards[number - 1])
            return
        self.boards = self.boards.after(text)
        self._show()

    def hint(self) -> None:
        """Say what the coach would guess."""
        from salet.boards.advice import advise_boards

        with notes_on_stderr():
            advice = advise_boards(self.advisor.setting.table, self.boards.positions, top=1)
        best = advice.suggestions[0]
        self.screen.line(f"{self.advisor.lexicon.capitals(best.guess)} {best.reason}")

    def finish(self) -> None:
        """Say how it ended, with the text to share."""
        from salet.coach.grids import share_boards

        missing = [board for board in self.boards if not board.solved]
        if missing:
            hidden = [board.host.reveal(board.view) for board in missing]
            words = ", ".join(map(self.advisor.lexicon.capitals, hidden))
            self.screen.line(f"the {'word' if len(missing) == 1 else 'words'} not found: {words}")
        if not self.over:
            return
        self.screen.line("")
        title = f"salet {self.advisor.lexicon.name} {len(self.boards)} boards"
        style = "text" if self.screen.ascii_only else "emoji"
        solved_at, cap = self.boards.solved_at, self.boards.max_guesses
        self.screen.line(share_boards(title, solved_at, cap, style=style))

    def _show_one(self, board: Board) -> None:
        """Draw one board as a game of one board does."""
        lexicon = board.view.lexicon
        for turn in board.position:
            self.screen.line(self.screen.tiles(lexicon.capitals(turn.guess), turn.pattern))
        if not board.solved:
            self.screen.line(f"{counted(len(board.view.candidates), 'word')} possible")
            self.screen.keys(lexicon.keyboard, board.letters(), lexicon.capital)

    def _show(self) -> None:
        width = self._block_width() * len(self.boards) + len(_GAP) * (len(self.boards) - 1)
        if len(self.boards) <= _MOST_SIDE_BY_SIDE and width <= self.screen.width:
            self._show_side_by_side()
        else:
            self._show_table()

    def _block_width(self) -> int:
        keys = self.advisor.lexicon.keyboard
        widest = max(len(row) + indent for indent, row in enumerate(keys))
        return max(3 * self.advisor.lexicon.length, widest, len("1: 2,315 left"))

    def _show_side_by_side(self) -> None:
        """Draw every board with its own keyboard below it."""
        blocks = [self._block(number, board) for number, board in enumerate(self.boards, 1)]
        for row in range(max(map(len, blocks))):
            line = Text()
            for block in blocks:
                part = block[row].copy() if row < len(block) else Text()
                part.pad_right(self._block_width() - part.cell_len)
                line.append(part).append(_GAP)
            line.rstrip()
            self.screen.line(line)

    def _block(self, number: int, board: Board) -> list[Text]:
        """Draw one board as lines; its keyboard begins below the longest board."""
        count = len(board.position) if board.solved else len(board.view.candidates)
        head = f"{number}: solved in {count}" if board.solved else f"{number}: {count:,} left"
        tiles = [self._tiles(board, place) for place in range(len(board.position))]
        space = [Text()] * (self.boards.turns - len(tiles) + 1)
        lines = [Text(head, style="bold"), *tiles]
        if board.solved or board.over:
            return lines
        return [*lines, *space, *self._small_keys(board)]

    def _tiles(self, board: Board, place: int) -> Text:
        turn, text = board.position.turns[place], Text()
        for letter, colour in zip(turn.guess, turn.pattern.colours, strict=True):
            text.append(key_of(letter, colour), style=self.screen.styles[colour])
        return text

    def _small_keys(self, board: Board) -> list[Text]:
        """Draw a keyboard, one cell a letter: a capital is in the word, a dot was one that is not.

        Which letters are in their place is told by the tiles above.
        """
        known, lines, lexicon = board.letters(), [], board.view.lexicon
        for indent, row in enumerate(lexicon.keyboard):
            line = Text(" " * indent)
            for letter in row:
                colour = known.get(letter)
                if colour is None:
                    line.append(letter)
                elif colour is Colour.GREY:
                    line.append(self.screen.gone, style="dim")
                else:
                    line.append(lexicon.capital(letter), style=self.screen.styles[colour])
            lines.append(line)
        return lines

    def _show_table(self) -> None:
        """List the boards still to be solved, a line each, and name those that are."""
        rows: list[list[str | Text]] = []
        for number, board in enumerate(self.boards, 1):
            if board.solved:
                continue
            found = sorted(k for k, colour in board.letters().items() if colour is Colour.YELLOW)
            left = f"{len(board.view.candidates):,}"
            last = self._tiles(board, len(board.position) - 1)
            rows.append([str(number), last, _placed(board), "".join(found), left])
        if rows:
            columns = [">board", "last reply", "placed", "also", ">left"]
            self.screen.table(columns, rows, spare=["last reply", "also"])
        solved = [f"{n} in {at}" for n, at in enumerate(self.boards.solved_at, 1) if at is not None]
        if solved:
            self.screen.line(f"solved: {', '.join(solved)}")
        if not self.over:
            left = counted(self.boards.max_guesses - self.turns, "guess")
            self.screen.line(f"{left} left; a board's number shows it whole")


def _placed(board: Board) -> str:
    """Write the letters in their places, a dash for each that is not known."""
    letters = ["-"] * board.view.lexicon.length
    for turn in board.position:
        for place, colour in enumerate(turn.pattern.colours):
            if colour is Colour.GREEN:
                letters[place] = turn.guess[place]
    return "".join(letters)
