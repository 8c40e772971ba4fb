"""Strategies: each chooses the next guess from what a player may see.

One family per file. `registry` finds them by name; nothing else lists them.
"""
