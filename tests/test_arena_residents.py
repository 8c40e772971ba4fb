"""The residents: legal, repeatable, without memory beyond the history, and better for learning."""

import numpy as np
import pytest

from salet import Rules
from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.player import HousePlayer, Limits, Seat
from salet.arena.bots.prior import LearnedPrior, guess_by
from salet.arena.bots.record import Verdict
from salet.arena.bots.residents import (
    ADAPTIVE,
    RESIDENTS,
    Gambler,
    Hedger,
    Stalker,
    Trapper,
    summary,
)
from salet.arena.bots.strategist import StrategyBot, best_strategy, candidates_of, word_book
from salet.arena.cup.standings import Difference
from salet.arena.play.umpire import Umpire, play_duel
from tests.helpers import ORIGINAL, SMALL

pytestmark = pytest.mark.slow


def duel(first, second, rounds, done=(), rules=None, game=SMALL, seed=4):
    seats = [Seat(name, HousePlayer(bot), Limits()) for name, bot in (("a", first), ("b", second))]
    umpire = Umpire(game, rules or Rules(), seed)
    return [one for games in play_duel(umpire, *seats, rounds, done) for one in games]


def test_there_are_enough_of_them():
    assert len(RESIDENTS) == 13
    assert len(ADAPTIVE) >= 6
    assert all(summary(name) for name in RESIDENTS)


@pytest.mark.parametrize("name", RESIDENTS)
@pytest.mark.parametrize("hard", ["off", "nyt", "strict"])
def test_residents_are_legal_and_solve(name, hard):
    games = duel(RESIDENTS[name](), StrategyBot("letters"), 12, rules=Rules(hard=hard))
    assert not [game.message for game in games if game.message]
    mine = [game for game in games if game.solver == "a"]
    assert sum(game.verdict is Verdict.SOLVED for game in mine) >= 10


@pytest.mark.parametrize("name", RESIDENTS)
def test_residents_remember_nothing_but_the_history(name):
    """A fresh bot that takes over in the middle plays on as the first would have."""
    whole = duel(RESIDENTS[name](), RESIDENTS["hedger"](), 14)
    rest = duel(RESIDENTS[name](), RESIDENTS["hedger"](), 14, done=whole[:14])
    assert [g.turns for g in rest] == [g.turns for g in whole[14:]]
    assert [g.answer for g in rest] == [g.answer for g in whole[14:]]


def test_the_stalker_knows_its_prey():
    stalker = Stalker()
    games = duel(stalker, StrategyBot("minimax"), 12)
    request = Request(Ask.SET, SMALL, Rules(), "a", "b", 1, history=tuple(games))
    costs = stalker.expected(request)
    tree = word_book(SMALL, Rules()).trees["minimax"]
    assert (np.floor(costs) == tree.costs).all()
    late = [g.cost for g in games[8:] if g.solver == "b"]
    assert np.mean(late) >= np.sort(tree.costs)[-30:].mean() - 0.5


def test_the_book_leaves_out_what_cannot_play():
    assert "tree" not in word_book(SMALL, Rules()).trees
    assert str(best_strategy(SMALL, Rules())) == "entropy"
    assert str(best_strategy(ORIGINAL, Rules())) == "tree"
    assert str(best_strategy(ORIGINAL, Rules(hard="strict"))) == "entropy"
    features = word_book(SMALL, Rules()).features
    assert features.mean(axis=0) == pytest.approx(np.zeros(features.shape[1]), abs=1e-9)


def test_a_learned_prior_finds_what_a_setter_likes():
    book = word_book(SMALL, Rules())
    hardest = np.argsort(-book.hardness, kind="stable")[:40]
    prior = LearnedPrior(book.features)
    assert prior.chances == pytest.approx(prior.uniform)
    for word in hardest[:20]:
        prior.learn(int(word))
        prior.use(int(word))
    assert prior.chances.sum() == pytest.approx(1)
    assert (prior.chances[hardest[:20]] == 0).all()
    assert prior.chances[hardest[20:]].sum() > 2 * prior.uniform[hardest[20:]].sum()
    for word in range(len(SMALL.answers)):
        prior.use(word)
    assert prior.chances.sum() == 0  # every word is used; nothing divides by it


def test_the_hedger_trusts_the_learned_prior_only_where_it_helps():
    against_trapper, against_any = Hedger(), Hedger()
    for hedger, opponent in ((against_trapper, Trapper()), (against_any, StrategyBot("letters"))):
        duel(hedger, opponent, 30, game=ORIGINAL)
    assert against_trapper._share > 0.9
    assert against_any._share < 0.7


def test_the_gambler_mixes_and_moves_to_what_pays():
    gambler = Gambler()
    duel(gambler, StrategyBot("letters"), 60)
    mixture = gambler._mixture()
    assert mixture.sum() == pytest.approx(1)
    assert (mixture > 0).all()
    assert mixture[4:].sum() > mixture[:4].sum()


def test_the_solver_weighs_words_by_their_prior():
    request = Request(Ask.GUESS, SMALL, Rules(), "a", "b")
    sure = np.full(len(SMALL.answers), 1e-9)
    sure[7] = 1.0
    assert guess_by(sure, request) in SMALL.guesses
    nothing, alike = np.zeros(len(SMALL.answers)), np.ones(len(SMALL.answers))
    assert guess_by(nothing, request) == guess_by(alike, request)
    assert list(candidates_of(request)) == list(range(len(SMALL.answers)))


def test_learning_pays_against_a_setter_of_habit():
    """On all original words: the hedger against the optimal player, both facing the trapper."""
    hedged = duel(RESIDENTS["hedger"](), Trapper(), 60, game=ORIGINAL)
    fixed = duel(RESIDENTS["optimal"](), Trapper(), 60, game=ORIGINAL)
    learned = [game.cost for game in hedged if game.solver == "a"]
    plain = [game.cost for game in fixed if game.solver == "a"]
    seen = Difference.of([a - b for a, b in zip(learned, plain, strict=True)])
    assert seen.high < 0
