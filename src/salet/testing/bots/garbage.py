"""Writes a line that is not JSON."""

import sys

for _ in sys.stdin:
    print("my guess is crane", flush=True)  # noqa: T201
