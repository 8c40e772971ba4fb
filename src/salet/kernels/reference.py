"""The plain twins of the kernels, for reading and for testing. No numba, no speed."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _spelled(places: NDArray[np.uint16], column: int, length: int) -> list[int]:
    """Read an answer back from its bit masks."""
    return [
        next(a for a in range(places.shape[0]) if places[a, column] >> place & 1)
        for place in range(length)
    ]


def fill_patterns(
    letters: NDArray[np.uint16],
    places: NDArray[np.uint16],
    codes: NDArray[np.unsignedinteger],
) -> None:
    """Twin of `salet.kernels.patterns.fill_patterns`: greens, then yellows left to right."""
    length = letters.shape[1]
    for row, guess in enumerate(letters):
        for column in range(places.shape[1]):
            answer = _spelled(places, column, length)
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


def add_open(
    codes: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int64],
    steps: NDArray[np.int64],
    sizes: NDArray[np.int64],  # noqa: ARG001
    values: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.boards.add_open`."""
    for guess, row in enumerate(codes):
        groups = Counter(row[candidate] for candidate in candidates)
        total = sum(int(steps[:size].sum()) for size in groups.values())
        values[guess] += total // len(candidates)


def _board_values(
    codes: NDArray[np.unsignedinteger],
    answer_guesses: NDArray[np.int64],
    boards: dict[int, list[int]],
    steps: NDArray[np.int64],
    weights: NDArray[np.int64],
    solve: int,
) -> list[int]:
    """Return what each guess leaves open on unsolved boards, less its chances to solve them."""
    values = np.zeros(codes.shape[0], np.int64)
    for candidates in boards.values():
        add_open(codes, np.array(candidates), steps, steps, values)
    values *= weights[len(boards)]
    for candidates in boards.values():
        for candidate in candidates:
            values[answer_guesses[candidate]] -= solve // len(candidates)
    return [int(value) for value in values]


def _after(
    codes: NDArray[np.unsignedinteger],
    boards: dict[int, list[int]],
    hidden: dict[int, int],
    guess: int,
    green: int,
) -> dict[int, list[int]]:
    """Return the candidates of the boards that a guess does not solve."""
    return {
        board: [c for c in candidates if codes[guess, c] == codes[guess, hidden[board]]]
        for board, candidates in boards.items()
        if codes[guess, hidden[board]] != green
    }


def try_guesses(
    codes: NDArray[np.unsignedinteger],
    answer_guesses: NDArray[np.int64],
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    shortlist: NDArray[np.int64],
    steps: NDArray[np.int64],
    weights: NDArray[np.int64],
    solve: int,
    pattern_count: int,
    totals: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.boards.try_guesses`."""
    start = {
        board: [int(c) for c in sets[board, :count]] for board, count in enumerate(counts) if count
    }
    totals[:] = 0
    for choice in product(*start.values()):
        hidden = dict(zip(start, choice, strict=True))
        for place in range(len(totals)):
            boards = _after(codes, start, hidden, int(shortlist[place]), pattern_count - 1)
            totals[place] += 1
            while boards:
                values = _board_values(codes, answer_guesses, boards, steps, weights, solve)
                words = [int(answer_guesses[c]) for board in sorted(boards) for c in boards[board]]
                guess = min([*words, *shortlist], key=values.__getitem__)
                boards = _after(codes, boards, hidden, guess, pattern_count - 1)
                totals[place] += 1


def play_boards(
    codes: NDArray[np.unsignedinteger],
    answer_guesses: NDArray[np.int64],
    answers: NDArray[np.int64],
    opener: int,
    opening_group: NDArray[np.int64],  # noqa: ARG001
    opening: NDArray[np.int64],  # noqa: ARG001
    steps: NDArray[np.int64],
    weights: NDArray[np.int64],
    solve: int,
    pattern_count: int,
    trial: tuple[int, int, int],
    solved_at: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.boards.play_boards`: nothing is prepared, all is worked out."""
    most, tries, few = trial
    every = range(codes.shape[0])
    for game, row in enumerate(answers):
        hidden = {board: int(answer) for board, answer in enumerate(row)}
        boards = {board: list(range(codes.shape[1])) for board in hidden}
        turn, guess = 1, opener
        while True:
            before = boards
            boards = _after(codes, boards, hidden, guess, pattern_count - 1)
            for board in before.keys() - boards.keys():
                solved_at[game, board] = turn
            if not boards:
                break
            values = _board_values(codes, answer_guesses, boards, steps, weights, solve)
            order = sorted(every, key=values.__getitem__)
            ways = math.prod(len(candidates) for candidates in boards.values())
            if 1 < ways <= most:
                sets = np.zeros((len(row), codes.shape[1]), np.int64)
                counts = np.zeros(len(row), np.int64)
                for board, candidates in boards.items():
                    counts[board] = len(candidates)
                    sets[board, : len(candidates)] = candidates
                totals = np.zeros(min(tries, len(order)), np.int64)
                try_guesses(
                    codes,
                    answer_guesses,
                    sets,
                    counts,
                    np.array(order[:few]),
                    steps,
                    weights,
                    solve,
                    pattern_count,
                    totals,
                )
                guess = order[int(totals.argmin())]
            else:
                guess = order[0]
            turn += 1
