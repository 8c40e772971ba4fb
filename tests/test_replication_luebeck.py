"""Write-up 001. Published values: the post of Luebeck and its figures (jluebeck.github.io)."""

import json
from dataclasses import fields
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Pattern, pattern_of
from salet.replication import luebeck
from salet.replication.findings import Options
from salet.replication.luebeck.figures import Ending, Results
from salet.replication.luebeck.program import (
    DEFAULT,
    EXPANDED,
    PUBLISHED,
    SCRABBLE,
    STRATEGY,
    Knowledge,
    Procedure,
    Solver,
    Splitter,
    play_corrected,
    play_lists,
    play_variant,
)
from salet.replication.procedure import Variants, play, switches_of, without
from salet.replication.writeup import WriteUp
from salet.runs import walk
from salet.strategies.registry import make_strategy
from salet.table import open_table
from salet.view import Setting
from tests.helpers import examples, word_lists


@pytest.fixture(scope="module")
def default(cache):
    steps = []
    played = play_lists([DEFAULT], Options(jobs=2, step=lambda *step: steps.append(step[:2])))
    assert steps == [(0, 8 * 2315), (8 * 2315, 8 * 2315)]
    return played[DEFAULT]


@pytest.fixture(scope="module")
def expanded(original_all_table):
    original_all_table.prepare()
    return play_variant(PUBLISHED, Splitter(original_all_table), EXPANDED.opener)


@pytest.fixture(scope="module")
def scrabble(cache):
    table = open_table(Lexicon.load(SCRABBLE.lexicon))
    table.prepare()
    return play_variant(PUBLISHED, Splitter(table), SCRABBLE.opener)


@pytest.mark.slow
def test_default_answers_as_published(default):
    games = default.published
    assert (games.total, games.losses) == (8047, 0)
    assert games.histogram == "2:44 3:1201 4:995 5:74 6:1"


@pytest.mark.long
@pytest.mark.slow
def test_longer_lists_as_published(expanded, scrabble):
    assert (round(expanded.mean, 3), expanded.losses, round(expanded.won, 2)) == (4.1, 43, 99.67)
    assert (round(scrabble.mean, 3), scrabble.losses, round(scrabble.won, 2)) == (4.083, 36, 99.71)


@pytest.mark.slow
def test_which_switches_matter(default):
    changed = {
        name for name, games in default.without.items() if games.total != default.published.total
    }
    assert changed == {"loose_greys", "grey_letters_dropped", "candidate_ties"}


@pytest.mark.long
@pytest.mark.slow
def test_longer_lists_corrected(cache):
    # Weighing every guess, under the true rules: 24 losses instead of 43.
    games = play_corrected(EXPANDED)
    assert (games.total, games.losses, games.worst) == (52953, 24, 7)


@pytest.mark.long
@pytest.mark.slow
def test_all_switches_off_is_the_strategy_of_the_project(original_table, default):
    original_table.prepare()  # thousands of questions: by numpy they would take a minute
    solver = Solver(without(PUBLISHED), Splitter(original_table))
    answers = np.arange(len(original_table.lexicon.answers))
    opener = original_table.lexicon.guess_index("soare")
    ours = play(solver, solver.start(), original_table, answers, opener)
    strategy = make_strategy(f"{STRATEGY}+opener(soare)")
    theirs = walk.play(strategy, Setting.of(original_table), answers)
    assert (ours.guesses == theirs.guesses).all()
    assert ours.lengths.sum() == default.corrected.total == 8018


@pytest.mark.long
@pytest.mark.slow
def test_the_report_reproduces_every_figure_but_the_slip(default, expanded, scrabble):
    results = {
        DEFAULT: default,
        EXPANDED: Variants(expanded, expanded, {}),
        SCRABBLE: Variants(scrabble, scrabble, {}),
    }
    found = WriteUp("luebeck").replication(Results(results), luebeck.charts)
    wrong = [figure.name for figure in found.figures if figure.reproduced is False]
    assert wrong == ["words of the game"]
    assert sum(figure.reproduced is True for figure in found.figures) == 19
    assert tuple(one.name for one in found.switches) == switches_of(Procedure)
    assert {one.name for one in found.switches} == {part.name for part in fields(Procedure)}
    assert json.loads(json.dumps(found.data))["openers"][0]["word"] == "tares"
    assert all(claim.because for claim in found.claims)


def test_the_word_that_steps_back_from_ater():
    ending = Ending(DEFAULT, "ater")
    assert ending.words == ("cater", "eater", "hater", "later", "water")
    assert (ending.guess, ending.corrected) == ("elchi", "elchi")
    assert ending.groups("elchi") == 5


@pytest.mark.parametrize(
    ("pattern", "absent"),
    [("-----", "eri"), ("y----", "ri"), ("--g--", "ei"), ("ggggg", "")],
)
def test_absent_letters_of_a_guess_that_repeats_one(original_table, pattern, absent):
    # "eerie" with one E shown: E is not absent, though two copies are grey.
    lexicon = original_table.lexicon
    solver = Solver(PUBLISHED, Splitter(original_table))
    guess = lexicon.guess_index("eerie")
    mask = solver.after(solver.start(), guess, Pattern.from_text(pattern).code).absent
    found = {letter for place, letter in enumerate(lexicon.alphabet) if mask >> place & 1}
    assert found == set(absent)


def scan(guesses, candidates):
    """Twin of the tie rules: one pass in alphabetical order, keeping the better of two words."""
    best = None

    def measures(word):
        groups = {}
        for answer in candidates:
            pattern = str(pattern_of(word, answer))
            groups[pattern] = groups.get(pattern, 0) + 1
        shares = [size / len(candidates) for size in groups.values()]
        entropy = -sum(share * log(share) for share in shares)
        grey = groups.get("-" * len(word), 0)
        surprise = -sum(
            log((sum(answer[i] == word[i] for answer in candidates) + 1e-5) / len(candidates))
            for i in range(len(word))
        )
        return entropy, grey, word in candidates, len(set(word)), surprise

    for word in sorted(guesses):
        entropy, grey, possible, distinct, surprise = mine = measures(word)
        if best is None or entropy > best[1][0] + 1e-9:
            best = word, mine
            continue
        other = best[1]
        if abs(entropy - other[0]) >= 1e-9 or grey > other[1]:
            continue
        both = possible and other[2]
        if (
            grey < other[1]
            or (possible and not other[2])
            or (both and distinct > other[3])
            or (both and distinct == other[3] and surprise < other[4] - 1e-9)
        ):
            best = word, mine
    return best[0]


@pytest.mark.slow
@examples(60)
@given(
    word_lists(letters="abcde", min_size=4, max_size=20),
    word_lists(letters="abcdef", max_size=10),
    st.data(),
)
def test_the_choice_is_that_of_the_scan(answers, others, data):
    lexicon = Lexicon.from_words(answers, set(answers) | set(others))
    table = open_table(lexicon)
    size = data.draw(st.integers(1, len(lexicon.answers)))
    candidates = np.sort(data.draw(st.permutations(range(len(lexicon.answers))))[:size])
    turns = data.draw(st.sampled_from([1, 5]))
    chosen = Solver(PUBLISHED, Splitter(table)).choose(Knowledge(candidates, turns=turns))
    possible = [lexicon.answers[place] for place in candidates]
    guesses = possible if len(possible) < 3 or turns == 5 else lexicon.allowed
    assert lexicon.allowed[chosen] == scan(guesses, possible)
