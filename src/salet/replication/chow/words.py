"""The words of the game as the author's program saw them: as arrays for the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.games.colours import pattern_count
from salet.replication.feedback import Feedback
from salet.strategies.letters import tile_worth
from salet.table import StoredTable, open_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.kernels.ranked import Words
    from salet.table import Codes, Indices, PatternTable
    from salet.words.frequencies import Frequencies
    from salet.words.lexicon import Lexicon


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

            rule = Feedback.NAIVE if naive else Feedback.TRUE
            table = rule.table(self.lexicon)
            assert isinstance(table, StoredTable)  # the original lists fit
            codes = table.codes
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
