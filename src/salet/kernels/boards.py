"""Several boards, one guess for all: what a guess leaves open, and whole games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.compiler import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


@compiled
def add_open(
    codes: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int64],
    steps: NDArray[np.int64],
    sizes: NDArray[np.int64],
    values: NDArray[np.int64],
) -> None:
    """Add to `values` (guesses) what each guess leaves open on a board with these candidates.

    A group of s candidates leaves ``steps[0] + ... + steps[s - 1]`` open; the sum over the groups
    is divided by the number of candidates and rounded down. `sizes` is all zero, before and after.
    """
    for guess in range(codes.shape[0]):
        total = 0
        for j in range(candidates.size):
            pattern = codes[guess, candidates[j]]
            size = sizes[pattern]
            sizes[pattern] = size + 1
            total += steps[size]
        for j in range(candidates.size):
            sizes[codes[guess, candidates[j]]] = 0
        values[guess] += total // candidates.size


@compiled
def play_boards(
    codes: NDArray[np.unsignedinteger],
    answer_guesses: NDArray[np.int64],
    answers: NDArray[np.int64],
    opener: int,
    opening_group: NDArray[np.int64],
    opening: NDArray[np.int64],
    steps: NDArray[np.int64],
    weights: NDArray[np.int64],
    solve: int,
    pattern_count: int,
    solved_at: NDArray[np.int64],
) -> None:
    """Play every game of `answers` (games, boards); write which guess solved each board.

    The first guess is `opener`. `opening_group` names the group of each answer after it, and row
    q of `opening` is what `add_open` gives for group q. From then on the guess is the one with
    the least ``weights[boards left] * open - solve // n``, where the second part counts for every
    board that has the guess among its n candidates; of equal ones the first.
    """
    boards = answers.shape[1]
    green = pattern_count - 1
    sets = np.empty((boards, codes.shape[1]), np.int64)
    counts = np.empty(boards, np.int64)
    values = np.empty(codes.shape[0], np.int64)
    sizes = np.zeros(pattern_count, np.int64)
    for game in range(answers.shape[0]):
        left = 0
        for board in range(boards):
            answer = answers[game, board]
            solved_at[game, board] = 1 if codes[opener, answer] == green else 0
            left += solved_at[game, board] == 0
            counts[board] = 0
            for other in range(codes.shape[1]):
                if opening_group[other] == opening_group[answer]:
                    sets[board, counts[board]] = other
                    counts[board] += 1
        turn = 1
        while left > 0:
            values[:] = 0
            sure = True
            for board in range(boards):
                if solved_at[game, board] > 0 or counts[board] == 1:
                    continue
                sure = False
                if turn == 1:
                    values += opening[opening_group[answers[game, board]]]
                else:
                    add_open(codes, sets[board, : counts[board]], steps, sizes, values)
            values *= weights[left]
            for board in range(boards):
                if solved_at[game, board] == 0:
                    for j in range(counts[board]):
                        values[answer_guesses[sets[board, j]]] -= solve // counts[board]
            best = 0
            if sure:  # then only the last candidates of the boards are worth a look
                for board in range(boards):
                    if solved_at[game, board] == 0:
                        guess = answer_guesses[sets[board, 0]]
                        if values[guess] < values[best] or (
                            values[guess] == values[best] and guess < best
                        ):
                            best = guess
            else:
                for guess in range(1, values.size):
                    if values[guess] < values[best]:
                        best = guess
            turn += 1
            for board in range(boards):
                if solved_at[game, board] > 0:
                    continue
                pattern = codes[best, answers[game, board]]
                if pattern == green:
                    solved_at[game, board] = turn
                    left -= 1
                    continue
                kept = 0
                for j in range(counts[board]):
                    if codes[best, sets[board, j]] == pattern:
                        sets[board, kept] = sets[board, j]
                        kept += 1
                counts[board] = kept
