"""The measures: worked examples, and what must hold for any lengths."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, measures, run
from salet.runs.conditions import Conditions
from salet.strategies.registry import make_strategy
from salet.study.grid import reseeded
from salet.study.runner import tie_noise

LENGTHS = st.lists(st.integers(0, 12), min_size=1, max_size=60).map(np.array)


# --- one run ---


def test_measures_of_a_run_that_can_be_counted_by_hand():
    lengths = np.array([2, 3, 3, 4, 7, 0])
    assert measures.mean(lengths) == 19 / 5
    assert measures.within(lengths, 6) == 4 / 6
    assert measures.within(lengths, 3) == 3 / 6
    assert measures.losses(lengths, 6) == 2
    assert measures.worst(lengths) == 7
    assert measures.counts(lengths).tolist() == [1, 0, 1, 2, 1, 0, 0, 1]
    weights = np.array([1, 1, 1, 1, 5, 1])
    assert measures.mean(lengths, weights) == (2 + 3 + 3 + 4 + 35) / 9
    assert measures.within(lengths, 3, weights) == 3 / 10
    assert measures.mean(np.array([0, 0])) is None
    assert measures.worst(np.array([0, 0])) == 0


def test_measures_are_those_of_a_run():
    for prior in ("uniform", "frequency"):
        result = run("letters", sample=80, seed=2, prior=prior)
        lengths, weights = result.lengths, result.weights
        assert measures.mean(lengths, weights) == pytest.approx(result.mean)
        assert measures.within(lengths, 3, weights) == pytest.approx(result.within(3))
        assert measures.losses(lengths, 4) == int((lengths > 4).sum())
        assert measures.worst(lengths) == result.worst
        counts = {n: c for n, c in enumerate(measures.counts(lengths).tolist()) if c}
        assert counts == result.histogram == measures.histogram(lengths)


def test_shares_within():
    assert measures.shares_within({1: 1, 3: 1}, games=4, upto=4) == [0.25, 0.25, 0.5, 0.5]
    assert measures.shares_within({"2": 1}) == [0, 1]  # as read back from JSON
    assert measures.shares_within({}) == []


# --- the composite of write-up 000 ---


def test_composite_by_its_formula():
    means, won, quick = [3.6, 3.8, 4.1, 3.7], [0.99, 0.98, 0.95, 0.99], [0.48, 0.40, 0.30, 0.44]
    expected = [
        (1 - (m - 3.6) / (4.1 - 3.6) + (w - 0.95) / (0.99 - 0.95) + (q - 0.30) / (0.48 - 0.30)) / 3
        for m, w, q in zip(means, won, quick, strict=True)
    ]
    assert measures.composite(means, won, quick) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("means", "won", "quick", "expected"),
    [
        ([3.5], [1.0], [0.5], [1.0]),
        ([3.5, 3.5], [1.0, 1.0], [0.5, 0.5], [1.0, 1.0]),
        ([3.5, 4.5], [1.0, 1.0], [0.5, 0.5], [1.0, 2 / 3]),
        ([np.nan, 4.5], [0.0, 1.0], [0.0, 0.5], [0.0, 1.0]),
        ([np.nan, np.nan], [0.0, 0.0], [0.0, 0.0], [2 / 3, 2 / 3]),
        ([], [], [], []),
    ],
)
def test_composite_where_cells_are_equal_or_have_no_mean(means, won, quick, expected):
    assert measures.composite(means, won, quick) == pytest.approx(expected)


@given(st.lists(st.tuples(st.floats(1, 9), st.floats(0, 1), st.floats(0, 1)), min_size=1))
def test_composite_is_a_share_and_better_is_more(cells):
    means, won, quick = map(np.array, zip(*cells, strict=True))
    values = measures.composite(means, won, quick)
    assert ((values >= -1e-9) & (values <= 1 + 1e-9)).all()
    best = np.argmin(means)
    if won[best] == won.max() and quick[best] == quick.max():
        assert values[best] == pytest.approx(1)


# --- pairs ---


def test_comparison_by_hand():
    """Seven pairs, differences -1 -1 -1 0 1 -2 and one game not finished by the second."""
    first = np.array([3, 3, 3, 4, 5, 2, 6])
    second = np.array([4, 4, 4, 4, 4, 4, 0])
    found = measures.compare_lengths(first, second)
    assert (found.better, found.equal, found.worse) == (5, 1, 1)
    assert found.difference == pytest.approx(-4 / 6)
    assert not found.exact  # one game is left out of the difference
    assert measures.compare_lengths(first[:6], second[:6]).exact
    assert found.interval is None


@pytest.mark.slow
def test_wilcoxon_is_that_of_scipy():
    from scipy.stats import wilcoxon

    rng = np.random.default_rng(5)
    first, second = rng.integers(2, 7, 200), rng.integers(2, 7, 200)
    published = wilcoxon(first, second, zero_method="wilcox", method="approx").pvalue
    assert measures.compare_lengths(first, second).p_value == pytest.approx(published)
    assert measures.compare_lengths(first, first).p_value == 1.0


def test_wilcoxon_by_a_worked_example():
    """Differences 1, 1, 2, 3, -1 of unsigned lengths: ranks 2 2 4 5 2, so W = 2 of 15."""
    first = np.array([3, 4, 5, 6, 2], np.uint16)
    second = np.array([2, 3, 3, 3, 3], np.uint16)
    mean, ties = 5 * 6 / 4, 3**3 - 3
    deviation = np.sqrt(5 * 6 * 11 / 24 - ties / 48)
    from scipy.stats import norm

    expected = 2 * norm.cdf((2 - mean) / deviation)
    assert measures.compare_lengths(first, second).p_value == pytest.approx(expected)


@given(LENGTHS, st.integers(0, 2**32))
def test_comparison_is_antisymmetric(first, seed):
    second = np.random.default_rng(seed).permutation(first)
    there, back = measures.compare_lengths(first, second), measures.compare_lengths(second, first)
    assert (there.better, there.equal, there.worse) == (back.worse, back.equal, back.better)
    assert there.better + there.equal + there.worse == len(first)
    assert there.p_value == pytest.approx(back.p_value)
    if there.difference is not None:
        assert there.difference == pytest.approx(-back.difference)


def test_only_the_same_number_of_games_is_compared():
    with pytest.raises(InvalidError, match="same answers"):
        measures.compare_lengths(np.array([3]), np.array([3, 4]))
    with pytest.raises(InvalidError, match="same answers"):
        measures.compare_lengths(np.array([], int), np.array([], int))


# --- how sure ---


def test_a_sample_has_an_interval_that_holds_the_truth():
    """Of all 2,315 answers the difference is known; samples of 300 must find it 95 times of 100."""
    one, other = run("entropy", opener="salet").lengths, run("letters", opener="salet").lengths
    truth = measures.compare_lengths(one, other)
    assert truth.exact
    rng = np.random.default_rng(11)
    hits = 0
    for _ in range(60):
        drawn = rng.choice(len(one), 300, replace=False)
        low, high = measures.bootstrap(
            (one - other)[drawn], seed=int(rng.integers(99)), resamples=300
        )
        hits += low <= truth.difference <= high
    assert 51 <= hits <= 60  # a fair 95 % gives fewer than 51 once in a thousand


def test_intervals_are_drawn_by_their_seed():
    first, second = np.array([3, 4, 5, 3, 4, 6]), np.array([4, 4, 4, 4, 4, 4])
    one = measures.compare_lengths(first, second, sampled=True, seed=1)
    assert one == measures.compare_lengths(first, second, sampled=True, seed=1)
    assert not one.exact
    assert one.interval[0] <= one.difference <= one.interval[1]
    heavy = measures.compare_lengths(
        first, second, np.array([1, 1, 1, 1, 1, 1000]), sampled=True, seed=1
    )
    assert heavy.interval[1] > one.interval[1]


def test_a_sample_without_a_finished_pair_is_not_called_exact():
    found = measures.compare_lengths(np.array([0, 3]), np.array([3, 0]), sampled=True)
    assert not found.exact
    assert found.interval is None
    assert found.difference is None


def test_spread():
    assert measures.Spread.of([3.5]).deviation == 0
    with pytest.raises(InvalidError):
        measures.Spread.of([])
    with pytest.raises(InvalidError):
        measures.bootstrap([])


# --- ties ---


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        ("letters", "letters+ties(likely,shuffled(4))"),
        ("letters+opener(salet)", "letters+ties(likely,shuffled(4))+opener(salet)"),
        ("entropy+ties(last)", "entropy+ties(last,likely,shuffled(4))"),
    ],
)
def test_reseeded(strategy, expected):
    tied = reseeded(make_strategy(strategy), 4)
    assert tied.to_text() == expected
    assert make_strategy(expected) == tied
    assert tied.traits.deterministic


def test_what_has_no_ties_cannot_be_reseeded():
    with pytest.raises(InvalidError, match="not a ranking"):
        reseeded(make_strategy("tree"), 1)


def test_reseeding_changes_nothing_where_nothing_is_tied():
    """Alphabetical ranks all candidates apart."""
    plain = run("alphabetical", sample=60)
    tied = run(reseeded(make_strategy("alphabetical"), 3), sample=60)
    assert (plain.played.guesses == tied.played.guesses).all()


@pytest.mark.slow
def test_the_rule_that_rankings_end_with_changes_nothing_when_written_out():
    for prior in ("uniform", "frequency"):
        plain, written = (run(s, prior=prior) for s in ("letters", "letters+ties(likely)"))
        assert (plain.played.guesses == written.played.guesses).all()


def test_tie_noise():
    where = Conditions.of(sample=120, seed=1)
    noise = tie_noise("letters+opener(salet)", 5, where)
    assert noise.count == 5
    assert noise.least <= noise.mean <= noise.most
    assert noise.deviation > 0
    assert noise == tie_noise("letters+opener(salet)", 5, where)
