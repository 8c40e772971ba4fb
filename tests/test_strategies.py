"""What strategies choose, and that they choose it for the stated reason."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Position, Rules, make_strategy, pattern_of
from salet.strategies.registry import registry
from salet.table import ComputedTable
from salet.view import Setting
from salet.words.frequencies import Frequencies
from tests.helpers import choice, fits, small, word_lists


@pytest.fixture(scope="module")
def original_setting(original_table):
    return Setting.of(original_table)


# --- openers that others have published ---


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strategy", "opener"),
    [
        ("entropy", "soare"),
        ("expected", "roate"),
        ("parts", "trace"),
        ("tiles", "soare"),
        ("tiles(green=2,yellow=1)", "soare"),
        ("entropy+opener(salet)", "salet"),
        ("entropy+opener(RAISE)", "raise"),
        # raise, arise, aesir, reais and serai share 168; raise and arise are candidates.
        ("minimax", "arise"),
        # Write-up 000: roate, orate and oater share the highest sum; none is a candidate.
        ("letters", "oater"),
        ("alphabetical", "aback"),
    ],
)
def test_openers(original_setting, strategy, opener):
    assert choice(strategy, original_setting) == opener


@pytest.mark.slow
def test_openers_when_any_word_may_be_the_answer(original_all_table):
    setting = Setting.of(original_all_table)
    assert choice("entropy", setting) == "tares"
    assert choice("entropy+only_candidates", setting) == "tares"
    # Write-up 003: soare, tied with arose and aeros, by a sort that takes the last word.
    assert choice("letters(count=occurrences)+ties(last)", setting) == "soare"
    # Its benchmark counted repeated letters, and opened with esses.
    assert choice("letters(count=occurrences,distinct=false)", setting) == "esses"


def test_dua_top_five_by_tiles(original_setting):
    """Sejal Dua's list, in her order (first table of write-up 000)."""
    view = original_setting.start()
    ranked = make_strategy("tiles").ranked(view)[:5]
    words = [original_setting.lexicon.allowed[guess] for guess in ranked]
    assert words == ["soare", "stare", "roate", "raile", "arose"]


def test_luebeck_entropies(original_all_table):
    """Write-up 001's bar chart of 15 words, in its order, in nats."""
    setting = Setting.of(original_all_table)
    stats = setting.start().stats
    order = make_strategy("entropy").ranked(setting.start())[:15]
    words = [setting.lexicon.allowed[guess].upper() for guess in order]
    assert words == [
        "TARES",
        "LARES",
        "RALES",
        "RATES",
        "TERAS",
        "NARES",
        "SOARE",
        "TALES",
        "REAIS",
        "TEARS",
        "ARLES",
        "TORES",
        "SALET",
        "AEROS",
        "DARES",
    ]
    assert stats.bits[order[0]] * np.log(2) == pytest.approx(4.2934, abs=5e-5)
    assert stats.bits[order[-1]] * np.log(2) == pytest.approx(4.166, abs=5e-4)


def test_kay_top_ten_by_greens(original_all_table):
    """Write-up 002's first-guess table; its order holds with web counts alone."""
    from salet.words.frequencies import Frequencies

    setting = Setting.of(
        original_all_table, prior="log-frequency", frequencies=Frequencies.load("web")
    )
    ranked = make_strategy("greens").ranked(setting.start())[:10]
    words = [setting.lexicon.allowed[guess] for guess in ranked]
    assert " ".join(words) == "tares lares rales rates nares cares tales dares pares tores"


def test_step_back_from_ater(original_setting):
    """Write-up 001: for -ATER the best guess steps back, to ELCHI."""
    rhymes = small(["cater", "eater", "hater", "later", "water"], original_setting.lexicon.allowed)
    assert choice("entropy", rhymes) == "elchi"
    assert choice("alphabetical", rhymes) == "cater"
    assert choice("alphabetical+step_back", rhymes) == "elchi"
    others = small(["cater", "eater", "hotel", "later", "water"])
    assert choice("alphabetical+step_back", others) == "cater"


