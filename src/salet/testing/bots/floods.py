"""Writes ten million bytes without a line end."""

import sys

if __name__ == "__main__":
    sys.stdin.readline()
    for _ in range(160):
        sys.stdout.write("x" * 65536)
        sys.stdout.flush()
