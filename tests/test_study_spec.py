"""Studies as data: what is read, what is refused and how, and which cells come of it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from salet import InvalidError, SaletError
from salet.study.grid import Grid
from salet.study.keys import Words, filled, read_values
from salet.study.spec import Study

EXAMPLE = """\
title = "When to stop collecting letters and solve"
strategy = ["letters+solutions_below({below})", "entropy"]
opener = ["tales", "stare"]
hard = ["off", "nyt"]
answers = {sample = 500, seed = 1}

[sweep]
below = {from = 0, to = 20, step = 5}
"""


def test_a_spec_becomes_a_grid():
    grid = Grid.of(Study.from_text(EXAMPLE))
    # (5 thresholds + entropy) x 2 openers x 2 modes
    assert len(grid.cells) == 24
    assert len({cell.id for cell in grid.cells}) == 24
    assert {grid.games_of(cell) for cell in grid.cells} == {500}
    assert dict(grid.cells[0].parameters) == {"below": 0}
    assert {cell.parameters for cell in grid.cells if cell.strategy == "entropy"} == {()}
    assert {cell.opener for cell in grid.cells} == {"tales", "stare"}


def test_all_openers_and_the_own_one(original):
    assert [cell.opener for cell in Grid.of(Study.of(strategy="letters", opener="all")).cells] == (
        list(original.allowed)
    )
    assert [cell.opener for cell in Grid.of(Study.of(strategy="letters")).cells] == [None]


def test_all_may_be_a_word(tmp_path):
    (tmp_path / "three.txt").write_text("all\nill\nwit\n")
    words = {"answers": "three.txt"}
    every = Study.of(strategy="letters", lexicon=words, opener="all", folder=tmp_path)
    one = Study.of(strategy="letters", lexicon=words, opener=["all"], folder=tmp_path)
    assert [cell.opener for cell in Grid.of(every).cells] == ["all", "ill", "wit"]
    assert [cell.opener for cell in Grid.of(one).cells] == ["all"]


# --- which answers ---


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        ("all", 2315),
        (["zonal", "aback", "aback"], 2),
        ({"sample": 7, "seed": 3}, 7),
        ({"lexicon": "nyt2022"}, 2309),
        ({"file": "some.txt"}, 3),
        ({"words": ["crane", "slate", "zonal"], "sample": 2}, 2),
    ],
)
def test_answers(tmp_path, answers, count):
    (tmp_path / "some.txt").write_text("crane\nslate\nzonal\n")
    grid = Grid.of(Study.of(strategy="letters", answers=answers, folder=tmp_path))
    (cell,) = grid.cells
    assert grid.games_of(cell) == count
    (where,) = grid.conditions.values()
    assert len(where.answer_indices()) == count


def test_a_lexicon_that_is_built_on_first_use():
    assert Study.of(strategy="letters", lexicon=["en4", "nyt"]).lexicon == (
        Words("en4"),
        Words("nyt"),
    )


def test_a_sample_is_drawn_by_its_own_seed():
    def drawn(seed, chance):
        study = Study.of(strategy="random", answers={"sample": 9, "seed": seed}, seed=chance)
        (where,) = Grid.of(study).conditions.values()
        return where.answers

    assert drawn(1, 0) == drawn(1, 5)
    assert drawn(1, 0) != drawn(2, 0)


# --- ids ---


def ids(**keys):
    return {cell.id for cell in Grid.of(Study.of(**{"strategy": "letters"} | keys)).cells}


def test_an_id_does_not_depend_on_how_the_spec_is_written():
    assert ids(opener=["salet", "crane"]) == ids(opener=["crane", "SALET", "salet"])
    assert ids(strategy="lf + solve_below(20)") == ids(strategy="letters+solutions_below")
    assert ids(title="other", lengths=False) == ids()
    # A strategy without chance does not mind the seed.
    assert ids(seed=[0, 1, 2]) == ids()
    assert len(ids(strategy="random", seed=[0, 1, 2])) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys",
    [
        {"strategy": "letters(count=occurrences)"},
        {"opener": "salet"},
        {"hard": "nyt"},
        {"max_guesses": 5},
        {"prior": "frequency"},
        {"lexicon": "nyt"},
        {"game": "wordle(nyt)"},
        {"knowledge": "all"},
        {"answers": ["crane"]},
        {"frequencies": "web"},
        {"strategy": "random"},
    ],
)
def test_an_id_depends_on_all_that_decides_the_games(keys):
    assert not ids() & ids(**keys)


def test_an_id_is_the_same_tomorrow():
    """Folders of results rest on it: change it only together with the folder's format."""
    assert ids() == {"9156c0d4853d6f08"}


