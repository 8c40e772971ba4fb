"""Plays: answers one question and ends."""

import io
import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.stdin = io.StringIO(sys.stdin.readline())
    runpy.run_path(str(Path(__file__).with_name("keeps_on.py")))["main"]()
