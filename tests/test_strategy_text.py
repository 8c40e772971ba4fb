"""The text form of strategies, the registry, and strategies of one's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Ranking, make_strategy
from salet.errors import UnknownNameError
from salet.games.registry import make_game
from salet.strategies.base import DecisionRule, Strategy
from salet.strategies.registry import register, registry

# --- the text form ---

TEXTS = [
    "entropy",
    "tiles(green=3)",
    "tiles(green=3,yellow=2)",
    "letters+solutions_below+popular_below(5)",
    "letters(count=occurrences,distinct=False)",
    "entropy+ties(fewest_grey,candidates,distinct,positions)",
    "entropy+ties(tiles(3,1),last)",
    "parts+opener(laser,tonic,dumpy)",
    "parts+opener(raise,while,class)",
    "greens(0.3)+hard(nyt)+explore_close(1.05)",
    "entropy+lookahead(depth=3,width=7)",
    "random+explore_random(2)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_round_trips(text):
    strategy = make_strategy(text)
    assert strategy.to_text() == text
    assert make_strategy(strategy.to_text()) == strategy


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("tiles(2,1)", "tiles"),
        (" letters + solutions_below( n = 20 ) ", "letters+solutions_below"),
        ("entropy-v1", "entropy"),
        ("knuth", "minimax"),
        ("ncands+solve_below(20)", "minimax+solutions_below"),
        ("gyx(3)", "tiles(green=3)"),
    ],
)
def test_other_ways_to_write_it(text, same):
    assert make_strategy(text).to_text() == same


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read"),
        ("entropy+", "cannot read"),
        ("entropy(", "cannot read"),
        ("a b c", "cannot read"),
        ("entropi", "did you mean entropy"),
        ("entropy-v9", "this is entropy-v1"),
        ("entropy(3)", "takes 0 parameters"),
        ("tiles(1,2,3)", "takes 2 parameters"),
        ("tiles(greem=3)", "did you mean green"),
        ("tiles(green=1.5)", "whole number"),
        ("greens(7)", "0 to 1"),
        ("letters(count=nonsense)", "presence or occurrences"),
        ("entropy+solutions_below(x)", "n must be a whole number, not 'x'"),
        ("entropy+solutions_below(2.5)", "n must be a whole number"),
        ("entropy+explore_close(inf)", "ratio must be a number"),
        ("tiles(true)", "green must be a whole number"),
        ("tiles(99999999)", "from -1000 to 1000"),
        ("tiles(3,green=4)", "got green twice"),
        ("letters(distinct=2)", "yes or no"),
        ("entropy+solutions_below(-1)", "0 or more"),
        ("entropy+popular_below(-1)", "0 or more"),
        ("solutions_below(3)", "decision rule"),
        ("entropy+letters", "is a ranking"),
        ("distinct", "only breaks ties"),
        ("entropy+ties", "at least one ranking"),
        ("entropy+ties(hard)", "decision rule"),
        ("entropy+opener", "at least one word"),
        ("entropy+lookahead(depth=0)", "depth of 1"),
        ("entropy+solutions_below+lookahead", "needs a ranking"),
        ("entropy+solutions_below+ties(last)", "only rankings have ties"),
        ("no/such/file.py:Name", "No such file"),
        ("mine.py", "name a class of the file"),
    ],
)
def test_bad_texts(text, message):
    with pytest.raises(InvalidError, match=message):
        make_strategy(text)


@given(st.text(alphabet="entropy+(),=3 .:-_v1leters", max_size=25))
def test_any_text_gives_a_strategy_or_a_clear_error(text):
    try:
        strategy = make_strategy(text)
    except InvalidError:
        return
    assert make_strategy(strategy.to_text()) == strategy


def test_unknown_name_lists_near_ones():
    with pytest.raises(UnknownNameError, match="did you mean"):
        make_strategy("minmax")


def test_registry_is_complete():
    required = "letters tiles minimax expected parts entropy greens popular random alphabetical"
    assert set(required.split()) <= set(registry())
    for name, spec in registry().items():
        assert spec.name == spec.factory.name == name
        assert spec.version >= 1
        assert spec.summary.endswith("."), name
        assert spec.kind in ("ranking", "player", "rule", "tie rule")
        assert spec.plays == (spec.kind in ("ranking", "player"))
        assert spec.to_dict()["summary"] == spec.summary


def test_a_name_can_be_taken_only_once():
    with pytest.raises(ValueError, match="already"):
        register("entropy")(type("Other", (Ranking,), {}))
    with pytest.raises(ValueError, match="already"):
        register("new", aliases=("knuth",))(type("Other", (Ranking,), {}))


def test_rules_combine_traits():
    assert make_strategy("random+solutions_below").traits.deterministic is False
    assert make_strategy("entropy+explore_random").traits.deterministic is False
    assert make_strategy("entropy+lookahead+opener(salet)").traits.cost == "slow"
    assert isinstance(make_strategy("entropy+opener(salet)"), DecisionRule)
    assert isinstance(make_strategy("entropy"), Strategy)


def test_a_mode_that_the_game_lacks_is_refused():
    # Which modes there are is the game's to say, so this shows once it is known.
    with pytest.raises(InvalidError, match="has no hard mode 'very'; it has off, nyt, strict"):
        make_strategy("entropy+hard(very)").check_game(make_game("original"))
    with pytest.raises(InvalidError, match="has no hard mode 'nyt'; it has off, strict"):
        make_strategy("entropy+hard(nyt)").check_game(make_game("mastermind(2,3)"))


def test_strategies_by_letters_are_refused_where_there_are_none():
    game = make_game("mastermind(2,3)")
    for text in ("letters", "entropy+ties(distinct)", "tiles+solutions_below(3)"):
        with pytest.raises(InvalidError, match="needs Wordle's letters and colours"):
            make_strategy(text).check_game(game)
    make_strategy("entropy+opener(ab)").check_game(game)
