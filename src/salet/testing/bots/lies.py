"""Claims that every guess is right, and that its own guess was; sets no word."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        print('{"solved": true, "pattern": "ggggg", "word": ""}', flush=True)
