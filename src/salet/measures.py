"""What is counted of games: pure functions over arrays of lengths, and the paired comparison.

A length is the number of guesses until the answer, also beyond the allowed number; 0 stands for a
game that was never finished. Weights say how likely each answer is, in integer proportion; without
them all answers are equally likely.

of one array of lengths
    `mean`, `capped`, `capped_mean`, `losses`, `lost`, `within`, `worst`, `histogram` (a dict),
    `counts` (an array), `hardest`
of a histogram
    `total_of`, `shares_within`
of two arrays, answer by answer
    `compare_lengths` gives a `Comparison`: better, equal and worse answers, the mean difference,
    its interval, the p value of `wilcoxon`
of a sample
    `bootstrap`, the interval of its mean
of many runs
    `composite`, and `Spread` where they ought to agree
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import erfc, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from salet.errors import InvalidError

Lengths: TypeAlias = NDArray[np.integer]
Weights: TypeAlias = NDArray[np.integer] | None

RESAMPLES = 4000
CONFIDENCE = 0.95
_MOST_DRAWN = 4_000_000
"""Numbers that `bootstrap` draws at once; more would fill the memory."""


# --- one run ---


def mean(lengths: Lengths, weights: Weights = None) -> float | None:
    """Return the mean number of guesses of the finished games; None if there are none.

    >>> mean(np.array([3, 4, 0]))
    3.5
    """
    finished = lengths > 0
    if not finished.any():
        return None
    chosen = None if weights is None else weights[finished]
    return float(np.average(lengths[finished], weights=chosen))


def capped(lengths: Lengths, max_guesses: int) -> Lengths:
    """Return the lengths, every loss as one guess more than is allowed.

    >>> capped(np.array([3, 9, 0]), 6).tolist()
    [3, 7, 7]
    """
    return np.where(lost(lengths, max_guesses), max_guesses + 1, lengths)


def capped_mean(lengths: Lengths, max_guesses: int, weights: Weights = None) -> float | None:
    """Return the mean with every loss counted as one guess more than is allowed.

    >>> capped_mean(np.array([3, 9, 0]), 6)
    5.666666666666667
    """
    if len(lengths) == 0:
        return None
    return float(np.average(capped(lengths, max_guesses), weights=weights))


def lost(lengths: Lengths, max_guesses: int) -> NDArray[np.bool_]:
    """Mark the games not won within `max_guesses`, unfinished ones among them."""
    return np.asarray((lengths > max_guesses) | (lengths == 0))


def losses(lengths: Lengths, max_guesses: int) -> int:
    """Count the games not won within `max_guesses`, unfinished ones among them.

    >>> losses(np.array([3, 7, 0]), 6)
    2
    """
    return int(np.count_nonzero(lost(lengths, max_guesses)))


def within(lengths: Lengths, guesses: int, weights: Weights = None) -> float:
    """Return the share of games that found the answer within this number of guesses.

    >>> within(np.array([3, 4, 0, 3]), 3)
    0.5
    """
    if len(lengths) == 0:
        return 0.0
    return float(np.average((lengths > 0) & (lengths <= guesses), weights=weights))


def worst(lengths: Lengths) -> int:
    """Return the length of the longest finished game; 0 if there is none."""
    return int(lengths.max(initial=0))


def histogram(lengths: Lengths) -> dict[int, int]:
    """Count the finished games of each length that occurs.

    >>> histogram(np.array([3, 4, 0, 3]))
    {3: 2, 4: 1}
    """
    values, numbers = np.unique(lengths[lengths > 0], return_counts=True)
    return dict(zip(values.tolist(), numbers.tolist(), strict=True))


def counts(lengths: Lengths) -> NDArray[np.int64]:
    """Count the games of every length from 0 on; place 0 has the unfinished ones.

    >>> counts(np.array([3, 4, 0, 3])).tolist()
    [1, 0, 0, 2, 1]
    """
    return np.bincount(lengths).astype(np.int64)


def hardest(lengths: Lengths, count: int) -> list[int]:
    """Return the places of the longest games, unfinished ones first.

    >>> hardest(np.array([3, 5, 0, 5]), 3)
    [2, 1, 3]
    """
    order = np.argsort(-_with_unfinished_last(lengths), kind="stable")
    places: list[int] = order[:count].tolist()
    return places


def _with_unfinished_last(lengths: Lengths) -> NDArray[np.int64]:
    """Make unfinished games longer than any other."""
    return np.where(lengths > 0, lengths, np.iinfo(np.int64).max).astype(np.int64)


# --- a histogram ---


def total_of(lengths: Mapping[int, int]) -> int:
    """Return the guesses of all games of a histogram.

    >>> total_of({2: 1, 3: 3})
    11
    """
    return sum(length * number for length, number in lengths.items())


def shares_within(
    lengths: Mapping[int, int], *, games: int | None = None, upto: int | None = None
) -> list[float]:
    """Return the share of games that ended within 1, 2, ... guesses.

    `games` counts also those that never ended; `upto` is the last number of guesses.

    >>> shares_within({2: 1, 3: 3})
    [0.0, 0.25, 1.0]
    """
    numbers = {int(length): number for length, number in lengths.items()}
    total = sum(numbers.values()) if games is None else games
    last = max(numbers, default=0) if upto is None else upto
    done, shares = 0, []
    for guesses in range(1, last + 1):
        done += numbers.get(guesses, 0)
        shares.append(done / total if total else 0.0)
    return shares


# --- many runs ---


def composite(means: ArrayLike, successes: ArrayLike, quick: ArrayLike) -> NDArray[np.float64]:
    """Return Chow's composite: the mean of three min-max scalings over all runs.

    They are the mean number of guesses (less is better), the share of games won, and the share won
    within three guesses. A measure in which all runs are equal tells none of them apart: it counts
    1 for all. A run without a mean (nan) counts 0 there.

    >>> composite([3.5, 4.0, 4.5], [1.0, 0.9, 0.9], [0.5, 0.5, 0.4]).round(4).tolist()
    [1.0, 0.5, 0.0]
    """
    fewer = -np.asarray(means, float)  # 1 - (m - min) / (max - min) is the scaling of -m
    measures = (fewer, np.asarray(successes, float), np.asarray(quick, float))
    return np.asarray(sum(_scaled(values) for values in measures) / len(measures))


def _scaled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map the least of `values` to 0 and the largest to 1."""
    known = values[~np.isnan(values)]
    if len(known) == 0 or known.max() == known.min():
        return np.where(np.isnan(values), 0.0, 1.0)
    scaled = (values - known.min()) / (known.max() - known.min())
    return np.where(np.isnan(scaled), 0.0, scaled)


