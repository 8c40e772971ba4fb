"""How likely each word is to be a day's answer, learned from the answers of earlier days.

Every word has three levels: its *standing* (how many of the curated lists name it as an answer,
if it was never used; else how long ago it was used last), how *common* it is, and its *ending*,
the last letter (plurals end alike, and so do past tenses). The rate of a word is the product of
a factor for each of its levels, and its chance is its share of all rates:

    rate(w) = standing(w) * common(w) * ending(w)        chance(w) = rate(w) / sum of all rates

A factor is how often words of the level were chosen, by how often they were expected to be chosen
had the level not mattered, with one imagined choice on each side:

    factor = (chosen + 1) / (expected + 1)

Both are sums over the weeks before the day, and a week counts half as much as one half a year
later. So a new habit, such as the use of old answers again, shows within weeks, and no chance is
ever 0: a level that was never chosen has a factor of ``1 / (expected + 1)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError
from salet.words.frequencies import Frequencies
from salet.words.history import History, read_day
from salet.words.lexicon import Lexicon
from salet.words.shelf import curated_lists

HALF_LIFE = 180
"""The answers, one a day, after which a choice counts half."""

_RANKS = (250, 500, 1000, 2000, 3000, 4500, 7000, 10000)
"""Where one band of common words ends and the next begins."""

_AGES = (365, 730, 1460)
"""The same for the days since a word was used."""

_WEEK = 7


class Habits:
    """What one lexicon's words have in common; keeps what it learned, for the next day asked."""

    def __init__(self, lexicon: Lexicon, frequencies: Frequencies | None = None) -> None:
        self._lexicon = lexicon
        self._places = {word: place for place, word in enumerate(lexicon.allowed)}
        self._fixed = (_bands(lexicon, frequencies), _endings(lexicon))
        self._learned: _Learned | None = None

    def chances(self, history: History, day: date | str) -> Frequencies:
        """Return the chance of every allowed word to be the answer of `day`.

        Only the days before `day` are looked at, and words that are not allowed are passed over.
        """
        today, places, words = read_day(day), self._places, self._lexicon.allowed
        if history.days and not any(word in places for word in history.words):
            name = self._lexicon.name
            raise InvalidError(f"no word of the history {history.name} is allowed in {name}")
        before = history.before(today).days
        known = tuple((when, places[word]) for when, word in before if word in places)
        lists = _listings(self._lexicon, today)
        learned = self._learned
        if learned is None or not learned.leads_to(known, lists):
            never = np.full(len(words), -1)
            model = _Factors(lists.max() + 2 + len(_AGES), self._fixed)
            learned = _Learned((), lists, never, model)
        while len(known) - len(learned.days) >= _WEEK:
            learned = learned.after(known[len(learned.days) :][:_WEEK])
        self._learned = learned
        if len(learned.days) < len(known):
            learned = learned.after(known[len(learned.days) :])
        cells = learned.model.cells(_standing(lists, learned.last, today))
        rates = learned.model.rates().ravel()[cells]
        shares = (rates / rates.sum()).tolist()
        return Frequencies(history.name, dict(zip(words, shares, strict=True)))


@dataclass(frozen=True)
class _Learned:
    """What is known after some days."""

    days: tuple[tuple[date, int], ...]
    lists: NDArray[np.int64]
    """How many curated lists name each word."""
    last: NDArray[np.int64]
    """The day each word was used last, as a number; -1 for never."""
    model: _Factors

    def leads_to(self, known: tuple[tuple[date, int], ...], lists: NDArray[np.int64]) -> bool:
        """Whether nothing else was learned than what is known."""
        return known[: len(self.days)] == self.days and np.array_equal(lists, self.lists)

    def after(self, week: tuple[tuple[date, int], ...]) -> _Learned:
        """Learn from a week, or from what there is of it."""
        model, last = copy(self.model), self.last.copy()
        cells = model.cells(_standing(self.lists, last, week[0][0]))
        chosen = np.array([word for _, word in week])
        last[chosen] = [when.toordinal() for when, _ in week]
        model.learn(cells, chosen)
        return _Learned((*self.days, *week), self.lists, last, model)


