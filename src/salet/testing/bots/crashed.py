"""Raises an error at the first question."""

import sys

for _ in sys.stdin:
    raise RuntimeError("this bot always crashes")
