"""Tables on narrow screens: folded where it reads best, and never cut."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from salet.cli.fitting import GAP, fitted, fold

TEXTS = st.text(st.sampled_from("ab_+, 語"), max_size=40)


@given(TEXTS, st.integers(2, 30))
def test_a_folded_text_keeps_its_letters_and_its_width(text, width):
    folded = fold(text, width)
    assert all(cell_len(line) <= width for line in folded.split("\n"))
    assert "".join(folded.split()) == "".join(text.split())


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4), st.integers(1, 120))
def test_fitted_columns_fit_and_hold_what_may_not_be_folded(rows, screen):
    columns = ["~name", ">count", "~why"]
    widths = fitted(columns, rows, screen)
    if widths is None:
        assert fitted(columns, rows, screen, comfortable=True) is None
        return
    assert sum(widths) + GAP * len(widths) - 1 <= screen
    assert widths[1] >= max(cell_len(row[1]) for row in rows)


def test_a_screen_that_is_wide_enough_folds_nothing():
    rows = [["letters+solutions_below(20)", "3.7287", "a reason of some length"]]
    assert fitted(["~strategy", ">mean", "~why"], rows, 80) == [27, 6, 23]
    assert fold("letters+solutions_below(20)", 27) == "letters+solutions_below(20)"


def test_the_cells_that_are_left_go_to_the_longest_text():
    rows = [["a short name", "a text that is so long that it must be folded in any case"]]
    assert fitted(["~name", "~text"], rows, 40) == [12, 23]