class _Factors:
    """One factor for every level of standing, commonness and ending."""

    def __init__(self, standings: int, fixed: Sequence[NDArray[np.int64]]) -> None:
        rest = tuple(int(levels.max()) + 1 for levels in fixed)
        self._shape = (standings, *rest)
        self._fixed = np.ravel_multi_index(tuple(fixed), rest)
        self._chosen = [np.zeros(size) for size in self._shape]
        self._expected = [np.zeros(size) for size in self._shape]
        self._factors = [np.ones(size) for size in self._shape]

    def cells(self, standing: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the combination of levels of each word, as a number."""
        _, bands, endings = self._shape
        return standing * (bands * endings) + self._fixed

    def rates(self) -> NDArray[np.float64]:
        """Return the product of the factors for every combination of levels."""
        first, second, third = self._factors
        return np.asarray(first[:, None, None] * second[:, None] * third)

    def learn(self, cells: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
        """Take note of the words that were chosen in a week."""
        words = np.bincount(cells, minlength=int(np.prod(self._shape))).reshape(self._shape)
        shares = words * self.rates()
        shares *= len(chosen) / shares.sum()
        fading = 0.5 ** (len(chosen) / HALF_LIFE)
        levels = np.unravel_index(cells[chosen], self._shape)
        self._expected, self._chosen = [*self._expected], [*self._chosen]  # a copy keeps its own
        for axis, size in enumerate(self._shape):
            others = tuple(other for other in range(3) if other != axis)
            expected = shares.sum(axis=others) / self._factors[axis]
            self._expected[axis] = self._expected[axis] * fading + expected
            self._chosen[axis] = self._chosen[axis] * fading + np.bincount(
                levels[axis], minlength=size
            )
        self._factors = [
            (chosen + 1) / (expected + 1)
            for chosen, expected in zip(self._chosen, self._expected, strict=True)
        ]


def _bands(lexicon: Lexicon, frequencies: Frequencies | None) -> NDArray[np.int64]:
    """Return the band of each word, from the most common to the least."""
    table = Frequencies.for_lexicon(lexicon) if frequencies is None else frequencies
    counts = table.of(lexicon.allowed)
    ranks = np.searchsorted(np.sort(-counts), -counts)  # equal counts share the best rank
    return np.searchsorted(_RANKS, ranks, side="right")


@lru_cache(maxsize=8)
def _endings(lexicon: Lexicon) -> NDArray[np.int64]:
    """Return the last letter of each word, as a number."""
    return np.unique([word[-1] for word in lexicon.allowed], return_inverse=True)[1]


def _listings(lexicon: Lexicon, day: date) -> NDArray[np.int64]:
    """Return how many of the curated lists that there were on a day name each word as an answer.

    A curated list is one that the product brings and that has no word the lexicon does not allow.
    """
    own = frozenset(lexicon.answers)
    chosen = {own: ""} if len(own) < len(lexicon.allowed) else {}
    known = {words: when for words, when in (chosen | curated_lists()).items() if when <= str(day)}
    return _count_listings(lexicon, frozenset(known))


@lru_cache(maxsize=8)
def _count_listings(lexicon: Lexicon, lists: frozenset[frozenset[str]]) -> NDArray[np.int64]:
    allowed = frozenset(lexicon.allowed)
    fitting = [words for words in lists if words <= allowed]
    return np.array([sum(word in words for words in fitting) for word in lexicon.allowed])


def _standing(lists: NDArray[np.int64], last: NDArray[np.int64], today: date) -> NDArray[np.int64]:
    standing = lists.copy()
    used = np.flatnonzero(last >= 0)
    ages = today.toordinal() - last[used]
    standing[used] = lists.max() + 1 + np.searchsorted(_AGES, ages, side="right")
    return standing
