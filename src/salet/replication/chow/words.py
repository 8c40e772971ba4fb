"""The words of the game as the author's program saw them: as arrays for the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.patterns import pattern_count
from salet.strategies.tiles import tile_worth
from salet.table import StoredTable, code_dtype, letter_places, open_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.frequencies import Frequencies
    from salet.kernels.ranked import Words
    from salet.lexicon import Lexicon
    from salet.table import Codes, Indices, PatternTable


class WordBook:
    """Makes `Words` of one lexicon, in several conventions that share their tables."""

    def __init__(self, lexicon: Lexicon, frequencies: Frequencies) -> None:
        self.lexicon = lexicon
        self.table = open_table(lexicon)
        self._counts = frequencies.of(lexicon.answers)
        self._by_answer: dict[bool, Codes] = {}
        self._colours: dict[tuple[bool, int], NDArray[np.uint8]] = {}

    def words(
        self,
        *,
        listed: Indices,
        naive: bool,
        green: int | None = None,
        popular_first: Indices | None = None,
    ) -> Words:
        """Return the arrays for guesses from `listed`, in its order.

        `green` is what a green tile counts where a yellow one counts 1, for a ranking by tiles.
        Ties in popularity go to the answer that stands first in `popular_first` (answer
        indices), else to the alphabetically first.
        """
        from salet.kernels.ranked import Words

        places = np.full(len(self.lexicon.allowed), -1)
        places[listed] = np.arange(len(listed))
        return Words(
            patterns=pattern_count(self.lexicon.length),
            by_answer=self.by_answer(naive=naive),
            colour=self._colour(naive=naive, green=green),
            letters=self.table.letters,
            first_letters=self.table.first_letters,
            alphabet=len(self.lexicon.alphabet),
            listed=listed,
            answer_words=self.table.answer_guesses,
            answer_places=places[self.table.answer_guesses],
            popularity=self._popularity(popular_first),
        )

    def by_answer(self, *, naive: bool) -> Codes:
        """Return the patterns (answers, words): the true ones, or the naive ones."""
        if naive not in self._by_answer:
            from salet.kernels.patterns import transpose

            codes = naive_codes(self.table) if naive else true_codes(self.table)
            out = np.empty(codes.shape[::-1], codes.dtype)
            transpose(codes, out)
            self._by_answer[naive] = out
        return self._by_answer[naive]

    def _colour(self, *, naive: bool, green: int | None) -> NDArray[np.uint8]:
        if green is None:
            return np.empty((0, 0), np.uint8)
        if (naive, green) not in self._colours:
            worth = tile_worth(self.lexicon.length, green, 1).astype(np.uint8)
            self._colours[naive, green] = worth[self.by_answer(naive=naive)]
        return self._colours[naive, green]

    def answers_listed(self) -> Indices:
        """Return the answers in the order of the game's calendar, as answer indices."""
        return np.array([self.lexicon.answer_index(word) for word in self.lexicon.listed])

    def support(self, *, distinct: bool) -> Indices:
        """Return the words that are no answers; with `distinct`, those without a double letter."""
        no_answer = np.ones(len(self.lexicon.allowed), dtype=bool)
        no_answer[self.table.answer_guesses] = False
        if distinct:
            no_answer &= ~repeats_a_letter(self.table)
        return np.flatnonzero(no_answer)

    def _popularity(self, popular_first: Indices | None) -> NDArray[np.int64]:
        order = np.arange(len(self._counts)) if popular_first is None else popular_first
        least_first = order[::-1][np.argsort(self._counts[order[::-1]], kind="stable")]
        popularity = np.empty(len(order), np.int64)
        popularity[least_first] = np.arange(len(order))
        return popularity


def repeats_a_letter(table: PatternTable) -> NDArray[np.bool_]:
    """For each allowed word, whether it has some letter twice."""
    again: NDArray[np.bool_] = (table.first_letters == len(table.lexicon.alphabet)).any(axis=1)
    return again


def true_codes(table: PatternTable) -> Codes:
    """Return the patterns (words, answers) of the game."""
    assert isinstance(table, StoredTable)  # the original lists fit
    return table.codes


def naive_codes(table: PatternTable) -> Codes:
    """Return the patterns (words, answers) of one who forgets to count copies of a letter.

    They differ from the true ones only where the guess repeats a letter.
    """
    codes = true_codes(table).copy()
    places = letter_places(table.lexicon)
    length = table.lexicon.length
    for word in np.flatnonzero(repeats_a_letter(table)):
        row = np.zeros(codes.shape[1], code_dtype(length))
        for place, letter in enumerate(table.letters[word]):
            here = places[letter]
            row = 3 * row + (here != 0) + (here >> place & 1).astype(row.dtype)
        codes[word] = row
    return codes