def test_a_strategy_file_that_changed_is_another_strategy(tmp_path):
    path = tmp_path / "mine.py"
    text = "from salet import Ranking\nclass Mine(Ranking):\n    def values(self, view):\n"
    path.write_text(text + "        return view.guesses\n")
    before = ids(strategy=f"{path}:Mine")
    assert ids(strategy=f"{path}:Mine") == before
    path.write_text(text + "        return -view.guesses\n")
    assert ids(strategy=f"{path}:Mine") != before


def test_tie_orders_belong_to_the_cell_with_the_stated_order():
    grid = Grid.of(Study.of(strategy=["letters", "tiles"], tie_orders=2, opener="salet"))
    assert [cell.tie_order for cell in grid.cells] == [None, 0, 1] * 2
    assert len({cell.id for cell in grid.cells}) == 6
    stated = [cell for cell in grid.cells if cell.tie_order is None]
    assert [cell.family for cell in stated] == [cell.id for cell in stated]
    assert [cell.family for cell in grid.cells] == [cell.id for cell in stated for _ in range(3)]


# --- text ---

_VALUES = {
    "title": st.text(max_size=20),
    "opener": st.sampled_from(["all", ["salet"], ["salet", "crane"]]),
    "lexicon": st.sampled_from(
        ["nyt", ["original", "nyt2022"], {"answers": "a.txt", "allowed": "b.txt"}]
    ),
    "knowledge": st.sampled_from(["all", ["answers", "all"]]),
    "answers": st.sampled_from(
        ["all", ["crane"], {"sample": 5, "seed": 2}, {"file": "x.txt"}, {"lexicon": "nyt"}]
    ),
    "hard": st.sampled_from(["nyt", ["off", "strict"]]),
    "max_guesses": st.sampled_from([5, [6, 7]]),
    "prior": st.sampled_from(["sigmoid", ["uniform", "frequency"]]),
    "frequencies": st.sampled_from(["web", "mine.csv"]),
    "seed": st.sampled_from([3, [1, 2]]),
    "tie_orders": st.integers(0, 9),
    "weighted": st.booleans(),
    "lengths": st.booleans(),
}


@pytest.mark.slow
@given(
    st.fixed_dictionaries({}, optional=_VALUES),
    st.lists(st.integers(-5, 5) | st.floats(0, 1) | st.booleans(), min_size=1, max_size=3),
)
@example({"title": '\x7f\x00\u2028"\\\n'}, [1e-7, 1e22])
def test_a_study_can_be_written_and_read_again(keys, values):
    study = Study.of(strategy=["letters", "greens({weight})"], sweep={"weight": values}, **keys)
    assert Study.from_text(study.to_text()) == study


# --- games ---


def test_a_study_of_another_game():
    text = 'strategy = "minimax"\nopener = "aabb"\ngame = ["mastermind(4,6)", "mastermind(4,5)"]'
    study = Study.from_text(text)
    assert Study.from_text(study.to_text()) == study
    grid = Grid.of(study)
    assert [grid.games_of(cell) for cell in grid.cells] == [1296, 625]
    assert [game.name for game in grid.games.values()] == ["mastermind(4,6)", "mastermind(4,5)"]


def test_a_game_with_the_words_of_a_lexicon_is_wordle():
    assert ids(game="wordle(nyt)") == ids(game="nyt") == ids(lexicon="nyt")


# --- sweeps ---


