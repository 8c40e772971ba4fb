"""How long the games of the family take, beside Wordle: tables, runs, first advice, best play."""

import pytest

from salet import best_openers, run, suggest
from salet.games.registry import make_game
from salet.table import build_codes

GAMES = ["wordle(original)", "mastermind(4,6)", "bulls(4)", "nerdle(6)", "nerdle(7)", "primel"]


@pytest.mark.benchmark(group="games: the table, all cores")
@pytest.mark.parametrize("game", GAMES)
def test_table(benchmark, game):
    benchmark.pedantic(build_codes, args=(make_game(game),), rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="games: parts on all answers, one core")
@pytest.mark.parametrize("game", GAMES)
def test_run_parts(benchmark, game):
    made = make_game(game)
    found = benchmark.pedantic(
        run, args=("parts",), kwargs={"game": made, "max_guesses": 15}, rounds=3, warmup_rounds=1
    )
    assert found.losses == 0


@pytest.mark.benchmark(group="games: advice after the best opener, ten guesses")
@pytest.mark.parametrize(
    "position",
    [
        "wordle(original) salet:-y---",
        "mastermind(4,6) aabb:1.2",
        "bulls(4) 0123:1b2c",
        "nerdle(6) 4*7=28:---gy-",
    ],
)
def test_suggest(benchmark, position):
    game, turn = position.split()
    made = make_game(game)
    benchmark.pedantic(suggest, args=(turn,), kwargs={"game": made}, rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="games: proofs over all openers, all cores")
@pytest.mark.parametrize("case", ["mastermind(4,6) 5625", "nerdle(6) 544"])
def test_best_openers(benchmark, case):
    game, total = case.split()
    made = make_game(game)
    best_openers(game=made)  # compile apart
    found = benchmark.pedantic(best_openers, kwargs={"game": made}, rounds=1)
    assert (found.best.total, found.proven) == (int(total), True)
