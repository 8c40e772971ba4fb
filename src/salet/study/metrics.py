"""What is measured on runs: pure functions over arrays of game lengths.

A length is the number of guesses until the answer, also beyond the allowed number; 0 stands for a
game that was never finished. Weights say how likely each answer is; without them all are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError
from salet.runs.compare import pair_lengths

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Lengths = NDArray[np.integer]
    Weights = NDArray[np.integer] | None

RESAMPLES = 2000
LEVEL = 0.95


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


def within(lengths: Lengths, guesses: int, weights: Weights = None) -> float:
    """Return the share of games that found the answer within so many guesses.

    >>> within(np.array([3, 4, 0, 3]), 3)
    0.5
    """
    return float(np.average((lengths > 0) & (lengths <= guesses), weights=weights))


def losses(lengths: Lengths, max_guesses: int) -> int:
    """Count the games not won within `max_guesses`, unfinished ones among them.

    >>> losses(np.array([3, 7, 0]), 6)
    2
    """
    return int(np.count_nonzero((lengths > max_guesses) | (lengths == 0)))


def worst(lengths: Lengths) -> int:
    """Return the length of the longest finished game; 0 if there is none."""
    return int(lengths.max(initial=0))


def histogram(lengths: Lengths) -> NDArray[np.int64]:
    """Count the games of each length; place 0 has the unfinished ones.

    >>> histogram(np.array([3, 4, 0, 3])).tolist()
    [1, 0, 0, 2, 1]
    """
    return np.bincount(lengths).astype(np.int64)


def distribution(lengths: Lengths, weights: Weights = None) -> NDArray[np.float64]:
    """Return the share of games of each length; place 0 has the unfinished ones.

    >>> distribution(np.array([1, 2]), np.array([3, 1])).tolist()
    [0.0, 0.75, 0.25]
    """
    counts = np.bincount(lengths, weights)
    return np.asarray(counts / counts.sum())


# --- all cells of a study ---


def composite(means: ArrayLike, successes: ArrayLike, quick: ArrayLike) -> NDArray[np.float64]:
    """Return the composite of write-up 000: the mean of three min-max scalings over all cells.

    The mean number of guesses (less is better), the share of games won, and the share won within
    three guesses. A measure in which all cells are equal tells none of them apart: it counts 1
    for all. A cell without a mean (nan) counts 0 there.

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


# --- how sure ---


@dataclass(frozen=True, slots=True)
class Spread:
    """How values differ that ought to be alike, such as the means of several orders of ties."""

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
            raise InvalidError("there are no values to measure the spread of")
        deviation = float(array.std(ddof=1)) if len(array) > 1 else 0.0
        return cls(
            len(array), float(array.mean()), deviation, float(array.min()), float(array.max())
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def bootstrap(
    values: ArrayLike,
    weights: Weights = None,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> tuple[float, float]:
    """Return an interval for the mean of what `values` are a sample of.

    The percentiles of the means of so many samples, drawn from the values with replacement.
    """
    array = np.asarray(values, float)
    if len(array) == 0:
        raise InvalidError("there are no values to draw from")
    rng = np.random.default_rng(seed)
    means = np.empty(resamples)
    for place in range(resamples):  # one by one: all at once would fill the memory
        drawn = rng.integers(len(array), size=len(array))
        chosen = None if weights is None else weights[drawn]
        means[place] = np.average(array[drawn], weights=chosen)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs on the same answers.

    Attributes
    ----------
    better, equal, worse
        answers that the first solved in fewer, as many, more guesses; a game that was not
        finished is longer than any other
    difference
        mean of the first minus mean of the second, over the answers that both finished
    exact
        whether the difference has no sampling error: all answers were played, without chance
    interval
        where the difference of all answers lies, with a confidence of 95 %, by `bootstrap`; None
        where the difference is exact
    p_value
        of the Wilcoxon signed-rank test: how often answers drawn at random would show such a
        difference between strategies that are equally good. Where nothing was sampled it says
        only how one-sided the differences are
    """

    better: int
    equal: int
    worse: int
    difference: float | None
    exact: bool
    interval: tuple[float, float] | None
    p_value: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def compare(
    first: Lengths,
    second: Lengths,
    weights: Weights = None,
    *,
    sampled: bool = False,
    seed: int = 0,
) -> Comparison:
    """Compare the lengths of two runs, answer by answer.

    >>> compare(np.array([3, 3, 4, 2]), np.array([4, 4, 4, 3])).difference
    -0.75
    """
    if len(first) != len(second) or len(first) == 0:
        raise InvalidError("only runs on the same answers can be compared")
    better, equal, worse, difference = pair_lengths(first, second, weights)
    both = (first > 0) & (second > 0)
    interval = None
    if sampled and both.any():
        chosen = None if weights is None else weights[both]
        interval = bootstrap((first.astype(int) - second)[both], chosen, seed=seed)
    p_value = _wilcoxon(first, second)
    return Comparison(better, equal, worse, difference, not sampled, interval, p_value)


def _wilcoxon(first: Lengths, second: Lengths) -> float | None:
    """Return the two-sided p value by the normal approximation; None without scipy."""
    try:
        from scipy.stats import wilcoxon
    except ImportError:
        return None
    longer = max(worst(first), worst(second)) + 1
    differences = np.where(first > 0, first, longer).astype(int) - np.where(
        second > 0, second, longer
    )
    if not differences.any():
        return 1.0
    return float(wilcoxon(differences, zero_method="wilcox", method="approx").pvalue)
