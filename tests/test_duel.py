"""The value of the duel against a linear programme over all trees, and both mixtures held to it."""

import json
import lzma
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from salet import InvalidError, Lexicon, SaletError, make_game
from salet.arena.bots.strategist import word_book
from salet.exact.duel import Finder, solve_duel
from salet.exact.openers import prove_setter
from salet.games.rules import Rules
from salet.table import open_table
from salet.tree.forms import bundled_mixtures, read_mixtures, write_mixtures
from salet.tree.verify import replay_mixture
from salet.view import Setting
from tests.helpers import examples, words

WITHIN = 0.02


def all_trees(game, left):
    """The lengths of every tree worth playing, by trying everything: one row per tree."""

    @cache
    def lengths(candidates, left):
        if left == 0:
            return []
        rows = set()
        for guess in game.guesses:
            groups = {}
            for answer in candidates:
                groups.setdefault(game.reply(guess, answer), []).append(answer)
            solved = groups.pop(game.replies.solved, [])
            if len(groups) == 1 and not solved:
                continue
            below = [lengths(tuple(group), left - 1) for group in groups.values()]
            for parts in product(*below):
                found = dict.fromkeys(solved, 1)
                for group, part in zip(groups.values(), parts, strict=True):
                    found |= {word: 1 + one for word, one in zip(group, part, strict=True)}
                rows.add(tuple(found[answer] for answer in candidates))
        return [one for one in rows if not any(below_all(other, one) for other in rows)]

    return lengths(tuple(game.answers), left)


def below_all(one, other):
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def true_value(game, left=6):
    """The least over mixtures of trees of the mean for the answer that takes longest."""
    trees = np.array(all_trees(game, left), float)
    count, answers = trees.shape
    found = linprog(
        [0] * count + [1],
        A_ub=np.hstack([trees.T, -np.ones((answers, 1))]),
        b_ub=np.zeros(answers),
        A_eq=[[1] * count + [0]],
        b_eq=[1],
        bounds=[(0, None)] * count + [(None, None)],
    )
    return found.fun


def bracket(game, **options):
    found = solve_duel(game=game, within=WITHIN, beam=0, seconds=20, **options)
    lower = prove_setter(found, found.upper, jobs=1)
    assert replay_mixture(found).keys() == set(game.answers)
    return float(lower), float(found.upper)


@pytest.mark.slow
@examples(8)
@given(st.lists(words(3, "abc"), min_size=2, max_size=6, unique=True))
def test_bounds_hold_the_value_of_all_trees(vocabulary):
    game = make_game(lexicon=Lexicon.from_words(vocabulary))
    lower, upper = bracket(game)
    assert lower - 1e-9 <= true_value(game) <= upper + 1e-9
    assert upper - lower < WITHIN


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mastermind(2,3)", "blackpegs(2,3)"])
def test_bounds_hold_with_a_symmetry(name):
    """The programme knows nothing of the symmetry."""
    game = make_game(name)
    lower, upper = bracket(game)
    assert lower - 1e-9 <= true_value(game, 4) <= upper + 1e-9
    assert upper - lower < WITHIN


@pytest.mark.slow
def test_hard_mode_keeps_to_its_rules():
    """A mixture for hard mode is legal at every turn, and costs no less than free play."""
    game = make_game(lexicon=Lexicon.from_words(["aab", "abb", "abc", "acb", "bab", "cab", "cba"]))
    lower, upper = bracket(game, hard="strict")
    assert lower <= upper
    assert upper >= true_value(game) - 1e-9


@pytest.fixture(scope="module")
def found():
    return solve_duel(lexicon=Lexicon.from_words(["bat", "cat", "hat"]), seconds=5)


def test_files_come_back_as_they_were_written(found, tmp_path):
    for name in ("duel.json", "duel.json.xz"):
        write_mixtures(found, tmp_path / name)
        again = read_mixtures((tmp_path / name).read_bytes(), found.game)
        assert again == found
        assert replay_mixture(again) == dict.fromkeys(["bat", "cat", "hat"], Fraction(2))


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"game": "other"}, "^the mixtures are for custom"),
        ({"setter": {"bat": 0}}, "weight of bat is 0"),
        ({"setter": {"dog": 1}}, "dog"),
        ({"setter": 3}, "not a file of mixtures"),
        ({"setter": {}}, "sets nothing"),
        ({"guesser": [["often", "bat", {}]]}, "no choice"),
        ({"upper": "1/0"}, "not a file of mixtures: a bound divides by zero"),
    ],
)
def test_strange_files_are_refused(found, changed, reason):
    told = json.loads(found.to_text()) | changed
    with pytest.raises(InvalidError, match=reason):
        read_mixtures(lzma.compress(json.dumps(told).encode()), found.game)
    for text, said in (("{}", "it has no key 'game'"), ("a letter", "not JSON; name a file")):
        with pytest.raises(InvalidError, match=said):
            read_mixtures(text.encode(), found.game)


