"""Several boards, one guess for all: what a guess leaves open, trials, and whole games.

A state is an array of candidates (boards, answers) and how many of each row count; a solved board
counts 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled


class Ground(NamedTuple):
    """The game: reply codes (guesses, answers), each answer as a guess, and the replies.

    `replies` is their number, and `solved` the code of the one that solves a board.
    """

    codes: NDArray[np.unsignedinteger]
    answer_guesses: NDArray[np.int64]
    replies: int
    solved: int


class Scale(NamedTuple):
    """How a guess is valued.

    A group of s candidates leaves ``steps[0] + ... + steps[s - 1]`` open, which is worth
    ``weights[boards left]``, and it is worth `solve` to solve a board.
    """

    steps: NDArray[np.int64]
    weights: NDArray[np.int64]
    solve: int


class Opening(NamedTuple):
    """The first guess, the group of each answer after it, and what `add_open` gives by group."""

    guess: int
    group: NDArray[np.int64]
    values: NDArray[np.int64]


@compiled
def add_open(
    codes: NDArray[np.unsignedinteger],
    candidates: NDArray[np.int64],
    steps: NDArray[np.int64],
    sizes: NDArray[np.int64],
    values: NDArray[np.int64],
) -> None:
    """Add to `values` (guesses) what each guess leaves open on a board with these candidates.

    The sum over the groups is divided by the number of candidates and rounded down. `sizes` is all
    zero, before and after.
    """
    for guess in range(codes.shape[0]):
        total = 0
        for j in range(candidates.size):
            reply = codes[guess, candidates[j]]
            size = sizes[reply]
            sizes[reply] = size + 1
            total += steps[size]
        for j in range(candidates.size):
            sizes[codes[guess, candidates[j]]] = 0
        values[guess] += total // candidates.size


@compiled
def _value(
    codes: NDArray[np.unsignedinteger],
    steps: NDArray[np.int64],
    numbers: tuple[int, int, int],
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    guess: int,
) -> int:
    """Return the value of one guess: what it leaves open, less its chances to solve boards.

    `numbers` are the weight, what it is worth to solve a board, and the reply that does. (To take
    them and the arrays out of `Ground` and `Scale` here would cost a third of the time.)
    """
    weight, solve, solved = numbers
    left_open = 0
    chances = 0
    for board in range(counts.size):
        total = 0
        for j in range(counts[board]):
            reply = codes[guess, sets[board, j]]
            size = sizes[reply]
            sizes[reply] = size + 1
            total += steps[size]
            if reply == solved:
                chances += solve // counts[board]
        for j in range(counts[board]):
            sizes[codes[guess, sets[board, j]]] = 0
        if total > 0:
            left_open += total // counts[board]
    return weight * left_open - chances


@compiled
def _narrow(
    ground: Ground,
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    hidden: NDArray[np.int64],
    guess: int,
    new_sets: NDArray[np.int64],
    new_counts: NDArray[np.int64],
) -> int:
    """Write the state after a guess (over the old one, if need be); return the boards left."""
    codes = ground.codes
    left = 0
    for board in range(counts.size):
        kept = 0
        if counts[board] > 0:
            reply = codes[guess, hidden[board]]
            if reply != ground.solved:
                left += 1
                for j in range(counts[board]):
                    if codes[guess, sets[board, j]] == reply:
                        new_sets[board, kept] = sets[board, j]
                        kept += 1
        new_counts[board] = kept
    return left


@compiled
def _play_out(
    ground: Ground,
    scale: Scale,
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    left: int,
    hidden: NDArray[np.int64],
    shortlist: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> int:
    """Return how many guesses it takes to solve all boards with few words to choose from.

    The guess of least value is played among the candidates, board by board, and the shortlist;
    of equal ones the first. The state is used up.
    """
    codes, own, steps = ground.codes, ground.answer_guesses, scale.steps
    turns = 0
    while left > 0:
        if counts.max() == 1:
            return turns + left
        numbers = (scale.weights[left], scale.solve, ground.solved)
        least = 0
        best = -1
        for board in range(counts.size + 1):
            few = counts[board] if board < counts.size else shortlist.size
            for j in range(few):
                guess = own[sets[board, j]] if board < counts.size else shortlist[j]
                value = _value(codes, steps, numbers, sets, counts, sizes, guess)
                if best < 0 or value < least:
                    least = value
                    best = guess
        turns += 1
        left = _narrow(ground, sets, counts, hidden, best, sets, counts)
    return turns


@compiled
def try_guesses(
    ground: Ground,
    scale: Scale,
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
    shortlist: NDArray[np.int64],
    totals: NDArray[np.int64],
) -> None:
    """Try the first `totals.size` guesses of the shortlist on all answers the boards can have.

    After a guess, the game is played out by the rule of least value. `totals` gets the number of
    guesses over all games, the tried one included.
    """
    sizes = np.zeros(ground.replies, np.int64)
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
            left = _narrow(ground, sets, counts, hidden, shortlist[place], new_sets, new_counts)
            totals[place] += _play_out(
                ground, scale, new_sets, new_counts, left, hidden, shortlist, sizes
            )


@compiled
def _begin(
    group: NDArray[np.int64],
    hidden: NDArray[np.int64],
    sets: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Write the state in which each board has all answers of its group."""
    for board in range(hidden.size):
        counts[board] = 0
        for answer in range(group.size):
            if group[answer] == group[hidden[board]]:
                sets[board, counts[board]] = answer
                counts[board] += 1


