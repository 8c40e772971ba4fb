"""Writes bytes that are not UTF-8."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        sys.stdout.buffer.write(b'{"guess": "\xff\xfe"}\n')
        sys.stdout.flush()
