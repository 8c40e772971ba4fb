"""What a set costs at least: the bounds of the search, each with its proof, in plain Python.

The search computes the same numbers in its own quick way; the tests compare the two, and each
bound with the true value. Throughout, f(H) is the least total of the set H, the sum over its
candidates of weight times number of guesses; without weights every candidate weighs 1, its total
weight W is its size n, and the heaviest candidate of a part weighs 1.

Three facts are used. A guess is right for at most one candidate. A candidate that is not found by
a guess needs at least one guess more. After a guess, the candidates of one part are still alike:
the next guess, too, is right for at most one of each part.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def any_guess(weights: Iterable[int]) -> int:
    """Return 2 W - max(weights), at most f(H).

    Proof: one guess finds at most one candidate, so all others take at least two guesses. That is
    W + (W - w) = 2 W - w, where w is the weight of the one found; and w is at most the largest.

    It is reached iff some heaviest candidate leaves every candidate alone. If all weigh 1 and no
    candidate does, f(H) is at least 2 n: either the guess is no candidate, and then all need two,
    or it is one with at most n - 1 parts, and then one candidate needs three.

    >>> any_guess([1, 1, 1])
    5
    """
    listed = list(weights)
    return 2 * sum(listed) - max(listed)


def one_guess(patterns: Mapping[str, int], weights: Mapping[str, int], guess: str) -> int:
    """Return 3 W - M - own, at most what `guess` costs; `patterns` are its patterns.

    M is the sum of the heaviest weights of the parts, own the weight of the guess if it is a
    candidate, else 0.

    Proof: the first guess costs W. The part of the guess itself, if it is a candidate, costs
    nothing more. Every other part of weight V costs at least 2 V - its heaviest, by `any_guess`.
    Together W + 2 (W - own) - (M - own) = 3 W - M - own. If no part has more than two candidates
    this is exact, as a pair costs just that.

    >>> one_guess({"aa": 8, "ab": 6, "ba": 0}, {"aa": 1, "ab": 1, "ba": 1}, "aa")
    5
    """
    heaviest: dict[int, int] = defaultdict(int)
    for answer, code in patterns.items():
        heaviest[code] = max(heaviest[code], weights[answer])
    return 3 * sum(weights[answer] for answer in patterns) - worth_of(heaviest, weights, guess)


def worth_of(heaviest: Mapping[int, int], weights: Mapping[str, int], guess: str) -> int:
    """Return M + own: how much less than 3 W a guess costs at best."""
    return sum(heaviest.values()) + weights.get(guess, 0)


def best_guess(bounds: Iterable[int]) -> int:
    """Return the least bound over all guesses, at most f(H).

    Proof: f(H) is what some guess costs, and that is at least its `one_guess`.
    """
    return min(bounds)


def every_set(weight: int, most: int) -> int:
    """Return 3 W - K, at most f(H), without a look at H; K is the largest worth on all answers.

    Proof: the parts that a guess makes of H are those it makes of all answers, with some
    candidates missing. So there are no more of them, and none has a heavier heaviest candidate:
    the guess is worth no more on H than on all answers, hence at most K.

    >>> every_set(221, 151)
    512
    """
    return 3 * weight - most


def levels(candidates: int, most: int, depth: int) -> int | None:
    """Return the least total if every guess leaves at most `most` parts; at most f(H).

    The part of the guess itself, which is found, does not count. None if so many candidates
    cannot all be found within `depth` guesses.

    Proof: the parts of a part are no more than those of the whole, so after k guesses there are
    at most ``most ** k`` sets left to be searched. The next guess finds at most one candidate of
    each: at most ``most ** (k - 1)`` are found by the guess number k. The total is least if
    every candidate is found as early as there is room.

    >>> levels(4, 1, 6), levels(4, 1, 3), levels(7, 2, 6)
    (10, None, 17)
    """
    total, room, left = 0, 1, candidates
    for level in range(1, depth + 1):
        found = min(left, room)
        total += level * found
        left -= found
        room *= most
    return total if left == 0 else None


def sum_of_parts(weight: int, bounds: Iterable[int]) -> int:
    """Return W plus the bounds of the parts, at most what the guess costs; its own part is 0.

    Proof: the guess costs W, and then each part its own f, which is at least its bound. The sum
    stays a bound when some of the bounds are replaced by the parts' true totals, which is what
    the search does one by one.
    """
    return weight + sum(bounds)
