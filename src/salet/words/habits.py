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
"""The days after which a choice counts half."""

_RANKS = (250, 500, 1000, 2000, 3000, 4500, 7000, 10000)
"""Where one band of common words ends and the next begins."""

_AGES = (365, 730, 1460)
"""The same for the days since a word was used."""

_WEEK = 7


def chances(
    history: History,
    lexicon: Lexicon,
    day: date | str,
    frequencies: Frequencies | None = None,
) -> Frequencies:
    """Return the chance of every allowed word to be the answer of `day`.

    Only the days before `day` are looked at. Words that the lexicon does not allow are passed over.
    """
    today = read_day(day)
    words = lexicon.allowed
    places = {word: place for place, word in enumerate(words)}
    if history.days and not any(word in places for word in history.words):
        raise InvalidError(f"no word of the history {history.name} is allowed in {lexicon.name}")
    known = [(when, places[word]) for when, word in history.before(today).days if word in places]
    lists = _listings(lexicon, today)
    fixed = (_bands(lexicon, frequencies), _endings(lexicon))
    model = _Factors(lists.max() + 2 + len(_AGES), fixed)
    last = np.full(len(words), -1)  # the day each word was used last, as a number
    week: list[int] = []
    for place, (when, word) in enumerate(known):
        week.append(word)
        following = known[place + 1][0] if place + 1 < len(known) else today
        if len(week) == 1:
            cells = model.cells(_standing(lists, last, when))
        last[word] = when.toordinal()
        if len(week) == _WEEK or following == today:
            model.learn(cells, np.array(week))
            week = []
    rates = model.rates().ravel()[model.cells(_standing(lists, last, today))]
    return Frequencies(history.name, dict(zip(words, (rates / rates.sum()).tolist(), strict=True)))


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
