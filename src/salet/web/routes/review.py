"""A game looked back on, and shared grids read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from salet.errors import InvalidError
from salet.web.resource import PositionText, Request, RulesRequest, Toolbox, Word, post
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.coach.review import Review
    from salet.coach.suggest import Advisor
    from salet.games.game import Game
    from salet.games.position import Position

_NAMED_WORDS = 60


class ReviewRequest(RulesRequest):
    """A game: its answer and guesses, or its position, or a shared grid and the guesses."""

    answer: Word | None = None
    guesses: Annotated[list[Word], Field(max_length=40)] = []
    position: PositionText = ""
    grid: Annotated[str, Field(max_length=2000)] = ""


class GridRequest(Request):
    """Any text with coloured rows in it."""

    text: Annotated[str, Field(max_length=8000)]


@post("/review", ReviewRequest, "ReviewAnswer", tag="advice")
def review(request: ReviewRequest, work: Toolbox) -> dict[str, Any]:
    """Look back on a game: skill and luck, turn by turn, and the best line."""
    from salet.coach.review import Reviewer

    advisor = work.advisor(request)
    word = None if request.answer is None else read_word(request.answer)
    found = Reviewer(advisor).review(_turns(request, advisor.setting.game, word), word)
    answer = found.answer or word
    if answer is not None and answer not in advisor.lexicon.answers:
        advisor = advisor.knowing(answers=[answer])
    result = found.to_dict() | {"answer": answer}
    admitting = advisor.admitting(found.position)
    for place, turn in enumerate(result["turns"]):
        turn.update(_words(admitting, found, place, answer))
    result["line"] = None if answer is None else _line(advisor, answer)
    return result


@post("/grid", GridRequest, "GridAnswer", tag="advice")
def grid(request: GridRequest, _: Toolbox) -> dict[str, Any]:
    """Find the grids in a shared text."""
    from salet.coach.sharing import read_grids

    return {"grids": [[str(row) for row in found.patterns] for found in read_grids(request.text)]}


def _turns(request: ReviewRequest, game: Game, answer: str | None) -> Position:
    """Read the game in whichever way it was given."""
    from salet.coach.review import played
    from salet.coach.sharing import position_of_grid

    guesses = request.guesses
    if request.position.strip():
        return game.position(request.position)
    if request.grid.strip():
        return position_of_grid(request.grid, guesses, game)
    if answer is None:
        raise InvalidError("name the answer and the guesses, or give the position or the grid")
    return played(game, answer, guesses)


def _words(advisor: Advisor, found: Review, place: int, answer: str | None) -> dict[str, Any]:
    """Name the candidates around a turn, and say what the better word would have left."""
    game = advisor.setting.game
    before, after = (_candidates(advisor, found.position, turns) for turns in (place, place + 1))
    best = found.turns[place].best
    reply = None if answer is None else game.reply(best, answer)
    return {
        "before_words": before[:_NAMED_WORDS],
        "after_words": after[:_NAMED_WORDS],
        "best_pattern": None if reply is None else str(game.replies[reply]),
        "best_after": None
        if reply is None
        else sum(game.reply(best, word) == reply for word in before),
    }


def _candidates(advisor: Advisor, position: Position, turns: int) -> list[str]:
    """Return the candidates after the first turns of a game."""
    view, _ = advisor.view(type(position)(position.turns[:turns]))
    return [view.lexicon.answers[index] for index in view.candidates]


def _line(advisor: Advisor, answer: str) -> dict[str, Any]:
    from salet.coach.review import best_line

    line = best_line(advisor, answer)
    turns = [
        {"guess": turn.guess, "pattern": str(turn.reply), "after": after}
        for turn, after in zip(line.position, line.left, strict=True)
    ]
    return {"turns": turns, "proven": line.proven}
