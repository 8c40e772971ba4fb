"""The reply of every guess to every answer, as numbers.

A table is built once on all cores, kept in the cache folder and memory-mapped from there, so that
processes share one read-only copy. A game whose table would not fit is served by a table that
computes rows when they are asked for.
"""

from __future__ import annotations

import os
import time
import warnings
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.errors import RepairWarning
from salet.games.game import Game
from salet.games.laws import check_filled
from salet.games.position import Position
from salet.games.registry import make_game
from salet.plugins import is_own
from salet.storage import atomic_write, cache_folder, prune
from salet.words.lexicon import Lexicon

Codes: TypeAlias = NDArray[np.unsignedinteger]
Indices: TypeAlias = NDArray[np.int64]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with cells done and cells in all."""
Step: TypeAlias = Callable[[int, int, str], None]
"""Called with what is done, what there is in all, and a text of what else is known."""

STORED_BYTES = 1 << 30
"""A larger table is computed by rows instead of stored."""

_KEPT_BYTES = 1 << 26
_SECONDS_BETWEEN_TOUCHES = 600
_BLOCK_CELLS = 1 << 22
_MUCH_WORK = 1 << 28
_FEW_ANSWERS = 1000
"""Up to this number it is quicker to read a table that is laid out by answer."""
_TILE = 256
_SPOT_CHECKS = 32
_CHECKSUM_BYTES = 4


def code_dtype(replies: int) -> type[np.unsignedinteger]:
    """Return the smallest unsigned integer that holds the codes of this number of replies."""
    return next(
        dtype for dtype in (np.uint8, np.uint16, np.uint32) if replies - 1 <= np.iinfo(dtype).max
    )


def transposed(codes: Codes) -> Codes:
    """Return the codes by answer, copied tile by tile, so that both sides stay in the cache."""
    turned: Codes = np.empty(codes.shape[::-1], codes.dtype)
    for top in range(0, codes.shape[0], _TILE):
        for left in range(0, codes.shape[1], _TILE):
            rows, columns = slice(top, top + _TILE), slice(left, left + _TILE)
            turned[columns, rows] = codes[rows, columns].T
    return turned


class Table(ABC):
    """Reply codes of one game: rows are guesses, columns are answers.

    Attributes
    ----------
    prepared
        whether many questions are to come, so that kernels count instead of numpy
    """

    def __init__(self, game: Game | Lexicon) -> None:
        game = make_game(game)
        if game.lexicon.listed != game.answers:
            # A strategy can reach the table; the order of the answer file is not for it to see.
            game = game.with_lexicon(replace(game.lexicon, listed=game.answers))
        self.game = game
        self.lexicon = game.lexicon
        self.prepared = False
        self._work = 0

    @property
    def answer_guesses(self) -> Indices:
        """For each answer, its place among the guesses."""
        return self.lexicon.letters.truths

    @property
    def letters(self) -> NDArray[np.uint16]:
        """The letter numbers of every guess (guesses, length)."""
        return self.lexicon.letters.numbers

    @property
    def first_letters(self) -> NDArray[np.uint16]:
        """As `letters`, with a number beyond the alphabet for every further copy of a letter."""
        return self.lexicon.letters.firsts

    @property
    def answer_letters(self) -> NDArray[np.bool_]:
        """Which letters every answer has (answers, alphabet)."""
        return self.lexicon.letters.in_answers

    @cached_property
    def _wide(self) -> Game:
        return self.game.with_lexicon(self.lexicon.with_all_as_answers())

    def row_among_guesses(self, guess: int) -> Codes:
        """Return the replies to one guess if every guess might be the answer."""
        if len(self.game.guesses) == len(self.game.answers):
            return self.row(guess)
        codes = np.empty((1, len(self.game.guesses)), code_dtype(self.game.replies.size))
        self._wide.fill(slice(guess, guess + 1), slice(None), codes)
        row: Codes = codes[0]
        return row

    @abstractmethod
    def row(self, guess: int) -> Codes:
        """Return the replies to one guess for all answers."""

    def prepare(self) -> None:
        """Get ready for many questions: from now on, kernels count instead of numpy."""
        self.prepared = True

    def count_work(self, cells: int) -> None:
        """Note how many cells a question reads: after many, kernels are worth loading."""
        self._work += cells
        self.prepared |= self._work > _MUCH_WORK

    @abstractmethod
    def blocks(
        self, guesses: Indices, answers: Indices
    ) -> Iterator[tuple[Codes, Indices, Indices]]:
        """Cut a sub-table into pieces that fit in memory.

        Each piece is (codes, rows, columns), where ``codes[rows[i], columns[j]]`` is the reply
        to the piece's i-th guess for the j-th answer. The pieces follow the guesses' order.
        """

    def candidates(self, position: Position) -> Indices:
        """Return the answers that would have got every reply of `position`."""
        fits = np.ones(len(self.game.answers), dtype=bool)
        for turn in position:
            fits &= self.row(self.lexicon.guess_index(turn.guess)) == turn.reply.code
        return np.flatnonzero(fits)


class StoredTable(Table):
    """A table held as one array, in memory or mapped from a file; `shared` has the same codes."""

    def __init__(
        self, game: Game | Lexicon, codes: Codes, shared: StoredTable | None = None
    ) -> None:
        super().__init__(game)
        self.codes = np.asarray(codes)  # numba and numpy are slower with a memmap's own class
        self.by_answer: Codes | None = None
        self._shared = shared

    def prepare(self) -> None:
        """Keep a second copy with the replies for one answer side by side, too.

        A question about few candidates then reads memory in order. Worth its time and memory
        where many such questions come, as in a run, unless both copies exceed `STORED_BYTES`.
        """
        super().prepare()
        if 2 * self.codes.nbytes <= STORED_BYTES:
            self.turned()

    def turned(self) -> Codes:
        """Return the second copy, which an exact search cannot do without, however large."""
        if self._shared is not None:
            self.by_answer = self._shared.turned()
        elif self.by_answer is None:
            self.by_answer = transposed(self.codes)  # whole: another thread may read it
        return self.by_answer

    def row(self, guess: int) -> Codes:
        row: Codes = self.codes[guess]
        return row

    def blocks(
        self, guesses: Indices, answers: Indices
    ) -> Iterator[tuple[Codes, Indices, Indices]]:
        """Give the whole sub-table in one piece."""
        if self.by_answer is not None and len(answers) <= _FEW_ANSWERS:
            yield self.by_answer.T, guesses, answers
        else:
            yield self.codes, guesses, answers


class ComputedTable(Table):
    """A table that computes what is asked for and keeps nothing."""

    def row(self, guess: int) -> Codes:
        row: Codes = self._codes(slice(guess, guess + 1), np.arange(len(self.game.answers)))[0]
        return row

    def blocks(
        self, guesses: Indices, answers: Indices
    ) -> Iterator[tuple[Codes, Indices, Indices]]:
        """Compute a few million cells at a time."""
        columns = np.arange(len(answers))
        step = max(1, _BLOCK_CELLS // max(1, len(answers)))
        for start in range(0, len(guesses), step):
            codes = self._codes(guesses[start : start + step], answers)
            yield codes, np.arange(len(codes)), columns

    def _codes(self, guesses: Indices | slice, answers: Indices) -> Codes:
        rows = 1 if isinstance(guesses, slice) else len(guesses)
        codes = np.empty((rows, len(answers)), code_dtype(self.game.replies.size))
        self.game.fill(guesses, answers, codes)
        return codes


def open_table(game: Game | Lexicon | str, progress: Progress | None = None) -> Table:
    """Return the table of a game: from the cache, or built and put there.

    A lexicon, or the name of one, means Wordle with it.
    """
    game = make_game(game)
    dtype = np.dtype(code_dtype(game.replies.size))
    cells = len(game.guesses) * len(game.answers)
    if cells * dtype.itemsize > STORED_BYTES:
        return ComputedTable(game)
    path = table_path(game)
    table = _open(path, game)
    if table is None:
        codes = build_codes(game, progress)
        stored = _open(path, game) if _store(path, codes) else None
        table = stored or StoredTable(game, codes)
    return table


def table_path(game: Game | Lexicon) -> Path:
    """Return where the table of a game is cached."""
    return cache_folder() / "tables" / f"{make_game(game).id}.crc.npy"


def build_codes(game: Game | Lexicon, progress: Progress | None = None) -> Codes:
    """Compute the whole table on all cores."""
    game = make_game(game)
    shape = (len(game.guesses), len(game.answers))
    codes = np.empty(shape, code_dtype(game.replies.size))
    step = max(1, _BLOCK_CELLS // shape[1])
    slabs = [slice(start, min(start + step, shape[0])) for start in range(0, shape[0], step)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = pool.map(lambda slab: game.fill(slab, slice(None), codes[slab]), slabs)
        for slab, _ in zip(slabs, jobs, strict=True):
            if is_own(type(game)):
                check_filled(game, slab.start, codes[slab])
            if progress is not None:
                progress(slab.stop * shape[1], codes.size)
    return codes


def _open(path: Path, game: Game) -> StoredTable | None:
    """Return the table in a file; None if there is none.

    Each caller has a table of his own, lest advice depend on who else has prepared it. What takes
    time is shared as long as the file is the same: to map, check and turn it.
    """
    try:
        stat = path.stat()
        if time.time() - stat.st_mtime > _SECONDS_BETWEEN_TOUCHES:
            with suppress(OSError):  # a cache that we may read but not touch is still a cache
                os.utime(path)  # the time of last use, for `prune`
                stat = path.stat()
    except OSError:
        return None  # not there, or not for us to read
    load = _load if stat.st_size <= _KEPT_BYTES else _load.__wrapped__
    kept = load(path, (stat.st_ino, stat.st_mtime_ns, stat.st_size), game)
    return None if kept is None else StoredTable(game, kept.codes, kept)


@lru_cache(maxsize=2)
def _load(path: Path, stamp: tuple[int, ...], game: Game) -> StoredTable | None:  # noqa: ARG001
    """Map a cached table, or return None; say so if the file is there but damaged."""
    try:
        codes: Codes = np.lib.format.open_memmap(path, mode="r")
    except OSError:
        return None  # not there, or not for us to read
    except Exception:
        codes = np.empty((0, 0), np.uint8)
    if not (_is_table_of(codes, game) and _stored_checksum(path) == _checksum(codes)):
        warnings.warn(
            f"the cached table {path} is damaged; it was built again", RepairWarning, stacklevel=3
        )
        return None
    return StoredTable(game, codes)


def _is_table_of(codes: Codes, game: Game) -> bool:
    """Check shape, type and a few cells spread over the table against the plain rule."""
    shape = (len(game.guesses), len(game.answers))
    if codes.shape != shape or codes.dtype != code_dtype(game.replies.size):
        return False
    rows = np.linspace(0, shape[0] - 1, _SPOT_CHECKS).astype(int)
    columns = np.linspace(shape[1] - 1, 0, _SPOT_CHECKS).astype(int)
    return all(
        codes[row, column] == game.reply(game.guesses[row], game.answers[column])
        for row, column in zip(rows, columns, strict=True)
    )


def _store(path: Path, codes: Codes) -> bool:
    """Write the table to the cache; without a cache the work goes on, with a warning."""
    try:
        with atomic_write(path) as file:
            # np.save would hand the array to C, which does not notice a full disk.
            header = np.lib.format.header_data_from_array_1_0(codes)
            np.lib.format.write_array_header_1_0(file, header)
            file.write(codes.data)
            file.write(_checksum(codes))
    except OSError as error:
        warnings.warn(
            f"cannot store the table in {path.parent}: {error.strerror}; "
            "it will be built again next time",
            RepairWarning,
            stacklevel=3,
        )
        return False
    prune(path.parent)
    return True


def _checksum(codes: Codes) -> bytes:
    """Return a sum that changes if bytes change or change places; 15 ms for 30 MB."""
    return zlib.crc32(np.ascontiguousarray(codes).data).to_bytes(_CHECKSUM_BYTES, "little")


def _stored_checksum(path: Path) -> bytes:
    """Return the last bytes of the file, where `_store` puts the checksum."""
    with path.open("rb") as file:
        file.seek(-_CHECKSUM_BYTES, os.SEEK_END)
        return file.read()
