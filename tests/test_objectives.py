"""What else than the mean can be made best, against brute force without any bound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Lexicon, Rules, optimal, pattern_of
from salet.exact.objectives import OBJECTIVES
from salet.kernels.bounds import NEVER
from salet.tree import verify
from tests.helpers import brute_force, examples, lexicons

modes = st.sampled_from(["off", "off", "nyt", "strict"])
caps = st.integers(1, 5)
threads = st.integers(1, 2)


@pytest.mark.slow
@examples(80)
@given(lexicons(9), modes, caps, threads)
def test_most_solved_within_a_cap(lexicon, hard, cap, jobs):
    found = optimal(lexicon=lexicon, hard=hard, max_guesses=cap, objective="solved", jobs=jobs)
    lost = brute_force(lexicon, Rules(cap, hard), slope=0, penalty=1)
    assert found.best.value == found.best.lower_bound == lost
    assert found.best.proven
    assert sum(found.best.histogram.values()) == len(lexicon.answers) - lost
    assert max(found.best.histogram) <= cap


@pytest.mark.slow
@examples(80)
@given(lexicons(9), modes, st.integers(2, 5), st.data())
def test_weighted_mean(lexicon, hard, cap, data):
    drawn = st.integers(1, 9)
    weights = {answer: data.draw(drawn) for answer in lexicon.answers}
    found = optimal(lexicon=lexicon, hard=hard, max_guesses=cap, weights=weights)
    least = brute_force(lexicon, Rules(cap, hard), weights=weights)
    (solution,) = found.solutions
    assert solution.proven
    assert solution.value == (None if least == NEVER else least)
    if solution.tree is not None:
        lines = solution.tree.lines(lexicon.answers)
        total = sum(
            weights[answer] * len(line) for answer, line in zip(lexicon.answers, lines, strict=True)
        )
        assert total == least


@pytest.mark.slow
@examples(40)
@given(lexicons(9), st.data())
def test_weighted_openers_are_the_same_on_any_number_of_threads(lexicon, data):
    weights = {answer: data.draw(st.integers(1, 9)) for answer in lexicon.answers}
    every = list(lexicon.allowed)
    one, two = (optimal(every, lexicon=lexicon, weights=weights, jobs=jobs) for jobs in (1, 2))
    values = [solution.value for solution in one.solutions]
    assert values == [solution.value for solution in two.solutions]
    assert [s.tree for s in one.solutions] == [s.tree for s in two.solutions]
    found = [value for value in values if value is not None]
    assert min(found, default=NEVER) == brute_force(lexicon, Rules(6), weights=weights)


@pytest.mark.slow
@examples(40)
@given(lexicons(9), modes, st.sampled_from(sorted(OBJECTIVES)), st.integers(2, 6))
def test_openers_on_two_threads_and_one(lexicon, hard, objective, cap):
    every, rules = list(lexicon.allowed), {"hard": hard, "max_guesses": cap}
    one, two = (
        optimal(every, lexicon=lexicon, objective=objective, jobs=jobs, **rules) for jobs in (1, 2)
    )
    for alone, shared in zip(one.solutions, two.solutions, strict=True):
        assert alone.proven
        assert shared.proven
        assert alone.value == shared.value
        if "worst" in objective:
            assert alone.worst == shared.worst
        for solution in (alone, shared):
            if solution.total is not None:
                text = solution.tree.to_text(lexicon.answers)
                assert verify(text, lexicon, Rules(cap, hard)).valid


@pytest.mark.slow
@examples(80)
@given(lexicons(10), modes)
def test_least_worst_case(lexicon, hard):
    totals = {cap: brute_force(lexicon, Rules(cap, hard)) for cap in range(1, 7)}
    (solution,) = optimal(lexicon=lexicon, hard=hard, objective="worst").solutions
    worst = min((cap for cap, total in totals.items() if total < NEVER), default=None)
    assert solution.proven
    assert solution.value == solution.worst == worst
    assert worst is None or solution.total == totals[worst]


@pytest.mark.long
@pytest.mark.slow
@examples(80)
@given(lexicons(10), modes)
def test_least_mean_then_worst_case(lexicon, hard):
    totals = {cap: brute_force(lexicon, Rules(cap, hard)) for cap in range(1, 7)}
    (solution,) = optimal(lexicon=lexicon, hard=hard, objective="mean-worst").solutions
    assert solution.proven
    if totals[6] == NEVER:
        assert solution.value is None
    else:
        assert solution.value == totals[6]
        assert solution.worst == min(cap for cap, total in totals.items() if total == totals[6])


@pytest.mark.slow
@examples(60)
@given(lexicons(14), st.integers(1, 3), st.sampled_from(list(OBJECTIVES.values())))
def test_a_beam_is_a_strategy_and_no_proof(lexicon, beam, objective):
    (exact,) = optimal(lexicon=lexicon, objective=objective).solutions
    (found,) = optimal(lexicon=lexicon, objective=objective, beam=beam).solutions
    assert not found.proven
    if found.value is not None:
        assert found.lower_bound <= exact.value <= found.value
        if objective.name == "mean":
            assert found.value == found.total
        if found.total is not None:
            verdict = verify(found.tree.to_text(lexicon.answers), lexicon, Rules(6))
            assert verdict.valid


# --- facts ---


@pytest.mark.long
@pytest.mark.slow
def test_a_tree_of_depth_five_in_both_modes(original):
    """Known from https://github.com/alex1770/wordle: depth 5 is possible, for palet also in nyt."""
    for opener, hard in {"salet": "off", "palet": "nyt"}.items():
        found = optimal(opener, hard=hard, max_guesses=5, objective="solved")
        assert (found.best.value, found.best.worst) == (0, 5)
        verdict = verify(found.best.tree.to_text(original.answers), original, found.rules)
        assert verdict.valid


@pytest.mark.long
@pytest.mark.slow
def test_most_answers_in_three_guesses(original):
    """Every part of the opener, with the guess that makes most parts of it: one look each."""
    found = optimal("salet", max_guesses=3, objective="solved")
    solved = 0
    groups = {}
    for answer in original.answers:
        groups.setdefault(pattern_of("salet", answer).code, []).append(answer)
    from salet.table import open_table

    table = open_table(original)
    for code, group in groups.items():
        indices = [original.answer_index(answer) for answer in group]
        if code == 242:
            solved += 1
        else:
            solved += max(len(set(row)) for row in table.codes[:, indices].tolist())
    assert found.best.value == 2315 - solved


@pytest.mark.slow
def test_most_answers_in_four_guesses():
    """2,298 of 2,315, as published for the best tree (https://github.com/alex1770/wordle)."""
    found = optimal("raced", max_guesses=4, objective="solved").best
    assert (found.value, found.proven) == (2315 - 2298, True)


def test_bad_weights(original):
    small = Lexicon.from_words(["abc", "abd"])
    for weights, message in [
        ({"abc": 1}, "abd has no weight"),
        ({"abc": 1, "abd": 0}, "the weight of abd is 0"),
        ({"abc": 1, "abd": 1.5}, r"the weight of abd is 1\.5"),
        ({"abc": 1, "abd": 1 << 40}, "at most"),
    ]:
        with pytest.raises(InvalidError, match=message):
            optimal(lexicon=small, weights=weights)
