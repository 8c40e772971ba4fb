"""The proven trees that come with the package."""

from __future__ import annotations

from importlib import resources

from salet.errors import UnknownNameError
from salet.games.rules import HardMode

DEFAULT_TREE = "original-off"
BUNDLED_MODES = (HardMode.OFF, HardMode.NYT)
"""The modes that there is a tree of the original lists for."""
PROVEN_LEXICON = "f10e64e532ec7cad"
"""The id of the words that they are proven for, as their heads say."""

_FOLDER = resources.files("salet") / "data" / "trees"


def bundled_trees() -> list[str]:
    """Return the names, each a lexicon and a hard mode."""
    return sorted(file.name.removesuffix(".txt") for file in _FOLDER.iterdir())


def bundled_text(name: str) -> str:
    """Return the text form of a bundled tree."""
    if name not in bundled_trees():
        raise UnknownNameError.among("tree", name, bundled_trees())
    return (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
