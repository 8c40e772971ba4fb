"""Skill and luck: the formulas, on games worked out by hand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import IllegalGuessError, InconsistentHistoryError, Lexicon, Position, Rules
from salet.coach.review import Reviewer, played, review
from salet.coach.suggest import Advisor, suggest
from salet.coach.values import values_of
from salet.errors import InvalidError, RepairWarning
from salet.games.wordle import Wordle
from salet.table import open_table
from salet.tree.openers import proven_openers
from salet.view import Setting
from tests.helpers import examples, on_original

review = on_original(review)
suggest = on_original(suggest)


def test_a_game_by_hand():
    """Four words, each of which tells the other three apart: V* = (1 + 2 + 2 + 2) / 4."""
    game = review("bilge", ["raise", "clout", "fuzzy", "bible", "bilge"])
    useless, best, last = game.turns[2:]
    assert (useless.before, useless.after) == (4, 4)
    assert (useless.least, useless.expected, useless.skill) == (1.75, 2.75, 0)
    assert useless.luck == 50  # one outcome: half of the equal ones
    assert (best.skill, best.best, best.expected) == (99, "bible", 1.75)
    # One of four would have been better, and the other three are alike: 99 * 3/8.
    assert best.luck == 37
    assert (last.before, last.skill, last.luck) == (1, 99, 50)
    assert game.skill == round(sum(turn.skill for turn in game.turns) / 5)
    assert game.answer == "bilge"


def test_luck_of_a_first_guess():
    """Right at once: every other outcome would have been worse, but for half of itself."""
    game = review("raise", ["raise"])
    assert game.turns[0].luck == 99
    assert game.turns[0].skill == 95  # 8,014 guesses in all, and 7,920 with salet


def test_the_proven_tree_has_skill_99():
    for hard in ("off", "nyt"):
        words = ["salet", "courd", "whiff"] if hard == "off" else ["salet"]
        game = review("whiff", [*words, "whiff"][: len(words)], hard=hard)
        assert game.turns[0].skill == 99
        assert game.turns[0].exact
        assert game.turns[0].least == pytest.approx({"off": 7920, "nyt": 8122}[hard] / 2315)
    game = review("aback", ["salet", "brond", "aback"])  # a line of the bundled tree
    assert [turn.skill for turn in game.turns] == [99, 99, 99]
    assert [turn.tree for turn in game.turns] == ["salet", "brond", "aback"]


def test_hard_mode_is_noticed():
    game = review("hatch", ["crane", "moist", "match", "hatch"])
    assert [turn.hard_nyt for turn in game.turns] == [True, False, True, True]
    assert game.kept_hard is None
    assert review("hatch", ["match", "hatch"]).kept_hard == "strict"
    assert "hard mode" not in game.summary
    told = review("hatch", ["crane", "moist", "match", "hatch"], hard="nyt").summary
    assert " Against hard mode nyt: moist (guess must contain C)." in told


def test_the_last_guess_is_judged_by_chance():
    """Three of the -atch words and one guess: any of them is as good, another word is worth 0."""
    for word, skill in {"hatch": 99, "whelp": 0}.items():
        game = review("watch", ["match", "batch", "catch", "latch", "patch", word])
        assert game.turns[-1].skill == skill
        assert game.turns[-1].before > 1


@pytest.mark.slow
def test_answers_that_are_not_listed():
    game = review("maven", ["crane", "haven", "maven"])
    assert "maven is not one of the listed answers" in game.note
    assert game.turns[0].before == 2316
    # The opener is judged by the lists, for which more is known; but not for this game.
    assert (game.turns[0].skill, game.turns[0].best, game.turns[0].exact) == (98, "salet", False)
    advisor = Advisor.of("original")
    lost = Reviewer(advisor).review(Position.from_text("raise:yy--y clout:-----"))
    assert lost.note == ""
    unlisted = Reviewer(advisor).review(
        played(Wordle("original"), "emoji", ["raise", "clout", "dying"])
    )
    assert "12,972 allowed words" in unlisted.note
    assert unlisted.answer is None


@pytest.mark.parametrize(
    ("answer", "guesses", "error", "message"),
    [
        ("there", [], InvalidError, "name the guesses"),
        ("there", ["there", "crane"], IllegalGuessError, "after the answer was found"),
        ("there", ["crane", "zzzzz"], IllegalGuessError, "did you mean"),
        ("there", ["abc"], IllegalGuessError, "letters"),
        ("theer", ["crane"], IllegalGuessError, "did you mean there"),
        ("there", ["crane"] * 7, IllegalGuessError, r"allow 7 \(max_guesses, --max-guesses\)"),
    ],
)
def test_bad_games(answer, guesses, error, message):
    with pytest.raises(error, match=message):
        review(answer, guesses)


def test_a_guess_that_only_a_wider_list_allows():
    with pytest.warns(RepairWarning, match="rossa is not an allowed word of original"):
        game = review("there", ["rossa", "there"])
    assert [turn.guess for turn in game.turns] == ["rossa", "there"]


def test_summaries():
    assert review("there", ["crane"]).summary.startswith(
        "Not found yet, after 1 guess; there was a better guess. crane gave away "
    )
    assert review("aback", ["salet", "brond", "aback"]).summary.startswith(
        "Found in 3; no guess could have been better."
    )
    lost = review("hatch", ["crane", "moist"], max_guesses=2)
    assert lost.summary.startswith("Not found in 2;")


def test_replies_that_are_not_true():
    reviewer = Reviewer(Advisor.of("original"))
    with pytest.raises(InconsistentHistoryError, match="that would be --y-g"):
        reviewer.review(Position.from_text("raise:--y-- belie:ggggg"))
    with pytest.raises(InvalidError, match="no guess to review"):
        reviewer.review(Position())


def test_json_has_the_names_that_scripts_rely_on():
    fields = review("there", ["salet", "there"]).to_dict()
    for turn in fields["turns"]:
        assert {"guess", "pattern", "before", "after", "skill", "luck", "best"} <= set(turn)
    assert {"skill", "luck", "formulas", "summary", "lexicon"} <= set(fields)


@pytest.mark.slow
@examples(30)
@given(st.data())
def test_skill_is_99_exactly_when_no_guess_is_better(data):
    """On a small lexicon every guess is valued apart."""
    words = ["abc", "abd", "acd", "bcd", "cab", "dab", "dad", "bad", "cad", "add"]
    lexicon = Lexicon.from_words(words[:7], words)
    answer = data.draw(st.sampled_from(lexicon.answers))
    guesses = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=4))
    if answer in guesses:
        guesses = guesses[: guesses.index(answer) + 1]
    game = review(answer, guesses, lexicon=lexicon, max_guesses=9)
    view = Setting.of(open_table(lexicon), Rules(9)).start()
    for turn in game.turns:
        values = values_of(view)
        least = min(values.total(int(guess)) for guess in view.legal)
        guess = lexicon.guess_index(turn.guess)
        assert (turn.skill == 99) == (values.total(guess) == least)
        assert 0 <= turn.skill <= 99
        assert 0 <= turn.luck <= 99
        view = view.after(guess, int(view.table.row(guess)[lexicon.answer_index(answer)]))


def test_six_guesses_are_reviewed_quickly(original_table):
    reviewer = Reviewer(Advisor.of("original"))
    game = played(
        Wordle("original"), "hatch", ["crane", "moist", "match", "batch", "latch", "hatch"]
    )
    reviewer.review(game)
    started = time.process_time()
    reviewer.review(game)
    assert time.process_time() - started < 2  # 0.2 s on a quiet machine


TOTALS = proven_openers()[Wordle("original").id, "off"].totals


@pytest.mark.slow
@pytest.mark.parametrize("opener", ["crane", "raise", "adieu"])
def test_common_openers_are_not_estimated(opener):
    turn = review("there", [opener, "there"]).turns[0]
    loss = (TOTALS[opener] - 7920) / 2315
    assert turn.exact
    assert turn.expected == TOTALS[opener] / 2315
    assert turn.skill == min(98, int(99 * (1 - loss) + 0.5))
    # Other words, another total.
    assert not review("there", [opener, "there"], lexicon="nyt2022").turns[0].exact
    assert not review("there", [opener, "there"], hard="strict").turns[0].exact


def test_the_best_last_guess_and_its_value_are_of_one_word():
    found = review("there", ["salet", "nerdy"], max_guesses=2)
    last = found.turns[-1]
    value = suggest("salet:---yy", top=2000).suggestions
    assert last.least == pytest.approx(
        next(one.expected_guesses for one in value if one.guess == last.best)
    )
    assert f"{last.best} could have won, nerdy could not" in found.summary