@pytest.mark.parametrize(
    ("given_", "values"),
    [
        ([0, 5], (0, 5)),
        (7, (7,)),
        (["presence", "occurrences"], ("presence", "occurrences")),
        ({"from": 0, "to": 3}, (0, 1, 2, 3)),
        ({"from": 0, "to": 9, "step": 4}, (0, 4, 8)),
        ({"from": 2, "to": 2}, (2,)),
        ({"from": 0, "to": 1, "step": 0.25}, (0.0, 0.25, 0.5, 0.75, 1.0)),
    ],
)
def test_values_of_a_sweep(given_, values):
    read = read_values("x", given_)
    assert read == values
    assert [type(value) for value in read] == [type(value) for value in values]


def test_every_combination_of_values():
    texts = [text for text, _ in filled("a({x})+b({y},{x})", {"x": (1, 2), "y": (True, 0.5)})]
    assert texts == ["a(1)+b(true,1)", "a(1)+b(0.5,1)", "a(2)+b(true,2)", "a(2)+b(0.5,2)"]


def test_the_21_weights_of_write_up_002():
    study = Study.of(
        strategy="greens({weight})", sweep={"weight": {"from": 0, "to": 1, "step": 0.05}}
    )
    weights = [dict(cell.parameters)["weight"] for cell in Grid.of(study).cells]
    assert len(weights) == 21
    assert weights[3] == 0.15
    assert weights[-1] == 1.0


# --- what is refused, with the key in the message ---

WRONG = [
    ({}, "a study needs a strategy"),
    ({"strategi": "letters"}, "strategi: a study has no such key; did you mean strategy?"),
    ({"strategy": "lettres"}, "strategy: there is no strategy 'lettres'; did you mean letters"),
    ({"strategy": 7}, "strategy: must be a text, not 7"),
    ({"strategy": []}, "strategy: the list is empty"),
    ({"strategy": "letters+"}, "strategy: cannot read"),
    ({"strategy": "likely"}, "strategy: likely only breaks ties"),
    ({"opener": "zzzzz"}, "opener: 'zzzzz' is not among"),
    ({"opener": 5}, "opener: must be a text, not 5"),
    ({"hard": "hard"}, "hard: original has no hard mode 'hard'; it has off, nyt, strict"),
    ({"hard": True}, "hard: must be a text, not True"),
    ({"max_guesses": "six"}, "max_guesses: must be a whole number, not 'six'"),
    ({"max_guesses": 0}, "max_guesses: must be 1 or more, not 0"),
    ({"max_guesses": True}, "max_guesses: must be a whole number, not True"),
    ({"lexicon": "orignal"}, "lexicon: there is no 'orignal'; did you mean original"),
    ({"lexicon": {"answer": "x"}}, "lexicon.answer: there is no such key"),
    ({"lexicon": {"allowed": "x"}}, "lexicon: name a file"),
    ({"lexicon": {"answers": "no/such/file"}}, "No such file"),
    ({"game": "mastermnd(4,6)"}, "game: there is no game 'mastermnd'; did you mean mastermind"),
    ({"game": "nyt", "lexicon": "nyt"}, "game: a game has its own words"),
    (
        {"game": "mastermind(4,6)"},
        "strategy: the strategy letters needs Wordle's letters and colours",
    ),
    (
        {"strategy": "minimax", "game": "mastermind(4,6)", "hard": "nyt"},
        "hard: mastermind(4,6) has no hard mode 'nyt'; it has off, strict",
    ),
    ({"knowledge": "some"}, "knowledge: there is no 'some'"),
    ({"prior": "gut"}, "prior: there is no prior 'gut'"),
    ({"frequencies": "no/such/file"}, "No such file"),
    ({"answers": "some"}, 'answers: must be "all", a list of words, or a table'),
    ({"answers": ["zzzzz"]}, "'zzzzz' is not among"),
    ({"answers": {"sample": 0}}, "answers.sample: must be 1 or more, not 0"),
    ({"answers": {"sample": 9999}}, "the sample of 9,999 is larger"),
    ({"answers": {"sampel": 5}}, "answers.sampel: there is no such key"),
    ({"answers": {"file": "a", "lexicon": "nyt"}}, "answers: give only one of"),
    ({"seed": -1}, "seed: must be 0 or more, not -1"),
    ({"tie_orders": 1.5}, "tie_orders: must be a whole number"),
    ({"strategy": "tree", "tie_orders": 2}, "strategy: tree has no ties"),
    ({"lengths": 1}, "lengths: must be true or false, not 1"),
    ({"sweep": [1]}, "sweep: must be a table"),
    ({"sweep": {"x": [1]}}, "sweep.x: no strategy has {x}"),
    ({"strategy": "tiles({green})"}, "strategy: {green} has no values; write [sweep]"),
    (
        {"strategy": "tiles({green})", "sweep": {"gren": [1]}},
        "strategy: {green} has no values; did you mean gren?",
    ),
    ({"strategy": "tiles({})"}, "strategy: {} has no values"),
    ({"strategy": "tiles({g})", "sweep": {"g": []}}, "sweep.g: the list is empty"),
    (
        {"strategy": "tiles({g})", "sweep": {"g": [[1]]}},
        "sweep.g: a value must be a number or a text",
    ),
    (
        {"strategy": "tiles({g})", "sweep": {"g": [float("nan")]}},
        "sweep.g: a value must be a number",
    ),
    ({"strategy": "tiles({g})", "sweep": {"g": {"from": 1}}}, "sweep.g: a range needs from and to"),
    (
        {"strategy": "tiles({g})", "sweep": {"g": {"from": 5, "to": 1}}},
        "sweep.g: a range must go up",
    ),
    (
        {"strategy": "tiles({g})", "sweep": {"g": {"from": 0, "to": 1, "step": 0}}},
        "sweep.g: a range must go up",
    ),
    (
        {"strategy": "tiles({g})", "sweep": {"g": {"from": 0, "to": float("inf")}}},
        "sweep.g: a range must go up",
    ),
    (
        {"strategy": "tiles({g})", "sweep": {"g": {"from": 0, "to": 10**9}}},
        "sweep.g: the range has 1,000,000,001 values",
    ),
    (
        {"strategy": "tiles({g})", "sweep": {"g": {"from": 0, "to": "x"}}},
        "sweep.g.to: must be a number, not 'x'",
    ),
    (
        {"strategy": "tiles({g})", "sweep": {"g": {"start": 0}}},
        "sweep.g.start: unknown key; a range has",
    ),
    (
        {"strategy": "solutions_below({n})", "sweep": {"n": [3]}},
        "strategy with n = 3: solutions_below is a decision rule",
    ),
    (
        {"strategy": "letters+solutions_below({n})", "sweep": {"n": [5, -1]}},
        "strategy with n = -1: solutions_below takes 0 or more",
    ),
    ({"strategy": "tree", "hard": "strict"}, "strategy: tree does not play hard mode strict"),
]


