"""Why the exact search may be trusted: each bound, each saving, each limit on its own."""

import os
import random
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Position, Rules, optimal, pattern_of
from salet.exact.optimum import best_openers
from salet.exact.search import GUESSES, NOT_FOUND, Search
from salet.kernels import bounds
from salet.kernels import state as kernel
from salet.kernels.bounds import NEVER
from salet.view import Setting
from tests.helpers import brute_force, examples, lexicons, rhymes, table_of, words
from tests.reference import worth_of

SAVINGS = [
    *("NO_MEMO", "NO_FINISH", "NO_PROBE", "NO_ORDER"),
    *("NO_BEST_GUESS", "NO_EVERY_SET", "NO_CEILINGS", "NO_SIMILAR", "NO_CORES"),
]


def weights_of(lexicon, data):
    if data.draw(st.booleans()):
        return dict.fromkeys(lexicon.answers, 1)
    return {answer: data.draw(st.integers(1, 6)) for answer in lexicon.answers}


def split(guess, answers):
    return {answer: pattern_of(guess, answer).code for answer in answers}


@examples(60)
@given(lexicons(10), st.data())
def test_every_bound_is_at_most_the_true_total(lexicon, data):
    weights = weights_of(lexicon, data)
    true = brute_force(lexicon, Rules(6), weights=weights)
    weight = sum(weights.values())
    assert bounds.any_guess(weight, max(weights.values())) <= true
    most = max(worth_of(split(guess, lexicon.answers), weights, guess) for guess in lexicon.allowed)
    assert bounds.one_guess(weight, most) <= true
    # With the largest worth on all answers, the last holds for every subset as well.
    some = data.draw(st.lists(st.sampled_from(lexicon.answers), min_size=1, unique=True))
    part = Lexicon.from_words(some, lexicon.allowed)
    of_part = {answer: weights[answer] for answer in some}
    least = brute_force(part, Rules(6), weights=of_part)
    assert bounds.one_guess(sum(of_part.values()), most) <= least


@pytest.mark.slow
@examples(40)
@given(rhymes(6), st.integers(1, 5), st.sampled_from(["off", "nyt", "strict"]))
def test_rhymes(lexicon, cap, hard):
    """Few parts whatever is guessed: the bound by levels, and searches that it decides."""
    rules = Rules(cap, hard)
    true = brute_force(lexicon, rules)
    most = max(
        len({code for answer, code in split(guess, lexicon.answers).items() if answer != guess})
        for guess in lexicon.allowed
    )
    assert bounds.levels(len(lexicon.answers), most, cap) <= true
    assert (
        Search(table_of(lexicon), rules).total(Setting.of(table_of(lexicon), rules).start()) == true
    )
    lost = Search(table_of(lexicon), rules, slope=0, penalty=1)
    assert lost.total(Setting.of(lost.table, rules).start()) == brute_force(
        lexicon, rules, slope=0, penalty=1
    )


@pytest.mark.slow
@examples(60)
@given(st.one_of(lexicons(9), rhymes(6)), st.sampled_from(["off", "nyt", "strict"]), st.data())
def test_every_price_cap_and_cut(lexicon, hard, data):
    """What one look tells of the parts of a set, in every mode, with weights and without."""
    rules = Rules(data.draw(st.integers(1, 6)), hard)
    slope, penalty = data.draw(st.sampled_from([(1, NEVER), (0, 1), (1, 5)]))
    weights = weights_of(lexicon, data)
    array = np.array([weights[answer] for answer in lexicon.answers])
    unit = set(weights.values()) == {1}
    without = data.draw(st.sampled_from([0, *(getattr(kernel, saving) for saving in SAVINGS)]))
    some = None if unit else array
    search = Search(table_of(lexicon), rules, slope, penalty, weights=some, without=without)
    start = Setting.of(search.table, rules).start()
    true = brute_force(lexicon, rules, slope, penalty, weights)
    cut = NEVER if true == NEVER else data.draw(st.integers(1, true + 3))
    found = search.total(start, cut)
    assert found == true if true < cut else cut <= found <= true
    # The memo holds what the cut left unsaid.
    assert search.total(start) == true
    openers = [search.total_of(start, guess) for guess in range(len(lexicon.allowed))]
    assert min(openers) == true


