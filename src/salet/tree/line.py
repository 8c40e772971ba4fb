"""One answer of a tree as a file tells it: what every form is read into, and where it stood."""

from __future__ import annotations

from dataclasses import dataclass, field

from salet.errors import InvalidTreeError
from salet.games.position import Position
from salet.games.wordle import pattern_of


@dataclass(frozen=True, slots=True)
class Line:
    """The turns that lead to one answer, or why they cannot be read.

    Attributes
    ----------
    where
        the place in the file, for people: a line number, or the position in a nested form
    position
        every guess with its pattern; the last guess is the answer
    problem
        why there is no position to speak of; empty if there is one
    """

    where: str
    position: Position = field(default_factory=Position)
    problem: str = ""

    @property
    def answer(self) -> str:
        """The word the line ends with."""
        return self.position.turns[-1].guess

    def error(self, problem: str) -> InvalidTreeError:
        """Make the error that names this place."""
        return InvalidTreeError(f"{self.where}: {problem}")

    def lie(self) -> str | None:
        """Say which pattern is not the true one, or return None."""
        for turn in self.position:
            true = pattern_of(turn.guess, self.answer)
            if turn.pattern != true:
                return f"{turn} is not the pattern for {self.answer}, which is {true}"
        return None
