"""Several boards, one guess for all: what a guess leaves open, trials, and whole games.

A state is an array of candidates (boards, answers) and how many of each row count; a solved board
counts 0.
"""

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
def _value(
    codes: NDArray[np.unsignedinteger],
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    steps: NDArray[np.int64],
    weight: int,
    solve: int,
    sizes: NDArray[np.int64],
    guess: int,
) -> int:
    """Return the value of one guess: what it leaves open, less its chances to solve boards."""
    left_open = 0
    chances = 0
    for board in range(counts.size):
        total = 0
        for j in range(counts[board]):
            pattern = codes[guess, sets[board, j]]
            size = sizes[pattern]
            sizes[pattern] = size + 1
            total += steps[size]
            if pattern == sizes.size - 1:
                chances += solve // counts[board]
        for j in range(counts[board]):
            sizes[codes[guess, sets[board, j]]] = 0
        if total > 0:
            left_open += total // counts[board]
    return weight * left_open - chances


@compiled
def _narrow(
    codes: NDArray[np.unsignedinteger],
    green: int,
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    hidden: NDArray[np.int64],
    guess: int,
    new_sets: NDArray[np.int64],
    new_counts: NDArray[np.int64],
) -> int:
    """Write the state after a guess (over the old one, if need be); return the boards left."""
    left = 0
    for board in range(counts.size):
        kept = 0
        if counts[board] > 0:
            pattern = codes[guess, hidden[board]]
            if pattern != green:
                left += 1
                for j in range(counts[board]):
                    if codes[guess, sets[board, j]] == pattern:
                        new_sets[board, kept] = sets[board, j]
                        kept += 1
        new_counts[board] = kept
    return left


@compiled
def _play_out(
    codes: NDArray[np.unsignedinteger],
    answer_guesses: NDArray[np.int64],
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    left: int,
    hidden: NDArray[np.int64],
    shortlist: NDArray[np.int64],
    steps: NDArray[np.int64],
    weights: NDArray[np.int64],
    solve: int,
    sizes: NDArray[np.int64],
) -> int:
    """Return how many guesses it takes to solve all boards with few words to choose from.

    The guess of least value is played among the candidates, board by board, and the shortlist;
    of equal ones the first. The state is used up.
    """
    turns = 0
    while left > 0:
        if counts.max() == 1:
            return turns + left
        least = 0
        best = -1
        for board in range(counts.size + 1):
            few = counts[board] if board < counts.size else shortlist.size
            for j in range(few):
                guess = answer_guesses[sets[board, j]] if board < counts.size else shortlist[j]
                value = _value(codes, sets, counts, steps, weights[left], solve, sizes, guess)
                if best < 0 or value < least:
                    least = value
                    best = guess
        turns += 1
        left = _narrow(codes, sizes.size - 1, sets, counts, hidden, best, sets, counts)
    return turns


@compiled
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
    """Try the first `totals.size` guesses of the shortlist on all answers the boards can have.

    After a guess, the game is played out by the rule of least value. `totals` gets the number of
    guesses over all games, the tried one included.
    """
    sizes = np.zeros(pattern_count, np.int64)
    width = counts.max()
    new_sets = np.empty((counts.size, width), np.int64)
    new_counts = np.empty_like(counts)
    hidden = np.empty_like(counts)
    games = 1
    for board in range(counts.size):
        games *= max(counts[board], 1)
    totals[:] = games
    for game in range(games):
        rest = game
        for board in range(counts.size):
            if counts[board] > 0:
                hidden[board] = sets[board, rest % counts[board]]
                rest //= counts[board]
        for place in range(totals.size):
            left = _narrow(
                codes,
                pattern_count - 1,
                sets,
                counts,
                hidden,
                shortlist[place],
                new_sets,
                new_counts,
            )
            totals[place] += _play_out(
                codes,
                answer_guesses,
                new_sets,
                new_counts,
                left,
                hidden,
                shortlist,
                steps,
                weights,
                solve,
                sizes,
            )


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
    trial: tuple[int, int, int],
    solved_at: NDArray[np.int64],
) -> None:
    """Play every game of `answers` (games, boards); write which guess solved each board.

    The first guess is `opener`. `opening_group` names the group of each answer after it, and row
    q of `opening` is what `add_open` gives for group q. From then on the guess is the one with
    the least ``weights[boards left] * open - solve // n``, where the second part counts for every
    board that has the guess among its n candidates; of equal ones the first.

    `trial` is (games, tries, shortlist): where the answers can be combined in at most so many
    ways, so many guesses of least value are tried by `try_guesses`, with a shortlist of so many,
    and the one with the least total is played; of equal ones the one of least value.
    """
    boards = answers.shape[1]
    most, tries, few = trial
    sets = np.empty((boards, codes.shape[1]), np.int64)
    counts = np.empty(boards, np.int64)
    values = np.empty(codes.shape[0], np.int64)
    sizes = np.zeros(pattern_count, np.int64)
    totals = np.empty(min(tries, codes.shape[0]), np.int64)
    for game in range(answers.shape[0]):
        solved_at[game] = 0
        for board in range(boards):
            counts[board] = 0
            for other in range(codes.shape[1]):
                if opening_group[other] == opening_group[answers[game, board]]:
                    sets[board, counts[board]] = other
                    counts[board] += 1
        turn = 1
        best = opener
        while True:
            left = _narrow(
                codes, pattern_count - 1, sets, counts, answers[game], best, sets, counts
            )
            for board in range(boards):
                if counts[board] == 0 and solved_at[game, board] == 0:
                    solved_at[game, board] = turn
            if left == 0:
                break
            values[:] = 0
            for board in range(boards):
                if counts[board] > 1:
                    if turn == 1:
                        values += opening[opening_group[answers[game, board]]]
                    else:
                        add_open(codes, sets[board, : counts[board]], steps, sizes, values)
            values *= weights[left]
            ways = 1
            for board in range(boards):
                for j in range(counts[board]):
                    values[answer_guesses[sets[board, j]]] -= solve // counts[board]
                if counts[board] > 1:
                    ways = min(ways * counts[board], most + 1)
            if 1 < ways <= most:
                shortlist = np.argsort(values, kind="mergesort")[:few]
                try_guesses(
                    codes,
                    answer_guesses,
                    sets,
                    counts,
                    shortlist,
                    steps,
                    weights,
                    solve,
                    pattern_count,
                    totals,
                )
                best = int(shortlist[totals.argmin()])
            else:
                best = int(values.argmin())
            turn += 1
