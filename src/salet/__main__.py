"""Run the command as ``python -m salet``."""

from salet.cli import main

if __name__ == "__main__":
    main()
