"""The memory of a person's puzzle: what they typed, in whatever form, and how to undo it.

The puzzle has one board or several; a guess gets a reply for each board not yet solved, in order.
A line may hold a turn (``raise --y-g``), a word alone (what was played instead of the suggestion),
the replies alone (to that word, or else to the first suggestion), or a command. With one board it
may also hold several turns in any notation (``raise:--y-g clout -y---``), several words and then
as many replies (paired in order), or the rows of a shared grid.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from salet.boards.advice import BoardsAdvice, advise_boards, candidate_sets
from salet.boards.notation import BETWEEN, Boards
from salet.coach.sharing import is_head, rows_in
from salet.coach.suggest import Advice, Advisor, note_broken_rule
from salet.coach.wider import wider_list_with
from salet.errors import IllegalGuessError, InvalidError, InvalidPatternError, SaletError, counted
from salet.games.game import Reply
from salet.games.position import Position

_HELP = """\
Type what you played and the reply{each}:  {first}
  {reply:16} the reply alone: to the word you named, or else to the first suggestion
  {other:16} another word than suggested; then type the reply to it{several}
  r, r WORD        my word was rejected: suggest another
  w  list the words left    u  undo    n  new puzzle    ?  this help    q  quit"""

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


@dataclass(frozen=True)
class State:
    """All that a line can change.

    Attributes
    ----------
    advisor
        knows the words of the puzzle, those that the person insisted on among them
    words
        the words that were named and wait for their replies
    rows, in_grid
        the rows of a shared grid that wait for their words, and whether more may follow
    """

    advisor: Advisor = field(compare=False)
    boards: Boards
    rejected: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    rows: tuple[Reply, ...] = ()
    in_grid: bool = False

    @property
    def shown(self) -> tuple[Boards, frozenset[str], str]:
        """What the advice depends on."""
        return self.boards, self.rejected, self.advisor.lexicon.id


class Session:
    """One person's puzzle, on one board or several.

    A line that cannot be taken raises a `SaletError` and changes nothing, except that the turns
    before a mistake are kept.
    """

    def __init__(
        self, advisor: Advisor, start: Position | Boards | None = None, top: int = 5
    ) -> None:
        boards = start if isinstance(start, Boards) else Boards((start or Position(),))
        self.several = len(boards) > 1
        self.top = top
        self.closed = False
        self.state = State(advisor, boards)
        self._begun_by = advisor
        self._advice: tuple[object, Advice | BoardsAdvice] | None = None
        self._noted: set[str] = set()
        self._past: list[State] = []
        self._doubted = ""
        if boards.turns:
            for guess in boards.guesses:
                self._known(guess)
            self._check(boards, frozenset())

    @property
    def advisor(self) -> Advisor:
        """Who gives the advice."""
        return self.state.advisor

    @property
    def boards(self) -> Boards:
        """The turns so far, board by board."""
        return self.state.boards

    @property
    def position(self) -> Position:
        """The turns so far on the first board."""
        return self.state.boards.positions[0]

    @property
    def solved(self) -> bool:
        """Whether nothing is left to guess."""
        return not self.boards.unsolved

    @property
    def help_text(self) -> str:
        """All that can be typed."""
        game = self.advisor.game
        (guess, reply), (other, second) = (turn.split(":") for turn in game.example.split())
        each = hint = grid = several = ""
        if game.coloured:
            grid = ", or a shared grid and then its words"
            hint = "   (- grey, y yellow, g green; digits, BYG, squares)"
        if self.several:
            each, hint, reply = " of every board not yet solved, in order", "", f"{reply} {second}"
        else:
            several = f"\n  several turns at once{grid}: paired in order"
        first = f"{guess} {reply}{hint}"
        return _HELP.format(each=each, first=first, reply=reply, other=other, several=several)

    @property
    def waiting_for(self) -> str:
        """What would complete a turn: the reply to a word, the words of a grid, or nothing."""
        if self.state.words:
            replies = "replies" if self.several else "reply"
            return f"{replies} to {self.advisor.lexicon.capitals(self.state.words[0])}"
        if self.state.rows:
            count = len(self.state.rows)
            return f"the {'word' if count == 1 else f'{count} words'} of the grid"
        return ""

    def advice(self) -> Advice | BoardsAdvice:
        """Say what to guess here."""
        if self._advice is None or self._advice[0] != self.state.shown:
            with self._notes_once():
                self._advice = (self.state.shown, self._advise())
        return self._advice[1]

    def _advise(self) -> Advice | BoardsAdvice:
        advisor, rejected = self.advisor, self.state.rejected
        if self.several:
            table = advisor.setting.table
            return advise_boards(table, self.boards, top=self.top, without=rejected)
        return advisor.advise(self.position, self.top, rejected)

    @contextmanager
    def _notes_once(self) -> Iterator[None]:
        """Let a note pass only if it was not given before in this puzzle."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        for note in caught:
            if str(note.message) not in self._noted:
                self._noted.add(str(note.message))
                warnings.warn(note.message, stacklevel=3)

    def _check(self, boards: Boards, rejected: frozenset[str]) -> None:
        """Raise an error if no word at all fits."""
        if self.several:
            candidate_sets(self.advisor.setting.table, boards, rejected)
        else:
            position = boards.positions[0]
            self.advisor.admitting(position).view(position, rejected)

    # --- commands ---

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
            raise InvalidError("the puzzle is solved; type n for a new one, or u to undo a turn")
        before = self.state
        try:
            said = self._read(text)
        except SaletError:
            if self.boards != before.boards:
                self._past.append(before)
            else:
                self.state = before
            raise
        self._past.append(before)
        return said

    def _obey(self, name: str, argument: str) -> str:
        if name == "quit":
            self.closed = True
            return ""
        if name == "help":
            return self.help_text
        if name == "words":
            return self._words_left()
        if name == "undo":
            return self._undo()
        before, lexicon = self.state, self.advisor.lexicon
        if name == "new":
            self.state, said = State(self._begun_by, Boards.start(len(self.boards))), "a new puzzle"
            self._noted.clear()
        else:
            word = lexicon.spelled(argument) or self._named()
            if not word:
                raise InvalidError("there is no suggestion to reject")
            if not lexicon.allows(word) and wider_list_with(self.advisor.game, word) is None:
                lexicon.guess_index(word)  # raises, with the nearest words
            rejected = self.state.rejected | {word}
            self._check(self.boards, rejected)
            words = tuple(other for other in self.state.words if other != word)
            self.state = replace(self.state, words=words, rejected=rejected)
            said = f"{lexicon.shown(word)} will not be suggested again"
        self._past.append(before)
        return said

    def _undo(self) -> str:
        """Go back by one line, and say what was undone."""
        if not self._past:
            raise InvalidError("there is nothing to undo")
        after, self.state = self.state, self._past.pop()
        waits, capitals = self.state.words, self.advisor.lexicon.capitals
        undone = [
            f"the reply to {capitals(word)}" if word in waits else word
            for word in after.boards.guesses[self.boards.turns :]
        ] + [
            *sorted(after.rejected - self.state.rejected),
            *(word for word in after.words if word not in self.state.words),
        ]
        return f"undone: {' '.join(undone)}" if undone else "undone"

    def _words_left(self) -> str:
        advice, shown = self.advice(), self.advisor.lexicon.shown
        if isinstance(advice, BoardsAdvice):
            return "\n".join(
                f"board {place + 1}: {' '.join(map(shown, advice.candidates[place]))}"
                for place in self.boards.unsolved
            )
        count = counted(len(advice.candidates), advice.game.noun)
        return f"{count}: {' '.join(map(shown, advice.candidates))}"

    def _named(self) -> str:
        """Return the word whose reply is awaited, or else the first suggestion."""
        if self.state.words:
            return self.state.words[0]
        return next((suggestion.guess for suggestion in self.advice().suggestions), "")

    # --- what was played ---

    def _read(self, text: str) -> str:
        """Take what is no command; return what to say about it."""
        game = self.advisor.game
        if game.coloured and not self.several and is_head(text):
            self.state = replace(self.state, in_grid=True)
            for row in rows_in(text):
                self._reply(game.replies.read(row))
            return "a shared grid: its rows, and then the words you played, in order"
        tokens = game.tokens(text.replace(BETWEEN, " "))
        turns = self._as_turns(tokens)
        if turns:
            return self._turns(turns)
        if self.several:
            return self._one_turn(tokens)
        given_up = self.state.words if all(map(self._can_only_be_word, tokens)) else ()
        if given_up:  # somebody who names another word has not played the one before
            self.state = replace(self.state, words=())
        said = [_not_played(given_up, self.advisor), *map(self._token, tokens)]
        return "; ".join(filter(None, said))

    def _as_turns(self, tokens: list[str]) -> list[tuple[str, list[Reply]]]:
        """Read a word and its replies, and so on; nothing if they do not alternate."""
        size = 1 + len(self.boards.unsolved)
        if len(tokens) % size or (self.several and len(tokens) > size):
            return []
        parts = [tokens[start : start + size] for start in range(0, len(tokens), size)]
        if not all(self._is_word(part[0]) or self._can_only_be_word(part[0]) for part in parts):
            return []
        try:
            return [
                (self.advisor.lexicon.spelled(word), [*map(self._read_reply, replies)])
                for word, *replies in parts
            ]
        except InvalidPatternError:
            return []

    def _turns(self, turns: list[tuple[str, list[Reply]]]) -> str:
        """Add whole turns; a word named before, whose reply never came, was not played then."""
        again = [word for word, _ in turns if word in self.boards.guesses]
        for word, replies in turns:
            self._add(word, replies)
        dropped = tuple(word for word in self.state.words if word not in dict(turns))
        self.state = replace(self.state, words=())
        said = [f"{word} was already played" for word in again]
        return "; ".join(filter(None, [*said, _not_played(dropped, self.advisor)]))

    def _one_turn(self, tokens: list[str]) -> str:
        """Read a word, its replies on several boards, or both."""
        said, unsolved = "", self.boards.unsolved
        if self._begins_with_word(tokens, len(unsolved)):
            word = self._known(self.advisor.lexicon.spelled(tokens.pop(0)))
            said = _not_played(tuple(set(self.state.words) - {word}), self.advisor)
        else:
            word = self._named()
            if not self.state.words:
                said = f"read as the replies to {self.advisor.lexicon.capitals(word)}"
        replies = [self._read_reply(token) for token in tokens]
        if not replies:
            self.state = replace(self.state, words=(word,))
            return said
        if len(replies) != len(unsolved):
            numbers = " ".join(str(place + 1) for place in unsolved)
            raise InvalidError(
                "type the word and then one reply for each unsolved board "
                f"({numbers}): you gave {counted(len(replies), 'reply')}"
            )
        self._add(word, replies)
        self.state = replace(self.state, words=())
        return said

    def _begins_with_word(self, tokens: list[str], replies: int) -> bool:
        """Whether a line names the word played, rather than replies that happen to be letters."""
        if not tokens or not (tokens[0].isalpha() or self._is_word(tokens[0])):
            return False
        if len(tokens) != replies or self._can_only_be_word(tokens[0]):
            return True
        return self._is_word(tokens[0]) and not self.state.words

    def _token(self, token: str) -> str:
        """Take a word or a reply on one board."""
        reply = self._as_reply(token)
        if reply is not None:
            return self._reply(reply)
        word = self._known(self.advisor.lexicon.spelled(token))
        if self.state.rows:
            row, *rest = self.state.rows
            self.state = replace(self.state, rows=tuple(rest), in_grid=False)
            self._add(word, [row])
            return ""
        with self._notes_once():
            note_broken_rule(self.advisor.game, word, self.position, self.advisor.rules)
        self.state = replace(self.state, words=(*self.state.words, word))
        return f"{word} was already played" if word in self.boards.guesses else ""

    def _reply(self, reply: Reply) -> str:
        if self.state.words:
            word, *rest = self.state.words
            self._add(word, [reply])
            self.state = replace(self.state, words=tuple(rest))
            return ""
        if self.state.in_grid or self.state.rows:
            self.state = replace(self.state, rows=(*self.state.rows, reply))
            return ""
        word = self._named()
        if not word:
            raise InvalidError("name the word that this is the reply to")
        self._add(word, [reply])
        return f"read as the reply to {self.advisor.lexicon.capitals(word)}"

    def _as_reply(self, token: str) -> Reply | None:
        """Read a token as a reply, unless it is a word or can only be one."""
        if (self._is_word(token) and not self.state.words) or self._can_only_be_word(token):
            return None
        return self._read_reply(token)

    def _can_only_be_word(self, token: str) -> bool:
        """Whether a token is letters, or a word of the game, and not a reply."""
        try:
            self._read_reply(token)
        except InvalidPatternError:
            return token.isalpha() or self._is_word(token)
        return False

    def _read_reply(self, text: str) -> Reply:
        return self.advisor.game.replies.read(text)

    def _is_word(self, text: str) -> bool:
        return self.advisor.lexicon.allows(text)

    def _add(self, word: str, replies: list[Reply]) -> None:
        """Add a turn, if any word at all still fits then."""
        word = self._known(word)
        boards = self.boards.after(word, replies)
        self._check(boards, self.state.rejected)
        self.state = replace(self.state, boards=boards)

    def _known(self, word: str) -> str:
        """Return a word that may be played; one that is on no list has to be typed twice."""
        game, lexicon = self.advisor.game, self.advisor.lexicon
        try:
            return lexicon.allowed[lexicon.guess_index(word)]
        except IllegalGuessError as error:
            if not game.is_wordle or len(word) != lexicon.length or not word.isalpha():
                raise
            if word != self._doubted and wider_list_with(game, word) is None:
                self._doubted = word
                raise IllegalGuessError(f"{error} (type it again to use it anyway)") from None
            self.state = replace(self.state, advisor=self.advisor.knowing(allowed=[word]))
        return word


def _not_played(words: tuple[str, ...], advisor: Advisor) -> str:
    """Say that words which were named got no reply."""
    names = " ".join(map(advisor.lexicon.shown, words))
    return f"no reply to {names}: counted as not played" if words else ""