# --- each formula against a plain computation ---


def plain_groups(guess, answers):
    sizes = {}
    for answer in answers:
        code = pattern_of(guess, answer).code
        sizes[code] = sizes.get(code, 0) + 1
    return sorted(sizes.values())


PLAIN = {
    "minimax": lambda guess, answers: -max(plain_groups(guess, answers)),
    "expected": lambda guess, answers: -sum(size**2 for size in plain_groups(guess, answers)),
    "parts": lambda guess, answers: len(plain_groups(guess, answers)),
    "letters": lambda guess, answers: sum(
        sum(letter in answer for answer in answers) for letter in set(guess)
    ),
    "letters(distinct=false)": lambda guess, answers: sum(
        sum(letter in answer for answer in answers) for letter in guess
    ),
    "letters(count=occurrences)": lambda guess, answers: sum(
        sum(answer.count(letter) for answer in answers) for letter in set(guess)
    ),
    "positions": lambda guess, answers: sum(
        sum(g == a for g, a in zip(guess, answer, strict=True)) for answer in answers
    ),
    "tiles(green=5,yellow=2)": lambda guess, answers: sum(
        str(pattern_of(guess, answer)).count("g") * 5
        + str(pattern_of(guess, answer)).count("y") * 2
        for answer in answers
    ),
    "fewest_grey": lambda guess, answers: (
        -sum(pattern_of(guess, answer).code == 0 for answer in answers)
    ),
    "distinct": lambda guess, answers: len(set(guess)),  # noqa: ARG005
    "candidates": lambda guess, answers: int(guess in answers),
}


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
@given(vocabulary=word_lists(min_size=2, max_size=12), data=st.data())
def test_formula(name, vocabulary, data):
    answers = data.draw(st.lists(st.sampled_from(vocabulary), min_size=1, unique=True))
    setting = small(answers, vocabulary)
    from salet.strategies.registry import read_strategy

    values = read_strategy(name).values(setting.start())
    expected = [PLAIN[name](word, setting.lexicon.answers) for word in setting.lexicon.allowed]
    assert values.tolist() == expected


@pytest.mark.slow
@given(vocabulary=word_lists(min_size=2, max_size=12), data=st.data())
def test_greens_formula(vocabulary, data):
    answers = data.draw(st.lists(st.sampled_from(vocabulary), min_size=1, unique=True))
    setting = small(answers, vocabulary)
    answer = data.draw(st.sampled_from(answers))
    guess = data.draw(st.sampled_from(vocabulary))
    view = setting.view(Position().after(guess, pattern_of(guess, answer)))
    known = {
        letter
        for letter, sign in zip(guess, str(pattern_of(guess, answer)), strict=True)
        if sign != "-"
    }
    left = [setting.lexicon.answers[index] for index in view.candidates]
    for place, index in enumerate(view.guesses):
        word = setting.lexicon.allowed[index]
        greens = sum(sum(g == a for g, a in zip(word, w, strict=True)) for w in left)
        new = sum(len((set(word) & set(w)) - known) for w in left)
        value = make_strategy("greens(0.25)").values(view)[place]
        assert value == 250_000 * greens + 750_000 * new


@pytest.mark.slow
@given(word_lists(min_size=2, max_size=15))
def test_choice_is_the_first_of_the_ranking(vocabulary):
    setting = small(vocabulary)
    for name, spec in registry().items():
        if spec.kind == "ranking" and spec.factory.own_traits.deterministic:
            strategy = make_strategy(name)
            view = setting.start()
            assert strategy.choose(view) == strategy.ranked(view)[0]


