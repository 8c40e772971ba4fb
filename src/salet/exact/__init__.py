"""Optimal play, proven.

`optimal` finds the best play after openers or positions, `best_openers` the best openers of all,
`build_book` the best second guesses, `solve_duel` what the game is worth if both sides mix.
The names in ``__init__.pyi`` are public; each loads on first use, and with it the compiler.

Write f(H) for the least total number of guesses over a set H of candidates. A guess that splits H
into parts costs one for each candidate and then the f of every part, where the part of the guess
itself, if it is a candidate, costs nothing more. The search tries guesses in order of a bound of
their cost and leaves each as soon as it cannot be best. `salet.kernels.bounds` proves what makes
that right.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
