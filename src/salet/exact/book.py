"""An opening book: after every reply to an opener, the best second guess and its total.

A book is for one game, one hard mode and one number of guesses. `docs/book.md` has its format, a
table of bytes that other programs can read, too. ``salet book build`` makes one
(`salet.exact.bookproof`).
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError, UnknownNameError, under
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.storage import write_whole
from salet.table import open_table
from salet.tree.openers import CAP_OF_TOTALS, proven_openers
from salet.view import Setting, View

if TYPE_CHECKING:
    from salet.exact.bookproof import PositionSearch  # which needs books

MAGIC = b"SALETBOK"
VERSION = 1
SUFFIX = ".book"
_HEAD = struct.Struct("<8s7I20s72s")
_HASH = 32
_START = _HEAD.size + _HASH
_CODE, _GUESS, _TOTAL, _GAP, _SURE, _ANY_CAP = range(6)
_COLUMNS = 6
_PROVEN, _FREE = 1, 2
"""The bits of a position's flags."""
_SHORT, _LONG = 2, 4
"""Bytes per number, as the largest one needs."""
_BUNDLED = resources.files("salet") / "data" / "books"


class Entry(NamedTuple):
    """The knowledge of a book after one reply.

    guess, total
        the best second guess, and the guesses that all candidates take in all from here; a total
        of 0 means that no play within the number of guesses was found
    gap
        the total less its lower bound; 0 where it is proven
    proven
        whether the total is the least there is; if it is 0, whether no play finds every answer
        within the number of guesses
    free
        whether it is also the least total for any number of guesses
    """

    guess: int
    total: int
    gap: int
    proven: bool
    free: bool


