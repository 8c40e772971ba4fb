"""Hosts, boards, the forced win, and what is inferred from grids."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import IllegalGuessError, Lexicon, Position, Rules, make_game, pattern_of
from salet.coach.forced import forced_win
from salet.coach.host import (
    Adversary,
    Board,
    Cruel,
    Honest,
    length,
    length_bounds,
    make_host,
)
from salet.coach.inference import guess_chances, infer
from salet.coach.sharing import Grid, is_head, position_of_grid, read_grids, share_text
from salet.errors import InvalidError, UnknownNameError
from salet.exact.small import SmallSearch
from salet.games.colours import Colour, Pattern, all_green
from salet.table import StoredTable, build_codes
from salet.view import Setting
from tests.helpers import examples, fits, word_lists


def start(vocabulary, allowed=None, rules=None):
    lexicon = Lexicon.from_words(vocabulary, allowed)
    return Setting(StoredTable(lexicon, build_codes(lexicon)), rules or Rules(20)).start()


@given(word_lists(3, "abc", min_size=2, max_size=20), st.data())
def test_adversary_keeps_the_largest_group(vocabulary, data):
    view = start(vocabulary)
    guess = data.draw(st.integers(0, len(vocabulary) - 1))
    code = Adversary().reply(view, guess)
    groups = {}
    for answer in vocabulary:
        pattern = pattern_of(view.lexicon.allowed[guess], answer)
        groups[pattern.code] = groups.get(pattern.code, 0) + 1
    assert groups[code] == max(groups.values())
    rivals = [other for other, size in groups.items() if size == groups[code]]
    replies = view.game.replies
    assert replies.reluctance(code) == min(replies.reluctance(other) for other in rivals)


@examples(40)
@given(word_lists(3, "abcd", min_size=2, max_size=24), st.data())
def test_cruel_keeps_the_longest_group(vocabulary, data):
    """Every group valued by brute search; the bounds must have skipped none that is longer."""
    view = start(vocabulary)
    guess = data.draw(st.integers(0, len(vocabulary) - 1))
    lengths = {}
    for code in np.unique(view.table.row(guess)).tolist():
        later = view.after(guess, code)
        solved = code == all_green(3)
        lengths[code] = 0 if solved else SmallSearch(later).total() / len(later.candidates)
        if not solved:
            least, most = length_bounds(later)
            assert least <= length(later) <= most
    assert lengths[Cruel().reply(view, guess)] == max(lengths.values())


def test_ties_show_as_little_as_possible():
    """Two groups of one: the host gives the yellow away rather than the win."""
    view = start(["ab", "ba"])
    assert str(Pattern.from_code(Adversary().reply(view, 0), 2)) == "yy"
    last = view.after(0, Adversary().reply(view, 0))
    assert Adversary().reply(last, 1) == all_green(2)
    assert Cruel().reply(last, 1) == all_green(2)
    assert Adversary().reveal(last) == "ba"


def test_hosts_by_name(original_table):
    view = Setting.of(original_table).start()
    guess = view.lexicon.guess_index("eerie")
    assert make_host("honest", "there").reply(view, guess) == pattern_of("eerie", "there").code
    assert isinstance(make_host("cruel", ""), Cruel)
    with pytest.raises(UnknownNameError, match="adversary"):
        make_host("adversry", "")


def test_a_board():
    words = ["crane", "slate", "there", "eerie"]
    board = Board(Honest("there"), start(words, rules=Rules(2)))
    with pytest.raises(IllegalGuessError, match="did you mean"):
        board.after("crate")
    first = board.after("eerie")
    assert len(board.position) == 0  # a board does not change
    assert first.letters() == {"e": Colour.GREEN, "r": Colour.YELLOW, "i": Colour.GREY}
    assert not first.over
    assert first.after("there").solved
    lost = first.after("slate")
    assert lost.over
    assert not lost.solved
    with pytest.raises(IllegalGuessError, match="over after 2"):
        lost.after("there")
    hard = Board(Honest("there"), start(words, rules=Rules(6, "nyt"))).after("eerie")
    with pytest.raises(IllegalGuessError, match="must contain"):
        hard.after("slate")


def line_length(view, path):
    """Play a path against the adversary; the number of guesses until it is beaten, or None."""
    for turn, guess in enumerate(path, start=1):
        code = Adversary().reply(view, guess)
        if code == all_green(view.lexicon.length):
            return turn
        view = view.after(guess, code)
    return None


def shortest(view, most):
    """The shortest win against the adversary by trying every guess at every turn."""
    frontier = [view]
    for depth in range(1, most + 1):
        later = []
        for here in frontier:
            for guess in range(len(here.lexicon.allowed)):
                code = Adversary().reply(here, guess)
                if code == all_green(here.lexicon.length):
                    return depth
                later.append(here.after(guess, code))
        frontier = list({view.candidates.tobytes(): view for view in later}.values())
    return None


@examples(40)
@given(word_lists(3, "abc", min_size=1, max_size=14))
def test_forced_win_against_trying_everything(vocabulary):
    lexicon = Lexicon.from_words(vocabulary)
    win = forced_win(lexicon)
    assert win.length == shortest(start(vocabulary), 8)
    view = start(vocabulary)
    path = [view.lexicon.guess_index(turn.guess) for turn in win.position]
    assert line_length(view, path) == win.length
    assert len(win.ruled_out) == win.length - 1


def test_forced_win_on_the_original_lists(original):
    # Four is published for the game with these lists and a host that keeps the largest group
    # (Absurdle, by qntm); three is ruled out by counting.
    win = forced_win(original)
    assert win.length == 4
    assert win.left[-2:] == (1, 1)
    assert "168 words or more" in win.ruled_out[2]
    assert "no guess splits them into more than 150 groups" in win.ruled_out[2]
    view = Setting(StoredTable(original, build_codes(original)), Rules()).start()
    path = [original.guess_index(turn.guess) for turn in win.position]
    assert line_length(view, path) == 4
    assert win.to_dict()["proven"] is True


CHAT = """Anna: Wordle 1,234 3/6*

