"""The openers that were proven before, and their totals."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from salet.games.game import Game


@dataclass(frozen=True, slots=True)
class Openers:
    """Proven openers of one game; ``data/openers.toml`` says what the figures mean."""

    totals: dict[str, int]
    nothing_below: int
    max_guesses: int | None


CAP_OF_TOTALS = 6
"""Where ``data/openers.toml`` names no cap, its totals are the least for this one and all above."""


@cache
def proven_openers() -> dict[tuple[str, str], Openers]:
    """Read the proven openers, by the id of the game and the hard mode."""
    text = (resources.files("salet") / "data" / "openers.toml").read_text(encoding="utf-8")
    return {
        (f"{game['lexicon']}-{game['rule']}", game["mode"]): Openers(
            game["totals"], game["nothing_below"], game.get("max_guesses")
        )
        for game in tomllib.loads(text)["game"]
    }


def best_opener(game: Game, hard: str) -> str | None:
    """Return the opener with the least proven total, if some are known for a game."""
    openers = proven_openers().get((game.id, hard))
    return min(openers.totals, key=openers.totals.__getitem__) if openers else None
