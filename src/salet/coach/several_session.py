"""The memory of a person's puzzle of several boards: what they typed, and how to take it back.

A line holds the word played and one reply for each board not yet solved, in order; or the replies
alone, to the first suggestion; or a command. What cannot be taken raises a `SaletError` and changes
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.boards.boards import BETWEEN, Boards
from salet.boards.suggest import advise_boards
from salet.errors import InvalidError
from salet.notation import read_word
from salet.patterns import Pattern

if TYPE_CHECKING:
    from salet.boards.suggest import BoardsAdvice
    from salet.table import PatternTable

HELP = """\
Type what you played and the reply of every board not yet solved, in order:  raise --y-g y----
  --y-g y----      the replies alone: to the first suggestion
  u  undo    n  new puzzle    ?  this help    q  quit"""

_COMMANDS = {"q": "quit", "exit": "quit", "u": "undo", "n": "new", "h": "help", "?": "help"}


class BoardsSession:
    """One person's puzzle of several boards."""

    def __init__(self, table: PatternTable, boards: Boards, top: int = 5) -> None:
        self.table = table
        self.top = top
        self.boards = boards
        self.closed = False
        self._past: list[Boards] = []
        self._advice: BoardsAdvice | None = None
        self.advice()

    @property
    def solved(self) -> bool:
        """Whether all boards are solved."""
        return not self.boards.unsolved

    def advice(self) -> BoardsAdvice:
        """Say what to guess here."""
        if self._advice is None or self._advice.boards is not self.boards:
            self._advice = advise_boards(self.table, self.boards, top=self.top)
        return self._advice

    def take(self, line: str) -> str:
        """Take a line in; return what to say about it, if anything."""
        text = line.strip().lower()
        name = _COMMANDS.get(text, text)
        if name == "quit":
            self.closed = True
        elif name == "help":
            return HELP
        elif name == "undo":
            if not self._past:
                raise InvalidError("there is nothing to undo")
            self.boards = self._past.pop()
            return "taken back"
        elif name == "new":
            self._past.append(self.boards)
            self.boards = Boards.start(len(self.boards))
            return "a new puzzle"
        elif text:
            return self._read(text)
        return ""

    def _read(self, text: str) -> str:
        if self.solved:
            raise InvalidError("the puzzle is solved; n begins a new one, u takes a turn back")
        tokens = text.replace(BETWEEN, " ").replace(":", " ").replace(",", " ").split()
        lexicon, unsolved = self.table.lexicon, self.boards.unsolved
        said = ""
        named = tokens[0] in lexicon.allowed or len(tokens) != len(unsolved)
        if not named:
            word = self.advice().suggestions[0].guess
            said = f"taken as the replies to {word.upper()}"
        else:
            word = lexicon.allowed[lexicon.guess_index(read_word(tokens.pop(0)))]
        replies = [Pattern.from_text(token) for token in tokens]
        if len(replies) != len(unsolved):
            numbers = " ".join(str(place + 1) for place in unsolved)
            raise InvalidError(
                f"type the word and then a reply for each board not solved, {numbers}; "
                f"that was {len(replies)} for {len(unsolved)}"
            )
        later = self.boards.after(word, replies)
        later.candidates(self.table)  # refuses replies that no answer fits
        self._past.append(self.boards)
        self.boards = later
        return said
