"""A game against a host. Nothing is kept between two guesses: the whole game is played again.

The answers follow from the game's name, so a link to a game is a challenge, and a server that was
started again knows every game that is under way.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from salet.errors import InvalidError
from salet.web.resource import GameText, Host, RulesRequest, Toolbox, Word, post
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.boards.puzzle import SeveralBoards
    from salet.coach.host import Board
    from salet.coach.suggest import Advisor
    from salet.words.lexicon import Lexicon

_HONEST = "honest"


class PlayRequest(RulesRequest):
    """A whole game so far; the server keeps nothing of it."""

    game_field = "kind"
    game: Annotated[
        str,
        Field(
            pattern="^[0-9a-z]{1,16}$",
            examples=["demo"],
            description="The name of this game; it decides the hidden words.",
        ),
    ]
    kind: GameText | None = None
    host: Host = "honest"
    boards: Annotated[int, Field(ge=1, le=8)] = 1
    guesses: Annotated[list[Word], Field(max_length=40)] = []
    give_up: bool = False


@post("/play", PlayRequest, "PlayAnswer", tag="play")
def play(request: PlayRequest, work: Toolbox) -> dict[str, Any]:
    """Reply to the guesses of a game; its name decides the hidden words."""
    if request.boards > 1 and request.hard != "off":
        raise InvalidError("hard mode is for one board: on several, a guess cannot suit all")
    advisor = work.advisor(request)
    played = _start(advisor, request)
    for word in map(read_word, request.guesses):
        played = played.after(word)
    over = request.give_up or played.over
    return {
        "lexicon": advisor.setting.game.summary(),
        "host": request.host,
        "game": request.game,
        "hard": request.hard,
        "max_guesses": request.max_guesses,
        "guesses": len(request.guesses),
        "over": over,
        "won": played.solved,
        "boards": [_board(board, over=over) for board in played],
        "share": played.share() if over else None,
    }


def _start(advisor: Advisor, request: PlayRequest) -> SeveralBoards:
    """Set the boards up. If the host hides no word, each board has a share of the answers."""
    import numpy as np

    from salet.boards.puzzle import SeveralBoards
    from salet.coach.host import Board, make_host

    lexicon, start = advisor.lexicon, advisor.setting.start()
    boards = request.boards
    if boards > len(lexicon.answers):
        raise InvalidError(f"{lexicon.name} has only {len(lexicon.answers)} answers")
    if request.host == _HONEST:
        hidden = hidden_answers(lexicon, request.game, boards)
        return SeveralBoards.hiding(hidden, advisor.setting)
    parts = np.arange(len(lexicon.answers)) % boards
    views = [replace(start, candidates=start.candidates[parts == n]) for n in range(boards)]
    host = make_host(request.host, "")
    return SeveralBoards(tuple(Board(host, view) for view in views))


def hidden_answers(lexicon: Lexicon, game: str, count: int) -> list[str]:
    """Return the answers of a game: as many different ones, drawn by its name.

    >>> from salet import Lexicon
    >>> words = hidden_answers(Lexicon.load("original"), "demo", 8)
    >>> len(set(words)), words[:2] == hidden_answers(Lexicon.load("original"), "demo", 2)
    (8, True)
    """
    drawn: dict[str, None] = {}
    attempt = 0
    while len(drawn) < count:
        digest = hashlib.sha256(f"{lexicon.id}/{game}/{attempt}".encode()).digest()
        drawn[lexicon.answers[int.from_bytes(digest[:8], "big") % len(lexicon.answers)]] = None
        attempt += 1
    return list(drawn)


def _board(board: Board, *, over: bool) -> dict[str, Any]:
    return {
        "turns": [{"guess": turn.guess, "pattern": str(turn.reply)} for turn in board.position],
        "position": str(board.position),
        "solved": board.solved,
        "candidates": len(board.view.candidates),
        "answer": board.host.reveal(board.view) if over or board.solved else None,
    }
