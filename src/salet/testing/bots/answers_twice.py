"""Answers every question twice."""

import sys

for _ in sys.stdin:
    sys.stdout.write('{"guess": "crane", "word": "crane"}\n{"guess": "slate", "word": "slate"}\n')
    sys.stdout.flush()
