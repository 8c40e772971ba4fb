"""Claims that it has solved the word, that no letter of any guess is right, and sets no word."""

import sys

if __name__ == "__main__":
    for _ in sys.stdin:
        print('{"solved": true, "pattern": "-----", "word": ""}', flush=True)
