"""Compiled loops: arrays in, arrays out. The only package that imports numba.

Kernels are serial and release the interpreter's lock, so a caller runs them on threads. They do
not know words, strategies or files. Each kernel of this table has a plain twin in
`tests/reference.py`, and a test that compares the two on words over few letters, where repeated
letters are certain. The programs of published write-ups are compiled too, and stand with the
write-ups in `salet.replication`.

==================  ===================================================  ==========================
kernel              arrays                                               gives
==================  ===================================================  ==========================
`fill_patterns`     letters (guesses, length) u2;                        codes (guesses, answers)
                    places (alphabet, answers) u2                        u1, u2 or u4
`tally_groups`      codes; rows, columns i8; terms i8; work space        (rows, 4) i8: groups,
                                                                         largest, squares, terms
`tally_weights`     codes; rows, columns, weights i8                     (rows, 4) i8: groups,
                                                                         largest, squares, entropy
`sum_codes`         codes; rows, columns, weights i8; worth (codes) i8   (rows) i8
`sum_letters`       letters; rows i8; worth (length, alphabet) i8        (rows) i8
`add_open`          codes (guesses, answers); candidates, steps i8       values (guesses) i8
`try_guesses`       codes; sets (boards, candidates), counts, shortlist, totals (tries) i8
                    steps, weights i8
`play_boards`       codes; answers (games, boards) i8; opening           solved_at (games,
                    (groups, guesses) i8; steps, weights i8              boards) i8
==================  ===================================================  ==========================

The exact search is one kernel, `search.run`, with a file for each of its concerns: `state` (what it
reads and writes, and its memory), `bounds` (the formulas, with proofs, in plain Python), `parts`
(how many parts guesses make, and which), `worth` (the best of them, and the order in which they are
tried), `legal` (hard mode), `look` (what is known without a search, also from other parts), `twins`
(guesses that a symmetry makes the same) and `search` (the walk).
`sieve.opener_bound` dismisses openers by their totals, `cores.refute_opener` those that do not do
with four or five guesses. Brute force by the readable rule stands in for their twins.
"""
