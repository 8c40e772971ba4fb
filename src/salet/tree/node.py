"""A whole strategy written out: every guess for every pattern."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from salet.errors import InvalidTreeError
from salet.games.game import Reply
from salet.games.position import Position
from salet.games.wordle import pattern_of
from salet.tree.text import text_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from salet.tree.line import Line


@dataclass
class Tree:
    """A guess, and what follows each pattern; the answer itself has no branch."""

    guess: str
    branches: dict[Reply, Tree] = field(default_factory=dict)
    solves: bool = False
    """Whether the guess is itself the answer of one line."""

    @property
    def size(self) -> int:
        """How many answers the tree solves."""
        return self.solves + sum(branch.size for branch in self.branches.values())

    @property
    def height(self) -> int:
        """How many guesses it takes at worst."""
        return 1 + max((branch.height for branch in self.branches.values()), default=0)

    @property
    def total(self) -> int:
        """How many guesses it takes for all its answers together."""
        return self.size + sum(branch.total for branch in self.branches.values())

    @property
    def answers(self) -> Iterator[str]:
        """Every answer the tree solves."""
        if self.solves:
            yield self.guess
        for branch in self.branches.values():
            yield from branch.answers

    def largest_first(self) -> list[tuple[Reply, Tree]]:
        """Return the branches as people look at them: by size, equal ones by pattern."""
        return sorted(self.branches.items(), key=lambda item: (-item[1].size, item[0].code))

    @classmethod
    def from_text(cls, text: str) -> Tree:
        """Read the text form; an `InvalidTreeError` names the first line that is wrong."""
        return cls.from_lines(text_lines(text))

    @classmethod
    def from_lines(cls, lines: Iterable[Line]) -> Tree:
        """Put a tree together; an `InvalidTreeError` names the first place that is wrong."""
        tree: Tree | None = None
        for line in lines:
            if line.problem:
                raise line.error(line.problem)
            if tree is None:
                tree = cls(line.position.turns[0].guess)
            tree._insert(line)
        if tree is None:
            raise InvalidTreeError("the tree is empty")
        return tree

    def _insert(self, line: Line) -> None:
        node, turns = self, line.position.turns
        for turn, later in zip(turns, (*turns[1:], None), strict=True):
            if node.guess != turn.guess:
                raise line.error(f"plays {turn.guess} where another line plays {node.guess}")
            if later is not None:
                node = node.branches.setdefault(turn.pattern, Tree(later.guess))
        if node.solves:
            raise line.error(f"{line.answer} has a line already")
        node.solves = True

    def lines(self, answers: Iterable[str]) -> Iterator[Position]:
        """Play each answer down the tree."""
        for answer in answers:
            position, node = Position(), self
            while True:
                pattern = pattern_of(node.guess, answer)
                position = position.after(node.guess, pattern)
                if pattern.solved:
                    break
                if pattern not in node.branches:
                    raise InvalidTreeError(f"the tree has no guess after {position} for {answer}")
                node = node.branches[pattern]
            yield position

    def to_text(self, answers: Iterable[str], remarks: Iterable[str] = ()) -> str:
        """Write the text form."""
        head = "".join(f"# {remark}\n" for remark in remarks)
        return head + "".join(f"{line}\n" for line in self.lines(answers))

    def at(self, position: Position) -> Tree | None:
        """Return what follows `position`, or None if the tree does not come there."""
        node: Tree | None = self
        for turn in position:
            if node is None or node.guess != turn.guess:
                return None
            node = node.branches.get(turn.pattern)
        return node
