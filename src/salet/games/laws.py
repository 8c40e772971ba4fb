"""What every game must keep: the laws that tables, search and referee rely on."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from operator import methodcaller
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.games.position import Position
from salet.games.rules import OFF, Mode
from salet.plugins import describe
from salet.words.lexicon import Lexicon
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.games.game import Codes, Game
    from salet.table import Indices, Table


class OwnMode(Mode):
    """A hard mode of somebody's own: a mistake in it is an error that names the game and the mode.

    Whatever it is asked, a few guesses are asked in both forms.
    """

    def __init__(self, game: Game, name: str, mode: Mode) -> None:
        self._name, self._mode = f"{game.name}: hard mode {name}", mode
        if not isinstance(mode, Mode):
            raise InvalidError(
                f"{self._name} must be an object of a class that derives from salet.Mode, such as "
                f'"{name}": Mine(), not {reprlib.repr(mode)}'
            )
        self.search, self.told = mode.search, mode.told

    def objection(self, game: Game, guess: str, position: Position) -> str | None:
        """Say what the mode says."""
        with self._asking("objection"):
            why = self._mode.objection(game, guess, position)
        if why is not None and not isinstance(why, str):
            raise InvalidError(
                f"{self._name}: objection must return a text that says why, or None if the guess "
                f"is allowed, not {reprlib.repr(why)}"
            )
        return why

    def legal(self, table: Table, position: Position, among: Indices) -> Indices:
        """Return what the mode returns."""
        import numpy as np

        with self._asking("legal"):
            legal = self._mode.legal(table, position, among)
        allowed = np.isin(among, legal if isinstance(legal, np.ndarray) else ())
        if not (
            isinstance(legal, np.ndarray)
            and legal.dtype.kind in "iu"
            and np.array_equal(legal, among[allowed])
        ):
            raise InvalidError(
                f"{self._name}: legal must return the guesses of among that are allowed, in their "
                f"order, as an array such as among[marks], not {reprlib.repr(legal)}"
            )
        words = table.game.guesses
        possible = np.isin(among, table.answer_guesses[table.candidates(position)])
        for guess in among[possible & ~allowed][:1]:
            raise InvalidError(
                f"{self._name} forbids {words[guess]}, a possible answer after {position}"
            )
        for guess in (*among[allowed][:1], *among[~allowed][:1]):
            if (self.objection(table.game, words[guess], position) is None) != (guess in legal):
                raise InvalidError(
                    f"{self._name}: objection and legal disagree on {words[guess]} after {position}"
                )
        return legal

    @contextmanager
    def _asking(self, method: str) -> Iterator[None]:
        try:
            yield
        except (Exception, SystemExit) as error:
            raise InvalidError(f"{self._name}: {method} failed: {describe(error)}") from None


def check_parts(game: Game) -> None:
    """Raise `InvalidError` unless the parts of somebody's own game are of the right kinds."""
    from salet.games.game import Symmetry

    def refuse(part: str, needed: str) -> None:
        given = reprlib.repr(getattr(game, part))
        raise InvalidError(f"{type(game).__name__}: {part} must be {needed}, not {given}")

    if not (hasattr(game, "lexicon") and hasattr(game, "replies")):
        raise InvalidError(
            f"{type(game).__name__}: __init__ must call super().__init__(lexicon, replies)"
        )
    if not isinstance(game.lexicon, Lexicon):
        refuse("lexicon", "a salet.Lexicon, such as salet.Lexicon.of_codes(name, codes)")
    if not hasattr(game.replies, "read"):
        refuse("replies", "salet.Replies(texts, solved)")
    if not (isinstance(game.rule, str) and re.fullmatch(r"[\w.-]+", game.rule)):
        refuse("rule", 'a name and version of letters, digits, ".", "-" and "_"')
    if not (game.symmetry is None or isinstance(game.symmetry, Symmetry)):
        refuse("symmetry", 'a salet.Symmetry, such as salet.Symmetry("abc"), or None')
    if not (isinstance(game.modes, Mapping) and OFF in game.modes):
        refuse("modes", 'a dict such as {**salet.Game.modes, "mine": Mine()}')
    for name in game.modes:
        game.mode(name)


def check_laws(game: Game, most: int = 32) -> list[int]:
    """Return the replies to up to `most` guesses for up to `most` answers, evenly spread.

    Raise `InvalidError`, with the pair of guess and answer, unless each reply is a code of the
    game, and that of the solved game exactly for equal pairs; is the same when asked again, with
    what the game declares to be symmetric exchanged, and by `fill`; and can be read from its text.
    """
    rows, columns = _some(game.guesses, most), _some(game.answers, most)
    pairs = [(game.guesses[row], game.answers[column]) for row in rows for column in columns]
    pairs += [(game.answers[column],) * 2 for column in columns]
    codes = [check_reply(game, guess, answer) for guess, answer in pairs]
    replies = dict(zip(pairs, codes, strict=True))
    telling = {key: pair for pair, code in replies.items() for key in (code, pair[0])}
    for guess, answer in telling.values():  # every reply and every guess, once or twice
        _check_text(game, guess, answer, replies[guess, answer])
    for (guess, answer), code in replies.items():
        _check_equal(game, guess, answer, code, check_reply(game, guess, answer), "asked again, it")
    for what, exchange in _exchanges(game):
        _check_words(game, what, exchange)
        for (guess, answer), code in replies.items():
            other = check_reply(game, exchange(guess), exchange(answer))
            _check_equal(game, guess, answer, code, other, f"with {what} exchanged, it")
    _check_fill(game, rows, columns, codes)
    return codes


