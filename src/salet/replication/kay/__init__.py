"""Matthew Kay, "Solving Wordles", in R (January 2022).

The document weighs guesses by expected greens and expected new letters, tries two tables of word
frequencies and 21 weights on 202 past answers, and explores when the best guesses are close.
`replicate` plays the program as it was, with each of its departures turned off alone, and the
project's own strategies beside it.
"""

from salet.replication.kay.figures import charts, replicate

__all__ = ["charts", "replicate"]