⬛🟨⬛⬛⬛
🟩⬛🟨⬛🟩
🟩🟩🟩🟩🟩

Bert: hard today!
Wordle 1,234 X/6
⬜⬜🟦⬜⬜
⬜🟧⬜⬜🟧
"""


def test_grids_in_a_conversation():
    first, second = read_grids(CHAT)
    assert [str(pattern) for pattern in first.patterns] == ["-y---", "g-y-g", "ggggg"]
    assert [str(pattern) for pattern in second.patterns] == ["--y--", "-g--g"]
    assert first.solved
    assert not second.solved
    assert read_grids("") == []
    assert [len(grid.patterns) for grid in read_grids("-y---\nggggg\n--y--")] == [2, 1]
    with pytest.raises(InvalidError, match="has 4 squares, not 5"):
        read_grids("⬛🟨⬛⬛⬛\n⬛🟨⬛⬛")


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("Wordle 1,234 4/6", True),
        ("Wordle 1.234 X/6*", True),
        ("salet original adversary 5/6", True),
        ("raise --y-g", False),
        ("", False),
    ],
)
def test_heads(line, head):
    assert is_head(line) is head


@given(st.lists(st.integers(0, 242), min_size=1, max_size=6), st.booleans())
def test_shared_text_is_read_back(codes, hard):
    rows = [Pattern.from_code(code, 5) for code in codes]
    end = next((i for i, row in enumerate(rows) if row.solved), len(rows) - 1)
    rows = rows[: end + 1]
    text = share_text("salet", rows, 6, hard=hard)
    assert is_head(text.splitlines()[0])
    assert read_grids(text) == [Grid(tuple(rows))]


def test_a_grid_of_any_game_with_colours_is_joined_with_its_guesses():
    nerdle, mastermind = make_game("nerdle(6)"), make_game("mastermind(4,6)")
    found = position_of_grid("⬛⬛🟨🟩⬛🟩", ["3+9=12"], nerdle)
    assert found == nerdle.position("3+9=12:--yg-g")
    for text, guesses, message in (
        ("nothing", [], "the text contains no grid"),
        ("🟨🟩\n\n🟩🟨", [], "the text contains 2 grids; a review needs one"),
        ("⬛⬛🟨🟩⬛🟩", [], "the grid has 1 row, but you named 0 guesses"),
    ):
        with pytest.raises(InvalidError, match=message):
            position_of_grid(text, guesses, nerdle)
    with pytest.raises(InvalidError, match="a grid shows colours, and mastermind"):
        position_of_grid("⬛⬛🟨🟩", ["aabb"], mastermind)


def shared_grids(table, answer, count, seed):
    """Players who guess by commonness and keep to every clue they have seen."""
    lexicon, chances = table.lexicon, guess_chances(table.lexicon)
    rng = np.random.default_rng(seed)
    grids = []
    for _ in range(count):
        position, left = Position(), np.ones(len(chances), bool)
        while len(position) < 6 and not any(turn.reply.solved for turn in position):
            share = chances * left
            guess = lexicon.allowed[int(rng.choice(len(share), p=share / share.sum()))]
            position = position.after(guess, pattern_of(guess, answer))
            for index in np.flatnonzero(left):
                left[index] = fits(lexicon.allowed[index], Position(position.turns[-1:]))
        grids.append(Grid(tuple(turn.reply for turn in position)))
    return grids


@pytest.mark.slow
def test_the_answer_is_inferred_from_colours_alone(original, original_table):
    grids = shared_grids(original_table, "there", 12, seed=1)
    found = infer(grids, lexicon=original)
    assert found.answers[0] == "there"
    assert sum(found.probabilities) == pytest.approx(1)
    assert found.missed[0] == 0
    assert found.rows == sum(not p.solved for grid in grids for p in grid.patterns)
    assert found.to_dict(3)["answers"][0]["word"] == "there"


def test_inference_by_hand():
    """Two answers; against ab both words occur, against cd none gives the yellows."""
    lexicon = Lexicon.from_words(["ab", "cd"], ["ab", "ba", "cd"])
    found = infer([Grid((Pattern.from_text("yy"), Pattern.from_text("gg")))], lexicon=lexicon)
    assert found.answers == ("ab", "cd")
    assert found.missed == (0, 1)
    assert found.probabilities[0] > 0.99
    assert found.fitting == 1
    # Without counts all words are alike: one of three is grey against ab, two against cd.
    grey = infer([Grid((Pattern.from_text("--"),))], lexicon=lexicon)
    assert dict(zip(grey.answers, grey.probabilities, strict=True)) == pytest.approx(
        {"ab": 1 / 3, "cd": 2 / 3}
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "no row of colours"), ("ggggg", "no row of colours"), ("-y-", "3 squares")],
)
def test_nothing_to_infer_from(original, text, message):
    with pytest.raises(InvalidError, match=message):
        infer(read_grids(text), lexicon=original)
