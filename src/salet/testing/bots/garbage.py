"""Writes a line that is not JSON."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        print("my guess is crane", flush=True)
