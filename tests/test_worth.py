"""The largest worth of any guess on a set, in all the ways that are quicker than to look at all."""

import numpy as np
import pytest

from salet import Lexicon, Rules
from salet.exact.search import Search
from salet.kernels import parts, worth
from salet.kernels import state as names
from salet.kernels.compiler import compiled
from salet.table import open_table
from salet.view import Setting

# Kernels of kernels are slow when called from Python.
count_parts, mark_parts = compiled(parts.count_parts), compiled(parts.mark_parts)


@compiled
def most_worth(game, stack, ranks, heavy, turn, above):
    return worth.most_worth(game, stack, ranks, heavy, turn, above)


@compiled
def most_worth_of_large(game, stack, ranks, turn):
    return worth.most_worth_of_large(game, stack, ranks, turn)


@compiled
def quick_worth(game, stack, ranks, turn):
    return worth.quick_worth(game, stack, ranks, None, turn)


def worth_of_all(table, candidates):
    """Count for every guess, plainly."""
    parts = np.array([len(set(row)) for row in table.codes[:, candidates].tolist()])
    own = np.isin(np.arange(len(parts)), table.answer_guesses[candidates])
    return parts + own


@pytest.fixture(scope="module")
def search(original_table):
    return Search(original_table, Rules())


def put(stack, turn, candidates):
    stack.sets[turn, : len(candidates)] = candidates
    stack.frames[turn].count = len(candidates)


@pytest.mark.slow
@pytest.mark.parametrize("size", [65, 129, 400])
def test_marking_counts_like_comparing(original_table, size):
    original_table.prepare()
    scratch = names.Scratch.empty()
    some = np.linspace(0, 2314, size).astype(np.int32)
    marked = np.zeros(12972, np.int64)
    for start in range(0, 12972, 1000):
        end = min(start + 1000, 12972)
        mark_parts(original_table.by_answer, some, start, end, scratch, marked)
    plain = [len(set(row)) for row in original_table.codes[:, some].tolist()]
    assert marked.tolist() == plain
    if size <= 128:
        compared, pairs = np.zeros(12972, np.int64), np.zeros(12972, np.int32)
        count_parts(original_table.by_answer, some, 0, 12972, scratch, compared, pairs)
        assert marked.tolist() == compared.tolist()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("whole", [320, 200, 60])
def test_the_order_of_a_larger_set_finds_the_best_of_its_parts(search, original_table, whole):
    game, stack, ranks = search._state.game, search._state.stack, search._state.ranks
    random = np.random.default_rng(whole)
    above = np.sort(random.choice(2315, whole, replace=False))
    put(stack, 0, above)
    ranks.worth[0] = worth_of_all(original_table, above)
    worth.arrange(
        *(stack.frames[0], stack.sets[0], ranks.worth[0], ranks.arranged[0], ranks.places[0]),
        *(ranks.rows[0], ranks.order[1]),
    )
    assert (np.diff(ranks.worth[0][ranks.arranged[0]]) <= 0).all()
    assert (ranks.arranged[0][ranks.places[0]] == np.arange(12972)).all()
    for size in (1, 2, 16, 40, 64, 65, 128, 129, 200):
        part = np.sort(random.choice(above, min(size, whole), replace=False))
        put(stack, 1, part)
        plain = worth_of_all(original_table, part)
        most, guess = most_worth(game, stack, ranks, None, 1, 0)
        assert most == plain.max() == plain[guess]
        most, guess = most_worth(game, stack, ranks, None, 1, -1)
        assert most == plain.max() == plain[guess]


@pytest.mark.slow
@pytest.mark.parametrize("heaviest", [3, 100_000])
def test_the_order_of_a_larger_set_with_weights(original_table, heaviest):
    random = np.random.default_rng(heaviest)
    weights = np.sort(random.integers(1, heaviest, 2315, endpoint=True))[::-1].copy()
    search = Search(original_table, Rules(), weights=weights)
    game, stack, ranks = search._state.game, search._state.stack, search._state.ranks
    _, _, heavy, _ = search._optional

    def weigh(candidates):
        worth = np.zeros(12972, np.int64)
        for place in candidates:  # the heaviest of a part is the first of it
            worth += weights[place] * ~(
                game.codes[:, candidates[candidates < place]] == game.codes[:, [place]]
            ).any(axis=1)
        worth[game.own[candidates]] += weights[candidates]
        return worth

    above = np.sort(random.choice(2315, 150, replace=False))
    put(stack, 0, above)
    ranks.worth[0] = weigh(above)
    worth.arrange(
        *(stack.frames[0], stack.sets[0], ranks.worth[0], ranks.arranged[0], ranks.places[0]),
        *(ranks.rows[0], ranks.order[1]),
    )
    assert (np.diff(ranks.worth[0][ranks.arranged[0]]) < stack.frames[0].grain).all()
    for size in (1, 2, 16, 64, 65, 120):
        part = np.sort(random.choice(above, size, replace=False))
        put(stack, 1, part)
        plain = weigh(part)
        most, guess = most_worth(game, stack, ranks, heavy, 1, 0)
        assert most == plain.max() == plain[guess]


@pytest.mark.slow
def test_a_few_guesses_decide_for_large_sets_or_say_that_they_do_not(search, original_table):
    game, stack, ranks = search._state.game, search._state.stack, search._state.ranks
    search.total(Setting.of(original_table, Rules()).start(), cut=1)  # begin with fresh frames
    decided = 0
    for word in ("fuzzy", "brick", "mooli", "crane"):
        row = original_table.codes[original_table.lexicon.guess_index(word)]
        part = np.flatnonzero(row == np.bincount(row).argmax())
        put(stack, 1, part)
        plain = worth_of_all(original_table, part)
        most, guess = most_worth_of_large(game, stack, ranks, 1)
        if most >= 0:
            assert most == plain.max() == plain[guess]
            decided += 1
        stack.frames[0].shelved = names.NEVER_ARRANGED
        most, guess = quick_worth(game, stack, ranks, 1)
        assert most == plain.max() == plain[guess]
    assert 0 < decided < 4


@pytest.mark.parametrize("length", [5, 6])
def test_totals_without_the_order(original, length):
    """Sets of all sizes; with six letters there are more patterns than a mask has bits."""
    answers = [word[: length - 1] + word[-(length - 4) :] for word in original.answers[::7]]
    lexicon = Lexicon.from_words(dict.fromkeys(answers), name="some")
    table = open_table(lexicon)
    start = Setting.of(table, Rules()).start()
    plain = Search(table, Rules(), without=names.NO_CEILINGS)
    quick = Search(table, Rules())
    for guess in range(0, len(lexicon.allowed), 40):
        assert quick.total_of(start, guess) == plain.total_of(start, guess)
    assert quick.nodes == plain.nodes
