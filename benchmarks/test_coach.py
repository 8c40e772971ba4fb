"""How long advice and reviews take, once the table is open and prepared, as in a server."""

import pytest

from salet import Position
from salet.boards.advice import advise_boards
from salet.boards.notation import Boards
from salet.coach.review import Reviewer, played
from salet.coach.suggest import Advisor
from salet.games.wordle import Wordle


def prepared_advisor():
    advisor = Advisor.of("original")
    advisor.setting.prepare()
    return advisor


POSITIONS = {
    "263 candidates, estimates": "crane:-----",
    "56 candidates, exact": "salet:g----",
    "25 candidates, exact": "raise:--y-g",
}


@pytest.mark.benchmark(group="coach")
@pytest.mark.parametrize("name", POSITIONS)
def test_suggest(benchmark, original_table, name):
    advisor, position = prepared_advisor(), Position.from_text(POSITIONS[name])
    advice = benchmark.pedantic(advisor.advise, args=(position,), rounds=5, warmup_rounds=1)
    assert len(advice.candidates) == int(name.split()[0])
    assert advice.exact == name.endswith("exact")


@pytest.mark.benchmark(group="coach")
def test_review_of_six_guesses(benchmark, original_table):
    reviewer = Reviewer(prepared_advisor())
    game = played(
        Wordle("original"), "hatch", ["crane", "moist", "match", "batch", "latch", "hatch"]
    )
    benchmark.pedantic(reviewer.review, args=(game,), rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="coach")
@pytest.mark.parametrize(
    "text",
    [
        "carle:-y-y- | carle:--y-- | carle:y---y | carle:-----",
        "raise:--y-g clout:-y--- | raise:y---- clout:--yy- | raise:ggggg | raise:ggggg",
    ],
    ids=["after the opener", "near the end"],
)
def test_suggest_for_four_boards(benchmark, original_table, text):
    boards = Boards.from_text(text)
    original_table.prepare()
    advice = benchmark.pedantic(
        advise_boards, args=(original_table, boards), rounds=5, warmup_rounds=1
    )
    assert len(advice.suggestions) == 10
