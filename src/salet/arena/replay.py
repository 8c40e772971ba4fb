"""A game from the records, turn by turn, with the other board of its round beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from salet.arena.store import Store
    from salet.arena.stored import StoredGame


@dataclass(frozen=True, slots=True)
class Replay:
    """One game, and the game of the other bot in the same round if there is one.

    Attributes
    ----------
    previous, next
        the same bot's games before and after it in the match
    logs
        what each bot wrote to stderr in the match
    """

    game: StoredGame
    other: StoredGame | None
    previous: StoredGame | None
    next: StoredGame | None
    logs: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "game": _board(self.game),
            "other": None if self.other is None else _board(self.other),
            "previous": None if self.previous is None else self.previous.id,
            "next": None if self.next is None else self.next.id,
            "logs": self.logs,
        }


def replay(store: Store, game_id: int) -> Replay:
    """Read a game by its number in the store. No bot is needed."""
    game = store.game(game_id)
    match = store.match_games(game.match_id)
    mine = [one for one in match if one.record.solver == game.record.solver]
    place = mine.index(game)
    others = (one for one in match if one not in mine and one.record.round == game.record.round)
    return Replay(
        game,
        next(others, None),
        mine[place - 1] if place else None,
        mine[place + 1] if place + 1 < len(mine) else None,
        store.logs(game.match_id),
    )


def _board(game: StoredGame) -> dict[str, Any]:
    record = game.record
    times = [*record.microseconds, *[0] * len(record.position)]
    return {
        "id": game.id,
        "match": game.match_id,
        **record.to_dict(),
        "turns": [
            {"guess": turn.guess, "pattern": str(turn.pattern), "microseconds": taken}
            for turn, taken in zip(record.position, times, strict=False)
        ],
    }
