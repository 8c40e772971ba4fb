"""Guesses a word that is not in the list."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        print('{"guess": "qqqqq", "word": "qqqqq", "pattern": "?????"}', flush=True)
