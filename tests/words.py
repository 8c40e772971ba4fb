"""Words and trees for property tests: few letters, so that repeated letters are certain."""

from hypothesis import strategies as st

from salet import Lexicon, pattern_of
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


def rhymes(max_size):
    """Lexicons of words that differ most in one letter: no guess tells many of them apart."""

    def word(length):
        return st.tuples(words(length - 1, "abc"), st.sampled_from("abcdefghijk")).map("".join)

    return st.integers(2, 3).flatmap(
        lambda length: st.builds(
            lambda answers, more: Lexicon.from_words(answers, {*answers, *more}),
            st.lists(word(length), min_size=2, max_size=max_size, unique=True),
            st.lists(word(length), max_size=4, unique=True),
        )
    )
