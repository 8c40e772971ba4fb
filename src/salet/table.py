"""The pattern of every allowed guess against every answer.

A table is built once by a kernel on all cores, kept in the cache folder and memory-mapped from
there, so that processes share one read-only copy. A lexicon whose table would not fit is served
by a table that computes rows when they are asked for.
"""

from __future__ import annotations

import os
import warnings
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from salet.errors import RepairWarning
from salet.games.colours import pattern_count
from salet.games.wordle import pattern_of
from salet.storage import atomic_write, cache_folder, prune

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from salet.games.position import Position
    from salet.words.lexicon import Lexicon

    Codes: TypeAlias = NDArray[np.unsignedinteger]
    Indices: TypeAlias = NDArray[np.int64]
    Progress: TypeAlias = Callable[[int, int], None]
    """Called with cells done and cells in all."""

FEEDBACK_RULE = "true-2"
"""Name and version of the rule, part of the cache key."""

STORED_BYTES = 1 << 30
"""A larger table is computed by rows instead of stored."""

_BLOCK_CELLS = 1 << 22
_FEW_ANSWERS = 48
_SPOT_CHECKS = 32


def code_dtype(length: int) -> type[np.unsignedinteger]:
    """Return the smallest unsigned integer that holds every pattern of this length."""
    return next(
        dtype
        for dtype in (np.uint8, np.uint16, np.uint32)
        if pattern_count(length) - 1 <= np.iinfo(dtype).max
    )


class PatternTable(ABC):
    """Patterns of one lexicon: rows are allowed guesses, columns are answers."""

    def __init__(self, lexicon: Lexicon) -> None:
        # A strategy can reach the table; the order of the answer file is not for it to see.
        self.lexicon = replace(lexicon, listed=lexicon.answers)

    @cached_property
    def answer_guesses(self) -> Indices:
        """For each answer, its place among the allowed guesses."""
        places = np.searchsorted(self.lexicon.allowed, self.lexicon.answers)
        places.setflags(write=False)
        return places

    @cached_property
    def letters(self) -> NDArray[np.uint16]:
        """The letter numbers of every allowed word (words, length)."""
        letters = spell(self.lexicon, self.lexicon.allowed)
        letters.setflags(write=False)
        return letters

    @cached_property
    def first_letters(self) -> NDArray[np.uint16]:
        """As `letters`, with a number beyond the alphabet for every further copy of a letter."""
        letters = self.letters.copy()
        for place in range(1, letters.shape[1]):
            again = (self.letters[:, :place] == self.letters[:, place, None]).any(axis=1)
            letters[again, place] = len(self.lexicon.alphabet)
        return letters

    @cached_property
    def answer_letters(self) -> NDArray[np.bool_]:
        """Which letters every answer has (answers, alphabet)."""
        words = self.letters[self.answer_guesses]
        has = np.zeros((len(words), len(self.lexicon.alphabet)), dtype=bool)
        has[np.arange(len(words))[:, None], words] = True
        has.setflags(write=False)
        return has

    @abstractmethod
    def row(self, guess: int) -> Codes:
        """Return the patterns of one guess against all answers."""

    def lay_out_by_answer(self) -> None:  # noqa: B027 - nothing to prepare is the rule
        """Prepare for many questions about few candidates, where that is possible."""

    @abstractmethod
    def blocks(
        self, guesses: Indices, answers: Indices
    ) -> Iterator[tuple[Codes, Indices, Indices]]:
        """Cut a sub-table into pieces that fit in memory.

        Each piece is (codes, rows, columns), where ``codes[rows[i], columns[j]]`` is the pattern
        of the piece's i-th guess against the j-th answer. The pieces follow the guesses' order.
        """

    def candidates(self, position: Position) -> Indices:
        """Return the answers that would have given every pattern of `position`."""
        fits = np.ones(len(self.lexicon.answers), dtype=bool)
        for turn in position:
            fits &= self.row(self.lexicon.guess_index(turn.guess)) == turn.pattern.code
        return np.flatnonzero(fits)


class StoredTable(PatternTable):
    """A table held as one array, in memory or mapped from a file."""

    def __init__(self, lexicon: Lexicon, codes: Codes) -> None:
        super().__init__(lexicon)
        self.codes = np.asarray(codes)  # numba and numpy are slower with a memmap's own class
        self.by_answer: Codes | None = None

    def lay_out_by_answer(self) -> None:
        """Keep a second copy with the patterns of one answer side by side.

        A question about few candidates then reads memory in order. Worth its time and memory
        where many such questions come, as in a run.
        """
        from salet.kernels.groups import transpose

        if self.by_answer is None:
            self.by_answer = np.empty(self.codes.shape[::-1], self.codes.dtype)
            transpose(self.codes, self.by_answer)

    def row(self, guess: int) -> Codes:
        """Return the patterns of one guess against all answers."""
        row: Codes = self.codes[guess]
        return row

    def blocks(
        self, guesses: Indices, answers: Indices
    ) -> Iterator[tuple[Codes, Indices, Indices]]:
        """Give the whole sub-table in one piece."""
        if self.by_answer is not None and len(answers) <= _FEW_ANSWERS:
            yield self.by_answer[answers].T, guesses, np.arange(len(answers))
        else:
            yield self.codes, guesses, answers


