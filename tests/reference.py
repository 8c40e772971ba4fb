"""The plain twins of the kernels, for reading and for testing. No numba, no speed."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.kernels.boards import Ground, Opening, Scale


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
    """Twin of `salet.kernels.letters.fill_patterns`: greens, then yellows left to right."""
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


def tally_groups(
    codes: NDArray[np.unsignedinteger],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    terms: NDArray[np.int64],
    work: object,
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
    pattern_count: int,
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
    """Twin of `salet.kernels.groups.sum_codes`."""
    for k, row in enumerate(rows):
        pairs = zip(columns, weights, strict=True)
        out[k] = sum(int(weight) * int(worth[codes[row, column]]) for column, weight in pairs)


def sum_letters(
    letters: NDArray[np.uint16],
    rows: NDArray[np.int64],
    worth: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.letters.sum_letters`."""
    for k, row in enumerate(rows):
        out[k] = sum(int(worth[place, letter]) for place, letter in enumerate(letters[row]))


def add_open(
    codes: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int64],
    steps: NDArray[np.int64],
    sizes: NDArray[np.int64],
    values: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.boards.add_open`."""
    for guess, row in enumerate(codes):
        groups = Counter(row[candidate] for candidate in candidates)
        total = sum(int(steps[:size].sum()) for size in groups.values())
        values[guess] += total // len(candidates)


def _board_values(ground: Ground, scale: Scale, boards: dict[int, list[int]]) -> list[int]:
    """Return what each guess leaves open on unsolved boards, less its chances to solve them."""
    values = np.zeros(ground.codes.shape[0], np.int64)
    for candidates in boards.values():
        add_open(ground.codes, np.array(candidates), scale.steps, scale.steps, values)
    values *= scale.weights[len(boards)]
    for candidates in boards.values():
        for candidate in candidates:
            values[ground.answer_guesses[candidate]] -= scale.solve // len(candidates)
    return [int(value) for value in values]


def _after(
    ground: Ground, boards: dict[int, list[int]], hidden: dict[int, int], guess: int
) -> dict[int, list[int]]:
    """Return the candidates of the boards that a guess does not solve."""
    row = ground.codes[guess]
    return {
        board: [c for c in candidates if row[c] == row[hidden[board]]]
        for board, candidates in boards.items()
        if row[hidden[board]] != ground.solved
    }


def try_guesses(
    ground: Ground,
    scale: Scale,
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    shortlist: NDArray[np.int64],
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
            boards = _after(ground, start, hidden, int(shortlist[place]))
            totals[place] += 1
            while boards:
                values = _board_values(ground, scale, boards)
                words = [
                    int(ground.answer_guesses[c]) for board in sorted(boards) for c in boards[board]
                ]
                guess = min([*words, *shortlist], key=values.__getitem__)
                boards = _after(ground, boards, hidden, guess)
                totals[place] += 1


def play_boards(
    ground: Ground,
    scale: Scale,
    opening: Opening,
    trial: tuple[int, int, int],
    answers: NDArray[np.int64],
    solved_at: NDArray[np.int64],
) -> None:
    """Twin of `salet.kernels.boards.play_boards`: nothing is prepared, all is worked out."""
    most, tries, few = trial
    every, columns = map(range, ground.codes.shape)
    for game, row in enumerate(answers):
        hidden = {board: int(answer) for board, answer in enumerate(row)}
        boards = {board: list(columns) for board in hidden}
        turn, guess = 1, opening.guess
        while True:
            before = boards
            boards = _after(ground, boards, hidden, guess)
            for board in before.keys() - boards.keys():
                solved_at[game, board] = turn
            if not boards:
                break
            values = _board_values(ground, scale, boards)
            order = sorted(every, key=values.__getitem__)
            ways = math.prod(len(candidates) for candidates in boards.values())
            guess = order[0]
            if 1 < ways <= most:
                sets = np.zeros((len(row), len(columns)), np.int64)
                counts = np.zeros(len(row), np.int64)
                for board, candidates in boards.items():
                    counts[board] = len(candidates)
                    sets[board, : len(candidates)] = candidates
                totals = np.zeros(min(tries, len(order)), np.int64)
                try_guesses(ground, scale, sets, counts, np.array(order[:few]), totals)
                guess = order[int(totals.argmin())]
            turn += 1


def worth_of(replies: dict[str, int], weights: dict[str, int], guess: str) -> int:
    """Return how much less than 3 W a guess costs at best; `replies` are those to the guess.

    The worth is the sum of the heaviest weights of the parts, and the weight of the guess once more
    if it is a candidate. The kernels compute it for all guesses at once.

    >>> worth_of({"aa": 8, "ab": 6, "ba": 0}, {"aa": 1, "ab": 1, "ba": 1}, "aa")
    4
    """
    heaviest: dict[int, int] = defaultdict(int)
    for answer, code in replies.items():
        heaviest[code] = max(heaviest[code], weights[answer])
    return sum(heaviest.values()) + weights.get(guess, 0)
