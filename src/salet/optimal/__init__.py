"""Optimal play, proven.

Write f(H) for the least total number of guesses over a set H of n candidates. A guess that splits
H into parts H_1, ..., H_k costs n for itself and then the sum of f(H_i), where the part of the
guess itself, if it is a candidate, costs nothing more. From f(1) = 1 and f(2) = 3:

* f(H) >= 2n - 1, since one guess can be right once and every other candidate needs a second; equal
  iff some candidate leaves every candidate alone. If none does, f(H) >= 2n; equal iff some
  candidate makes n - 1 parts or some other word makes n.
* A guess with k parts costs at least n + sum(2 |H_i| - 1) = 3n - k, and one less if it is a
  candidate; exactly that if no part has more than two words.
* So f(H) >= 3n - max(k + 1 if the guess is a candidate else k) over all guesses.
* A set is split into no more parts than all answers are, so with K the largest number of parts
  that any guess makes of all answers, f(H) >= 3n - K - 1 without a look at H.
* The bounds of the parts add up to a bound of the guess.

A cap on the number of guesses makes some sets impossible; the bounds hold all the more.
"""
