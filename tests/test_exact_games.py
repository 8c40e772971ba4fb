"""The exact search of games other than Wordle: reference facts, and brute force."""

from functools import cache

import pytest

from salet import InvalidError, Mastermind, Position, Rules
from salet.exact import best_openers, optimal
from salet.exact.search import Search
from salet.games.game import Game, Replies
from salet.kernels.bounds import NEVER
from salet.table import open_table
from salet.tree import Head, TreeFile, verify
from salet.tree.forms import write_json, write_text
from salet.view import Setting
from salet.words.lexicon import Lexicon


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


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("cap", "total"), [(6, 5625), (5, 5626)])
def test_no_other_opener_of_mastermind_is_better(cap, total):
    table = open_table("mastermind(4,6)")
    start = Setting.of(table, Rules(cap)).start()
    search = Search(table, Rules(cap))
    for opener in ("aaaa", "aaab", "aabb", "abcd"):
        assert search.total_of(start, table.lexicon.guess_index(opener), cut=total) >= total
