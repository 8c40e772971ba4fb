"""Whole games of a player that goes by letter frequency, some of whose guesses are drawn by lot.

A game of chance cannot share its positions with other games, and a distribution over seeds takes
hundreds of thousands of games; so they are played here, one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.kernels.compiler import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray


@compiled
def _most_frequent(
    letters: NDArray[np.uint16],
    left: NDArray[np.int64],
    counts: NDArray[np.int64],
    repeats: bool,  # noqa: FBT001 - numba passes by place
) -> int:
    """Return the word of `left` with the largest sum of counts, the last one in a tie."""
    length = letters.shape[1]
    best = -1
    most = -1
    for word in left:
        total = 0
        for place in range(length):
            letter = letters[word, place]
            fresh = True
            if not repeats:
                for before in range(place):
                    if letters[word, before] == letter:
                        fresh = False
            if fresh:
                total += counts[letter]
        if total >= most:
            best = word
            most = total
    return best


@compiled
def play_letter_games(
    codes: NDArray[np.unsignedinteger],
    letters: NDArray[np.uint16],
    answers: NDArray[np.int64],
    draws: NDArray[np.float64],
    repeats: bool,  # noqa: FBT001
    recount: bool,  # noqa: FBT001
    lengths: NDArray[np.int64],
    guesses: NDArray[np.int64],
    before: NDArray[np.int64],
) -> None:
    """Play every answer, always guessing a word that is left, until it is found.

    ``codes[guess, answer]`` are the patterns of all words against all words, the rows of
    `letters`. Turn t of game i is drawn by lot if ``draws[i, t]`` is 0 or more: the word at that
    share of those left. In all other turns, the word whose letters are most frequent among those
    left (with `recount`) or among all words (without), the last one in a tie; a letter that a word
    repeats counts for each copy iff `repeats`.

    Writes the number of guesses into `lengths`, and as many turns as there are columns into
    `guesses` and `before`: the word, and how many were left when it was chosen.
    """
    words, length = letters.shape
    alphabet = int(letters.max()) + 1
    everything = np.arange(words)
    all_counts = np.zeros(alphabet, np.int64)
    for row in letters:
        for letter in row:
            all_counts[letter] += 1
    opener = _most_frequent(letters, everything, all_counts, repeats)
    counts = all_counts.copy()
    kept = np.empty(words, np.int64)
    for game in range(answers.size):
        answer = answers[game]
        left = everything
        turn = 0
        while True:
            if turn < draws.shape[1] and draws[game, turn] >= 0:
                guess = left[int(draws[game, turn] * left.size)]
            elif turn == 0:
                guess = opener
            else:
                if recount:
                    counts[:] = 0
                    for word in left:
                        for place in range(length):
                            counts[letters[word, place]] += 1
                guess = _most_frequent(letters, left, counts, repeats)
            if turn < guesses.shape[1]:
                guesses[game, turn] = guess
                before[game, turn] = left.size
            turn += 1
            if guess == answer:
                break
            replies = codes[guess]
            size = 0
            for word in left:
                kept[size] = word
                size += replies[word] == replies[answer]
            left = kept[:size]
        lengths[game] = turn
