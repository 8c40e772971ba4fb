"""Task: look back on a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.coach.grids import read_grids
from salet.coach.review import Reviewer, best_line, played
from salet.errors import InvalidError
from salet.games.position import Position, Turn
from salet.games.wordle import pattern_of
from salet.web.tasks.words import advisor_of
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.coach.review import Review
    from salet.coach.suggest import Advisor
    from salet.games.game import Game
    from salet.table import Progress

_NAMED_WORDS = 60


def review(
    *,
    progress: Progress,  # noqa: ARG001
    lexicon: dict[str, Any],
    answer: str | None,
    guesses: list[str],
    position: str,
    grid: str,
    hard: str,
    max_guesses: int,
) -> dict[str, Any]:
    """Review a game given as answer and guesses, as a position, or as a grid and guesses."""
    advisor = advisor_of(lexicon, hard=hard, max_guesses=max_guesses)
    word = None if answer is None else read_word(answer)
    turns = _turns(advisor.game, word, guesses, position, grid)
    found = Reviewer(advisor).review(turns, word)
    answer = found.answer or word
    if answer is not None and answer not in advisor.lexicon.answers:
        advisor = advisor.knowing(answers=[answer])
    result = found.to_dict() | {"answer": answer}
    for place, turn in enumerate(result["turns"]):
        turn.update(_words(advisor, found, place, answer))
    result["line"] = None if answer is None else _line(advisor, answer)
    return result


def _turns(
    game: Game, answer: str | None, guesses: list[str], position: str, grid: str
) -> Position:
    if position.strip():
        return Position.from_text(position)
    if grid.strip():
        grids = read_grids(grid)
        if len(grids) != 1:
            raise InvalidError(f"the text holds {len(grids)} grids; a review needs one")
        rows = grids[0].patterns
        if len(rows) != len(guesses):
            raise InvalidError(
                f"the grid has {len(rows)} rows but {len(guesses)} guesses were named"
            )
        return Position(tuple(map(Turn, map(read_word, guesses), rows)))
    if answer is None:
        raise InvalidError("name the answer and the guesses, or give the position or the grid")
    return played(game, answer, guesses)


def _words(advisor: Advisor, found: Review, place: int, answer: str | None) -> dict[str, Any]:
    """Name the candidates around a turn, and say what the better word would have left."""
    before = _candidates(advisor, Position(found.position.turns[:place]))
    after = _candidates(advisor, Position(found.position.turns[: place + 1]))
    best = found.turns[place].best
    reply = None if answer is None else pattern_of(best, answer)
    return {
        "before_words": before[:_NAMED_WORDS],
        "after_words": after[:_NAMED_WORDS],
        "best_pattern": None if reply is None else str(reply),
        "best_after": None
        if reply is None
        else sum(pattern_of(best, word) == reply for word in before),
    }


def _candidates(advisor: Advisor, position: Position) -> list[str]:
    view, _ = advisor.view(position)
    return [view.lexicon.answers[index] for index in view.candidates]


def _line(advisor: Advisor, answer: str) -> dict[str, Any]:
    line = best_line(advisor, answer)
    turns = [
        {"guess": turn.guess, "pattern": str(turn.pattern), "after": after}
        for turn, after in zip(line.position, line.left, strict=True)
    ]
    return {"turns": turns, "proven": line.proven}
