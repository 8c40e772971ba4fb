"""One opener: its parts shared among threads, with cuts, limits, and a look at how far it is."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Rules, optimal, pattern_of
from salet.exact.search import Search
from salet.exact.team import Team
from salet.kernels.bounds import NEVER
from salet.view import Setting
from tests.helpers import CTRL_C, brute_force, examples, lexicons, on_terminal, table_of


def cost_of(guess, lexicon, rules):
    """What a first guess costs, each part by brute force with a guess less; normal mode."""
    groups = {}
    for answer in lexicon.answers:
        groups.setdefault(pattern_of(guess, answer), []).append(answer)
    cost = len(lexicon.answers)
    for pattern, group in groups.items():
        if not pattern.solved:
            part = Lexicon.from_words(group, lexicon.allowed)
            cost += brute_force(part, Rules(rules.max_guesses - 1))
    return min(cost, NEVER)


@pytest.mark.slow
@examples(80)
@given(lexicons(12), st.integers(1, 3), st.integers(2, 6), st.data())
def test_cuts_hold_on_any_number_of_threads(lexicon, threads, cap, data):
    rules = Rules(cap)
    guess = data.draw(st.integers(0, len(lexicon.allowed) - 1))
    true = cost_of(lexicon.allowed[guess], lexicon, rules)
    cut = data.draw(st.integers(1, 60) | st.just(NEVER))
    table = table_of(lexicon)
    team = Team([Search(table, rules) for _ in range(threads)])
    found = team.value(Setting.of(table, rules).start(), guess, cut)
    assert not team.stopped
    assert found == true if true < cut else cut <= found <= true


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_how_far_it_is(original_table, jobs):
    steps = []
    (solution,) = optimal("crane", jobs=jobs, step=lambda *step: steps.append(step)).solutions
    assert solution.total == 7930
    assert {total for _, total, _ in steps} == {2315}
    settled = [done for done, _, _ in steps]
    assert settled == sorted(settled)
    known = [
        re.fullmatch(r"crane: ([\d,]+) sets(?:, at least ([\d,]+))?", text) for *_, text in steps
    ]
    bounds = [int(match[2].replace(",", "")) for match in known if match[2]]
    assert 2315 < min(bounds) <= max(bounds) <= 7930
    assert bounds[-1] == 7930


@pytest.mark.long
@pytest.mark.slow
def test_ctrl_c_on_a_terminal_prints_what_is_known(original_table):
    """An opener that tells so little that nobody would wait for its proof."""
    pressed = []

    def react(output):
        if b"at least" not in output or pressed:
            return b""
        pressed.append(CTRL_C)
        return CTRL_C

    text, status = on_terminal(
        ["optimal", "--opener", "fuzzy", "--json"], react, env={"COLUMNS": "200"}
    )
    assert pressed
    assert status == 1
    assert "searching fuzzy" in text
    fields = json.loads(text[text.index("{\r\n") :])
    (opener,) = fields["openers"]
    assert opener["proven"] is False
    assert 2315 < opener["lower_bound"] <= opener["total"]
