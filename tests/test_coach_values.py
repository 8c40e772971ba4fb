"""Exact values against brute force and the compiled search; estimates against proven totals."""

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Position, Rules, suggest
from salet.coach.estimates import Estimates, expected_length, share_within
from salet.coach.suggest import Advisor
from salet.coach.values import WORK, CompiledValues, SmallValues, compiled_search, values_of
from salet.errors import InvalidError
from salet.exact.search import Search
from salet.exact.small import MOST_CANDIDATES, OutOfWorkError, SmallSearch
from salet.games.wordle import Wordle
from salet.table import StoredTable, build_codes, open_table
from salet.view import Setting
from salet.words.frequencies import Frequencies
from tests.helpers import brute_force, examples, words


@st.composite
def weighted_views(draw, max_size, hard="off"):
    vocabulary = draw(st.lists(words(3, "abc"), min_size=2, max_size=max_size, unique=True))
    count = draw(st.integers(1, len(vocabulary)))
    lexicon = Lexicon.from_words(vocabulary[:count], vocabulary)
    weights = draw(st.lists(st.integers(1, 5), min_size=count, max_size=count))
    table = StoredTable(lexicon, build_codes(lexicon))
    return Setting(table, Rules(20, hard), np.array(weights)).start()


def check(view):
    weights = dict(zip(view.lexicon.answers, view.weights.tolist(), strict=True))
    search = SmallSearch(view)
    total = brute_force(view.lexicon, view.rules, weights=weights)
    assert search.total() == total
    lengths = search.lengths(search.best_row(search.everything))
    assert sum(length * weight for length, weight in lengths.items()) == total
    assert sum(lengths.values()) == sum(weights.values())


@given(weighted_views(14))
def test_small_search_against_brute_force(view):
    check(view)


@examples(40)
@given(st.sampled_from(["nyt", "strict"]).flatmap(lambda hard: weighted_views(8, hard)))
def test_small_search_in_hard_modes_against_brute_force(view):
    check(view)


@examples(60)
@given(weighted_views(12))
def test_ranked_guesses_are_the_best(view):
    """Every guess valued on its own; the ranking must put the least totals first."""
    values = SmallValues(view, float("inf"))
    totals = sorted(values.total(int(guess)) for guess in view.guesses)
    assert [values.total(guess) for guess in values.ranked(4)] == totals[:4]
    assert totals[0] == values.least


@examples(40)
@given(st.sampled_from(["off", "nyt", "strict"]).flatmap(lambda hard: weighted_views(8, hard)))
def test_every_guess_costs_what_its_games_cost(view):
    """In hard mode a guess may bind: it is not at most one guess worse than the best."""
    values = SmallValues(view, float("inf"))
    for guess in view.guesses.tolist():
        assert values.total(guess) == sum(k * weight for k, weight in values.lengths(guess).items())


def test_a_guess_that_binds_costs_more_than_one_guess():
    words = [f"{first}ight" for first in "eflmnrst"]
    lexicon = Lexicon.from_words(words, [*words, "flems", "rents"])
    night = lexicon.guess_index("night")
    binding, free = (
        SmallValues(Setting.of(open_table(lexicon), Rules(hard=hard)).start(), float("inf"))
        for hard in ("nyt", "off")
    )
    assert binding.least == free.least == 19  # flems, then the word, or one of three words
    assert free.total(night) <= 8 + free.least
    assert binding.total(night) == sum(range(1, 9))


@pytest.mark.slow
@pytest.mark.parametrize("hard", ["off", "nyt", "strict"])
@pytest.mark.parametrize("text", ["raise:--y-g", "salet:y----", "slate:-gg--"])
def test_small_and_compiled_search_agree(original_table, hard, text):
    view = Setting.of(original_table, Rules(hard=hard)).view(Position.from_text(text))
    small, compiled = SmallValues(view, float("inf")), CompiledValues(view, compiled_search(view))
    assert small.least == compiled.least
    best = small.ranked(5)
    assert [small.total(guess) for guess in best] == [compiled.total(guess) for guess in best]
    assert [compiled.total(guess) for guess in compiled.ranked(5)] == [
        small.total(guess) for guess in best
    ]
    for guess in best:
        code = int(view.table.row(guess)[view.candidates[0]])
        assert small.group_length(guess, code) == pytest.approx(compiled.group_length(guess, code))
        assert small.of(guess).win_within == pytest.approx(compiled.of(guess).win_within)


def test_published_total(original_table):
    # Selby's tree for salet has 609 guesses after salet:----- (tests/test_optimal.py: 7,920).
    view = Setting.of(original_table, Rules()).view(Position.from_text("salet:-----"))
    search = SmallSearch(view)
    assert search.total() == 609
    assert 609 <= search.greedy_total() < 625


