"""The exact search of games other than Wordle: reference facts, and brute force."""

from copy import copy
from dataclasses import replace
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Mastermind, Position, Rules
from salet.exact import best_openers, optimal
from salet.exact.objectives import Objective
from salet.exact.openers import OpenerProof
from salet.exact.search import Search, distinct_guesses
from salet.games.game import Game, Replies
from salet.games.mastermind import Blackpegs
from salet.kernels.bounds import NEVER
from salet.table import StoredTable, open_table
from salet.tree import Head, TreeFile, verify
from salet.tree.forms import write_json, write_text
from salet.view import Setting
from salet.words.lexicon import Lexicon
from tests.helpers import examples


class FirstLetters(Game):
    """Tells how many letters at the beginning are right; more may be guessed than is hidden.

    The reply that ends the game is neither the last nor the first one.
    """

    rule = "first-letters-1"

    def __init__(self):
        answers = ["aaa", "aab", "abb", "bab", "bba", "bbb"]
        lexicon = Lexicon.from_words(answers, [*answers, "aba", "baa", "acc"], name="letters")
        super().__init__(lexicon, Replies(["0", "all", "1", "2"], solved="all"))

    def reply(self, guess, answer):
        if guess == answer:
            return 1
        same = next(n for n in range(3) if guess[n] != answer[n])
        return [0, 2, 3][same]


def least(game, rules):
    """The least total by trying everything; NEVER if the cap cannot be met."""

    @cache
    def cost(candidates, position, left):
        if left == 0:
            return NEVER
        best = NEVER
        for guess in game.guesses:
            if game.objection(guess, position, rules) is not None:
                continue
            groups = {}
            for answer in candidates:
                groups.setdefault(game.reply(guess, answer), []).append(answer)
            if len(groups) == 1 and guess not in candidates:
                continue
            total = len(candidates)
            for code, group in groups.items():
                if code != game.replies.solved:
                    # In normal mode the past does not matter; forget it, to be quicker.
                    turn = game.turn(guess, code)
                    past = Position((*position.turns, turn)) if rules.hard != "off" else position
                    total += cost(tuple(group), past, left - 1)
            best = min(best, total)
        return best

    return min(NEVER, cost(game.answers, Position(), rules.max_guesses))


@pytest.mark.parametrize("hard", ["off", "strict"])
@pytest.mark.parametrize("cap", [2, 3, 4])
@pytest.mark.parametrize("game", [Mastermind(2, 3), Mastermind(3, 2), FirstLetters()])
def test_small_games_against_brute_force(game, hard, cap):
    rules = Rules(cap, hard)
    (solution,) = optimal(game=game, hard=hard, max_guesses=cap).solutions
    true = least(game, rules)
    assert solution.proven
    assert (NEVER if solution.value is None else solution.value) == true
    if solution.tree is not None:
        head = Head.of(game, rules, position=Position(), total=solution.total)
        for text in (
            write_text(TreeFile(head, solution.tree, game)),
            write_json(TreeFile(head, solution.tree, game)),
        ):
            verdict = verify(text, game, rules)
            assert verdict.valid, verdict.problems
            assert verdict.total == true


def test_a_tree_of_another_rule_is_refused():
    game = Mastermind(2, 3)
    solution = optimal(game=game).best
    head = Head.of(game, Rules(), position=Position(), total=solution.total)
    text = write_text(TreeFile(head, solution.tree, game))
    assert "# lexicon: mastermind(2,3)" in text
    assert "# rule: mastermind-1" in text
    assert verify(text, game).valid

    class Other(Mastermind):
        rule = "mastermind-2"

    verdict = verify(text, Other(2, 3))
    assert "the head says rule mastermind-1, not mastermind-2" in verdict.problems


def test_a_checkpoint_of_another_rule_is_refused(tmp_path):
    class Other(Mastermind):
        rule = "mastermind-2"

    path = tmp_path / "proof.json"
    assert best_openers(game=Mastermind(2, 3), checkpoint=path).proven
    with pytest.raises(InvalidError, match="of another proof: its game differs"):
        best_openers(game=Other(2, 3), checkpoint=path)


