"""Wordle: the reply to a guess, its rule in readable form."""

from __future__ import annotations

from collections import Counter

from salet.errors import IllegalGuessError
from salet.games.colours import Colour, Pattern
from salet.words.spelling import read_word


def pattern_of(guess: str, answer: str) -> Pattern:
    """Return the reply to `guess` when the hidden word is `answer`.

    Greens first. Then, from left to right, a letter is yellow as long as the answer holds a
    copy of it that no green and no earlier yellow has used.

    >>> str(pattern_of("eerie", "there"))
    'y-y-g'
    """
    guess, answer = read_word(guess), read_word(answer)
    if len(guess) != len(answer):
        raise IllegalGuessError(
            f"{guess!r} has {len(guess)} letters, the answer {answer!r} has {len(answer)}"
        )
    colours = [Colour.GREY] * len(guess)
    unused: Counter[str] = Counter()
    for place, (letter, truth) in enumerate(zip(guess, answer, strict=True)):
        if letter == truth:
            colours[place] = Colour.GREEN
        else:
            unused[truth] += 1
    for place, letter in enumerate(guess):
        if colours[place] is not Colour.GREEN and unused[letter] > 0:
            colours[place] = Colour.YELLOW
            unused[letter] -= 1
    return Pattern(tuple(colours))
