"""Words for property tests: few letters, so that repeated letters are certain."""

from hypothesis import strategies as st


def words(length, letters="ab"):
    return st.text(letters, min_size=length, max_size=length)


def word_lists(length=5, letters="abc", min_size=1, max_size=30):
    return st.lists(words(length, letters), min_size=min_size, max_size=max_size, unique=True)


def pairs(letters="ab"):
    """A guess and an answer of the same length, 2 to 15."""
    return st.integers(2, 15).flatmap(lambda n: st.tuples(words(n, letters), words(n, letters)))