def test_estimates_come_close_to_proven_totals(original_table):
    view = Setting.of(original_table).start()
    estimates = Estimates(view)
    # Proven by Selby (alex1770/wordle).
    for word, total in {"salet": 7920, "reast": 7923, "crate": 7926, "raise": 8014}.items():
        guess = view.lexicon.guess_index(word)
        assert estimates.total(guess) == pytest.approx(total, rel=0.011)
    assert expected_length(2315) > expected_length(2314) > expected_length(3) > 1.5


@given(st.integers(1, 3000), st.integers(0, 6))
def test_shares_are_chances_that_grow(size, guesses):
    here, next_one = share_within(size, guesses), share_within(size, guesses + 1)
    assert 0 <= here <= next_one <= 1


def test_chances_when_guesses_run_out(original_table):
    """Four candidates; with one guess left a candidate wins a quarter, with two a splitter all."""
    position = Position.from_text("raise:--y-g clout:-y---")
    by_left = {}
    for cap in (2, 3, 4, 5):
        view = Setting.of(original_table, Rules(cap)).view(position)
        values = values_of(view)
        best = values.ranked(3)
        by_left[cap - 2] = [values.of(guess).win_within for guess in best]
    assert by_left == {0: [0, 0, 0], 1: [0.25] * 3, 2: [1, 1, 1], 3: [1, 1, 1]}


def test_last_guess_is_a_candidate(original_table):
    """-ound: no word tells these apart, so a last guess had better be one of them."""
    advice = suggest("sound:-gggg", max_guesses=2, top=3, lexicon="original")
    assert all(suggestion.candidate for suggestion in advice.suggestions)
    assert advice.suggestions[0].win_within == pytest.approx(1 / 7)
    assert (
        not suggest("sound:-gggg", max_guesses=3, top=3, lexicon="original")
        .suggestions[0]
        .candidate
    )


def test_useless_and_forbidden_guesses_have_values(original_table):
    position = Position.from_text("raise:--y-g clout:-y---")
    view = Setting.of(original_table, Rules(hard="strict")).view(position)
    values = values_of(view)
    again = view.lexicon.guess_index("raise")
    assert values.total(again) == len(view.candidates) + values.least
    fuzzy = view.lexicon.guess_index("fuzzy")  # illegal, and tells nothing
    assert values.total(fuzzy) == len(view.candidates) + values.least


def test_one_candidate(original_table):
    view = Setting.of(original_table).view(
        Position.from_text("raise:--y-g clout:-y--- belie:g-gyg")
    )
    values = values_of(view)
    (best,) = values.ranked(1)
    assert view.lexicon.allowed[best] == "bilge"
    value = values.of(best)
    assert (value.expected, value.exact, value.win_now, value.win_within) == (1, True, 1, 1)


def test_many_candidates_are_estimated_unless_asked(original_table):
    view = Setting.of(original_table).view(Position.from_text("crane:-----"))
    assert not values_of(view).exact
    exact = values_of(view, exact=True)
    assert exact.exact
    assert exact.least / exact.weight == pytest.approx(values_of(view).least / 263, abs=0.1)
    with pytest.raises(InvalidError, match="too many for exact values"):
        suggest("fuzzy:-----", exact=True)
    with pytest.raises(ValueError, match="more than"):
        SmallSearch(replace(view, candidates=np.arange(MOST_CANDIDATES + 1)))


def test_the_compiled_search_knows_nothing_of_rejected_words(original_table):
    advisor = Advisor(Setting.of(original_table), exact=True)
    position = Position.from_text("crane:-----")
    whole = advisor.advise(position, 1)
    best = whole.suggestions[0]
    less = advisor.advise(position, 1, without=[whole.candidates[0]])
    assert best.exact
    assert len(less.candidates) == len(whole.candidates) - 1
    assert not less.suggestions[0].exact
    # One candidate less to be found, by play that is as good.
    assert less.suggestions[0].expected_guesses * 262 < best.expected_guesses * 263
    assert advisor.advise(position, 1, without=[best.guess]).suggestions[0].guess != best.guess


def test_out_of_work_gives_estimates(original_table):
    view = Setting.of(original_table).view(Position.from_text("salet:---g-"))
    assert not values_of(view, work=0).exact


def test_weights_move_values(original_table):
    """With a prior the likeliest word is worth trying sooner, and values stay exact."""
    advice = suggest("raise:--y-g clout:-y---", prior="frequency", top=1)
    best = advice.suggestions[0]
    assert best.exact
    assert best.win_now == max(advice.probabilities)


def test_work_ends_for_the_best_guess_alone(original_table):
    """What is asked of a guess once the best is known is answered, however much work it is."""
    view = Setting.of(original_table).view(Position.from_text("raise:y----"))
    values = SmallValues(view, float("inf"))
    values.search.work_left = 0
    poor = view.lexicon.guess_index("mummy")
    assert values.total(poor) > values.least
    assert values.of(poor).win_within > 0
    assert values.group_length(poor, 0) > 1
    assert values.ranked(3)[0] == values.ranked(1)[0]
    assert len(values.ranked(3)) >= 1


