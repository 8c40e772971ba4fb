"""The memory of a person's puzzle: what they typed, in whatever form, and how to take it back.

A line may hold turns in any notation (``raise:--y-g clout -y---``), a word alone (what was played
instead of the suggestion), a reply alone (to that word, or else to the first suggestion), several
of each (paired in order), rows of a shared grid, or a command.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from salet.coach.estimates import is_wordle, things
from salet.coach.grids import is_head, rows_in
from salet.coach.suggest import Advice, Advisor
from salet.coach.wider import wider_list_with
from salet.errors import IllegalGuessError, InvalidError, InvalidPatternError, SaletError
from salet.games.colours import SQUARES, Pattern, split_typed
from salet.games.game import Reply
from salet.games.position import Position

S = TypeVar("S")
"""The state of a puzzle: all that a line can change."""
A = TypeVar("A")
"""The advice that belongs to a state."""

_HELP = """\
Type what you played and the reply:  {first}
  {reply:16} the reply alone: to the word you named, or else to the first suggestion
  {other:16} another word than suggested; then type the reply to it
  {several}: paired in order
  r, r WORD        my word was rejected: suggest another
  w  list the words left    u  undo    n  new puzzle    ?  this help    q  quit"""

_PAIRED = re.compile(r"[:=;]|^\w+(\.\w+)+$")
_SQUARE = re.compile(f"[{SQUARES}]")
_BETWEEN = re.compile(r"[\s,:=;]+")
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


class Puzzle(ABC, Generic[S, A]):
    """One person's puzzle, on one board or several: commands, undo, and words on no list.

    What else a line may hold is up to the puzzle. A line that cannot be taken raises a `SaletError`
    and changes nothing.
    """

    def __init__(self, advisor: Advisor, state: S, top: int) -> None:
        self.advisor = advisor
        self.state = state
        self.top = top
        self.closed = False
        self._advice: tuple[S, A] | None = None
        self._past: list[S] = []
        self._doubted = ""

    @property
    @abstractmethod
    def help_text(self) -> str:
        """All that can be typed."""

    def advice(self) -> A:
        """Say what to guess here."""
        if self._advice is None or self._advice[0] is not self.state:
            self._advice = (self.state, self._advise())
        return self._advice[1]

    @property
    @abstractmethod
    def solved(self) -> bool:
        """Whether nothing is left to guess."""

    @property
    @abstractmethod
    def waiting_for(self) -> str:
        """What would complete a turn; empty if nothing was begun."""

    @abstractmethod
    def _advise(self) -> A:
        """Ask the advisor."""

    @abstractmethod
    def _read(self, text: str) -> str:
        """Take what is no command; return what to say about it."""

    @abstractmethod
    def _begin(self) -> S:
        """Return the state of a new puzzle."""

    @abstractmethod
    def _words_left(self) -> str:
        """List the candidates."""

    @abstractmethod
    def _rejecting(self, word: str) -> S:
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
    def _turns_of(self, state: S) -> object:
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

    def _example(self) -> tuple[str, str]:
        """Return a guess and a reply as people write them."""
        guess, _, reply = self.advisor.game.example.split()[0].partition(":")
        return guess, reply

    def _tokens(self, text: str) -> list[str]:
        """Split a line into words and replies."""
        if is_wordle(self.advisor.game):
            return split_typed(text)
        return [token for token in _BETWEEN.split(text) if token]

    def _read_reply(self, text: str) -> Reply:
        """Read a reply; in Wordle it may have another length, which `_check_length` objects to."""
        game = self.advisor.game
        return Pattern.from_text(text) if is_wordle(game) else game.replies.read(text)

    def _is_word(self, text: str) -> bool:
        return self.advisor.lexicon.allows(text)

    def _known(self, word: str) -> str:
        """Return a word that may be played; one that is on no list has to be typed twice."""
        lexicon = self.advisor.lexicon
        try:
            return lexicon.allowed[lexicon.guess_index(word)]
        except IllegalGuessError as error:
            game = self.advisor.game
            if not is_wordle(game) or len(word) != lexicon.length or not word.isalpha():
                raise
            if word != self._doubted and wider_list_with(game, word) is None:
                self._doubted = word
                raise IllegalGuessError(f"{error} (type it again to use it anyway)") from None
            self.advisor = self.advisor.knowing(allowed=[word])
        return word

    def _check_length(self, reply: Reply) -> None:
        lexicon = self.advisor.lexicon
        if isinstance(reply, Pattern) and len(reply) != lexicon.length:
            colours = "1 colour" if len(reply) == 1 else f"{len(reply)} colours"
            raise InvalidError(f"{reply} has {colours}; {lexicon.name} plays with {lexicon.length}")


@dataclass(frozen=True)
class State:
    """All that a line can change."""

    position: Position = field(default_factory=Position)
    rejected: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    rows: tuple[Reply, ...] = ()
    in_grid: bool = False

    @property
    def shown(self) -> tuple[Position, frozenset[str]]:
        """What the advice depends on."""
        return self.position, self.rejected


class Session(Puzzle[State, Advice]):
    """One person's puzzle of one board."""

    def __init__(self, advisor: Advisor, position: Position | None = None, top: int = 5) -> None:
        super().__init__(advisor, State(), top)
        for turn in position or ():
            self._add(turn.guess, turn.reply)

    @property
    def help_text(self) -> str:
        """All that can be typed."""
        guess, reply = self._example()
        first, other, several = f"{guess} {reply}", guess, "several turns at once"
        if is_wordle(self.advisor.game):
            first += "   (- grey, y yellow, g green; digits, BYG, squares)"
            other, several = "crane", f"{several}, or a shared grid and then its words"
        return _HELP.format(first=first, reply=reply, other=other, several=several)

    @property
    def position(self) -> Position:
        """The turns so far."""
        return self.state.position

    @property
    def solved(self) -> bool:
        """Whether the answer was found."""
        return any(turn.reply.solved for turn in self.position)

    @property
    def waiting_for(self) -> str:
        """What would complete a turn: the reply to a word, the words of a grid, or nothing."""
        if self.state.words:
            return f"reply to {self.advisor.lexicon.capitals(self.state.words[0])}"
        if self.state.rows:
            count = len(self.state.rows)
            return f"the {'word' if count == 1 else f'{count} words'} of the grid"
        return ""

    def _advise(self) -> Advice:
        return self.advisor.advise(self.position, self.top, self.state.rejected)

    def _turns_of(self, state: State) -> Position:
        return state.position

    def _begin(self) -> State:
        return State()

    def _words_left(self) -> str:
        advice = self.advice()
        shown = " ".join(map(advice.lexicon.shown, advice.candidates))
        return f"{len(advice.candidates):,} {things(advice.game)}: {shown}"

    def _named(self) -> str:
        return self.state.words[0] if self.state.words else self._first_suggestion()

    def _first_suggestion(self) -> str:
        return next((suggestion.guess for suggestion in self.advice().suggestions), "")

    def _rejecting(self, word: str) -> State:
        words = tuple(other for other in self.state.words if other != word)
        rejected = self.state.rejected | {word}
        self.advisor.view(self.position, rejected)
        return replace(self.state, words=words, rejected=rejected)

    def _read(self, text: str) -> str:
        if is_wordle(self.advisor.game):
            head = _SQUARE.split(text)[0].strip()
            if is_head(head):
                self.state = replace(self.state, in_grid=True)
                for row in rows_in(text):
                    self._reply(Pattern.from_text(row))
                return "a shared grid: its rows, and then the words you played, in order"
            if _PAIRED.search(text):
                position = self.advisor.game.position(text)
                return self._turns([(turn.guess, turn.reply) for turn in position])
        tokens = self._tokens(text)
        turns = self._as_turns(tokens)
        if turns:
            return self._turns(turns)
        said = [self._token(token) for token in tokens]
        return "; ".join(filter(None, said))

    def _as_turns(self, tokens: list[str]) -> list[tuple[str, Reply]]:
        """Read words and replies in turn; nothing if they do not alternate."""
        if len(tokens) % 2 or not all(self._is_word(token) for token in tokens[::2]):
            return []
        try:
            replies = [self._read_reply(token) for token in tokens[1::2]]
        except InvalidPatternError:
            return []
        return list(zip(map(self.advisor.lexicon.spelled, tokens[::2]), replies, strict=True))

    def _turns(self, turns: list[tuple[str, Reply]]) -> str:
        """Add whole turns; a word named before, whose reply never came, was not played then."""
        for word, reply in turns:
            self._add(word, reply)
        dropped = [word for word in self.state.words if word not in dict(turns)]
        self.state = replace(self.state, words=())
        return f"no reply came to {' '.join(dropped)}: taken as not played" if dropped else ""

    def _token(self, token: str) -> str:
        reply = self._as_reply(token)
        if reply is not None:
            return self._reply(reply)
        word = self._known(self.advisor.lexicon.spelled(token))
        if self.state.rows:
            row, *rest = self.state.rows
            self.state = replace(self.state, rows=tuple(rest), in_grid=False)
            self._add(word, row)
            return ""
        self.state = replace(self.state, words=(*self.state.words, word))
        return ""

    def _reply(self, reply: Reply) -> str:
        if self.state.words:
            word, *rest = self.state.words
            self._add(word, reply)
            self.state = replace(self.state, words=tuple(rest))
            return ""
        if self.state.in_grid or self.state.rows:
            self._check_length(reply)
            self.state = replace(self.state, rows=(*self.state.rows, reply))
            return ""
        word = self._first_suggestion()
        if not word:
            raise InvalidError("name the word that this is the reply to")
        self._add(word, reply)
        return f"taken as the reply to {self.advisor.lexicon.capitals(word)}"

    def _as_reply(self, token: str) -> Reply | None:
        """Read a token as a reply, unless it is a word or can only be one."""
        if self._is_word(token) and not self.state.words:
            return None
        try:
            reply = self._read_reply(token)
        except InvalidPatternError:
            if token.isalpha() or self._is_word(token):
                return None
            raise
        # Letters of another length are rather a mistyped word.
        length = self.advisor.lexicon.length
        mistyped = isinstance(reply, Pattern) and token.isalpha() and len(reply) != length
        return None if mistyped else reply

    def _add(self, word: str, reply: Reply) -> None:
        """Add a turn, if any word at all still fits then."""
        word = self._known(word)
        self._check_length(reply)
        position = self.position.after(word, reply)
        self.advisor.view(position)
        self.state = replace(self.state, position=position)
