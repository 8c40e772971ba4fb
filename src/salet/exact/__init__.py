"""Optimal play, proven.

Write f(H) for the least total number of guesses over a set H of candidates. A guess that splits H
into parts costs one for each candidate and then the f of every part, where the part of the guess
itself, if it is a candidate, costs nothing more. The search tries guesses in order of a bound of
their cost and leaves each as soon as it cannot be best. `bounds` proves what makes that right.
"""
