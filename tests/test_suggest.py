import numpy as np
import pytest

from salet import (
    IllegalGuessError,
    InconsistentHistoryError,
    Lexicon,
    Position,
    Ranking,
    Rules,
    Strategy,
    suggest,
)
from salet.errors import InvalidError, UnknownNameError
from salet.words.frequencies import Frequencies
from tests.helpers import fits, objection, on_original

suggest = on_original(suggest)


def words(advice):
    return [suggestion.guess for suggestion in advice.suggestions]


def test_openers():
    advice = suggest(strategy="entropy", top=3)
    assert words(advice) == ["soare", "roate", "raise"]
    assert advice.suggestions[0].bits == pytest.approx(5.886, abs=5e-4)
    assert [s.candidate for s in advice.suggestions] == [False, False, True]
    assert len(advice.candidates) == 2315


def test_openers_by_letter_frequency():
    # Write-up 000: roate, orate and oater share the highest sum, 4,142; ties are alphabetical.
    assert words(suggest(strategy="letters", top=3)) == ["oater", "orate", "roate"]


def test_true_candidates_of_write_up_004():
    """The write-up lists aitch as an eighth word.

    Its program reuses the reply array to mark letters as used, so that TARES against AITCH, whose
    A is yellow, is taken for y---- with the A unseen. By the true rule A would be yellow.
    """
    position = "tares:y---- pilot:-g--y dunsh:----g"
    advice = suggest(position, lexicon="original-all")
    assert advice.candidates == ("bitch", "fifth", "fitch", "gitch", "hitch", "mitch", "witch")
    assert not fits("aitch", Position.from_text(position))
    assert suggest(position).candidates == ("fifth", "hitch", "witch")


def test_one_candidate_left_is_suggested():
    advice = suggest("raise:--y-g clout:-y--- belie:g-gyg", top=2)
    assert advice.candidates == ("bilge",)
    assert words(advice)[0] == "bilge"


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["nyt", "strict"])
def test_hard_mode_suggests_only_legal_guesses(mode):
    position = Position.from_text("crane:-y--g")
    rules = Rules(hard=mode)
    advice = suggest(position, hard=mode, top=500)
    assert advice.suggestions
    assert all(objection(rules, word, position) is None for word in words(advice))
    if mode == "strict":
        assert all(fits(word, position) for word in words(advice))


def test_probabilities_sum_to_one():
    fields = suggest("crane:-y--g").to_dict()
    assert sum(c["probability"] for c in fields["candidates"]) == pytest.approx(1)
    assert fields["lexicon"] == Lexicon.load("original").summary() | {"rule": "wordle-2"}


def test_prior_changes_chances_and_advice():
    uniform, by_use = suggest("raise:--y-g"), suggest("raise:--y-g", prior="frequency")
    assert by_use.candidates == uniform.candidates
    assert sum(by_use.probabilities) == pytest.approx(1)
    chances = dict(zip(by_use.candidates, by_use.probabilities, strict=True))
    assert chances["piece"] > 0.2 > chances["pixie"]
    assert by_use.suggestions[0].bits < uniform.suggestions[0].bits
    mine = Frequencies("mine", {"pixie": 99.0, "piece": 1.0})
    own = suggest("raise:--y-g", prior="frequency", frequencies=mine)
    assert max(zip(own.probabilities, own.candidates, strict=True))[1] == "pixie"


def test_contradictory_clues():
    with pytest.raises(InconsistentHistoryError, match="none of the 2,315 answers"):
        suggest("crane:ggggg slate:ggggg")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"position": "zzzzz:-----"}, IllegalGuessError),
        ({"position": "word:----"}, IllegalGuessError),
        ({"strategy": "entropi"}, UnknownNameError),
        ({"lexicon": "klingon"}, UnknownNameError),
        ({"hard": "medium"}, InvalidError),
    ],
)
def test_bad_input(arguments, error):
    with pytest.raises(error):
        suggest(**arguments)


class Bools(Ranking):
    def values(self, view):
        return view.is_candidate


class Bytes(Ranking):
    def values(self, view):
        return view.is_candidate.astype(np.uint8)


class Floats(Ranking):
    def values(self, view):
        return view.is_candidate * 0.5


class Lists(Ranking):
    def values(self, view):
        return [1, 2, 3]


class Breaks(Ranking):
    def values(self, view):
        raise KeyError("no")


class Outside(Strategy):
    def choose(self, view):
        return -1


def test_own_strategies_are_understood_or_refused():
    for kind in (Bools, Bytes, Floats):
        assert words(suggest("raise:--y-g clout:-y---", strategy=kind(), top=1)) == ["belie"]
    for kind, message in {
        Lists: "not int64 of shape",
        Breaks: "raised KeyError",
        Outside: "not a legal guess index",
    }.items():
        with pytest.raises(InvalidError, match=message):
            suggest("raise:--y-g clout:-y---", strategy=kind())


def test_advice_in_a_notebook():
    html = suggest("raise:--y-g", top=2)._repr_html_()
    assert "<table>" in html
    assert 'aria-label="E: correct"' in html


@pytest.mark.slow
def test_other_lengths_and_alphabets():
    german = Lexicon.from_words(["straße", "größer", "kräfte", "fragen", "tragen", "sprung"])
    advice = suggest("fragen:-ggggg", lexicon=german)
    assert advice.candidates == ("tragen",)
    long = Lexicon.from_words(["uncopyrightable", "dermatoglyphics", "hydropneumatics"])
    assert suggest(lexicon=long).suggestions[0].groups == 3
    assert suggest("ab:y-", lexicon=Lexicon.from_words(["ab", "ca", "ba"])).candidates == ("ca",)


@pytest.mark.slow
def test_every_reason_where_the_terminal_is_wide(ok):
    position = ["suggest", "crane:y-y--", "moist:----y", "--top", "4"]
    said = "splits the 5 -atch words into 4 groups"
    assert ok(*position, env={"COLUMNS": "150"}).count(said) == 4
    assert ok(*position, env={"COLUMNS": "80"}).count(said) == 1


def test_answers_of_the_newest_list_that_fit_are_named():
    """Guano is an answer of 2023, and none of 2021."""
    assert suggest("salet:-y--- crane:--gg-").note == (
        "guano fits too: it is an answer of nyt (2023-07-01), not of original"
    )
    assert suggest("salet:-y--- crane:--gg-", lexicon="nyt").note == ""


def test_a_guess_that_tells_nothing_is_no_suggestion():
    (only,) = suggest("raise:--y-g clout:-y--- belie:g-gyg").suggestions
    assert only.guess == "bilge"


def test_a_mode_that_the_game_lacks_is_neither_kept_nor_broken():
    best = suggest("aabb:1.2", game="mastermind(4,6)", top=1).suggestions[0]
    assert best.legal_nyt is None
    assert best.legal_strict is not None


@pytest.mark.parametrize(("text", "cap"), [("crane:-----", 2), ("salet:---g-", 3), ("", 1)])
def test_near_the_cap_the_chance_to_win_comes_first(text, cap):
    advice = suggest(text, max_guesses=cap, top=20)
    chances = [one.win_within for one in advice.suggestions]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0


def test_a_position_without_a_guess_left_says_so():
    advice = suggest("raise:--y-g clout:-y---", max_guesses=2, lexicon="original")
    assert advice.note == "all 2 guesses are used; this is for playing on"
    assert advice.suggestions[0].win_within == 0
    assert not suggest("raise:--y-g clout:-y---", max_guesses=3, lexicon="original").note
