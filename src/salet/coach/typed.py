"""What a person types while solving, line by line, on one board or several.

Commands, undo, and words that are on no list are the same everywhere; what else a line may hold is
up to the puzzle. What cannot be taken raises a `SaletError` and changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from salet.coach.wider import wider_list_with
from salet.errors import IllegalGuessError, InvalidError, SaletError

if TYPE_CHECKING:
    from salet.coach.suggest import Advisor
    from salet.games.colours import Pattern

State = TypeVar("State")

_COMMANDS = {
    "q": "quit",
    "exit": "quit",
    "u": "undo",
    "n": "new",
    "h": "help",
    "?": "help",
    "w": "words",
    "r": "rejected",
    "reject": "rejected",
}
_NAMES = frozenset(_COMMANDS.values())


class TypedPuzzle(ABC, Generic[State]):
    """One person's puzzle: all that a line can change is its state, and the words known."""

    help_text: ClassVar[str]

    def __init__(self, advisor: Advisor, state: State) -> None:
        self.advisor = advisor
        self.state = state
        self.closed = False
        self._past: list[State] = []
        self._doubted = ""

    @property
    @abstractmethod
    def solved(self) -> bool:
        """Whether nothing is left to guess."""

    @property
    @abstractmethod
    def waiting_for(self) -> str:
        """What would complete a turn; empty if nothing was begun."""

    @abstractmethod
    def _read(self, text: str) -> str:
        """Take what is no command; return what to say about it."""

    @abstractmethod
    def _begin(self) -> State:
        """Return the state of a new puzzle."""

    @abstractmethod
    def _words_left(self) -> str:
        """List the candidates."""

    @abstractmethod
    def _rejecting(self, word: str) -> State:
        """Return the state without a word; an error if no word is left then."""

    def take(self, line: str) -> str:
        """Take a line in; return what to say about it, if anything."""
        text = line.strip()
        if not text:
            return ""
        command, _, argument = text.partition(" ")
        name = _COMMANDS.get(command.lower(), command.lower())
        if name in _NAMES and (len(command) == 1 or not self._is_word(command)):
            return self._obey(name, argument.strip())
        if self.solved:
            raise InvalidError("the puzzle is solved; n begins a new one, u takes a turn back")
        before, advisor = self.state, self.advisor
        try:
            said = self._read(text)
        except SaletError:
            if self._turns_of(self.state) == self._turns_of(before):
                self.state, self.advisor = before, advisor
            else:
                self._past.append(before)
            raise
        self._past.append(before)
        return said

    @abstractmethod
    def _turns_of(self, state: State) -> object:
        """Return the turns of a state: those that were read before a mistake are kept."""

    def _obey(self, name: str, argument: str) -> str:
        if name == "quit":
            self.closed = True
            return ""
        if name == "help":
            return self.help_text
        if name == "words":
            return self._words_left()
        if name == "undo":
            if not self._past:
                raise InvalidError("there is nothing to undo")
            self.state = self._past.pop()
            return "taken back"
        before = self.state
        if name == "new":
            self.state, said = self._begin(), "a new puzzle"
        else:
            word = self.advisor.lexicon.spelled(argument) or self._named()
            if not word:
                raise InvalidError("there is no suggestion to reject")
            self.state = self._rejecting(word)
            said = f"{self.advisor.lexicon.shown(word)} is left out from now on"
        self._past.append(before)
        return said

    @abstractmethod
    def _named(self) -> str:
        """Return the word whose reply is awaited, or else the first suggestion."""

    def _is_word(self, text: str) -> bool:
        return self.advisor.lexicon.allows(text)

    def _known(self, word: str) -> str:
        """Return a word that may be played; one that is on no list has to be typed twice."""
        lexicon = self.advisor.lexicon
        try:
            return lexicon.allowed[lexicon.guess_index(word)]
        except IllegalGuessError as error:
            if len(word) != lexicon.length or not word.isalpha():
                raise
            if word != self._doubted and wider_list_with(lexicon, word) is None:
                self._doubted = word
                raise IllegalGuessError(f"{error} (type it again to use it all the same)") from None
            self.advisor = self.advisor.knowing(allowed=[word])
        return word

    def _check_length(self, pattern: Pattern) -> None:
        lexicon, count = self.advisor.lexicon, len(pattern)
        if count != lexicon.length:
            colours = "1 colour" if count == 1 else f"{count} colours"
            raise InvalidError(
                f"{pattern} has {colours}; {lexicon.name} plays with {lexicon.length}"
            )
