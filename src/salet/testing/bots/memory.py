"""Takes all the memory that it gets."""

import sys

sys.stdin.readline()
taken = []
while True:
    taken.append(bytearray(b"x") * (1 << 26))