class ComputedTable(PatternTable):
    """A table that computes what is asked for and keeps nothing."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self._places = letter_places(lexicon)

    def row(self, guess: int) -> Codes:
        """Return the patterns of one guess against all answers."""
        row: Codes = self._patterns(self.letters[guess : guess + 1], self._places)[0]
        return row

    def blocks(
        self, guesses: Indices, answers: Indices
    ) -> Iterator[tuple[Codes, Indices, Indices]]:
        """Compute a few million cells at a time."""
        places = np.ascontiguousarray(self._places[:, answers])
        columns = np.arange(len(answers))
        step = max(1, _BLOCK_CELLS // max(1, len(answers)))
        for start in range(0, len(guesses), step):
            letters = self.letters[guesses[start : start + step]]
            yield self._patterns(letters, places), np.arange(len(letters)), columns

    def _patterns(self, letters: NDArray[np.uint16], places: NDArray[np.uint16]) -> Codes:
        from salet.kernels.letters import fill_patterns

        codes = np.empty((len(letters), places.shape[1]), code_dtype(self.lexicon.length))
        fill_patterns(letters, places, codes)
        return codes


def open_table(lexicon: Lexicon, progress: Progress | None = None) -> PatternTable:
    """Return the lexicon's table: from the cache, or built and put there."""
    dtype = np.dtype(code_dtype(lexicon.length))
    cells = len(lexicon.allowed) * len(lexicon.answers)
    if cells * dtype.itemsize > STORED_BYTES:
        return ComputedTable(lexicon)
    path = table_path(lexicon)
    codes = _load(path, lexicon)
    if codes is None:
        codes = build_codes(lexicon, progress)
        if _store(path, codes):
            stored = _load(path, lexicon)
            codes = codes if stored is None else stored
    return StoredTable(lexicon, codes)


def table_path(lexicon: Lexicon) -> Path:
    """Return where the lexicon's table is cached."""
    return cache_folder() / "tables" / f"{lexicon.id}-{FEEDBACK_RULE}.npy"


def spell(lexicon: Lexicon, words: tuple[str, ...]) -> NDArray[np.uint16]:
    """Write words as numbers in the lexicon's alphabet (words, length)."""
    number = lexicon.letter_numbers
    flat = np.fromiter((number[letter] for word in words for letter in word), np.uint16)
    return flat.reshape(len(words), lexicon.length)


def letter_places(lexicon: Lexicon) -> NDArray[np.uint16]:
    """Mark where answers have a letter: bit i of [letter, answer] stands for place i."""
    answers = spell(lexicon, lexicon.answers)
    places = np.zeros((len(lexicon.alphabet), len(answers)), np.uint16)
    columns = np.arange(len(answers))
    for place in range(lexicon.length):
        places[answers[:, place], columns] |= np.uint16(1 << place)
    return places


def build_codes(
    lexicon: Lexicon, progress: Progress | None = None, fill: Callable[..., None] | None = None
) -> Codes:
    """Compute the whole table on all cores, by the true rule or by the kernel `fill`."""
    if fill is None:
        from salet.kernels.letters import fill_patterns

        return build_codes(lexicon, progress, fill_patterns)
    letters, places = spell(lexicon, lexicon.allowed), letter_places(lexicon)
    codes = np.empty((len(letters), places.shape[1]), code_dtype(lexicon.length))
    step = max(1, _BLOCK_CELLS // places.shape[1])
    slabs = [slice(start, start + step) for start in range(0, len(letters), step)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = pool.map(lambda slab: fill(letters[slab], places, codes[slab]), slabs)
        for slab, _ in zip(slabs, jobs, strict=True):
            if progress is not None:
                progress(min(slab.stop, len(letters)) * places.shape[1], codes.size)
    return codes


def _load(path: Path, lexicon: Lexicon) -> Codes | None:
    """Map a cached table, or return None; say so if the file is there but damaged."""
    try:
        codes: Codes = np.lib.format.open_memmap(path, mode="r")
    except OSError:
        return None  # not there, or not for us to read
    except Exception:
        codes = np.empty((0, 0), np.uint8)
    if not (_is_table_of(codes, lexicon) and _stored_checksum(path) == _checksum(codes)):
        warnings.warn(
            f"the cached table {path} is damaged: built again", RepairWarning, stacklevel=3
        )
        return None
    with suppress(OSError):  # a cache that we may read but not touch is still a cache
        os.utime(path)  # the time of last use, for `prune`
    return codes


def _is_table_of(codes: Codes, lexicon: Lexicon) -> bool:
    """Check shape, type and a few cells spread over the table against the plain rule."""
    shape = (len(lexicon.allowed), len(lexicon.answers))
    if codes.shape != shape or codes.dtype != code_dtype(lexicon.length):
        return False
    rows = np.linspace(0, shape[0] - 1, _SPOT_CHECKS).astype(int)
    columns = np.linspace(shape[1] - 1, 0, _SPOT_CHECKS).astype(int)
    return all(
        codes[row, column] == pattern_of(lexicon.allowed[row], lexicon.answers[column]).code
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
            f"cannot keep the table in {path.parent}: {error.strerror}; "
            "it will be built again next time",
            RepairWarning,
            stacklevel=3,
        )
        return False
    prune(path.parent)
    return True


def _checksum(codes: Codes) -> bytes:
    """Sum the bytes as 64-bit words: quicker than reading them is, and a changed part shows."""
    flat = codes.reshape(-1).view(np.uint8)
    whole = len(flat) // 8 * 8
    total = int(flat[:whole].view(np.uint64).sum()) + int(flat[whole:].sum())
    return (total % (1 << 64)).to_bytes(8, "little")


def _stored_checksum(path: Path) -> bytes:
    """Return the last eight bytes of the file, where `_store` puts the sum."""
    with path.open("rb") as file:
        file.seek(-8, os.SEEK_END)
        return file.read()
