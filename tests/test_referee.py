import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import IllegalGuessError, Lexicon, Referee, Rules
from tests.helpers import word_lists


def test_a_won_game(original):
    game = Referee(original, "aback")
    assert not game.over
    for word in ("tales", "caddy", "aback"):
        game.guess(word)
    log = game.log(strategy="by hand")
    assert game.won
    assert game.over
    assert log.won
    assert log.opener == "tales"
    with pytest.raises(IllegalGuessError, match="over after 3"):
        game.guess("raise")


def test_log_of_write_up_000_is_derivable(original):
    """Its log has steps, words, feedback, ncands, algo, word and solution per game."""
    game = Referee(original, "aback")
    for word in ("tales", "chain", "aback"):
        game.guess(word)
    log = game.log(strategy="lf")
    fields = log.to_dict()
    row = {
        "steps": len(log.steps),
        "words": fields["guesses"],
        "feedback": [step.reply.to_text("letters").replace("B", "X") for step in log.steps],
        "ncands": fields["after"],
        "algo": fields["strategy"],
        "word": fields["opener"],
        "solution": fields["answer"],
    }
    assert row["steps"] == 3
    assert row["feedback"] == ["XYXXX", "YXGXX", "GGGGG"]
    # 102 candidates after tales is the write-up's own sample row.
    assert row["ncands"][0] == 102
    assert row["ncands"][-1] == 1
    assert (row["algo"], row["word"], row["solution"]) == ("lf", "tales", "aback")
    assert fields["lexicon"]["id"] == original.id


def test_a_lost_game(original):
    game = Referee(original, "aback", Rules(max_guesses=2))
    game.guess("raise")
    game.guess("clout")
    assert game.over
    assert not game.won
    assert not game.log().solved


def test_bad_guesses_change_nothing(original):
    game = Referee(original, "cynic", Rules(hard="nyt"))
    game.guess("cecum")
    for word in ("", "abc", "zzzzz", "candy", "12345"):
        with pytest.raises(IllegalGuessError):
            game.guess(word)
    assert len(game.position) == 1
    assert len(game.log().steps) == 1


def test_answer_must_be_an_answer(original):
    with pytest.raises(IllegalGuessError, match="not one of the 2,315 answers"):
        Referee(original, "aahed")


def test_empty_log(original):
    log = Referee(original, "aback").log()
    assert log.opener is None
    assert not log.solved
    assert log.to_dict()["guesses"] == []


@given(word_lists(min_size=2), st.data())
def test_candidates_shrink_and_keep_the_answer(vocabulary, data):
    lexicon = Lexicon.from_words(vocabulary)
    answer = data.draw(st.sampled_from(lexicon.answers))
    game = Referee(lexicon, answer)
    while not game.over:
        before = len(game.candidates)
        game.guess(data.draw(st.sampled_from(lexicon.allowed)))
        assert answer in game.candidates
        assert len(game.candidates) <= before
    assert [step.after for step in game.log().steps][:-1] == [
        step.before for step in game.log().steps
    ][1:]
