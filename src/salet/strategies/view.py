"""What a strategy may see. The answer is not reachable from here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from salet.errors import InconsistentHistoryError
from salet.groups import GroupStats, group_stats
from salet.legality import legal_guesses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from salet.lexicon import Lexicon
    from salet.position import Position
    from salet.rules import Rules
    from salet.table import Indices, PatternTable


@dataclass(frozen=True)
class View:
    """A position as its player sees it.

    Attributes
    ----------
    candidates
        the answers still possible, as answer indices in ascending order, at least one
    guesses
        the legal guesses, as guess indices in ascending order
    """

    table: PatternTable
    rules: Rules
    position: Position
    candidates: Indices
    guesses: Indices

    @classmethod
    def at(cls, table: PatternTable, position: Position, rules: Rules) -> View:
        """Look at `position`; raise `InconsistentHistoryError` if no answer fits."""
        candidates = table.candidates(position)
        if len(candidates) == 0:
            raise InconsistentHistoryError(
                f"none of the {len(table.lexicon.answers):,} answers of {table.lexicon.name} "
                f"fits {position}; check the colours, or try a larger --lexicon"
            )
        return cls(table, rules, position, candidates, legal_guesses(table, position, rules))

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.table.lexicon

    @cached_property
    def candidate_guesses(self) -> Indices:
        """The candidates as guess indices."""
        return self.table.answer_guesses[self.candidates]

    @cached_property
    def is_candidate(self) -> NDArray[np.bool_]:
        """For each of `guesses`, whether it may be the answer."""
        marks = np.zeros(len(self.lexicon.allowed), dtype=bool)
        marks[self.candidate_guesses] = True
        return marks[self.guesses]

    @cached_property
    def stats(self) -> GroupStats:
        """How each of `guesses` splits the candidates."""
        return group_stats(self.table, self.guesses, self.candidates)

    def only(self, guesses: Indices) -> View:
        """Return the same view with fewer guesses to choose from."""
        return replace(self, guesses=guesses)
