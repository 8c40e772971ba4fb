"""The memory of a person's puzzle of several boards: what they typed, and how to take it back.

A line holds the word played and one reply for each board not yet solved, in order; or the two on
lines of their own; or the replies alone, to the first suggestion; or a command.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from salet.boards.boards import BETWEEN, Boards
from salet.coach.several_suggest import advise_boards, candidate_sets
from salet.coach.typed import TypedPuzzle
from salet.errors import InvalidError, InvalidPatternError
from salet.games.colours import Pattern, split_typed

if TYPE_CHECKING:
    from salet.coach.several_suggest import BoardsAdvice
    from salet.coach.suggest import Advisor

HELP = """\
Type what you played and the reply of every board not yet solved, in order:  raise --y-g y----
  --y-g y----      the replies alone: to the word you named, or else to the first suggestion
  crane            another word than suggested; then type the replies to it
  r, r WORD        my word was rejected: suggest another
  w  list the words left    u  undo    n  new puzzle    ?  this help    q  quit"""


@dataclass(frozen=True)
class BoardsState:
    """All that a line can change."""

    boards: Boards
    rejected: frozenset[str] = frozenset()
    word: str = ""
    """A word that was named, and waits for its replies."""


class BoardsSession(TypedPuzzle[BoardsState]):
    """One person's puzzle of several boards."""

    help_text = HELP

    def __init__(self, advisor: Advisor, boards: Boards, top: int = 5) -> None:
        super().__init__(advisor, BoardsState(boards))
        self.top = top
        self._advice: tuple[BoardsState, BoardsAdvice] | None = None
        self.advice()

    @property
    def boards(self) -> Boards:
        """The turns so far."""
        return self.state.boards

    @property
    def solved(self) -> bool:
        """Whether all boards are solved."""
        return not self.boards.unsolved

    @property
    def waiting_for(self) -> str:
        """What would complete a turn: the replies to a word, or nothing."""
        word = self.state.word
        return f"replies to {self.advisor.lexicon.capitals(word)}" if word else ""

    def advice(self) -> BoardsAdvice:
        """Say what to guess here."""
        if self._advice is None or self._advice[0] is not self.state:
            table, rejected = self.advisor.setting.table, self.state.rejected
            advice = advise_boards(table, self.boards, top=self.top, without=rejected)
            self._advice = (self.state, advice)
        return self._advice[1]

    def _turns_of(self, state: BoardsState) -> Boards:
        return state.boards

    def _begin(self) -> BoardsState:
        return BoardsState(Boards.start(len(self.boards)))

    def _words_left(self) -> str:
        advice = self.advice()
        return "\n".join(
            f"board {place + 1}: {' '.join(map(advice.lexicon.shown, advice.candidates[place]))}"
            for place in self.boards.unsolved
        )

    def _named(self) -> str:
        suggestions = self.advice().suggestions
        return self.state.word or (suggestions[0].guess if suggestions else "")

    def _rejecting(self, word: str) -> BoardsState:
        rejected = self.state.rejected | {word}
        candidate_sets(self.advisor.setting.table, self.boards, rejected)
        return replace(self.state, rejected=rejected, word="")

    def _read(self, text: str) -> str:
        tokens = split_typed(text.replace(BETWEEN, " ").replace(":", " "))
        said, unsolved = "", self.boards.unsolved
        if self._begins_with_word(tokens, len(unsolved)):
            word = self._known(self.advisor.lexicon.spelled(tokens.pop(0)))
        elif self.state.word:
            word = self.state.word
        else:
            word = self._named()
            said = f"taken as the replies to {self.advisor.lexicon.capitals(word)}"
        replies = [Pattern.from_text(token) for token in tokens]
        if not replies:
            self.state = replace(self.state, word=word)
            return said
        if len(replies) != len(unsolved):
            numbers = " ".join(str(place + 1) for place in unsolved)
            raise InvalidError(
                f"type the word and then a reply for each board not solved, {numbers}; "
                f"that was {len(replies)} for {len(unsolved)}"
            )
        for reply in replies:
            self._check_length(reply)
        later = self.boards.after(word, replies)
        # Refuses replies that no word fits.
        candidate_sets(self.advisor.setting.table, later, self.state.rejected)
        self.state = replace(self.state, boards=later, word="")
        return said

    def _begins_with_word(self, tokens: list[str], replies: int) -> bool:
        """Whether a line names the word played, rather than replies that happen to be letters."""
        if not tokens or not tokens[0].isalpha():
            return False
        if len(tokens) != replies:
            return True
        try:
            Pattern.from_text(tokens[0])
        except InvalidPatternError:
            return True
        return self._is_word(tokens[0]) and not self.state.word
