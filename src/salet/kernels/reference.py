"""The plain twins of the kernels, for reading and for testing. No numba, no speed."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def fill_patterns(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Twin of `salet.kernels.patterns.fill_patterns`: greens, then yellows left to right."""
    length = letters.shape[1]
    for row, guess in enumerate(letters):
        for column in range(places.shape[1]):
            answer = [
                next(a for a in range(places.shape[0]) if places[a, column] >> place & 1)
                for place in range(length)
            ]
            colours = [2 if guess[place] == answer[place] else 0 for place in range(length)]
            unused = Counter(answer[place] for place in range(length) if colours[place] == 0)
            for place in range(length):
                letter = int(guess[place])
                if colours[place] == 0 and unused[letter] > 0:
                    colours[place] = 1
                    unused[letter] -= 1
            codes[row, column] = int("".join(map(str, colours)), base=3)


def transpose(codes: NDArray[np.unsignedinteger], out: NDArray[np.unsignedinteger]) -> None:
    """Twin of `salet.kernels.patterns.transpose`."""
    out[:] = codes.T


def tally_groups(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    terms: NDArray[np.int64],
    pattern_count: int,  # noqa: ARG001
    out: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.groups.tally_groups`."""
    for k, row in enumerate(rows):
        sizes = Counter(codes[row, column] for column in columns).values()
        out[k] = (
            len(sizes),
            max(sizes, default=0),
            sum(size * size for size in sizes),
            sum(terms[size] for size in sizes),
        )


def tally_weights(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    weights: NDArray[np.int64],
    pattern_count: int,  # noqa: ARG001
    unit: float,
    out: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.groups.tally_weights`."""
    total = int(weights.sum())
    for k, row in enumerate(rows):
        groups: Counter[int] = Counter()
        for column, weight in zip(columns, weights, strict=True):
            groups[int(codes[row, column])] += int(weight)
        shares = [weight / total for weight in groups.values()]
        out[k] = (
            len(groups),
            max(groups.values(), default=0),
            sum(weight * weight for weight in groups.values()),
            sum(round(-share * math.log2(share) * unit) for share in shares),
        )


def sum_codes(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    weights: NDArray[np.int64],
    worth: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.sums.sum_codes`."""
    for k, row in enumerate(rows):
        pairs = zip(columns, weights, strict=True)
        out[k] = sum(int(weight) * int(worth[codes[row, column]]) for column, weight in pairs)


def sum_letters(
    letters: NDArray[np.uint16],
    rows: NDArray[np.int64],
    worth: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.sums.sum_letters`."""
    for k, row in enumerate(rows):
        out[k] = sum(int(worth[place, letter]) for place, letter in enumerate(letters[row]))
