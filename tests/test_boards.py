"""Several boards: positions, the common guess, games, and the kernels against their twins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Pattern, pattern_of
from salet.boards.advice import suggest_boards
from salet.boards.notation import Boards
from salet.boards.simulation import draw_answers, run_boards
from salet.boards.strategy import SOLVE, CommonGuess, Trials, strategy_for
from salet.errors import (
    IllegalGuessError,
    InconsistentHistoryError,
    InvalidError,
    InvalidPositionError,
)
from salet.groups import BITS_UNIT, group_stats, sum_terms
from salet.kernels.boards import Ground, Opening, Scale, add_open, play_boards, try_guesses
from salet.table import open_table
from tests import reference
from tests.helpers import examples, word_lists

GREEN = Pattern.from_text("ggggg")


def test_text_of_boards_round_trips():
    text = "raise:--y-g clout:-y--- | raise:y---- clout:ggggg"
    boards = Boards.from_text(text)
    assert str(boards) == text
    assert Boards.from_text(str(boards)) == boards
    assert eval(repr(boards)) == boards
    assert boards.guesses == ("raise", "clout")
    assert boards.unsolved == (0,)
    assert Boards.from_text("|||") == Boards.start(4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise:--y-g | clout:-y---", "board 2 lacks the guess raise; every guess"),
        ("raise:--y-g | ", "board 2 lacks the guess raise"),
        ("raise:----- clout:----- | clout:----- raise:-----", "2 has the guesses in another order"),
        ("clout:ggggg raise:----- | clout:----- raise:-----", "board 1 is solved after clout"),
        ("|" * 32, "there are 33 boards"),
    ],
)
def test_boards_that_cannot_be(text, said):
    with pytest.raises(InvalidPositionError, match=said):
        Boards.from_text(text)


def test_a_guess_goes_to_every_unsolved_board():
    boards = Boards.start(3).after("CRANE", [GREEN, *[pattern_of("crane", "slate")] * 2])
    assert boards.unsolved == (1, 2)
    later = boards.after("slate", [GREEN, GREEN])
    assert str(later).startswith("crane:ggggg | crane:--g-g slate:ggggg |")
    with pytest.raises(IllegalGuessError, match="all boards are solved"):
        later.after("raise", [])


def test_a_board_that_no_answer_fits_is_named():
    boards = Boards.from_text("crane:----- | crane:ygygy")
    with pytest.raises(InconsistentHistoryError, match=r"board 2: none .* CRANE:ygygy"):
        suggest_boards(boards)


def played(lexicon, answers, strategy=None):
    """Play by suggestions alone, with the readable rule as referee."""
    boards = Boards.start(len(answers))
    solved_at = [0] * len(answers)
    while boards.unsolved:
        advice = suggest_boards(boards, lexicon=lexicon, strategy=strategy, top=1)
        guess = advice.suggestions[0].guess
        patterns = [pattern_of(guess, answers[place]) for place in boards.unsolved]
        for place, pattern in zip(boards.unsolved, patterns, strict=True):
            if pattern.solved:
                solved_at[place] = boards.turns + 1
        boards = boards.after(guess, patterns)
    return solved_at


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("boards", "games"), [(2, 6), (4, 4), (8, 2)])
def test_games_are_those_that_the_suggestions_play(original, boards, games):
    run = run_boards(boards, games=games, seed=3)
    for answers, solved_at in zip(run.answers, run.solved_at, strict=True):
        assert played(original, [original.answers[a] for a in answers]) == solved_at.tolist()


@pytest.mark.long
@pytest.mark.slow
def test_reference_games():
    """The bars: 4.92 guesses for two boards, 11.17 for eight (the published bots)."""
    two = run_boards(2, games=400, seed=1, jobs=2)
    assert (two.max_guesses, two.losses) == (7, 0)
    assert two.mean < 4.85
    eight = run_boards(8, games=100, seed=1, jobs=2)
    assert (eight.max_guesses, eight.losses) == (13, 0)
    assert eight.mean < 10.9
    assert sum(eight.histogram.values()) == 100
    assert eight.worst == max(eight.histogram)


@pytest.mark.long
@pytest.mark.slow
def test_a_run_depends_on_the_seed_alone():
    run = run_boards(4, games=120, seed=5, jobs=2)
    again = run_boards(4, games=60, seed=5, jobs=1)
    assert (run.answers[:60] == again.answers).all()
    assert (run.solved_at[:60] == again.solved_at).all()
    assert not (run.answers == run_boards(4, games=120, seed=6).answers).all()


def test_answers_of_a_game_differ():
    answers = draw_answers(5, 5, 40, 1)
    assert all(sorted(game) == [0, 1, 2, 3, 4] for game in answers.tolist())
    with pytest.raises(InvalidError, match="boards need 5 answers"):
        draw_answers(4, 5, 1, 1)


@pytest.mark.parametrize(("boards", "games"), [(1, 5), (33, 5), (2, 0)])
def test_games_that_cannot_be(boards, games):
    with pytest.raises(InvalidError, match="cannot play"):
        run_boards(boards, games=games)


def test_sure_boards_are_played_at_once():
    boards = Boards.start(2)
    for guess in ("lymph", "epoxy"):
        boards = boards.after(guess, [pattern_of(guess, answer) for answer in ("nymph", "proxy")])
    advice = suggest_boards(boards, top=3)
    assert advice.candidates == (("nymph",), ("proxy",))
    first, second, third = advice.suggestions
    assert (first.guess, first.boards, first.solves) == ("nymph", (1,), 1)
    assert (second.guess, second.boards) == ("proxy", (2,))
    assert (third.boards, third.bits) == ((), 0)


def test_nothing_is_suggested_when_all_is_solved():
    advice = suggest_boards("crane:ggggg | crane:--g-g slate:ggggg")
    assert advice.solved
    assert advice.suggestions == ()


def test_one_board_is_a_game_too(original):
    assert played(original, ["crane"])[0] <= 6


@pytest.mark.slow
def test_the_opener_is_played_where_the_lexicon_has_it():
    assert suggest_boards("|").suggestions[0].guess == strategy_for(2).opener
    lexicon = Lexicon.from_words(["aab", "aba", "baa", "abb"], name="few")
    run = run_boards(2, games=30, seed=2, lexicon=lexicon)
    for answers, solved_at in zip(run.answers[:5], run.solved_at, strict=False):
        assert played(lexicon, [lexicon.answers[a] for a in answers]) == solved_at.tolist()
    assert run_boards(2, games=2, opener="crane").opener == "crane"


def test_values_by_hand():
    """Two boards: one sure, one of two words that the sure one tells apart."""
    lexicon = Lexicon.from_words(["aab", "aba", "bbb"], name="three")
    table = open_table(lexicon)
    strategy = CommonGuess("aab", worth=0.5, fade=1, unsure=1)
    values = strategy.values(table, [np.array([0]), np.array([1, 2])])
    # aab is sure, and tells aba (yyg..) from bbb: one board solved, nothing left open.
    assert values.tolist() == [-SOLVE, -(SOLVE // 2), -(SOLVE // 2)]
    # Two boards left: a bit is worth a quarter; a group of 2 leaves 1 + 1 bits open.
    assert strategy.weights(2).tolist() == [500, 500, 250]
    assert strategy.terms(2).tolist() == [0, 0, 4 * BITS_UNIT]


def test_sum_terms_counts_entropy_with_entropy_terms(original_table):
    from salet.groups import entropy_terms

    guesses, candidates = np.arange(0, 12972, 997), np.arange(0, 2315, 7)
    sums = sum_terms(original_table, guesses, candidates, entropy_terms(4096))
    assert (-sums == group_stats(original_table, guesses, candidates).information).all()


@pytest.mark.slow
@examples(60)
@given(word_lists(length=3, letters="ab", min_size=2, max_size=8), st.data())
def test_kernels_play_like_their_twins(words, data):
    words = sorted(words)
    codes = np.array([[pattern_of(g, answer).code for answer in words] for g in words], np.uint8)
    count = len(words)
    boards = data.draw(st.integers(1, min(4, count)))
    opener = data.draw(st.integers(0, count - 1))
    strategy = CommonGuess(
        "none", data.draw(st.sampled_from([0.1, 0.3, 1.0])), data.draw(st.sampled_from([0, 1])), 1
    )
    trial = data.draw(st.sampled_from([(1, 1, 1), (6, 2, 3), (99, 20, 20)]))
    steps = np.diff(strategy.terms(count))
    _, groups = np.unique(codes[opener], return_inverse=True)
    answers = draw_answers(count, boards, 6, 1)
    results = []
    for add, play in (
        (add_open, play_boards),
        (add_open.py_func, play_boards.py_func),
        (reference.add_open, reference.play_boards),
    ):
        opening = np.zeros((groups.max() + 1, len(codes)), np.int64)
        for group, values in enumerate(opening):
            add(codes, np.flatnonzero(groups == group), steps, np.zeros(27, np.int64), values)
        solved_at = np.full_like(answers, -1)
        ground = Ground(codes, np.arange(count), 27, 26)
        scale = Scale(steps, strategy.weights(boards), SOLVE)
        play(ground, scale, Opening(opener, groups, opening), trial, answers, solved_at)
        results.append((opening.tolist(), solved_at.tolist()))
    assert results[0] == results[1] == results[2]


@examples(40)
@given(word_lists(3, "ab", min_size=3, max_size=8), st.data())
def test_trials_give_the_numbers_of_the_kernel(words, data):
    lexicon = Lexicon.from_words(words)
    table, count = open_table(lexicon), len(lexicon.answers)
    codes = np.stack([table.row(guess) for guess in range(count)])
    some = st.lists(st.integers(0, count - 1), min_size=1, max_size=4, unique=True).map(sorted)
    boards = data.draw(st.lists(some, min_size=1, max_size=3))
    strategy = CommonGuess("", 0.4, 1, 1.5)
    largest = max(map(len, boards))
    sets = np.zeros((len(boards), largest), np.int64)
    for row, board in zip(sets, boards, strict=True):
        row[: len(board)] = board
    shortlist = np.array(data.draw(some))
    totals = np.empty(len(shortlist), np.int64)
    terms, weights = strategy.terms(largest), strategy.weights(len(boards))
    counts, own = np.array([len(board) for board in boards]), np.arange(count)
    scale = Scale(np.diff(terms), weights, SOLVE)
    try_guesses(Ground(codes, own, 27, 26), scale, sets, counts, shortlist, totals)
    lists = (codes.tolist(), own.tolist(), shortlist.tolist(), terms.tolist(), weights.tolist())
    trials = Trials(*lists, 26)
    state = tuple(map(tuple, boards))
    assert [trials.total_after(state, int(guess)) for guess in shortlist] == totals.tolist()


@pytest.mark.long
@pytest.mark.slow
def test_command_run(answer, ok, salet_command):
    fields = answer("run", "--boards", "2", "--games", "50", "--seed", "1")
    assert (fields["boards"], fields["games"], fields["max_guesses"]) == (2, 50, 7)
    assert sum(fields["histogram"].values()) == 50
    text = ok("run", "common", "--boards", "2", "--games", "20", "--max-guesses", "3", "--ascii")
    assert text.isascii()
    assert "within 3:" in text
    for arguments, said in (
        (("run", "entropy", "--boards", "2"), "entropy plays one board"),
        (("run", "--boards", "2", "--hard", "nyt"), "--hard does not go with --boards"),
        (("run", "entropy", "--games", "5"), "--games goes with --boards"),
        (("run",), "Missing argument STRATEGY, such as entropy"),
        (("run", "--boards", "33"), "33"),
    ):
        done = salet_command(*arguments)
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("original_lists")
def test_command_suggest(answer, ok, salet_command):
    fields = answer("suggest", "raise:--y-g | raise:y----", "--top", "3")
    assert len(fields["suggestions"]) == 3
    assert [len(board["candidates"]) for board in fields["boards"]] == [25, 103]
    assert fields["proven"] is False
    assert fields["lexicon"]["name"] == "original"
    assert "guess 2 of 7" in ok("suggest", "raise:--y-g", "|", "raise:y----")
    done = salet_command("suggest", "raise:--y-g | clout:y----")
    assert done.returncode == 2
    assert "every guess is played on all unsolved boards" in done.stderr
