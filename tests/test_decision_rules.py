"""Decision rules: when they step in, and what they then play."""

import pytest
from hypothesis import given

from salet import Lexicon, Position, Rules, make_strategy, pattern_of, run
from salet.errors import IllegalGuessError
from salet.view import Setting
from tests.helpers import choice, objection, small, word_lists


@pytest.fixture(scope="module")
def original_setting(original_table):
    return Setting.of(original_table)


def test_solutions_below(original_setting):
    position = "raise:--y-g"  # 25 candidates
    free = choice("letters", original_setting, position)
    candidates = {
        original_setting.lexicon.answers[i]
        for i in original_setting.view(Position.from_text(position)).candidates
    }
    assert len(candidates) == 25
    assert choice("letters+solutions_below(24)", original_setting, position) == free
    assert free not in candidates
    assert choice("letters+solutions_below(25)", original_setting, position) in candidates
    assert choice("letters+only_candidates", original_setting, position) in candidates


def test_popular_below(original_setting):
    position = "raise:--y-g"
    view = original_setting.view(Position.from_text(position))
    counts = original_setting.frequencies.counts
    popular = max((view.lexicon.answers[i] for i in view.candidates), key=counts.__getitem__)
    assert choice("letters+popular_below(25)", original_setting, position) == popular
    assert choice("letters+popular_below(24)", original_setting, position) == choice(
        "letters", original_setting, position
    )
    assert choice("popular", original_setting, position) == popular


def test_fixed_sequence(original_setting):
    sequence = "entropy+opener(laser,tonic,dumpy)"
    assert choice(sequence, original_setting) == "laser"
    assert choice(sequence, original_setting, "laser:-----") == "tonic"
    assert choice(sequence, original_setting, "laser:----- tonic:-----") == "dumpy"
    # With one candidate left the sequence is over.
    assert choice(sequence, original_setting, "laser:----- tonic:--y--") == "nymph"


def test_sequence_gives_way_to_hard_mode(original_table):
    setting = Setting.of(original_table, Rules(hard="nyt"))
    assert choice("entropy+opener(laser,tonic)", setting, "laser:y----") != "tonic"


def test_opener_must_be_a_word(original_setting):
    with pytest.raises(IllegalGuessError, match="not among the 12,972"):
        choice("entropy+opener(zzzzz)", original_setting)


def test_hard_rule_plays_hard_mode_by_choice(original_setting):
    position = Position.from_text("crane:-y--g")
    for mode in ("nyt", "strict"):
        guess = choice(f"entropy+hard({mode})", original_setting, str(position))
        assert objection(Rules(hard=mode), guess, position) is None


def test_last_is_candidate(original_setting):
    rhymes = small(["cater", "eater", "hater", "later", "water"], original_setting.lexicon.allowed)
    once = Setting.of(rhymes.table, Rules(max_guesses=1))
    assert choice("entropy+last_is_candidate", once) == "cater"
    assert choice("entropy+last_is_candidate", rhymes) == "elchi"


def test_explore_close_has_a_guard():
    """With no new letter left to find, the rule must not explore."""
    setting = small(["abc", "acb", "bac", "bca", "cab", "cba"])
    start = setting.view(Position.from_text("abc:yyy"))
    assert len(start.candidates) > 1
    assert not make_strategy("greens(0)").values(start).any()
    closed = make_strategy("alphabetical+explore_close(ratio=99)").choose(start)
    assert closed == make_strategy("alphabetical").choose(start)


def test_explore_close_looks_for_new_letters():
    """Write-up 002's trace of hatch: blimp instead of one more rhyme."""
    rhymes = ["batch", "catch", "hatch", "latch", "match", "natch", "patch", "watch"]
    setting = small(rhymes, [*rhymes, "blimp", "chomp"])
    view = setting.view(Position.from_text("natch:-gggg"))
    guess = setting.lexicon.allowed[make_strategy("greens+explore_close").choose(view)]
    assert guess in ("blimp", "chomp")
    assert setting.lexicon.allowed[make_strategy("greens(1)").choose(view)] in rhymes


@pytest.mark.slow
def test_lookahead_improves_on_its_ranking(original_table):
    """Two guesses ahead beat one, over all answers (docs/strategies.md has the figures)."""
    assert run("letters+lookahead(width=3)").mean < run("letters").mean - 0.1


def test_lookahead_never_plays_a_word_that_tells_nothing(original_setting):
    rhymes = ["batch", "catch", "hatch", "latch", "match", "patch", "watch"]
    lexicon = Lexicon.from_words(rhymes, original_setting.lexicon.allowed)
    for text in ("tiles+lookahead(width=40)", "positions+lookahead(width=60)"):
        result = run(text, lexicon=lexicon)
        assert result.finished.all()
        assert result.worst <= 6


@given(word_lists(3, "abc", min_size=2, max_size=8))
def test_deep_and_wide_lookahead_is_optimal(vocabulary):
    """With every guess and enough depth it finds the least total, which brute force knows."""
    setting = small(vocabulary)
    lexicon = setting.lexicon

    def least(candidates, depth=0):
        if len(candidates) == 1:
            return 1
        if depth > 8:
            return 10**6
        totals = []
        for guess in lexicon.allowed:
            groups = {}
            for answer in candidates:
                groups.setdefault(pattern_of(guess, answer).code, []).append(answer)
            if len(groups) == 1 and guess not in candidates:
                continue
            totals.append(
                len(candidates) + sum(least(g, depth + 1) for c, g in groups.items() if c != 26)
            )
        return min(totals, default=10**6)

    deep = make_strategy(f"parts+lookahead(depth=9,width={len(vocabulary)})")
    view = setting.start()
    assert deep._best(view, 9)[0] == least(lexicon.answers)
