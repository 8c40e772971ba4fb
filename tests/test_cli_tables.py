"""Tables on narrow screens: folded where it reads best, and never cut."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from salet.cli.screen import Screen, fold

TEXTS = st.text(st.sampled_from("ab_+, 語"), max_size=40)
COLUMNS = ["~name", ">count", "~why"]


@pytest.fixture
def printed(monkeypatch, capsys):
    """What a screen of some width prints of a table."""

    def print_table(columns, rows, width, spare=()):
        monkeypatch.setenv("COLUMNS", str(width))
        shown = Screen().table(columns, rows, spare)
        return shown, capsys.readouterr().out.splitlines()

    return print_table


@given(TEXTS, st.integers(2, 30))
def test_a_folded_text_keeps_its_letters_and_its_width(text, width):
    folded = fold(text, width)
    assert all(cell_len(line) <= width for line in folded.split("\n"))
    assert "".join(folded.split()) == "".join(text.split())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4), st.integers(4, 120))
def test_a_table_fits_the_screen_and_loses_no_letter(printed, rows, width):
    _, lines = printed(COLUMNS, rows, width)
    assert all(cell_len(line) <= width for line in lines)
    letters = sorted("".join("".join(row) for row in rows).replace(" ", ""))
    said = sorted("".join(lines))
    for letter in set(letters):
        assert said.count(letter) >= letters.count(letter)


def test_a_cell_that_is_no_prose_stays_on_its_line(printed):
    rows = [["letters+solutions_below(20)", "3.7287 to 4", "a reason of some length"]]
    _, lines = printed(COLUMNS, rows, 50)
    assert any("3.7287 to 4" in line for line in lines)


def test_a_screen_that_is_wide_enough_folds_nothing(printed):
    rows = [["letters+solutions_below(20)", "3.7287", "a reason of some length"]]
    _, lines = printed(COLUMNS, rows, 80)
    assert any(all(cell in line for cell in rows[0]) for line in lines)
    assert fold("letters+solutions_below(20)", 27) == "letters+solutions_below(20)"


def test_the_cells_that_are_left_go_to_the_longest_text(printed):
    rows = [["a short name", "a text that is so long that it must be folded in any case"]]
    _, lines = printed(["~name", "~text"], rows, 40)
    assert lines[3].strip() == "a short name   a text that is so long"


def test_the_text_of_a_strategy_is_folded_between_its_parts(printed):
    """Rich alone would break at spaces, or in the middle of a name."""
    rows = [["letters+solutions_below(20)+popular_below(10)", "3.7"]]
    _, lines = printed(["~strategy", ">mean"], rows, 40)
    assert [line.split()[0] for line in lines[3:5]] == [
        "letters+solutions_below(20)+",
        "popular_below(10)",
    ]


def test_spare_columns_go_first_and_then_rows_become_sentences(printed):
    rows = [["entropy", "3.4644", "soare is its opener, as it was found in 2022"]]
    columns = ["strategy", ">mean", "why"]
    shown, _ = printed(columns, rows, 40, spare=["why"])
    assert shown == ["strategy", ">mean"]
    shown, lines = printed(columns, rows, 12)
    assert shown == columns
    assert " ".join(" ".join(lines).split()) == (
        "entropy: mean 3.4644; why soare is its opener, as it was found in 2022"
    )
