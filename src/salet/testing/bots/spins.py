"""Computes for ever."""

if __name__ == "__main__":
    while True:
        pass