@dataclass(frozen=True, slots=True)
class Spread:
    """How values differ that ought to agree, such as the means of several orders of ties."""

    count: int
    mean: float
    deviation: float
    least: float
    most: float

    @classmethod
    def of(cls, values: ArrayLike) -> Spread:
        """Measure at least one value; a single one has no deviation.

        >>> Spread.of([3, 4, 5])
        Spread(count=3, mean=4.0, deviation=1.0, least=3.0, most=5.0)
        """
        array = np.asarray(values, float)
        if len(array) == 0:
            raise InvalidError("cannot measure the spread of no values")
        deviation = float(array.std(ddof=1)) if len(array) > 1 else 0.0
        return cls(
            len(array), float(array.mean()), deviation, float(array.min()), float(array.max())
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


# --- two runs on the same answers ---


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs on the same answers.

    Attributes
    ----------
    better, equal, worse
        answers that the first solved in fewer, as many, more guesses; an unfinished game
        counts as longer than any other
    difference
        mean of the first minus mean of the second, over the answers that both finished; negative
        is better for the first
    exact
        whether the difference has no sampling error: all answers were played to their end,
        without chance
    interval
        the 95 % confidence interval of the difference, by `bootstrap`; None if the difference
        is exact
    p_value
        of the Wilcoxon signed-rank test: how often random answers would show such a difference
        between equally good strategies. If nothing was sampled, it says only how one-sided
        the differences are
    """

    better: int
    equal: int
    worse: int
    difference: float | None
    exact: bool
    interval: tuple[float, float] | None
    p_value: float

    @property
    def interval_text(self) -> str:
        """The interval as people read it."""
        if self.interval is None:
            return "exact" if self.exact else "-"
        return "{:+.4f} to {:+.4f}".format(*self.interval)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


def compare_lengths(
    first: Lengths,
    second: Lengths,
    weights: Weights = None,
    *,
    sampled: bool = False,
    seed: int = 0,
) -> Comparison:
    """Compare the lengths of two runs, answer by answer.

    `sampled` says that not all answers were played, or not without chance; `seed` then draws the
    interval.

    >>> compare_lengths(np.array([3, 3, 4, 2]), np.array([4, 4, 4, 3])).difference
    -0.75
    """
    if len(first) != len(second) or len(first) == 0:
        raise InvalidError("only runs on the same answers can be compared")
    one, other = _with_unfinished_last(first), _with_unfinished_last(second)
    both = (first > 0) & (second > 0)
    difference, interval = None, None
    if both.any():
        chosen = None if weights is None else weights[both]
        differences = (one - other)[both]
        difference = float(np.average(differences, weights=chosen))
        interval = bootstrap(differences, chosen, seed=seed) if sampled else None
    better, equal = int((one < other).sum()), int((one == other).sum())
    worse = len(one) - better - equal
    p_value = wilcoxon(first, second)
    exact = not sampled and bool(both.all())
    return Comparison(better, equal, worse, difference, exact, interval, p_value)


def bootstrap(
    values: ArrayLike, weights: Weights = None, *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[float, float]:
    """Return the 95 % confidence interval of the mean of which `values` are a sample.

    These are percentiles of the means of samples drawn from the values with replacement. Where
    values repeat, as small integers do, a sample is a draw of how often each one occurs.

    >>> bootstrap([2, 2, 2])
    (2.0, 2.0)
    """
    array = np.asarray(values)
    if len(array) == 0:
        raise InvalidError("there are no values to draw from")
    shares = np.ones(len(array), np.int64) if weights is None else np.asarray(weights)
    kinds, numbers = np.unique(np.column_stack([array, shares]), axis=0, return_counts=True)
    rng = np.random.default_rng(seed)
    at_once = max(1, _MOST_DRAWN // len(kinds))
    means = []
    for start in range(0, resamples, at_once):
        size = min(at_once, resamples - start)
        drawn = rng.multinomial(len(array), numbers / len(array), size)
        means.append(drawn @ (kinds[:, 0] * kinds[:, 1]) / (drawn @ kinds[:, 1]))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(np.concatenate(means), [tail, 1 - tail])
    return float(low), float(high)


def wilcoxon(first: Lengths, second: Lengths) -> float:
    """Return the two-sided p value of the signed-rank test, by the normal approximation.

    A game that was not finished is longer than any other. Equal games are left out.

    >>> round(wilcoxon(np.array([3, 3, 4, 2]), np.array([4, 4, 4, 3])), 4)
    0.0833
    """
    longer = max(worst(first), worst(second)) + 1
    one, other = (np.where(games > 0, games, longer).astype(int) for games in (first, second))
    differences = (one - other)[one != other]
    if len(differences) == 0:
        return 1.0
    # Many games differ by the same number, so ranks are shared: each the middle of its tie.
    _, group, sizes = np.unique(np.abs(differences), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(sizes) - (sizes - 1) / 2)[group]
    count = len(differences)
    shared = (sizes.astype(float) ** 3 - sizes).sum()
    variance = (count * (count + 1) * (2 * count + 1) - shared / 2) / 24
    surplus = ranks[differences > 0].sum() - count * (count + 1) / 4
    return erfc(abs(float(surplus)) / sqrt(2 * variance))
