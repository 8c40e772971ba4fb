"""The order in which numpy before 1.25 put equal values.

``numpy.argsort``, and through it pandas' ``sort_values``, is not stable: which of several equally
good guesses comes first is decided by the path of a quicksort. Later versions of numpy sort with
vector instructions and order ties otherwise, so a published run that took "the first row" can
only be repeated with the old path. This is that path in plain Python. The compiled
`salet.kernels.ranked.pick_sorted` follows it only as far as one place needs; the tests compare
the two, and this one with what numpy 1.24.4 returned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALL = 16
"""Stretches of so many values or fewer are sorted by insertion, which keeps ties in order."""


def argsort(values: Sequence[float]) -> list[int]:
    """Return the places of `values` from smallest to largest, as old numpy returned them.

    >>> argsort([3, 1, 2, 1])
    [1, 3, 2, 0]
    >>> argsort([0] * 17)[:4]
    [0, 14, 13, 12]
    """
    order = list(range(len(values)))
    if not order:
        return order
    # Twice the logarithm: so many splits are in order, after more of them it is a heap's turn.
    waiting = [(0, len(order) - 1, 2 * (len(order).bit_length() - 1))]
    while waiting:
        low, high, splits = waiting.pop()
        if splits < 0:
            order[low : high + 1] = _heap_sorted(values, order[low : high + 1])
            continue
        while high - low >= SMALL:
            middle = _split(values, order, low, high)
            splits -= 1
            # The longer side waits. Only what has waited is ever given to the heap.
            if middle - low < high - middle:
                waiting.append((middle + 1, high, splits))
                high = middle - 1
            else:
                waiting.append((low, middle - 1, splits))
                low = middle + 1
        # sorted() is stable, as insertion is.
        order[low : high + 1] = sorted(order[low : high + 1], key=lambda place: values[place])
    return order


def _split(values: Sequence[float], order: list[int], low: int, high: int) -> int:
    """Put smaller values left and larger ones right of a pivot; return where it lands.

    The pivot is the median of the first, middle and last value. Both scans stop at values equal
    to it and exchange them: that is where ties lose their order.
    """

    def exchange(one: int, other: int) -> None:
        order[one], order[other] = order[other], order[one]

    middle = low + (high - low) // 2
    for one, other in ((low, middle), (middle, high), (low, middle)):
        if values[order[other]] < values[order[one]]:
            exchange(one, other)
    pivot = values[order[middle]]
    exchange(middle, high - 1)
    left, right = low, high - 1
    while True:
        left += 1
        while values[order[left]] < pivot:
            left += 1
        right -= 1
        while pivot < values[order[right]]:
            right -= 1
        if left >= right:
            break
        exchange(left, right)
    exchange(left, high - 1)
    return left


def _heap_sorted(values: Sequence[float], places: list[int]) -> list[int]:
    """Sort by a heap with the largest value on top, always cut off from its end."""
    for root in reversed(range(len(places) // 2)):
        _sink(values, places, root, len(places), places[root])
    for end in reversed(range(1, len(places))):
        last = places[end]
        places[end] = places[0]
        _sink(values, places, 0, end, last)
    return places


def _sink(values: Sequence[float], heap: list[int], hole: int, size: int, place: int) -> None:
    """Let `place` fall from `hole` until no child is larger."""
    while (child := 2 * hole + 1) < size:
        if child + 1 < size and values[heap[child]] < values[heap[child + 1]]:
            child += 1
        if not values[place] < values[heap[child]]:
            break
        heap[hole] = heap[child]
        hole = child
    heap[hole] = place
