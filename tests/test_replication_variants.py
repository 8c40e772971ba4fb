"""What the replications share: switches, lengths, the loose filter, the walk."""

from dataclasses import dataclass
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, pattern_of
from salet.replication.catalogue import CATALOGUE
from salet.replication.feedback import fitting
from salet.replication.findings import Figure
from salet.replication.procedure import (
    Lengths,
    Variants,
    all_on,
    game_text,
    play,
    switches_of,
    without,
    without_each,
)
from salet.replication.writeup import Drawn, WriteUp, laid_beside
from salet.table import open_table
from tests.helpers import word_lists, words


@dataclass(frozen=True)
class Example:
    first: bool = False  # doubles
    second: bool = False  # adds one
    size: int = 3


def measure(example):
    return (2.0 if example.first else 1.0) + (0.001 if example.second else 0.0)


def test_each_switch_is_turned_off_alone():
    assert switches_of(Example) == ("first", "second")
    both = all_on(Example)
    assert both == Example(first=True, second=True)
    assert without_each(both) == {"first": Example(second=True), "second": Example(first=True)}
    assert without_each(Example(first=True)) == {"first": Example()}
    assert without(both) == Example()


def test_a_figure_names_the_switches_that_change_what_is_printed():
    variants = Variants.of(all_on(Example), lambda example: {"f": measure(example)})
    figure = laid_beside(variants, "f", "f", 2.0, digits=2)
    assert figure == Figure("f", 2.0, 2.001, 1.0, 2, ("first",))
    assert figure.reproduced
    exact = laid_beside(variants, "f", "f", 2.0)
    assert exact.switches == ("first", "second")
    assert not exact.reproduced
    assert list(variants.all()) == ["published", "corrected", "without first", "without second"]
    chance = variants.map(lambda values: {"f": Drawn(values["f"], 0.5)})
    drawn = laid_beside(chance, "f", "f", 2.9)
    assert drawn == Figure("f", 2.9, 2.001, 1.0, None, ("first",), spread=0.5)
    assert drawn.reproduced


def test_endless_games_are_losses_outside_the_mean():
    games = Lengths(np.array([0, 2, 7]))
    assert (games.losses, games.mean, games.worst) == (2, 4.5, 7)
    assert games.won == pytest.approx(100 / 3)
    assert games.counts == {"2": 1, "7": 1}


def keeps(guess, pattern, word):
    """The clues of one turn as both authors note them, word by word."""
    shown = [letter for letter, colour in zip(guess, pattern, strict=True) if colour != "-"]
    greyed = [letter for letter, colour in zip(guess, pattern, strict=True) if colour == "-"]
    for place, (letter, colour) in enumerate(zip(guess, pattern, strict=True)):
        if colour == "g" and word[place] != letter:
            return False
        if colour == "y" and word[place] == letter:
            return False
    return all(
        word.count(letter) == shown.count(letter)
        if letter in greyed
        else word.count(letter) >= shown.count(letter)
        for letter in guess
    )


@pytest.mark.slow
@given(word_lists(letters="abcd", min_size=2), st.data())
def test_the_loose_filter_is_the_authors(listed, data):
    lexicon = Lexicon.from_words(listed)
    table = open_table(lexicon)
    guess = data.draw(st.sampled_from(lexicon.allowed))
    answer = data.draw(st.sampled_from(lexicon.answers))
    pattern = pattern_of(guess, answer)
    every = np.arange(len(lexicon.answers))
    turn = lexicon.guess_index(guess), pattern.code
    loose = [lexicon.answers[i] for i in fitting(table, every, *turn, loose=True)]
    true = [lexicon.answers[i] for i in fitting(table, every, *turn, loose=False)]
    assert loose == [word for word in lexicon.answers if keeps(guess, str(pattern), word)]
    assert true == [word for word in lexicon.answers if pattern_of(guess, word) == pattern]
    assert set(true) <= set(loose)
    if len(set(guess)) == len(guess):
        assert loose == true


@dataclass
class Situation:
    candidates: np.ndarray


class Stubborn:
    """Guesses the same word for ever."""

    def choose(self, state):
        return 0

    def after(self, state, guess, code):
        return state


@given(words(3, "abc").map(lambda word: [word, "xyz"]))
def test_a_game_without_progress_never_ends(listed):
    table = open_table(Lexicon.from_words(listed))
    games = play(Stubborn(), Situation(np.arange(2)), table, np.arange(2))
    assert games.lengths.tolist() == [1, 0]
    assert games.problems[0].games == 1
    assert game_text(games, 0, table) == f"{listed[0]}:ggg"


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_file_of_a_write_up(name):
    """It names the author and no number of ours, and every switch of the program and no other."""
    told = WriteUp(name).told
    assert "write-up 0" not in str(told)
    procedure = import_module(f"salet.replication.{name}.program").Procedure
    assert tuple(told["switches"]) == switches_of(procedure)
    if CATALOGUE[name].data:
        (table,) = CATALOGUE[name].data
        assert f"--data {table}=FILE" in told["table"]["missing"]
        assert "repository" in told["table"]["missing"]
