"""Attacks on the arena and on files: `python -m scripts.attacks`."""
