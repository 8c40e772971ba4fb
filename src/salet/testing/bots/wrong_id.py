"""Answers another question than it was asked."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        print('{"id": 0, "guess": "crane", "word": "crane"}', flush=True)