@examples(60)
@given(lexicons(14), st.data())
def test_the_worth_of_a_similar_set(lexicon, data):
    """The proof of `salet.kernels.look`: the worth on P by that on Q."""
    some = st.lists(st.sampled_from(lexicon.answers), min_size=1, unique=True)
    one, other = data.draw(some), data.draw(some)
    weights = weights_of(lexicon, data)

    def most(answers):
        known = {answer: weights[answer] for answer in answers}
        return max(worth_of(split(word, answers), known, word) for word in lexicon.allowed)

    def most_parts(answers):
        return max(len(set(split(word, answers).values())) for word in lexicon.allowed)

    outside = set(one) - set(other)
    more = sorted(weights[answer] for answer in outside)
    assert most(one) <= most(other) + sum(more) + sum(more[-1:])
    assert most_parts(one) <= most_parts(other) + len(outside)


_SETS = 200_000
PLAIN = kernel.NO_SIMILAR | kernel.NO_EVERY_SET | kernel.NO_CORES | kernel.NO_CEILINGS
"""A search that knows nothing of a set by what it found for others."""


@examples(40)
@given(
    st.sampled_from([(3, "abcd"), (4, "abc"), (5, "ab")]),
    st.integers(3, 6),
    st.sampled_from(["off", "nyt", "strict"]),
    st.sampled_from([GUESSES, NOT_FOUND]),
    st.sampled_from([None, 3, 1000]),
    st.data(),
)
def test_sets_large_enough_for_similar_parts_and_cores(shape, cap, hard, prices, heaviest, data):
    """Dozens of answers, against the search that knows no bounds from other sets."""
    length, letters = shape
    every = st.lists(words(length, letters), min_size=28, max_size=60, unique=True)
    lexicon = Lexicon.from_words(data.draw(every))
    rules = Rules(cap, hard)
    start = Setting.of(table_of(lexicon), rules).start()
    weights = None
    if heaviest is not None:
        chance = np.random.default_rng(data.draw(st.integers(0, 1 << 30)))
        weights = chance.integers(1, heaviest, len(lexicon.answers), endpoint=True)
    plain = Search(start.table, rules, *prices, weights=weights, without=PLAIN)
    quick = Search(start.table, rules, *prices, weights=weights)
    assert quick.total(start) == plain.total(start)
    openers = np.arange(len(lexicon.allowed))
    totals = [plain.total_of(start, guess) for guess in openers]
    assert [quick.total_of(start, guess) for guess in openers] == totals
    # One after the other, with what earlier openers have taught.
    least = min(totals)
    if least < NEVER:
        assert quick.first_below(start, openers, least + 1) == (totals.index(least), least)


@examples(12)
@given(
    st.integers(0, 1 << 30),
    st.sampled_from(
        [
            *((cap, hard, GUESSES, None) for cap in (4, 5, 6) for hard in ("nyt", "strict")),
            *((4, hard, NOT_FOUND, None) for hard in ("off", "nyt")),
            *((cap, "off", GUESSES, heaviest) for cap in (4, 6) for heaviest in (5, 10**5)),
        ]
    ),
)
def test_real_words_that_cannot_all_be_found(seed, question):
    """Rhymes among a few hundred words, of which some openers need more guesses than there are."""
    cap, hard, prices, heaviest = question
    chance, original = random.Random(seed), Lexicon.load("original")
    endings = chance.sample(["ound", "atch", "ight", "aste", "ower", "aunt", "ills"], 3)
    rhymes_of = [word for word in original.allowed if word[1:] in endings]
    answers = sorted({*chance.sample(original.answers, 150), *rhymes_of})
    allowed = sorted({*chance.sample(original.allowed, 300), *answers})
    lexicon = Lexicon.from_words(answers, allowed)
    rules = Rules(cap, hard)
    start = Setting.of(table_of(lexicon), rules).start()
    weights = None
    if heaviest is not None:  # a few weigh most
        drawn = np.random.default_rng(seed).random(len(answers)) ** 8
        weights = 1 + (drawn * heaviest).astype(np.int64)
    plain, quick = (
        Search(start.table, rules, *prices, weights=weights, without=each) for each in (PLAIN, 0)
    )
    for word in chance.sample(lexicon.allowed, 4):
        guess = lexicon.guess_index(word)
        for search in (quick, plain):  # with weights, some would take hours within six guesses
            search.limit(None if weights is None else _SETS)
        found, true = quick.total_of(start, guess), plain.total_of(start, guess)
        assert quick.stopped or plain.stopped or found == true
        assert quick.stopped or found >= true
        assert plain.stopped or found <= true


