"""One game of the author's bot, step by step and in plain Python.

For reading, and as the twin that the tests hold `salet.kernels.ranked.play_ranked` to: it plays
one answer at a time, sorts everything, and shares nothing with the kernel but its arguments.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from salet.kernels import ranked
from salet.replication.quicksort import argsort

if TYPE_CHECKING:
    from salet.kernels.ranked import Rules, Words


def play_game(
    words: Words, rules: Rules, opener: int, answer: int, turns: int
) -> tuple[list[int], list[int]]:
    """Return the guesses of a game and the candidates left after each; at most `turns`."""
    candidates = list(range(len(words.answer_words)))
    guesses: list[int] = []
    after: list[int] = []
    while len(guesses) < turns:
        guess = _choose(words, rules, candidates, guesses) if guesses else opener
        guesses.append(guess)
        if guess == words.answer_words[answer]:
            after.append(len(candidates))
            break
        pattern = words.by_answer[answer, guess]
        candidates = [one for one in candidates if words.by_answer[one, guess] == pattern]
        after.append(len(candidates))
    return guesses, after


def _choose(words: Words, rules: Rules, candidates: list[int], guesses: list[int]) -> int:
    if len(candidates) == 1:
        return int(words.answer_words[candidates[0]])
    if len(candidates) <= rules.popular_below:
        return int(words.answer_words[max(candidates, key=words.popularity.__getitem__)])
    offered = _offered(words, rules, candidates, guesses)
    rank = {ranked.LETTERS: _letters, ranked.TILES: _tiles, ranked.LARGEST: _largest}[rules.ranking]
    values = [rank(words, candidates, word) for word in offered]
    if rules.ties == ranked.FIRST:
        best = min(values) if rules.ranking == ranked.LARGEST else max(values)
        return offered[values.index(best)]
    if rules.ranking == ranked.LARGEST:
        return offered[argsort(values)[0]]
    if rules.ranking == ranked.TILES:
        return offered[argsort([-value for value in values])[0]]
    return offered[::-1][argsort(values[::-1])[-1]]


def _offered(words: Words, rules: Rules, candidates: list[int], guesses: list[int]) -> list[int]:
    """Return the words to choose from, in the order of the list."""
    listed = [int(word) for word in words.listed]
    solving = {int(words.answer_words[one]) for one in candidates}
    if len(candidates) <= rules.solve_below:
        return [word for word in listed if word in solving]
    leave = {ranked.NEVER: 0, ranked.LATE: len(guesses) - 1, ranked.AT_ONCE: len(guesses)}
    gone = guesses[: leave[rules.removal]]
    here = [{words.letters[word, place] for word in solving} for place in range(_length(words))]
    return [
        word
        for word in listed
        if word not in gone
        and (
            not rules.eliminate
            or any(words.letters[word, place] in here[place] for place in range(_length(words)))
        )
    ]


def _letters(words: Words, candidates: list[int], word: int) -> int:
    have = [set(words.letters[words.answer_words[one]]) for one in candidates]
    return sum(letter in letters for letter in set(words.letters[word]) for letters in have)


def _tiles(words: Words, candidates: list[int], word: int) -> int:
    return sum(int(words.colour[one, word]) for one in candidates)


def _largest(words: Words, candidates: list[int], word: int) -> int:
    return max(Counter(int(words.by_answer[one, word]) for one in candidates).values())


def _length(words: Words) -> int:
    return int(words.letters.shape[1])
