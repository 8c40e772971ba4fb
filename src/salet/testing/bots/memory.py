"""Takes all the memory that it gets."""

import sys

if __name__ == "__main__":
    sys.stdin.readline()
    taken = []
    while True:
        taken.append(bytearray(b"x") * (1 << 26))
