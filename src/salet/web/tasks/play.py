"""Task: a game so far. Nothing is kept between two guesses: the whole game is played again.

The answers follow from the game's name, so a link to a game is a challenge, and a server that was
started again knows every game that is under way.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from salet.coach.host import HOSTS, Board, make_host
from salet.errors import IllegalGuessError, InvalidError
from salet.games.rules import HardMode
from salet.web.tasks.share import share
from salet.web.tasks.words import advisor_of
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.coach.suggest import Advisor
    from salet.table import Progress
    from salet.words.lexicon import Lexicon


def play(
    *,
    progress: Progress,  # noqa: ARG001
    lexicon: dict[str, Any],
    host: str,
    game: str,
    boards: int,
    guesses: list[str],
    hard: str,
    max_guesses: int,
    give_up: bool,
) -> dict[str, Any]:
    """Play `guesses` on every board that is not yet solved."""
    if boards > 1 and HardMode(hard) is not HardMode.OFF:
        raise InvalidError("hard mode is for one board: on several, a guess cannot suit all")
    advisor = advisor_of(lexicon, hard=hard, max_guesses=max_guesses)
    played = _start(advisor, host, game, boards)
    for number, word in enumerate(map(read_word, guesses)):
        if number >= max_guesses or all(board.solved for board in played):
            raise IllegalGuessError(f"the game is over after {number} guesses")
        played = [board if board.solved else board.after(word) for board in played]
    over = give_up or len(guesses) >= max_guesses or all(board.solved for board in played)
    return {
        "lexicon": advisor.lexicon.summary(),
        "host": host,
        "game": game,
        "hard": hard,
        "max_guesses": max_guesses,
        "guesses": len(guesses),
        "over": over,
        "won": all(board.solved for board in played),
        "boards": [_board(board, over=over) for board in played],
        "share": share(advisor.lexicon, host, played, advisor.rules) if over else None,
    }


def _start(advisor: Advisor, host: str, game: str, boards: int) -> list[Board]:
    """Set the boards up. Hosts who hide no word share the answers out among the boards."""
    lexicon, start = advisor.lexicon, advisor.setting.start()
    if boards > len(lexicon.answers):
        raise InvalidError(f"{lexicon.name} has only {len(lexicon.answers)} answers")
    if host == HOSTS[0]:
        hidden = hidden_answers(lexicon, game, boards)
        return [Board(make_host(host, answer), start) for answer in hidden]
    parts = np.arange(len(lexicon.answers)) % boards
    return [
        Board(make_host(host, ""), replace(start, candidates=start.candidates[parts == number]))
        for number in range(boards)
    ]


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
        "turns": [{"guess": turn.guess, "pattern": str(turn.pattern)} for turn in board.position],
        "position": str(board.position),
        "solved": board.solved,
        "candidates": len(board.view.candidates),
        "answer": board.host.reveal(board.view) if over or board.solved else None,
    }