@dataclass(frozen=True, eq=False)
class Book:
    """A book as it is kept: openers in the order they were asked for, positions by reply code.

    Attributes
    ----------
    answers, guesses
        how many the game has
    places
        opener (guess index) -> where its positions stand among `rows`
    rows
        a row for every position: its reply code, and what an `Entry` says. The reply that solves
        is left out.
    """

    game_id: str
    rules: Rules
    answers: int
    guesses: int
    places: Mapping[int, slice] = field(repr=False)
    rows: NDArray[np.int64] = field(repr=False)

    @classmethod
    def of(cls, game: Game, rules: Rules, entries: Mapping[int, Mapping[int, Entry]]) -> Book:
        """Make a book of what is known by opener and reply code."""
        ends = np.cumsum([0, *map(len, entries.values())]).tolist()
        places = {
            opener: slice(start, end)
            for opener, start, end in zip(entries, ends, ends[1:], strict=False)
        }
        rows = [(code, *parts[code]) for parts in entries.values() for code in sorted(parts)]
        array = np.array(rows, np.int64).reshape(len(rows), _COLUMNS)
        return cls(game.id, rules, len(game.answers), len(game.guesses), places, array)

    @property
    def hard(self) -> str:
        """The hard mode."""
        return str(self.rules.hard)

    def parts(self, opener: int) -> dict[int, Entry]:
        """Return what is known after each reply to an opener, by reply code."""
        rows = self.rows[self.places[opener]].tolist()
        return {
            code: Entry(guess, total, gap, bool(sure), bool(free))
            for code, guess, total, gap, sure, free in rows
        }

    def at(self, opener: int, code: int) -> Entry | None:
        """Return what is known after a reply to an opener, if that is in the book."""
        return self.parts(opener).get(code) if opener in self.places else None

    def total(self, opener: int) -> int:
        """Return the guesses that all answers take with an opener; 0 if some are not found."""
        totals = self.rows[self.places[opener], _TOTAL]
        return self.answers + int(totals.sum()) if totals.all() else 0

    def is_proven(self, opener: int) -> bool:
        """Whether the total of an opener is the least there is."""
        return bool(self.rows[self.places[opener], _SURE].all())

    def is_free(self, opener: int) -> bool:
        """Whether the total of an opener is also the least for any number of guesses."""
        return bool(self.rows[self.places[opener], _ANY_CAP].all())

    @cached_property
    def totals(self) -> dict[int, int]:
        """The proven totals of openers."""
        proven = {opener: self.total(opener) for opener in self.places if self.is_proven(opener)}
        return {opener: total for opener, total in proven.items() if total}

    def summary(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "game": self.game_id,
            "hard": self.hard,
            "max_guesses": self.rules.max_guesses,
            "openers": len(self.places),
            "openers_proven": sum(map(self.is_proven, self.places)),
            "positions": len(self.rows),
            "positions_proven": int(self.rows[:, _SURE].sum()),
        }

    def check(self, game: Game, hard: str | None = None) -> None:
        """Refuse a book that is for another game, or for another hard mode."""
        if self.game_id != game.id:
            raise InvalidError(
                f"the book is for the game with the id {self.game_id}; {game.name} has {game.id}"
            )
        if hard is not None and self.hard != hard:
            raise InvalidError(f"the book is for hard mode {self.hard}, not for {hard}")

    # --- as bytes ---

    def to_bytes(self) -> bytes:
        """Write the book as a table of bytes."""
        largest = max(int(self.rows.max(initial=0)), self.guesses)
        width = _SHORT if largest < 1 << 16 else _LONG
        sizes = [place.stop - place.start for place in self.places.values()]
        openers = [[*self.places], [*map(self.total, self.places)], sizes]
        flags = self.rows[:, _SURE] * _PROVEN + self.rows[:, _ANY_CAP] * _FREE
        body = (
            np.array(openers, "<u4").reshape(3, len(sizes)).tobytes()
            + self.rows[:, :_SURE].T.astype(f"<u{width}").tobytes()
            + flags.astype(np.uint8).tobytes()
        )
        counts = self.answers, self.guesses, len(sizes), len(self.rows)
        names = _bytes(self.hard, 20), _bytes(self.game_id, 72)
        head = _HEAD.pack(MAGIC, VERSION, width, self.rules.max_guesses, *counts, *names)
        return head + hashlib.sha256(head + body).digest() + body

    @classmethod
    def from_bytes(cls, content: bytes) -> Book:
        """Read a book; `InvalidError` if it is none, damaged, or of another version."""
        if content[: len(MAGIC)] != MAGIC or len(content) < _START:
            raise InvalidError("this is not an opening book of salet")
        _, version, width, cap, answers, guesses, count, size, *names = _HEAD.unpack_from(content)
        if version != VERSION:
            raise InvalidError(
                f"the book has version {version} of the format; this program reads {VERSION}"
            )
        head, claimed, body = content[: _HEAD.size], content[_HEAD.size : _START], content[_START:]
        if hashlib.sha256(head + body).digest() != claimed:
            raise InvalidError("the book is damaged: its checksum does not match; build it again")
        fits = width in (_SHORT, _LONG) and len(body) == 12 * count + (4 * width + 1) * size
        openers, totals, sizes = (
            np.frombuffer(body, "<u4", 3 * count).reshape(3, count).tolist() if fits else [[]] * 3
        )
        if not fits or sum(sizes) != size:
            raise InvalidError("the book is not as long as its head says; build it again")
        numbers = np.frombuffer(body, f"<u{width}", 4 * size, 12 * count).reshape(4, size)
        flags = np.frombuffer(body, np.uint8, size, len(body) - size)
        rows = np.stack([*numbers, flags & _PROVEN > 0, flags & _FREE > 0], axis=1, dtype=np.int64)
        ends = np.cumsum([0, *sizes]).tolist()
        places = {one: slice(*ends[k : k + 2]) for k, one in enumerate(openers)}
        book = cls(_text(names[1]), Rules(cap, _text(names[0])), answers, guesses, places, rows)
        if [*map(book.total, openers)] != totals or rows[:, _GUESS].max(initial=0) >= guesses:
            raise InvalidError("the totals of the book do not add up; build it again")
        return book

    def save(self, path: Path) -> None:
        """Write the book to a file, whole or not at all."""
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: Path) -> Book:
        """Read the book of a file."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise InvalidError(f"cannot read {path}: {error.strerror}") from None
        with under(path):
            return cls.from_bytes(content)


def _bytes(text: str, most: int) -> bytes:
    """Return a name as the head keeps it."""
    name = text.encode()
    if len(name) > most:
        raise InvalidError(f"a book has room for {most} bytes of a name; {text!r} is longer")
    return name


def _text(name: bytes) -> str:
    return name.rstrip(b"\0").decode(errors="replace")


# --- those that come with the package ---


@cache
def _bundled() -> dict[tuple[str, str], str]:
    """Read which bundled file is for which game and hard mode."""
    found = {}
    for file in _BUNDLED.iterdir():
        if file.name.endswith(SUFFIX):
            with file.open("rb") as content:
                *_, mode, game_id = _HEAD.unpack(content.read(_HEAD.size))
            found[_text(game_id), _text(mode)] = file.name
    return found


def bundled_books() -> list[str]:
    """Return the names of the bundled books, each a lexicon and a hard mode."""
    return sorted(name.removesuffix(SUFFIX) for name in _bundled().values())


@cache
def book_named(name: str) -> Book:
    """Return a bundled book by its name, such as ``nyt-off``."""
    if name not in bundled_books():
        raise UnknownNameError.among("book", name, bundled_books())
    return Book.from_bytes((_BUNDLED / f"{name}{SUFFIX}").read_bytes())


def book_for(game_id: str, hard: str) -> Book | None:
    """Return the bundled book of a game and a hard mode, if there is one."""
    name = _bundled().get((game_id, hard))
    return None if name is None else book_named(name.removesuffix(SUFFIX))


# --- held against its game ---


@dataclass
class BookVerdict:
    """The result of a check: what was looked at, and what is wrong.

    Attributes
    ----------
    known
        the openers whose total was compared with the proven one
    searched
        how many positions were searched again
    """

    openers: int = 0
    positions: int = 0
    known: list[str] = field(default_factory=list)
    searched: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "valid": self.valid,
            "openers": self.openers,
            "positions": self.positions,
            "totals_compared": self.known,
            "searched": self.searched,
            "problems": self.problems,
        }


def check_book(
    book: Book,
    game: Game,
    sample: int | None = 0,
    *,
    seed: int = 0,
    step: Callable[[int, int], None] | None = None,
) -> BookVerdict:
    """Check a book: its replies and sums, and some positions by a search.

    Parameters
    ----------
    sample
        how many of the proven positions to search anew, drawn at random; None for all
    seed
        random seed of the sample
    step
        told how many positions of the sample are done, and of all
    """
    book.check(game)
    view = Setting.of(open_table(game), book.rules).start()
    verdict = BookVerdict(len(book.places), len(book.rows))
    positions: list[tuple[int, int, Entry]] = []
    for opener in book.places:
        parts = book.parts(opener)
        sizes = dict(zip(*np.unique(view.table.row(opener), return_counts=True), strict=True))
        sizes.pop(game.replies.solved, None)
        if sizes.keys() != parts.keys():
            verdict.problems.append(
                f"{game.guesses[opener]}: its replies are not those of the game"
            )
            continue
        verdict.problems += _impossible(view, opener, parts, sizes)
        positions += [(opener, code, entry) for code, entry in parts.items()]
    _compare_totals(book, game, verdict)
    if verdict.valid and sample != 0:
        proven = [one for one in positions if one[2].proven]
        if sample is not None:
            order = np.random.default_rng(seed).permutation(len(proven))[:sample]
            proven = [proven[place] for place in sorted(order.tolist())]
        from salet.exact.bookproof import PositionSearch

        search = PositionSearch(view, float("inf"))
        for opener, code, entry in proven:
            verdict.problems += _searched(view, search, opener, code, entry)
            verdict.searched += 1
            if step is not None:
                step(verdict.searched, len(proven))
    return verdict


def _impossible(
    view: View, opener: int, parts: dict[int, Entry], sizes: dict[int, int]
) -> Iterator[str]:
    """Name the entries that no search could have found."""
    game, mode = view.game, view.game.mode(view.rules.hard)
    for code, entry in parts.items():
        if entry.total == 0:
            continue
        turn = game.turn(game.guesses[opener], code)
        if not len(mode.legal(view.table, Position((turn,)), np.array([entry.guess]))):
            yield f"{turn}: {game.guesses[entry.guess]} is not a legal guess"
        if not 2 * sizes[code] - 1 <= entry.total - entry.gap:
            yield f"{turn}: {sizes[code]} words cannot take {entry.total - entry.gap} guesses"
        if entry.proven and entry.gap:
            yield f"{turn}: it is called proven, but its lower bound is {entry.gap} below"


def _compare_totals(book: Book, game: Game, verdict: BookVerdict) -> None:
    openers = proven_openers().get((game.id, book.hard))
    cap = book.rules.max_guesses
    if openers is None or not (
        cap >= CAP_OF_TOTALS if openers.max_guesses is None else cap == openers.max_guesses
    ):
        return
    for opener, total in book.totals.items():
        word = game.guesses[opener]
        proven = openers.totals.get(word)
        if proven is not None:
            verdict.known.append(word)
        if proven not in (None, total):
            verdict.problems.append(f"{word}: its total is {total:,}; proven is {proven:,}")


def _searched(
    view: View, search: PositionSearch, opener: int, code: int, entry: Entry
) -> Iterator[str]:
    """Search a position anew, and the guess of the book by itself."""
    where = str(view.after(opener, code).position)
    found = search.entry(opener, code)
    if (found.total, found.proven, found.free) != (entry.total, True, entry.free):
        yield f"{where}: its total is {entry.total}; a search finds {found.total}"
    elif entry.total and search.total_of(opener, code, entry.guess) != entry.total:
        yield f"{where}: {view.game.guesses[entry.guess]} does not have the least total"
