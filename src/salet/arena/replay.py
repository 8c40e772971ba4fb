"""A game from the records, turn by turn, with the other board of its round beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from salet.arena.store import Store
    from salet.arena.stored import StoredGame


@dataclass(frozen=True, slots=True)
class Replay:
    """One game, and the game of the other bot in the same round if there is one."""

    game: StoredGame
    other: StoredGame | None
    logs: dict[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "game": _board(self.game),
            "other": None if self.other is None else _board(self.other),
            "logs": self.logs,
        }


def replay(store: Store, game_id: int) -> Replay:
    """Read a game by its number in the store. No bot is needed."""
    game = store.game(game_id)
    other = store.other_game(game)
    return Replay(game, other, store.logs(game.match_id))


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