@pytest.mark.long
@pytest.mark.slow
@given(word_lists(min_size=2, max_size=12), st.lists(st.integers(1, 50), min_size=12, max_size=12))
def test_rankings_respect_weights(vocabulary, numbers):
    """A weight of k must do what k copies of the word would, were copies allowed."""
    lexicon = Lexicon.from_words(vocabulary)
    weights = np.array(numbers[: len(vocabulary)])
    setting = Setting(ComputedTable(lexicon), Rules(), weights)
    view = setting.start()
    copies = [word for word, k in zip(lexicon.answers, weights, strict=True) for _ in range(k)]
    for name in ("minimax", "expected", "parts", "letters", "positions", "tiles(green=5,yellow=2)"):
        expected = [PLAIN[name](word, copies) for word in lexicon.allowed]
        assert make_strategy(name).values(view).tolist() == expected
    entropies = [
        -sum(s / len(copies) * np.log2(s / len(copies)) for s in plain_groups(word, copies))
        for word in lexicon.allowed
    ]
    assert view.stats.bits == pytest.approx(entropies, abs=1e-8)


@pytest.mark.slow
@given(word_lists(min_size=2, max_size=10), st.lists(st.integers(1, 9), min_size=10, max_size=10))
def test_choice_is_the_first_of_the_ranking_with_weights_too(vocabulary, numbers):
    weights = np.array(numbers[: len(vocabulary)])
    setting = Setting(ComputedTable(Lexicon.from_words(vocabulary)), Rules(), weights)
    for name in ("entropy", "minimax", "expected", "parts", "tiles(0,1)", "greens", "letters"):
        view = setting.start()
        assert make_strategy(name).choose(view) == make_strategy(name).ranked(view)[0]


def test_the_only_candidate_is_ranked_first(original_setting):
    view = original_setting.view(Position.from_text("raise:--y-g clout:-y--- belie:g-gyg"))
    for name in ("tiles(0,1)", "letters(count=occurrences,distinct=false)", "entropy", "popular"):
        assert view.lexicon.allowed[make_strategy(name).ranked(view)[0]] == "bilge"


def test_rules_rank_what_they_allow(original_setting):
    view = original_setting.view(Position.from_text("raise:--y-g"))
    candidates = set(view.candidate_guesses.tolist())
    for rule in ("only_candidates", "solutions_below(30)"):
        assert set(make_strategy(f"entropy+{rule}").ranked(view)[:20].tolist()) <= candidates
    for guess in make_strategy("entropy+hard(strict)").ranked(view)[:20]:
        assert fits(view.lexicon.allowed[guess], view.position)


def test_popularity_of_any_magnitude():
    for scale in (1e-6, 1.0, 1e17):
        table = Frequencies("mine", {"crane": 1 * scale, "slate": 9 * scale})
        setting = small(["crane", "slate"], frequencies=table)
        assert choice("popular", setting) == "slate"


def test_a_tie_goes_to_the_likelier_candidate():
    setting = small(["ab", "cd"])
    assert choice("entropy", setting) == "ab"
    heavy = Setting(setting.table, Rules(), np.array([1, 9]))
    assert choice("entropy", heavy) == "cd"
    assert make_strategy("entropy").ranked(heavy.start()).tolist() == [1, 0]


def test_a_played_word_is_not_offered_again(original_setting):
    """Without this, ties broken towards the last word play trine again and again after roate."""
    view = original_setting.view(Position.from_text("roate:y---g trine:-g--g"))
    played = {view.lexicon.guess_index(word) for word in ("roate", "trine")}
    assert not played & set(view.guesses.tolist())
    later = original_setting.start().after(7, 0)
    assert 7 not in later.guesses
    assert 7 not in later.only(later.guesses).after(8, 0).guesses


def test_hard_mode_narrows_turn_by_turn_to_the_same_guesses(original_table):
    for hard in ("nyt", "strict"):
        setting = Setting.of(original_table, Rules(hard=hard))
        position = Position.from_text("raise:--y-g clout:-y---")
        view = setting.start()
        for turn in position:
            guess = view.lexicon.guess_index(turn.guess)
            view = view.only(view.guesses[:50]).after(guess, turn.reply.code)
        assert view.guesses.tolist() == setting.view(position).guesses.tolist()
