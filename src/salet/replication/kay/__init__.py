"""Write-up 002: Matthew Kay, solving Wordles in R (January 2022).

The document weighs guesses by expected greens and expected new letters, tries two tables of word
frequencies and 21 weights on 202 past answers, and explores when the best guesses are close.
`replicate` plays the program as it was (`solver`), with each of its departures turned off alone
(`procedure`), and the project's own strategies beside it (`project`).
"""

from salet.replication.kay.document import replicate

__all__ = ["replicate"]
