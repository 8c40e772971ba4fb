"""What is known before a match: the strategies of the house, and which words hurt them.

Everyone may know this; it is what the word lists and the published strategies tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from salet.arena.strategist import table_of, whole_tree
from salet.errors import InvalidError
from salet.strategies.registry import make_strategy
from salet.tree.bundled import PROVEN_LEXICON

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.arena.strategist import WholeTree
    from salet.games.rules import Rules
    from salet.strategies.base import Strategy
    from salet.words.lexicon import Lexicon

KNOWN = ("tree", "entropy", "minimax", "parts", "letters")
"""The strategies that a setter recognises by their games."""

_BOOKS: dict[tuple[str, Rules], WordBook] = {}


@dataclass(frozen=True)
class WordBook:
    """The answers of one lexicon, with what the house knows about each."""

    lexicon: Lexicon
    rules: Rules

    @cached_property
    def trees(self) -> dict[str, WholeTree]:
        """All games of every known strategy that plays this lexicon by these rules."""
        found = {}
        for name in KNOWN:
            strategy = make_strategy(name)
            if not _can_play(strategy, self.lexicon, self.rules):
                continue
            tree = whole_tree(strategy, self.lexicon, self.rules)
            if tree.finished.all():
                found[name] = tree
        return found

    @cached_property
    def hardness(self) -> NDArray[np.float64]:
        """What each answer costs, on average over the known strategies."""
        return np.asarray(np.mean([tree.costs for tree in self.trees.values()], axis=0))

    @cached_property
    def features(self) -> NDArray[np.float64]:
        """What describes each answer, column by column, with mean 0 and deviation 1.

        Hardness, whether it is among the hardest tenth, neighbours (answers that differ in one
        letter), whether a letter repeats, how common it is, then each letter of the alphabet.
        """
        table = table_of(self.lexicon)
        letters = table.letters[table.answer_guesses]
        holds = (letters[:, :, None] == np.arange(len(self.lexicon.alphabet))).any(axis=1)
        columns = [
            self.hardness,
            self.hardness >= np.quantile(self.hardness, 0.9),
            self._neighbours(letters),
            holds.sum(axis=1) < self.lexicon.length,
            self._popularity(),
            *holds.T,
        ]
        raw = np.stack([np.asarray(column, float) for column in columns], axis=1)
        spread = raw.std(axis=0)
        return np.asarray((raw - raw.mean(axis=0)) / np.where(spread > 0, spread, 1))

    def _neighbours(self, letters: NDArray[np.uint16]) -> NDArray[np.int64]:
        found = np.zeros(len(letters), np.int64)
        for place in range(letters.shape[1]):
            rest = np.delete(letters, place, axis=1)
            _, group, sizes = np.unique(rest, axis=0, return_inverse=True, return_counts=True)
            found += sizes[group.ravel()] - 1
        return found

    def _popularity(self) -> NDArray[np.float64]:
        from salet.words.frequencies import Frequencies

        counts = Frequencies.load().of(self.lexicon.answers)
        return np.asarray(np.log1p(counts), float)


def word_book(lexicon: Lexicon, rules: Rules) -> WordBook:
    """Return what is known of a lexicon, put together once per process."""
    key = (lexicon.id, rules)
    if key not in _BOOKS:
        _BOOKS[key] = WordBook(lexicon, rules)
    return _BOOKS[key]


def best_strategy(lexicon: Lexicon, rules: Rules) -> Strategy:
    """Return the proven tree where there is one, and elsewhere entropy, which is not proven."""
    tree = make_strategy("tree")
    return tree if _can_play(tree, lexicon, rules) else make_strategy("entropy")


def _can_play(strategy: Strategy, lexicon: Lexicon, rules: Rules) -> bool:
    if rules.hard not in strategy.traits.modes:
        return False
    try:
        strategy.check_words(lexicon)
    except InvalidError:
        return False
    return strategy.name != "tree" or lexicon.id == PROVEN_LEXICON
