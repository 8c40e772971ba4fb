"""Plays a tree that was written out before, such as a proven one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.rules import HardMode
from salet.strategies.base import Strategy, Traits
from salet.strategies.registry import register
from salet.tree import Tree

if TYPE_CHECKING:
    from salet.strategies.view import View

_BUNDLED = resources.files("salet") / "data" / "trees"
_BUNDLED_MODES = (HardMode.OFF, HardMode.NYT)


@register("tree")
@dataclass(frozen=True)
class TreePlay(Strategy):
    """Play a tree from a file; without one, the proven tree of salet on the original lists.

    The bundled trees have the least total there is for salet: 7,920 guesses, and 8,122 in hard
    mode (nyt). Once a single candidate is left it is guessed, also where the tree does not come.
    """

    file: str = ""

    @property
    def traits(self) -> Traits:
        """A bundled tree plays the modes it was made for; a file, what its author made it for."""
        return Traits() if self.file else Traits(modes=_BUNDLED_MODES)

    def choose(self, view: View) -> int:
        """Look the position up."""
        if len(view.candidates) == 1:
            return int(view.candidate_guesses[0])
        guess = self._tree(view.rules.hard).next_guess(view.position)
        if guess is None:
            raise InvalidError(f"the tree has no guess after {view.position or 'the start'}")
        return view.lexicon.guess_index(guess)

    def _tree(self, hard: HardMode) -> Tree:
        if not self.file:
            return bundled_tree(hard)
        path = Path(self.file).expanduser()
        try:
            return _tree_of(path, path.stat().st_mtime_ns)
        except OSError as error:
            raise InvalidError(f"cannot read {path}: {error.strerror}") from None


@lru_cache(maxsize=len(_BUNDLED_MODES))
def bundled_tree(hard: HardMode) -> Tree:
    """Return the proven tree of salet on the original lists, for normal play or nyt."""
    return Tree.from_text((_BUNDLED / f"original-{hard}.txt").read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def _tree_of(path: Path, modified: int) -> Tree:  # noqa: ARG001 - a changed file is read again
    return Tree.from_text(path.read_text(encoding="utf-8"))
