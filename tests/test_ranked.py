"""The kernel that plays a ranking down its tree, against one game at a time in plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon
from salet.games.colours import pattern_count
from salet.kernels import ranked
from salet.replication.chow.plain import play_game
from salet.replication.feedback import Feedback
from salet.strategies.letters import tile_worth
from salet.table import StoredTable, build_codes
from tests.words import word_lists

TURNS = 8


def table_of(lexicon):
    return StoredTable(lexicon, build_codes(lexicon))


def words_of(table, codes, listed):
    lexicon = table.lexicon
    places = np.full(len(lexicon.allowed), -1)
    places[listed] = np.arange(len(listed))
    by_answer = np.ascontiguousarray(codes.T)
    return ranked.Words(
        patterns=pattern_count(lexicon.length),
        by_answer=by_answer,
        colour=tile_worth(lexicon.length, 3, 1).astype(np.uint8)[by_answer],
        letters=table.letters,
        first_letters=table.first_letters,
        alphabet=len(lexicon.alphabet),
        listed=listed,
        answer_words=table.answer_guesses,
        answer_places=places[table.answer_guesses],
        popularity=np.random.default_rng(5).permutation(len(lexicon.answers)),
    )


def rules():
    return st.builds(
        ranked.Rules,
        ranking=st.sampled_from([ranked.LETTERS, ranked.TILES, ranked.LARGEST]),
        removal=st.sampled_from([ranked.NEVER, ranked.LATE, ranked.AT_ONCE]),
        ties=st.sampled_from([ranked.FIRST, ranked.QUICKSORT]),
        solve_below=st.integers(0, 6),
        popular_below=st.integers(0, 3),
        eliminate=st.booleans(),
    )


@given(word_lists(3, "abcd", min_size=2, max_size=60), rules(), st.booleans(), st.data())
def test_plays_as_the_plain_twin(vocabulary, rule, naive, data):
    # Up to 60 words, so that the sort has something to split; few letters, so that they repeat.
    some = data.draw(st.integers(1, len(vocabulary)))
    lexicon = Lexicon.from_words(vocabulary[:some], vocabulary)
    table = table_of(lexicon)
    listed = np.array(data.draw(st.permutations(range(len(lexicon.allowed)))))
    words = words_of(table, Feedback.NAIVE.table(lexicon).codes if naive else table.codes, listed)
    opener = data.draw(st.integers(0, len(lexicon.allowed) - 1))
    guesses = np.full((len(lexicon.answers), TURNS), -1, np.int16)
    after = guesses.copy()
    lengths = np.zeros(len(guesses), np.int64)
    ranked.play_ranked(words, rule, opener, guesses, after, lengths)
    for answer in range(len(lexicon.answers)):
        played, left = play_game(words, rule, opener, answer, TURNS)
        solved = played[-1] == words.answer_words[answer]
        padding = [-1] * (TURNS - len(played))
        assert guesses[answer].tolist() == played + padding
        assert after[answer].tolist() == left + padding
        assert lengths[answer] == (len(played) if solved else 0)


def test_one_answer_and_an_opener_that_wins():
    table = table_of(Lexicon.from_words(["ab"]))
    words = words_of(table, table.codes, np.array([0]))
    rule = ranked.Rules(ranked.LARGEST, ranked.LATE, ranked.QUICKSORT, 20, 10, eliminate=True)
    guesses = np.full((1, 2), -1, np.int16)
    after, lengths = guesses.copy(), np.zeros(1, np.int64)
    ranked.play_ranked(words, rule, 0, guesses, after, lengths)
    assert (guesses.tolist(), after.tolist(), lengths.tolist()) == ([[0, -1]], [[1, -1]], [1])
