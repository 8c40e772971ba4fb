"""A person's game of several boards: the boards with their hosts, and what the person types.

Each board has a host of its own, and every guess is for all boards. In `salet solve` a line holds
the word played and one reply for each board not yet solved, in order; or the two on lines of their
own; or the replies alone, to the first suggestion; or a command.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from salet.boards.advice import BoardsAdvice, advise_boards, candidate_sets
from salet.boards.positions import BETWEEN, Boards
from salet.coach.estimates import is_wordle
from salet.coach.host import Board, Honest
from salet.coach.session import Puzzle
from salet.coach.suggest import Advisor
from salet.errors import IllegalGuessError, InvalidError, InvalidPatternError
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
            raise IllegalGuessError(f"the game is over after {self.turns} guesses")
        return SeveralBoards(
            tuple(board if board.over else board.after(word) for board in self.boards)
        )

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


_HELP = """\
Type what you played and the reply of every board not yet solved, in order:  {guess} {both}
  {both:16} the replies alone: to the word you named, or else to the first suggestion
  {other:16} another word than suggested; then type the replies to it
  r, r WORD        my word was rejected: suggest another
  w  list the words left    u  undo    n  new puzzle    ?  this help    q  quit"""


@dataclass(frozen=True)
class BoardsState:
    """All that a line can change."""

    boards: Boards
    rejected: frozenset[str] = frozenset()
    word: str = ""
    """A word that was named, and waits for its replies."""


class BoardsSession(Puzzle[BoardsState, BoardsAdvice]):
    """One person's puzzle of several boards."""

    def __init__(self, advisor: Advisor, boards: Boards, top: int = 5) -> None:
        super().__init__(advisor, BoardsState(boards), top)
        self.advice()

    @property
    def help_text(self) -> str:
        """All that can be typed."""
        guess, reply = self._example()
        both, other = f"{reply} {reply}", guess
        if is_wordle(self.advisor.game):
            both, other = "--y-g y----", "crane"
        return _HELP.format(guess=guess, both=both, other=other)

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

    def _advise(self) -> BoardsAdvice:
        table, rejected = self.advisor.setting.table, self.state.rejected
        return advise_boards(table, self.boards, top=self.top, without=rejected)

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
        tokens = self._tokens(text.replace(BETWEEN, " ").replace(":", " "))
        said, unsolved = "", self.boards.unsolved
        if self._begins_with_word(tokens, len(unsolved)):
            word = self._known(self.advisor.lexicon.spelled(tokens.pop(0)))
        elif self.state.word:
            word = self.state.word
        else:
            word = self._named()
            said = f"taken as the replies to {self.advisor.lexicon.capitals(word)}"
        replies = [self._read_reply(token) for token in tokens]
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
        if not tokens or not (tokens[0].isalpha() or self._is_word(tokens[0])):
            return False
        if len(tokens) != replies:
            return True
        try:
            self._read_reply(tokens[0])
        except InvalidPatternError:
            return True
        return self._is_word(tokens[0]) and not self.state.word