def test_a_checkpoint_from_before_a_symmetry_proves_no_more_than_it_should(tmp_path):
    game, path = Mastermind(2, 3), tmp_path / "proof.json"
    plain = copy(game)
    plain.symmetry = None
    starts = [
        Setting.of(StoredTable(each, open_table(game).codes)).start() for each in (plain, game)
    ]
    old, new = (OpenerProof(start, Objective.read("mean")) for start in starts)
    # As many openers as differ by symmetry, but other ones: aa and ab stand for all.
    old.settled = {"bb": (21, True), "cc": (21, True)}
    old.save(path)
    new.resume(path)
    assert (new.settled, new.proven) == ({}, False)


def test_turns_that_repeat_are_searched_without_symmetry():
    table = open_table(Mastermind(2, 3))
    turn = table.game.turn("aa", table.game.reply("aa", "bb"))
    for repeats in range(1, 40, 3):
        setting = Setting.of(table, Rules(repeats + 6))
        view = setting.view(Position((turn,) * repeats))
        assert Search(table, Rules(6)).total(view) == 8


@pytest.mark.slow
@pytest.mark.parametrize(("cap", "total"), [(6, 5625), (5, 5626)])
def test_best_play_of_mastermind(cap, total):
    """Koyama and Lai, An optimal Mastermind strategy, 1993: 5,625 guesses for 1,296 codes.

    Their tree needs six guesses for some codes; with at most five, 5,626 is best. Openers differ by
    the colours that they repeat alone, so one of each of the five kinds stands for all.
    """
    found = optimal("aabc", game="mastermind(4,6)", max_guesses=cap)
    assert (found.best.total, found.proven, found.best.worst) == (total, True, cap)
    game = found.game
    text = found.best.tree.to_text(game.answers, game=game)
    verdict = verify(text, game, found.rules)
    assert (verdict.valid, verdict.total, verdict.answers) == (True, total, 1296)


@pytest.mark.slow
@pytest.mark.parametrize(("cap", "total"), [(6, 5625), (5, 5626)])
def test_no_other_opener_of_mastermind_is_better(cap, total):
    found = best_openers(game="mastermind(4,6)", max_guesses=cap)
    assert (found.best.total, found.proven, found.best.opener) == (total, True, "aabc")


# --- symmetry ---

SYMMETRIC = [Mastermind(3, 3), Mastermind(2, 5), Mastermind(3, 5, repeats=False), Blackpegs(3, 3)]


def images(game, word):
    """Every word that a symmetry makes of a word, with how it does so."""
    symbols = game.symmetry.symbols
    for order in permutations(range(game.lexicon.length)):
        for exchanged in permutations(symbols):
            to = dict(zip(symbols, exchanged, strict=True))
            yield (order, exchanged), "".join(to[word[place]] for place in order)


@pytest.mark.slow
@pytest.mark.parametrize("game", SYMMETRIC, ids=str)
@given(data=st.data())
@examples(12)
def test_twins_are_those_of_all_exchanges_tried_one_by_one(game, data):
    played = data.draw(st.lists(st.sampled_from(game.guesses), max_size=3))
    answer = data.draw(st.sampled_from(game.answers))
    view = Setting.of(open_table(game)).view(
        Position(tuple(game.turn_for(guess, answer) for guess in played))
    )
    fixing = {how for how, _ in images(game, game.guesses[0])}
    for guess in played:
        fixing &= {how for how, image in images(game, guess) if image == guess}
    first = {
        guess: min(image for how, image in images(game, guess) if how in fixing)
        for guess in game.guesses
    }
    expected = [
        guess for guess in view.guesses if first[game.guesses[guess]] == game.guesses[guess]
    ]
    assert distinct_guesses(view).tolist() == expected


@pytest.mark.parametrize("game", SYMMETRIC, ids=str)
def test_totals_with_and_without_symmetry(game):
    plain = copy(game)
    plain.symmetry = None
    table = open_table(game)
    tables = table, StoredTable(plain, table.codes)
    for rules in (Rules(3), Rules(5)):
        starts = [Setting.of(each, rules).start() for each in tables]
        searches = [Search(each, rules) for each in tables]
        for guess in range(0, len(game.guesses), 3):
            one, two = (
                search.total_of(start, guess)
                for search, start in zip(searches, starts, strict=True)
            )
            assert one == two
        assert searches[0].nodes <= searches[1].nodes
        assert searches[0].total(starts[0]) == searches[1].total(starts[1])


def test_candidates_set_aside_are_no_symmetry():
    table = open_table(Mastermind(3, 3))
    view = Setting.of(table).start()
    fewer = replace(view, candidates=view.candidates[1:])
    assert len(distinct_guesses(view)) < len(distinct_guesses(fewer)) == len(view.guesses)
