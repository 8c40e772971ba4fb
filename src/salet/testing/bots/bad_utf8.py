"""Writes bytes that are not UTF-8."""

import sys

for _ in sys.stdin:
    sys.stdout.buffer.write(b'{"guess": "\xff\xfe"}\n')
    sys.stdout.flush()
