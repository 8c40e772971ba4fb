"""Answers another question than it was asked."""

import sys

for _ in sys.stdin:
    print('{"id": 0, "guess": "crane", "word": "crane"}', flush=True)  # noqa: T201
