"""Compiled loops: arrays in, arrays out. The only package that imports numba.

Kernels are serial and release the interpreter's lock, so a caller runs them on threads. They do
not know words, strategies or files. Each has a plain twin in `reference`, and a test that
compares the two on words over two letters, where repeated letters are certain.

==================  ===================================================  ==========================
kernel              arrays                                               gives
==================  ===================================================  ==========================
`fill_patterns`     letters (guesses, length) u2;                        codes (guesses, answers)
                    places (alphabet, answers) u2                        u1, u2 or u4
`tally_groups`      codes (guesses, answers); columns i8;                (guesses, 4) i8: groups,
                    terms (answers + 1) i8                               largest, squares, terms
==================  ===================================================  ==========================
"""
