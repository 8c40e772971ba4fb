"""What the write-up prints, with where it prints it.

The percentages are from the charts of https://github.com/tmzh/wordle and, for the first program,
from an earlier version of the same page.
"""

from __future__ import annotations

FREQUENCY = (0.60, 5.14, 24.02, 52.79, 78.62, 90.11)
"""Per cent solved in 1 to 6 steps by character frequency (chart)."""

ENTROPY = (1.86, 23.11, 67.30, 89.03, 96.03, 98.49)
"""The same by maximum entropy (chart)."""

FIRST = (1.3799, 16.3352, 47.5023, 71.7468, 85.3916, 92.5532)
"""The same by the first program (an earlier version of the page)."""

TRACE = (
    ("soare", 12972),
    ("aesir", 61),
    ("rales", 32),
    ("tares", 12),
    ("nares", 11),
    ("dares", 10),
    ("cares", 9),
    ("pares", 8),
    ("mares", 7),
    ("hares", 6),
    ("gares", 5),
    ("bares", 4),
    ("fares", 3),
    ("wares", 2),
)
"""The game on wares: each guess and the words left when it was made (text)."""

TRACE_ATTEMPTS = 13
TRACE_POSSIBILITIES = 13
EXPLORE_FAILED = 154
EXPLORE_WON = 93
EXPLORE_GAMES = 2135
ENTROPY_FAILED = 35
ENTROPY_WON = 98.4
ETHER_LEFT = "ither other"
"""Words left after ether with only the first letter grey (text)."""
