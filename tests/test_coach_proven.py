"""Proven totals of openers and trees, and the estimates beside them."""

from dataclasses import replace

import pytest

from salet import InvalidError, Position, optimal, suggest
from salet.coach.estimates import known_totals
from salet.coach.suggest import Advisor
from salet.coach.values import values_of
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.tree.forms import PROVEN_LEXICON
from salet.tree.openers import proven_openers
from salet.view import Setting
from tests.helpers import NORMAL, on_original

suggest = on_original(suggest)

OPENERS = proven_openers()
ORIGINAL = Wordle("original").id

# Selby's normal.top105.proven and hard.top101.proven: all openers up to that total.
BEST_NORMAL = (
    "salet reast crate trace slate crane carle slane carte torse slant trice least trine prate "
    "slart caret roast stale"
)
BEST_HARD = "salet least reast crate trape slane prate crane teals train carle"
# And results_easy_nyt20230701, whose totals are 11,219 to 11,283.
BEST_NYT = "tarse salet caret sater torse carte carle reast tared trace slate"


@pytest.mark.parametrize(
    ("lexicon", "hard", "best", "mean"),
    [
        ("original", "off", BEST_NORMAL, 7920 / 2315),
        ("original", "nyt", BEST_HARD, 8122 / 2315),
        ("nyt", "off", BEST_NYT, 11219 / 3158),
    ],
)
def test_the_best_openers_come_first_and_are_exact(lexicon, hard, best, mean):
    advice = suggest(lexicon=lexicon, hard=hard, top=1 + best.count(" "))
    assert " ".join(suggestion.guess for suggestion in advice.suggestions) == best
    assert advice.exact
    assert advice.suggestions[0].expected_guesses == mean


def test_a_hard_mode_without_proofs_takes_no_fewer_guesses_than_free_play():
    hard = suggest(lexicon="nyt", hard="nyt", top=20)
    free = {one.guess: one.expected_guesses for one in suggest(lexicon="nyt", top=50).suggestions}
    assert not any(one.exact for one in hard.suggestions)
    assert hard.suggestions[0].expected_guesses >= 11219 / 3158
    assert all(one.expected_guesses >= free[one.guess] for one in hard.suggestions)


def test_estimates_come_after_all_that_is_known_to_be_better():
    advice = suggest(top=40)
    values = [suggestion.expected_guesses for suggestion in advice.suggestions]
    assert values == sorted(values)
    assert not advice.exact
    estimates = [s.expected_guesses for s in advice.suggestions if not s.exact]
    assert min(estimates) * 2315 == pytest.approx(OPENERS[ORIGINAL, "off"].nothing_below)


def test_the_ids_are_those_of_the_lists():
    nyt = Wordle("nyt").id
    assert set(OPENERS) == {(ORIGINAL, "off"), (ORIGINAL, "nyt"), (nyt, "off")}
    assert f"{PROVEN_LEXICON}-{Wordle.rule}" == ORIGINAL


@pytest.mark.parametrize("game", OPENERS)
def test_lists_of_openers_have_all_below_their_bound(game):
    """Ten openers are shown, and what is not listed is never taken to be better than they are."""
    openers = OPENERS[game]
    totals = list(openers.totals.values())
    assert totals == sorted(totals)
    assert sum(total < openers.nothing_below for total in totals) >= 10


def test_where_a_proven_tree_comes_its_guess_is_first():
    advice = suggest("salet:-----", top=3)
    assert [s.exact for s in advice.suggestions] == [True, False, False]
    assert advice.suggestions[0].guess == "courd"
    assert advice.suggestions[0].expected_guesses == 609 / 221  # as --exact finds it
    values = [suggestion.expected_guesses for suggestion in advice.suggestions]
    assert values == sorted(values)


def test_a_rejected_word_is_not_suggested():
    best = Advisor.of("original").advise(Position(), 2, without=["salet"]).suggestions
    assert [suggestion.guess for suggestion in best] == ["reast", "crate"]


@pytest.mark.parametrize(("text", "word"), [("", "salet"), ("", "crane"), ("salet:-----", "round")])
def test_what_was_proven_with_a_word_is_not_exact_without_it(text, word):
    """The totals count the rejected word: as a guess, and as an answer if it is one."""
    advisor, position = Advisor.of("original"), Position.from_text(text)
    assert advisor.advise(position, 1).suggestions[0].exact
    best = advisor.advise(position, 1, without=[word]).suggestions[0]
    assert not best.exact
    assert best.expected_guesses == pytest.approx(
        advisor.advise(position, 2).suggestions[int(word == "salet")].expected_guesses
    )


def test_nothing_is_known_of_other_games():
    for advisor in (Advisor.of("nyt2022"), Advisor.of("original", prior="frequency")):
        assert known_totals(advisor.setting.start(), 6) is None
    strict = Advisor.of("original", Rules(hard="strict")).setting
    assert not known_totals(strict.start(), 6).exact  # that of free play
    assert known_totals(strict.view(Position.from_text("salet:-----")), 6) is None
    for text in ("fuzzy:-----", "crane:----- sloth:-----"):  # in no book, and deeper than books go
        view = Advisor.of("original").setting.view(Position.from_text(text))
        assert known_totals(view, 6) is None
    assert not values_of(Advisor.of("original").setting.start(), exact=False).is_exact(0)


def test_totals_of_openers_are_the_published_ones():
    assert OPENERS[ORIGINAL, "off"].totals.items() >= NORMAL.items()


@pytest.mark.slow
@pytest.mark.parametrize("opener", ["least", "slant"])  # a few, for each takes seconds
def test_totals_of_openers_are_proven(opener):
    found = optimal(opener).best
    assert (found.total, found.proven) == (OPENERS[ORIGINAL, "off"].totals[opener], True)


def test_in_hard_mode_a_proof_is_for_its_cap_alone():
    """Without the limit of six guesses salet takes 8,116, proven by --max-guesses 20."""
    for text in ("", "salet:-----"):
        assert suggest(text, hard="nyt", top=1).exact
        assert not suggest(text, hard="nyt", top=1, max_guesses=7).exact
        assert suggest(text, top=1, max_guesses=7).exact


def test_proven_values_are_exact_for_the_whole_position_alone(original_table):
    """Totals are proven for all words: without some of them they are estimates."""
    start = Setting.of(original_table).start()
    salet = int(start.lexicon.guess_index("salet"))
    assert values_of(start).is_exact(salet)
    fewer = replace(start, candidates=start.candidates[1:])
    assert not values_of(fewer).is_exact(salet)
    rejected = Advisor.of("original").advise(Position(), 5, ["raise"])
    assert not any(one.exact or one.win_exact for one in rejected.suggestions)


def test_exact_values_of_the_openers_are_those_that_are_proven():
    assert suggest(exact=True).exact
    known = sum(one.exact for one in suggest(top=60).suggestions)
    assert 21 <= known < 60
    with pytest.raises(InvalidError, match=f"{known} of these guesses have one; the limit is 400"):
        suggest(exact=True, top=60)


def test_the_chance_to_win_is_proven_for_six_guesses(original_table):
    assert all(one.win_exact and one.win_within == 1 for one in suggest(top=3).suggestions)
    three = suggest(top=3, max_guesses=3)
    assert three.exact
    assert not any(one.win_exact for one in three.suggestions)