@compiled
def play_boards(
    ground: Ground,
    scale: Scale,
    opening: Opening,
    trial: tuple[int, int, int],
    answers: NDArray[np.int64],
    solved_at: NDArray[np.int64],
) -> None:
    """Play every game of `answers` (games, boards); write which guess solved each board.

    After the first guess, the guess is the one with the least ``weights[boards left] * open -
    solve // n``, where the second part counts for every board that has the guess among its n
    candidates; of equal ones the first.

    `trial` is (games, tries, shortlist): where the answers can be combined in at most `games` ways,
    the `tries` guesses of least value are tried by `try_guesses`, with a shortlist of this length,
    and the one with the least total is played; of equal ones the one of least value.
    """
    codes, steps = ground.codes, scale.steps
    most, tries, few = trial
    boards = answers.shape[1]
    sets = np.empty((boards, codes.shape[1]), np.int64)
    counts = np.empty(boards, np.int64)
    values = np.empty(codes.shape[0], np.int64)
    sizes = np.zeros(ground.replies, np.int64)
    totals = np.empty(min(tries, codes.shape[0]), np.int64)
    for game in range(answers.shape[0]):
        solved_at[game] = 0
        _begin(opening.group, answers[game], sets, counts)
        turn = 1
        best = opening.guess
        while True:
            left = _narrow(ground, sets, counts, answers[game], best, sets, counts)
            for board in range(boards):
                if counts[board] == 0 and solved_at[game, board] == 0:
                    solved_at[game, board] = turn
            if left == 0:
                break
            values[:] = 0
            for board in range(boards):
                if counts[board] > 1:
                    if turn == 1:
                        values += opening.values[opening.group[answers[game, board]]]
                    else:
                        add_open(codes, sets[board, : counts[board]], steps, sizes, values)
            values *= scale.weights[left]
            ways = 1
            for board in range(boards):
                for j in range(counts[board]):
                    values[ground.answer_guesses[sets[board, j]]] -= scale.solve // counts[board]
                if counts[board] > 1:
                    ways = min(ways * counts[board], most + 1)
            if 1 < ways <= most:
                shortlist = np.argsort(values, kind="mergesort")[:few]
                try_guesses(ground, scale, sets, counts, shortlist, totals)
                best = int(shortlist[totals.argmin()])
            else:
                best = int(values.argmin())
            turn += 1
