"""Answers, but a minute later."""

import sys
import time

for _ in sys.stdin:
    time.sleep(60)
    print('{"guess": "crane"}', flush=True)  # noqa: T201
