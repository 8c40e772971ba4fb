"""Answers every question twice."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        sys.stdout.write('{"guess": "crane", "word": "crane"}\n' * 2)
        sys.stdout.flush()
