"""A tree together with what it is for, as files hold it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from salet.errors import InvalidError, InvalidTreeError
from salet.games.position import Position
from salet.tree.node import Tree
from salet.tree.source import Source, read_source

if TYPE_CHECKING:
    from salet.tree.head import Head


@dataclass(frozen=True)
class TreeFile:
    """A head and its tree. `salet.tree.forms` writes it."""

    head: Head
    tree: Tree

    @classmethod
    def read(cls, text: str | Source) -> TreeFile:
        """Read text or JSON; an `InvalidTreeError` names the first place that is wrong or lies."""
        source = read_source(text) if isinstance(text, str) else text
        for line in source.lines:
            problem = line.problem or line.lie()
            if problem:
                raise line.error(problem)
        tree = Tree.from_lines(source.lines)
        if source.head.total not in (None, tree.total):
            raise InvalidTreeError(
                f"the head says total {source.head.total:,}, the lines make {tree.total:,}; "
                f"is the file cut short?"
            )
        return cls(replace(source.head, total=tree.total), tree)

    def at(self, position: Position) -> Tree | None:
        """Return what follows `position`, counted from the start of the game."""
        before = len(self.head.position)
        if position.turns[:before] != self.head.position.turns:
            return None
        return self.tree.at(Position(position.turns[before:]))

    def below(self, position: Position) -> TreeFile:
        """Return the tree that follows `position`; no position is the whole tree."""
        if len(position) == 0:
            return self
        tree = self.at(position)
        if tree is None:
            raise InvalidError(f"the tree does not come to {position}; it begins {self._beginning}")
        return TreeFile(replace(self.head, position=position, total=tree.total), tree)

    def caption(self) -> str:
        """Say in one line what the tree is; guesses before it are not counted.

        >>> TreeFile.read("aab:ggg").caption()
        'aab: 1 answer, total 1, mean 1.0000, worst 1'
        """
        size, total = self.tree.size, self.tree.total
        proven = f" (proven least for {self.tree.guess})" if self.head.proven else ""
        after = f" after {self.head.position}" if len(self.head.position) else ""
        return (
            f"{self.tree.guess}{after}: {size:,} answer{'s' if size > 1 else ''}, "
            f"total {total:,}{proven}, mean {total / size:.4f}, worst {self.tree.height}"
        )

    @property
    def _beginning(self) -> str:
        before = f"{self.head.position} " if len(self.head.position) else ""
        return f"with {before}{self.tree.guess}"