def test_a_search_that_takes_too_long_gives_way_to_estimates():
    """These 102 words take five seconds; the same work is done on every machine.

    The table is a new one: for one that is prepared, the compiled search finds them in time.
    """
    view = Setting.of(open_table(Lexicon.load("original"))).view(Position.from_text("raise:y---y"))
    started = time.thread_time()
    assert not values_of(view, work=WORK // 5).exact
    assert time.thread_time() - started < 1.5
    search = SmallSearch(view, WORK // 5)
    with pytest.raises(OutOfWorkError):
        search.total()
    assert (search.work_left, len(search._bounds)) == (-200_016, 370)


@pytest.mark.slow
def test_a_prepared_advisor_gives_the_same_values(original):
    """The compiled search answers instead, with the same guesses in the same order."""
    advisor = Advisor.of(original)
    view, _ = advisor.view(Position.from_text("crane:-y---"))
    small = values_of(view)
    advisor.setting.table.prepare()
    Search(advisor.setting.table, Rules()).total(view)  # compiles, if nobody has done so yet
    compiled = values_of(view)
    assert isinstance(small, SmallValues)
    assert isinstance(compiled, CompiledValues)
    assert small.ranked(8) == compiled.ranked(8)
    assert {small.total(g) == compiled.total(g) for g in small.ranked(8)} == {True}
    advisor.prepare()
    assert advisor.advise(view.position, 3).exact
    without = advisor.advise(view.position, 3, [view.lexicon.answers[view.candidates[0]]])
    assert without.exact  # by the search that knows of rejected words
    with pytest.raises(OutOfWorkError):
        CompiledValues(view, compiled_search(view), 1)


RHYMES = {"dight": 200.0, "might": 200.0, "bight": 60.0, "light": 60.0}
RHYMES |= {"tight": 2.0, "sight": 2.0, "wight": 2.0, "right": 1.0}
SPLITTERS = ("lymph", "frown", "debts", "wimps", "flame", "mired", "sword", "bland", "firms")


def test_no_word_is_given_up_for_a_hundredth_of_a_guess():
    """Eight rhymes and four guesses: the shortest game loses one in 75, another loses none."""
    game = Wordle(Lexicon.from_words([*RHYMES], [*RHYMES, *SPLITTERS], name="rhymes"))
    counts = Frequencies("skewed", RHYMES | dict.fromkeys(SPLITTERS, 1.0))
    four, many = (
        Advisor.of(game, Rules(cap), prior="frequency", frequencies=counts) for cap in (4, 10)
    )
    best, shortest = (advisor.advise(Position(), 1).suggestions[0] for advisor in (four, many))
    assert (best.guess, best.win_within, best.exact) == ("bland", 1, True)
    assert shortest.guess == "dight"
    assert 0 < best.expected_guesses - shortest.expected_guesses < 0.02
    risky = next(s for s in four.advise(Position(), 20).suggestions if s.guess == "dight")
    assert risky.win_within == pytest.approx(1 - 7 / sum(RHYMES.values()))


@pytest.mark.parametrize("weight", [1, 7, 10**6])
@pytest.mark.parametrize("size", [1, 63, 64, 65, 102])
def test_bounds_count_parts_whatever_all_weigh(original, size, weight):
    """Against the worth of every split counted part by part; bits are kept 64 to a number."""
    table = open_table("original")
    prior = np.full(len(original.answers), weight)
    view = Setting(table, Rules(), prior).view(Position.from_text("salet:-y---"))
    few = replace(view, candidates=view.candidates[:size])
    search = SmallSearch(few)
    own = set(few.candidate_guesses.tolist())
    for guess in few.legal[::977].tolist() + sorted(own)[:3]:
        parts = len(set(table.row(guess)[few.candidates].tolist()))
        least = weight * (3 * size - parts - (guess in own))
        row = search.row_of_guess[np.searchsorted(few.legal, guess)]
        assert search.bounds()[row] == least


def test_one_word_left_under_a_prior():
    advice = suggest("raise:---yg clout:-yg-y", lexicon="original", prior="sigmoid")
    assert advice.exact
    assert advice.suggestions[0].expected_guesses >= 1


def test_many_guesses_are_searched_as_one_by_one(original):
    """The first below the cut, its total and place; the last if none is."""
    view = Advisor.of("original").setting.view(Position.from_text("crane:g-y--"))
    search, other = compiled_search(view), compiled_search(view)
    guesses = view.legal[::500]
    totals = [other.total_of(view, int(guess)) for guess in guesses]
    for cut in (min(totals), min(totals) + 1, sorted(totals)[3], max(totals) + 1):
        place, total = search.first_below(view, guesses, cut)
        below = [number for number, one in enumerate(totals) if one < cut]
        assert place == (below[0] if below else len(totals) - 1)
        assert total == totals[place] if below else total >= cut


@given(st.integers(1, 3000), st.integers(0, 12), st.integers(2, 60))
def test_more_guesses_never_find_less_in_any_game(size, guesses, replies):
    fewer, more = (share_within(size, number, replies) for number in (guesses, guesses + 1))
    assert 0 <= fewer <= more <= 1
