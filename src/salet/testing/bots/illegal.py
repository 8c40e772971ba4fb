"""Guesses a word that is not in the list."""

import sys

for _ in sys.stdin:
    print('{"guess": "qqqqq", "word": "qqqqq", "pattern": "?????"}', flush=True)  # noqa: T201
