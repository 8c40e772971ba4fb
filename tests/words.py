"""Words and trees for property tests: few letters, so that repeated letters are certain."""

from hypothesis import strategies as st

from salet import pattern_of
from salet.tree import Tree


def words(length, letters="ab"):
    return st.text(letters, min_size=length, max_size=length)


def word_lists(length=5, letters="abc", min_size=1, max_size=30):
    return st.lists(words(length, letters), min_size=min_size, max_size=max_size, unique=True)


def pairs(letters="ab"):
    """A guess and an answer of the same length, 2 to 15."""
    return st.integers(2, 15).flatmap(lambda n: st.tuples(words(n, letters), words(n, letters)))


def first_candidate_tree(answers, opener=None):
    """The tree that opens with any word and goes on with the first candidate."""

    def grow(candidates, guess):
        tree = Tree(guess)
        groups = {}
        for answer in candidates:
            groups.setdefault(pattern_of(guess, answer), []).append(answer)
        for pattern, group in sorted(groups.items(), key=lambda item: item[0].code):
            if pattern.solved:
                tree.solves = True
            else:
                tree.branches[pattern] = grow(group, group[0])
        return tree

    return grow(answers, opener or answers[0])
