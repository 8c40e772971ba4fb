"""Guesses a word of another length."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        print('{"guess": "cranes", "word": "cranes", "pattern": "------"}', flush=True)
