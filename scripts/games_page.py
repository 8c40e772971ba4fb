"""Writes the table of games in docs/games.md from the registered games.

``--check`` writes nothing and exits with 1 if the table is not current.
"""

from __future__ import annotations

import argparse
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

from salet.games.registry import game_names, make_game

if TYPE_CHECKING:
    from salet import Game

PAGE = Path(__file__).parents[1] / "docs" / "games.md"
TABLE = re.compile(r"(?<=<!-- games -->\n).*?(?=<!-- end of games -->)", re.DOTALL)
HEAD = """\
| game | parameters | what it is | a turn | answers | replies |
|---|---|---|---|---:|---:|
"""
OWN = "| `FILE.py:CLASS` | yours | [a game of your own](#a-game-of-your-own) | as you like | | |\n"


def written(parameter: inspect.Parameter) -> str:
    """Write a parameter as people give it: by its place, or a switch by its name."""
    if isinstance(parameter.default, bool):
        return f"`{parameter.name}={'yes' if parameter.default else 'no'}`"
    return parameter.name


def row(name: str, game: Game) -> str:
    """Write the line of one game, with its sizes if no parameters are given."""
    kind = type(game)
    parameters = ", ".join(map(written, inspect.signature(kind).parameters.values()))
    what = (inspect.getdoc(kind) or "").partition("\n")[0].rstrip(".").replace("``", "`")
    turn = game.example.split()[0]
    sizes = f"{len(game.answers):,} | {game.replies.size:,}"
    return f"| `{name}` | {parameters} | {what} | `{turn}` | {sizes} |\n"


def table() -> str:
    """Write a line for every registered game, as it is without parameters."""
    return HEAD + "".join(row(name, make_game(name)) for name in game_names()) + OWN


def main() -> int:
    """Write the table, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if not current")
    only_check = parser.parse_args().check
    old = PAGE.read_text(encoding="utf-8")
    new = TABLE.sub(lambda _: table(), old)
    if only_check:
        print(f"{PAGE.name} is {'current' if new == old else 'not current: run this script'}")
        return int(new != old)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