@pytest.mark.parametrize(("keys", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_cannot_be_played_is_named(keys, message):
    given_keys = (
        keys
        if "strategy" in keys or not keys or "strategi" in keys
        else {"strategy": "letters"} | keys
    )
    with pytest.raises(SaletError) as caught:
        Grid.of(Study.from_keys(given_keys))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path):
    path = tmp_path / "study.toml"
    with pytest.raises(InvalidError, match="No such file"):
        Study.from_file(path)
    path.write_text("strategy = x")
    with pytest.raises(InvalidError, match=r"study\.toml: not TOML: .*line 1"):
        Study.from_file(path)
    path.write_bytes(b"title = '\xff'")
    with pytest.raises(InvalidError, match="not UTF-8"):
        Study.from_file(path)
    path.write_text('strategy = "letters"\nhard = 3')
    with pytest.raises(InvalidError, match=r"study\.toml: hard: must be a text, not 3"):
        Study.from_file(path)


@pytest.mark.parametrize(
    "text", ["seed = " + "9" * 4400, "seed = " + "[" * 3000, 'strategy = "a', "= 1"]
)
def test_toml_that_cannot_be_read_is_refused(text):
    with pytest.raises(InvalidError, match="not TOML") as caught:
        Study.from_text(text)
    assert len(str(caught.value)) < 1100


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000])
def test_an_impossible_file_name_is_refused(name):
    for keys in (
        {"lexicon": {"answers": name}},
        {"frequencies": name},
        {"answers": {"file": name}},
    ):
        with pytest.raises(InvalidError, match="cannot read"):
            Grid.of(Study.from_keys({"strategy": "letters", **keys}))