def test_weights_that_a_search_cannot_add_up_are_refused(found):
    for heavy in (1 << 29, 1 << 70):
        with pytest.raises(InvalidError, match="add up to more than"):
            prove_setter(replace(found, setter={"bat": heavy, "cat": 1}), 1)


def test_a_replay_names_what_is_wrong(found):
    bat = found.guesser[[choice.guess for choice in found.guesser].index("bat")]
    with pytest.raises(InvalidError, match=r"no guess for cat after bat:-gg"):
        replay_mixture(replace(found, guesser=[bat._replace(branches={})]))
    with pytest.raises(SaletError, match="dog"):
        replay_mixture(replace(found, guesser=[bat._replace(guess="dog")]))
    with pytest.raises(InvalidError, match="not found"):
        replay_mixture(replace(found, rules=Rules(2)))


def test_a_better_setter_is_believed_only_with_proof(found):
    """The floor is a wish: what no tree is below is proven, not taken over."""
    assert prove_setter(found, 5, jobs=1) == 2
    alone = replace(found, setter={"bat": 7})
    assert prove_setter(alone, 5, jobs=1) == 1
    assert prove_setter(replace(found, setter={"bat": 2, "cat": 1}), 5, jobs=1) == Fraction(4, 3)


def test_a_search_goes_on_from_its_checkpoint(tmp_path):
    game = make_game(lexicon=Lexicon.from_words(["aab", "abb", "abc", "acb", "bab", "cab", "cba"]))
    start = Setting.of(open_table(game), Rules(6)).start()
    first, second = Finder(start, 0), Finder(start, 0)
    first.run(2, 0.001, tmp_path / "notes", None)
    second.resume(tmp_path / "notes")
    assert second.plays.columns == first.plays.columns
    assert (second.centre == first.centre).all()
    with pytest.raises(InvalidError, match="its beam differs"):
        Finder(start, 3).resume(tmp_path / "notes")
    (tmp_path / "notes").write_text((tmp_path / "notes").read_text()[:-40])
    with pytest.raises(InvalidError, match="cannot read the checkpoint"):
        second.resume(tmp_path / "notes")


class Interrupted(Finder):
    """Ctrl-C comes in the second round, in the middle of a tree."""

    def round(self):
        if self.plays.columns:
            turns = self.plays.turns[0]
            place = self.plays.place(((99, 99), *turns), self.plays.sets[0])
            self.plays.columns[0, -1] = [place], []
            raise KeyboardInterrupt
        super().round()


def test_an_interrupted_round_leaves_nothing_behind(tmp_path):
    game = make_game(lexicon=Lexicon.from_words(["aab", "abb", "abc", "acb", "bab", "cab", "cba"]))
    finder = Interrupted(Setting.of(open_table(game), Rules(6)).start(), 0)
    finder.run(20, 1e-9, tmp_path / "notes", None)
    assert (0, -1) not in finder.plays.columns
    assert replay_mixture(finder.mixtures()).keys() == set(game.answers)
    Finder(finder.view, 0).resume(tmp_path / "notes")


@pytest.mark.slow
def test_the_command_writes_what_it_then_verifies(ok, tmp_path):
    game = ("--game", "mastermind(2,3)")
    said = ok("duel", *game, "--out", str(tmp_path / "both.json.xz"), "--seconds", "120")
    assert "at least 2.4167 and at most 2.4167" in said
    told = json.loads(ok("duel", *game, "--verify", str(tmp_path / "both.json.xz"), "--json"))
    assert told["lower_bound"] == told["upper_bound"] == pytest.approx(29 / 12)
    assert told["openers"] == {"ab": 1}


# --- the mixtures of the original lists ---


@pytest.mark.long
@pytest.mark.slow
def test_the_bundled_guesser_keeps_its_promise():
    """Every answer is replayed with the readable rule."""
    mixtures = bundled_mixtures(make_game(), Rules())
    assert max(replay_mixture(mixtures).values()) == mixtures.upper
    assert mixtures.upper < 3.573
    assert mixtures.upper - mixtures.lower < 0.01


@pytest.mark.long
@pytest.mark.slow
def test_no_strategy_of_the_house_beats_the_bundled_setter():
    """Means over the setter's mixture are exact; the best known tree takes about 3.53."""
    mixtures = bundled_mixtures(make_game(), Rules())
    total = sum(mixtures.setter.values())
    for tree in word_book(mixtures.game, mixtures.rules).trees.values():
        costs = dict(zip(mixtures.game.answers, tree.costs.tolist(), strict=True))
        assert sum(costs[word] * one for word, one in mixtures.setter.items()) / total > 3.55
