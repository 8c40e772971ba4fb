"""Runs paired on the same answers."""

import pytest

from salet import InvalidError, Lexicon, pair, run
from salet.runs.ground import compare
from tests.helpers import Nonsense


def test_pairing():
    lexicon = Lexicon.from_words(["aa", "ab", "ba", "bb"])
    first = run("alphabetical", lexicon=lexicon)
    second = run("alphabetical", lexicon=lexicon, opener="bb")
    pairing = pair(first, second)
    assert (pairing.better, pairing.equal, pairing.worse) == (1, 2, 1)
    assert pairing.difference == 0
    assert pair(second, first).better == pairing.worse


@pytest.mark.slow
def test_paired_difference_is_weighted_as_the_means_are():
    first, second = (run(name, prior="frequency") for name in ("entropy", "letters"))
    assert pair(first, second).difference == pytest.approx(first.mean - second.mean)


def test_only_like_is_paired_with_like():
    one = run("alphabetical", answers=["crane", "slate"])
    with pytest.raises(InvalidError, match="same answers"):
        pair(one, run("alphabetical", answers=["crane"]))
    with pytest.raises(InvalidError, match="different priors"):
        pair(one, run("alphabetical", answers=["crane", "slate"], prior="sigmoid"))
    with pytest.raises(InvalidError, match="game or rules"):
        pair(one, run("alphabetical", answers=["crane", "slate"], hard="nyt"))
    with pytest.raises(InvalidError, match="game or rules"):
        pair(one, run("alphabetical", answers=["crane", "slate"], lexicon="nyt"))


def test_nothing_cannot_be_compared():
    with pytest.raises(InvalidError, match="at least one strategy"):
        compare()


def test_an_unfinished_game_is_worse_than_any():
    good, bad = run("alphabetical", sample=20), run(Nonsense(), sample=20)
    assert pair(good, bad).better == 20
    assert pair(good, bad).difference is None


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_compare_keeps_the_order(jobs):
    steps = []
    found = compare(
        *("letters", "alphabetical", "random"),
        sample=30,
        jobs=jobs,
        progress=lambda done, total: steps.append((done, total)),
    )
    assert [result.strategy for result in found.runs] == ["letters", "alphabetical", "random"]
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert len(found.pairs) == 3
