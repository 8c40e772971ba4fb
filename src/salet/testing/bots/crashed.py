"""Raises an error at the first question."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        raise RuntimeError("this bot always crashes")
