"""Write-up 001: Jens Luebeck, a maximum entropy solver (January 2022).

The document claims a mean of 3.476 and no loss on the default answers, and about 99.7% on two
longer lists. `replicate` plays the program as it was (`solver`), with each of its departures from
the text turned off alone (`procedure`), and the project's own strategy beside it.
"""

from salet.replication.luebeck.document import replicate

__all__ = ["replicate"]