def _some(words: tuple[str, ...], most: int) -> list[int]:
    """Return the places of up to `most` words, evenly spread."""
    return [*range(0, len(words), max(1, -(-len(words) // most)))]


def _asked(game: Game, guess: str, answer: str) -> str:
    return f"{game.name}: reply({guess!r}, {answer!r})"


def check_reply(game: Game, guess: str, answer: str) -> int:
    """Return a reply that is a code of the game, and the solved one exactly if it has to be."""
    asked, last = _asked(game, guess, answer), game.replies.size - 1
    try:
        code = game.reply(guess, answer)
        whole = hasattr(code, "__index__")  # also a whole number of numpy
        good = (
            whole and code in range(last + 1) and (code == game.replies.solved) == (guess == answer)
        )
    except (Exception, SystemExit) as error:
        raise InvalidError(f"{asked} failed: {describe(error)}") from None
    if not good:
        solved = game.replies.solved
        span, other = ("0 or 1", 1 - solved) if last == 1 else (f"0 to {last}", "another of them")
        raise InvalidError(
            f"{asked} returned {code!r}; it must be {'' if whole else 'an int, '}{span}: "
            f"{solved} if guess and answer are equal, otherwise {other}"
        )
    return int(code)


def check_filled(game: Game, first: int, codes: Codes) -> None:
    """Check whole rows of a table from guess number `first` on, as far as codes alone tell."""
    import numpy as np

    rows = game.lexicon.letters.truths - first
    (own,) = np.nonzero((rows >= 0) & (rows < len(codes)))
    solved = np.zeros(codes.shape, bool)
    solved[rows[own], own] = True
    wrong = (codes >= game.replies.size) | ((codes == game.replies.solved) != solved)
    for row, column in np.argwhere(wrong)[:1]:
        guess, answer = game.guesses[first + row], game.answers[column]
        code = check_reply(game, guess, answer)
        _check_equal(game, guess, answer, code, int(codes[row, column]), "by fill, it")


def _check_equal(game: Game, guess: str, answer: str, code: int, other: int, how: str) -> None:
    if other != code:
        raise InvalidError(f"{_asked(game, guess, answer)} returned {code}; {how} is {other}")


def _check_words(game: Game, what: str, exchange: Callable[[str], str]) -> None:
    for words in (game.guesses, game.answers):
        known = set(words)
        strange = next((word for word in words if exchange(word) not in known), None)
        if strange is not None:
            raise InvalidError(
                f"{game.name}: {what} cannot be exchanged: {strange!r} would become "
                f"{exchange(strange)!r}, which is not one of its words"
            )


def _check_text(game: Game, guess: str, answer: str, code: int) -> None:
    """Check that a reply can be read from its text, alone and with its guess."""
    try:
        turn = game.turn(guess, code)
        text = turn.reply.to_text()
        good = turn.reply.code == code and turn.reply.solved == (guess == answer)
        good &= game.replies.read(text) == turn.reply
        good &= game.position(str(turn)) == Position((turn,))
    except Exception as error:
        why = describe(error)
    else:
        why = "" if good else "it reads as another turn"
    if why and guess != read_word(guess):
        why = f"write codes in lower case, {read_word(guess)!r}"
    if why:
        raise InvalidError(
            f"{_asked(game, guess, answer)} returned {code}, whose text cannot be read: {why}"
        )


def _check_fill(game: Game, rows: list[int], columns: list[int], codes: list[int]) -> None:
    """Compare `fill` with the replies to the same pairs, by places and by slices."""
    import numpy as np

    dtype = np.min_scalar_type(game.replies.size - 1)
    filled = np.empty((len(rows), len(columns)), dtype)
    last = np.empty((1, len(game.answers)), dtype)
    try:
        game.fill(np.array(rows), np.array(columns), filled)
        game.fill(slice(rows[-1], rows[-1] + 1), slice(None), last)
    except Exception as error:
        raise InvalidError(f"{game.name}: fill failed: {describe(error)}") from None
    expected = np.array(codes[: filled.size]).reshape(filled.shape)
    for found in (filled, np.vstack((expected[:-1], last[:, columns]))):
        for row, column in np.argwhere(found != expected)[:1]:
            guess, answer = game.guesses[rows[row]], game.answers[columns[column]]
            code, other = int(expected[row, column]), int(found[row, column])
            _check_equal(game, guess, answer, code, other, "by fill, it")


def _exchanges(game: Game) -> Iterator[tuple[str, Callable[[str], str]]]:
    """Give exchanges of which all that the game declares can be made: of two, and all in turn."""
    if game.symmetry is None:
        return
    symbols = game.symmetry.symbols
    for turned in {symbols[1::-1] + symbols[2:], symbols[1:] + symbols[:1]} - {symbols}:
        exchange = methodcaller("translate", str.maketrans(symbols, turned))
        yield f"the symbols {symbols} and {turned}", exchange
    if game.symmetry.places:
        yield "the first two places", lambda word: word[1::-1] + word[2:]
        yield "all places in turn", lambda word: word[1:] + word[:1]
