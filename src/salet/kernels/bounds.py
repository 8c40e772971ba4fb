"""What a set of candidates costs at least: the bounds of every exact search, each with its proof.

The formulas are plain Python: the kernels compile them, the searches without a compiler call them,
and the tests compare each with the true value. Throughout, f(H) is the least total of a set H: the
sum over its candidates of weight times number of guesses. Without weights every candidate weighs 1,
so that the weight W of a set is its size n.

Three facts are used. A guess is right for at most one candidate. A candidate that a guess does not
find needs at least one guess more. After a guess, the candidates of one part are still alike: the
next guess, too, is right for at most one of each part.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

NEVER = 1 << 34
"""The total of a set that cannot be solved within the guesses left; all that is more means that."""


def any_guess(weight: int, heaviest: int) -> int:
    """Return 2 W - heaviest, at most f(H), where `heaviest` is the largest weight in H.

    Proof: one guess finds at most one candidate, so all others take at least two guesses. That is
    W + (W - w) = 2 W - w, where w is the weight of the one found; and w is at most the largest.

    It is reached iff some heaviest candidate leaves every candidate alone. If all weigh 1 and no
    candidate does, f(H) is at least 2 n: either the guess is no candidate, and then all need two,
    or it is one with at most n - 1 parts, and then one candidate needs three.

    >>> any_guess(weight=3, heaviest=1)
    5
    """
    return 2 * weight - heaviest


def one_guess(weight: int, worth: Any) -> Any:
    """Return 3 W - worth, at most what a guess of this worth costs; `worth` may be an array.

    Proof: the first guess costs W. The part of the guess itself, if it is a candidate, costs
    nothing more. Every other part of weight V costs at least 2 V - its heaviest, by `any_guess`.
    Write M for the sum of the heaviest weights of all parts, and own for the weight of the guess
    if it is a candidate, else 0. Together W + 2 (W - own) - (M - own) = 3 W - M - own. If no part
    has more than two candidates this is exact, as a pair costs just that.

    *The best guess.* With the largest worth of any guess on H this is at most f(H), since f(H) is
    what some guess costs.

    *Every set.* With the largest worth of any guess on all answers this is at most f(H) too, and
    needs no look at H: the parts that a guess makes of H are those that it makes of all answers,
    with some candidates missing. So there are no more of them, and none has a heavier heaviest
    candidate; no guess is worth more on H than on all answers.

    >>> one_guess(weight=221, worth=151)
    512
    """
    return 3 * weight - worth


def crowded(candidates: int, most: int) -> bool:
    """Whether some candidate needs a fourth guess if no guess is worth more than `most`.

    Only then does `levels` say more than the worth of the best guess does.
    """
    return candidates > 1 + max(0, most - 2) * max(1, most - 1)


def levels(candidates: int, most: int, depth: int, slope: int = 1, penalty: int = NEVER) -> int:
    """Return the least total if every guess leaves at most `most` parts; at most f(H).

    The part of the guess itself, which is found, does not count. A guess costs `slope`, a candidate
    that is not found within `depth` guesses `penalty`.

    Proof: the parts of a part are no more than those of the whole, so after k guesses there are
    at most ``most ** k`` sets left to be searched. The next guess finds at most one candidate of
    each: at most ``most ** (k - 1)`` are found by the guess number k. The total is least if
    every candidate is found as early as there is room.

    >>> levels(4, 1, 6), levels(7, 2, 6), levels(4, 1, 3) >= NEVER, levels(4, 1, 3, 0, 1)
    (10, 17, True, 1)
    """
    total = 0
    room = 1
    left = candidates
    for level in range(1, depth + 1):
        found = min(left, room)
        total += slope * level * found
        left -= found
        room = min(room * most, candidates)
    return min(total + left * (slope * depth + penalty), NEVER)


def sum_of_parts(own: int, parts: Iterable[int]) -> int:
    """Return what a guess costs itself plus the bounds of its parts, at most what it costs in all.

    Proof: a guess costs W, and then each part its own f, which is at least its bound; the part of
    the guess itself costs nothing. The sum stays a bound when some of the bounds are replaced by
    the parts' true totals, which is what a search does one by one.
    """
    return own + sum(parts)
