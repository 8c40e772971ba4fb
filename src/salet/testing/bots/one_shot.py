"""Plays: answers one question and ends."""

import itertools
import sys

import keeps_on

if __name__ == "__main__":
    sys.stdin = itertools.islice(sys.stdin, 1)  # type: ignore[assignment]
    keeps_on.main()
