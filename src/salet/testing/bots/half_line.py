"""Writes half a line and ends."""

import sys

if __name__ == "__main__":
    sys.stdin.readline()
    sys.stdout.write('{"guess": "cra')
