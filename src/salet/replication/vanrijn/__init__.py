"""Roy van Rijn, "An algorithm for Wordle".

https://royvanrijn.com/blog/2022/01/wordle-bot, of 7 January 2022 and updated on the 27th. Letter
frequencies, then the word whose largest group of patterns is smallest. Every figure is reproduced,
by a rule for colouring that is not the game's.
"""

from salet.replication.vanrijn.figures import charts, replicate

__all__ = ["charts", "replicate"]
