"""What several test files need."""

from hypothesis import settings

_PROFILE = 100
"""The number of examples of the normal profile."""


def examples(count):
    """Try `count` examples, or more of them where the profile asks for more (deep: 50 times)."""
    return settings(max_examples=count * settings().max_examples // _PROFILE)