def test_cores_that_take_the_place_of_others():
    """With room for one core, a part that holds none must not spoil the one that is there."""
    script = """
        import warnings
        from salet import Lexicon, Rules
        from salet.exact.search import GUESSES, NOT_FOUND, Search
        from salet.kernels import legal
        from tests.helpers import brute_force, table_of
        from salet.view import Setting

        warnings.simplefilter("ignore", RuntimeWarning)  # numbers that hash a set may overflow
        legal.CORES = 1
        answers = "azz bxx bxy bzz dxx dxy dzz fzz gxy gzz".split()
        others = "afc bad dgz eca edg eed eye xcd xgx xze yff zdf".split()
        lexicon = Lexicon.from_words(answers, answers + others)
        rules = Rules(3, "strict")
        table = table_of(lexicon)
        found = Search(table, rules).total(Setting.of(table, rules).start())
        assert found == brute_force(lexicon, rules) == 25, found
    """
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # compiled, the number would be fixed
    command = [sys.executable, "-c", textwrap.dedent(script)]
    subprocess.run(command, env=environment, check=True, timeout=100)


def test_a_long_list_of_rhymes():
    """Every guess tells its own word from the others, and nothing else: 1 + 2 + ... + n guesses."""
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    letters += [chr(code) for code in range(ord("а"), ord("я") + 1)]
    lexicon = Lexicon.from_words([f"{letters[0]}{letter}" for letter in letters[1:]])
    n = len(lexicon.answers)
    found = optimal(lexicon=lexicon, max_guesses=None, nodes=1000)
    assert (found.best.value, found.best.worst, found.best.proven) == (n * (n + 1) // 2, n, True)
    capped = optimal(lexicon=lexicon, max_guesses=n - 1, nodes=1000)
    assert capped.solutions[0].proven
    assert capped.best is None


@examples(40)
@given(lexicons(8), st.data())
def test_the_bounds_of_a_guess_are_at_most_what_it_costs(lexicon, data):
    weights = weights_of(lexicon, data)
    guess = data.draw(st.sampled_from(lexicon.allowed))
    (solution,) = optimal(guess, lexicon=lexicon, weights=weights).solutions
    cost = NEVER if solution.value is None else solution.value
    patterns = split(guess, lexicon.answers)
    weight = sum(weights.values())
    bound = bounds.one_guess(weight, worth_of(patterns, weights, guess))
    assert bound <= cost
    parts = {}
    for answer, code in patterns.items():
        if answer != guess:
            parts.setdefault(code, []).append(answer)
    heavy = [[weights[answer] for answer in part] for part in parts.values()]
    below = [bounds.any_guess(sum(part), max(part)) for part in heavy]
    assert bound == bounds.sum_of_parts(weight, below) <= cost


@examples(60)
@given(lexicons(12))
def test_when_the_first_bound_is_reached(lexicon):
    true = brute_force(lexicon, Rules(6))
    n = len(lexicon.answers)
    parts = {guess: len(set(split(guess, lexicon.answers).values())) for guess in lexicon.allowed}
    own = max(parts[answer] for answer in lexicon.answers)
    assert (true == 2 * n - 1) == (own == n)
    if own < n and n > 1:
        assert (true == 2 * n) == (own == n - 1 or max(parts.values()) == n)


@examples(60)
@given(lexicons(12), st.data())
def test_the_kernel_finds_the_bounds_of_the_twins(lexicon, data):
    """A search that may look at one set only returns at least the best bound of that set."""
    weights = weights_of(lexicon, data)
    unit = set(weights.values()) == {1}
    array = np.array([weights[answer] for answer in lexicon.answers])
    search = Search(table_of(lexicon), Rules(6), weights=None if unit else array, nodes=1)
    parts = {guess: split(guess, lexicon.answers) for guess in lexicon.allowed}
    worths = {guess: worth_of(patterns, weights, guess) for guess, patterns in parts.items()}
    assert max(worths.values()) <= search._state.goal.most
    looked = search.total(Setting.of(search.table, Rules(6)).start())
    assert looked <= brute_force(lexicon, Rules(6), weights=weights)
    if len(lexicon.answers) > 2:
        assert looked >= bounds.any_guess(array.sum(), array.max())
        assert looked >= bounds.one_guess(array.sum(), max(worths.values()))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("saving", SAVINGS)
@examples(25)
@given(lexicon=lexicons(12), cap=st.integers(2, 6), hard=st.sampled_from(["off", "nyt", "strict"]))
def test_no_saving_changes_a_result(saving, lexicon, cap, hard):
    rules = Rules(cap, hard)
    start = Setting.of(table_of(lexicon), rules).start()
    whole = Search(start.table, rules)
    without = Search(start.table, rules, without=getattr(kernel, saving))
    assert without.total(start) == whole.total(start)


@pytest.mark.parametrize("saving", SAVINGS)
def test_no_saving_changes_a_part_of_the_original_lists(saving, original_table):
    rules = Rules()
    view = Setting.of(original_table, rules).view(Position.from_text("salet:-y--y"))
    whole = Search(original_table, rules)
    without = Search(original_table, rules, without=getattr(kernel, saving))
    assert without.total(view) == whole.total(view)
    assert without.nodes >= whole.nodes


def test_the_order_of_words_does_not_matter(original):
    words = list(original.allowed[::30])
    answers = [word for word in words if word in set(original.answers)]
    totals = set()
    for seed in range(3):
        # Other letters in other places: nothing but the order of words and letters changes.
        shuffled = random.Random(seed).sample("abcdefghijklmnopqrstuvwxyz", 26)
        swap = str.maketrans("abcdefghijklmnopqrstuvwxyz", "".join(shuffled))
        lexicon = Lexicon.from_words(
            [word.translate(swap) for word in answers], [word.translate(swap) for word in words]
        )
        found = best_openers(lexicon=lexicon, jobs=1 + seed % 2)
        assert found.openers_proven
        totals.add(found.best.total)
    assert len(totals) == 1


@examples(60)
@given(lexicons(14), st.integers(1, 30), st.integers(2, 6))
def test_limits_give_true_bounds(lexicon, nodes, cap):
    true = brute_force(lexicon, Rules(cap))
    (found,) = optimal(lexicon=lexicon, nodes=nodes, max_guesses=cap).solutions
    assert true == NEVER if found.lower_bound is None else found.lower_bound <= true
    if found.value is not None:
        assert found.value >= true
        assert found.total == found.value
    if found.proven:
        assert (NEVER if found.value is None else found.value) == true


@pytest.mark.slow
@examples(40)
@given(lexicons(12), st.data(), st.sampled_from(["off", "nyt"]))
def test_positions_against_brute_force(lexicon, data, hard):
    """After a guess and its pattern, every objective is that of the lexicon left, less a guess."""
    guess = data.draw(st.sampled_from(lexicon.allowed))
    answer = data.draw(st.sampled_from(lexicon.answers))
    position = Position().after(guess, pattern_of(guess, answer))
    if guess == answer:
        return
    found = optimal(position=position, lexicon=lexicon, hard=hard, objective="worst").best
    by_cap = {
        cap: optimal(position=position, lexicon=lexicon, hard=hard, max_guesses=cap).best
        for cap in range(2, 7)
    }
    depths = [cap - 1 for cap, best in by_cap.items() if best is not None]
    assert (None if found is None else found.value) == min(depths, default=None)
    assert found is None or found.proven
    if hard == "off" and by_cap[6] is not None:
        left = [word for word in lexicon.answers if word in set(by_cap[6].tree.answers)]
        part = Lexicon.from_words(left, lexicon.allowed)
        assert by_cap[6].value == brute_force(part, Rules(5))


@pytest.mark.long
@pytest.mark.slow
def test_a_limit_holds_for_each_opener(original_table):
    (alone,) = optimal("crane", nodes=1000).solutions
    after = optimal(["salet", "crane"], nodes=1000).solutions[1]
    assert not alone.proven
    assert not after.proven


def test_a_stopped_beam_is_no_strategy(original_table, monkeypatch):
    """Stopped twice, in the search and in the quick one after it: no proof, and no value."""
    from salet.exact.team import Team

    searched = Team.value

    def interrupted(team, *arguments):
        team._stop()
        team.interrupted = True
        return searched(team, *arguments)

    monkeypatch.setattr(Team, "value", interrupted)
    found = optimal(["crane", "salet"])
    (solution,) = found.solutions  # the second opener is left out
    assert not solution.proven
    assert solution.value is None
    assert solution.lower_bound <= 7930
