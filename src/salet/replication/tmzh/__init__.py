"""tmzh, "Wordle Solver", https://github.com/tmzh/wordle.

Three solvers that guess only words still possible: by character frequency, by character frequency
after random exploring, and by entropy. Everything that was not drawn by lot is reproduced to the
last digit, once one knows that the charts were made with another program than the text prints, and
that it counts from 0.
"""

from salet.replication.tmzh.figures import charts, replicate

__all__ = ["charts", "replicate"]
