"""Trees that are played as they were written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from salet.errors import InvalidError, InvalidTreeError, few, under
from salet.games.game import Game
from salet.games.rules import OFF
from salet.strategies.base import Strategy, Traits
from salet.strategies.registry import register
from salet.tree import Head, Tree, TreeFile
from salet.tree.forms import BUNDLED_MODES, bundled_text, read_tree, trust_text
from salet.view import View
from salet.words.files import read_text
from salet.words.lexicon import DEFAULT_LEXICON


@register("tree")
@dataclass(frozen=True)
class TreePlay(Strategy):
    """Play a tree from a file; without one, the proven tree of salet on the original lists.

    The bundled trees have the least total there is for salet: 7,920 guesses, and 8,122 in hard
    mode (nyt). A file is text or JSON, as ``salet optimal --tree`` writes it. A single
    remaining candidate is guessed even if the tree does not cover the position.
    """

    file: str = ""

    @property
    def traits(self) -> Traits:
        """A bundled tree plays the modes it was made for; a file, what its author made it for."""
        return Traits() if self.file else Traits(modes=BUNDLED_MODES)

    @property
    def files(self) -> tuple[Path, ...]:
        """The tree's own file, unless it is a bundled one."""
        return (Path(self.file).expanduser(),) if self.file else ()

    def check_game(self, game: Game) -> None:
        """Read the tree, and see that it has a line for every answer."""
        file, lexicon = self._file(OFF, game), game.lexicon  # all bundled ones have these answers
        if file.head.game_rule != game.rule:
            raise InvalidError(
                f"{self} is a tree for the rule {file.head.game_rule}, not {game.rule}"
            )
        missing = sorted({*lexicon.answers} - {*file.tree.answers})
        if missing and len(file.head.position) == 0:
            raise InvalidError(
                f"{self} lacks {few(missing)} of the {len(lexicon.answers):,} answers of "
                f"{game.name}; make a tree for {game.name} with salet optimal --opener WORD "
                "--tree FILE"
            )

    def choose(self, view: View) -> int:
        if len(view.candidates) == 1:
            return int(view.candidate_guesses[0])
        tree = self._file(view.rules.hard, view.game).at(view.position)
        if tree is None:
            start = self._file(view.rules.hard, view.game).head.position
            begins = f"; it begins after {start}" if len(start) else ""
            raise InvalidError(
                f"the tree has no guess after {view.position or 'the start'}{begins}"
            )
        return view.lexicon.guess_index(tree.guess)

    def _file(self, hard: str, game: Game) -> TreeFile:
        if not self.file:
            return TreeFile(Head(), bundled_tree(hard))
        path = Path(self.file).expanduser()
        try:
            modified = path.stat().st_mtime_ns
        except OSError as error:
            raise InvalidError(f"cannot read {path}: {error.strerror}") from None
        return _tree_of(path, modified, game)


@lru_cache(maxsize=len(BUNDLED_MODES))
def bundled_tree(hard: str) -> Tree:
    """Return the proven tree of salet on the original lists, for normal play or nyt."""
    # Replayed by a test, so its patterns need no second look here.
    return trust_text(bundled_text(f"{DEFAULT_LEXICON}-{hard}"))


@lru_cache(maxsize=8)
def _tree_of(path: Path, modified: int, game: Game) -> TreeFile:  # noqa: ARG001 - read if changed
    text = read_text(path)
    with under(path, InvalidTreeError):
        return read_tree(text, game)
