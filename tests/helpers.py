"""What several test files need."""

from hypothesis import settings

from salet import Lexicon, Wordle

_PROFILE = 100
"""The number of examples of the normal profile."""


def examples(count):
    """Try `count` examples, or more of them where the profile asks for more (deep: 50 times)."""
    return settings(max_examples=count * settings().max_examples // _PROFILE)


def objection(rules, guess, position):
    """Say why the rules of Wordle forbid a guess, whatever the lexicon."""
    return Wordle(Lexicon.of_codes("any", [guess])).objection(guess, position, rules)


def fits(answer, position):
    """Say whether an answer fits a position of Wordle, whatever the lexicon."""
    return Wordle(Lexicon.of_codes("any", [answer])).fits(answer, position)
