"""Jens Luebeck, "Maximum entropy solver for the Wordle problem" (January 2022).

The document claims a mean of 3.476 and no loss on the default answers, and about 99.7% on two
longer lists. `replicate` plays the program as it was, with each of its departures from the text
turned off alone, and the project's own strategy beside it.
"""

from salet.replication.luebeck.figures import charts, replicate

__all__ = ["charts", "replicate"]
