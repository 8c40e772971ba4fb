"""What a task has at hand in a worker: words, tables, advisors and runs; the last few are kept.

On the command line ``file.py:Name`` runs a file, as a game or as a strategy, and ``tree(file)``
reads one; a text that came over the network must do neither.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from salet.coach.estimates import Values
from salet.coach.suggest import Advisor
from salet.coach.values import values_of
from salet.errors import InvalidError, RepairWarning
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.runs import ground
from salet.runs.conditions import Conditions
from salet.runs.result import Run
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import (
    ComputedTable,
    Progress,
    StoredTable,
    Table,
    build_codes,
    code_dtype,
    open_table,
)
from salet.view import Setting, View
from salet.web.resource import RulesRequest, WordsRequest, built_at
from salet.words.frequencies import HISTORY
from salet.words.lexicon import Lexicon

_MEMORY_BYTES = 1 << 26
_QUICK_WORK = 30_000_000
"""What a search for exact values may do while somebody waits for a suggestion; see `values_of`."""
_HARMLESS = re.compile(r"(?:[\w+(),= -]|(?<=\d)\.(?=\d)){1,200}")
_TREE_OF_A_FILE = re.compile(r"\btree(-v\d+)?\s*\(\s*[^)\s]")


def named_strategy(text: str) -> Strategy:
    """Return the strategy that `text` describes: a registered one, and nothing on the disk.

    >>> named_strategy("entropy+solutions_below(20)").to_text()
    'entropy+solutions_below'
    >>> named_strategy("mine.py:Mine")
    Traceback (most recent call last):
    ...
    salet.errors.InvalidError: a strategy is written as letters+solutions_below(20) here; files are
    for the command line
    """
    if not _HARMLESS.fullmatch(text) or _TREE_OF_A_FILE.search(text):
        raise InvalidError(
            "a strategy is written as letters+solutions_below(20) here; "
            "files are for the command line"
        )
    return make_strategy(text)


def named_game(text: str) -> Game:
    """Return the game that `text` names: a registered one, and nothing on the disk.

    >>> named_game("mastermind(4,6)").name, named_game("nyt").rule
    ('mastermind(4,6)', 'wordle-2')
    >>> named_game("mine.py:Mine")
    Traceback (most recent call last):
    ...
    salet.errors.InvalidError: 'mine.py:Mine' names a file; only registered games are played here
    """
    return make_game(text, files=False)


class Once(RepairWarning):
    """Something was built or mended for this request; the next one finds it done."""


class QuickAdvisor(Advisor):
    """Advice for a person who looks at a page: estimates where exact values would take long."""

    def values(self, view: View) -> Values:
        """Value the guesses at a view."""
        return super().values(view) if self.exact else values_of(view, work=_QUICK_WORK)


_TABLES: LRUCache[tuple[str | None, str, int], Table] = LRUCache(6)
_SETTINGS: LRUCache[tuple[Any, ...], Setting] = LRUCache(12)
_RUNS: LRUCache[tuple[Any, ...], Run] = LRUCache(4)


@dataclass(frozen=True)
class Toolbox:
    """One task's means."""

    progress: Progress
    """To be called with how much is done and how much there is."""
    sent: dict[str, list[str]] | None = None
    """The words of the lexicon that the request names, if it was sent to the server."""
    store: str | None = None
    """The store of tournaments that the server shows."""

    def table(self, request: WordsRequest) -> Table:
        """Return the table of the game that a request names."""
        words = request.other_game, request.lexicon
        key = *words, built_at(request.lexicon)
        if key not in _TABLES:
            _TABLES[key] = self._open(*words)
        table = _TABLES[key]
        if isinstance(table, StoredTable) and table.by_answer is None:
            from salet.exact.search import needs_compiling

            small = table.codes.nbytes <= _MEMORY_BYTES
            # Nobody waits here until searches and runs are compiled on this machine.
            if small and not (needs_compiling(table.game) or ground.needs_compiling()):
                # For the compiled search, which is the quicker one; in all processes from then on.
                table.prepare()
        return table

    def _open(self, other: str | None, lexicon: str) -> Table:
        """Open a table; only that of a lexicon by name is kept on the disk."""
        if other is not None:
            game = named_game(other)
        elif self.sent is not None:
            game = Wordle(Lexicon.from_words(**self.sent, name="your words"))
        else:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                table = open_table(Wordle(lexicon))
            for note in caught:
                warnings.warn(str(note.message), Once, stacklevel=2)
            return table
        itemsize = code_dtype(game.replies.size)(0).itemsize
        if len(game.guesses) * len(game.answers) * itemsize > _MEMORY_BYTES:
            return ComputedTable(game)
        return StoredTable(game, build_codes(game))

    def advisor(
        self,
        request: RulesRequest,
        strategy: str | None = None,
        prior: str = "uniform",
        *,
        exact: bool = False,
        kind: type[Advisor] = Advisor,
    ) -> Advisor:
        """Return an advisor on the game that a request describes."""
        table = self.table(request)
        player = None if strategy is None else named_strategy(strategy)
        if player is not None:
            player.check_game(table.game)
        return kind(self._setting(request, table, prior), player, prior, None, exact or None)

    def _setting(self, request: RulesRequest, table: Table, prior: str) -> Setting:
        """Return what all positions of a game have in common; a history may change meanwhile."""
        rules = Rules(request.max_guesses, request.hard)
        key = request.other_game, request.lexicon, rules, prior
        known = _SETTINGS.get(key)
        if known is None or known.table is not table or prior == HISTORY:
            known = _SETTINGS[key] = Setting.of(table, rules, prior)
        return known

    def run(
        self,
        request: RulesRequest,
        strategy: str,
        *,
        opener: str | None = None,
        answers: tuple[str, ...] | None = None,
        progress: Progress | None = None,
    ) -> Run:
        """Play a strategy on all answers, or on some."""
        rules = Rules(request.max_guesses, request.hard)
        table = self.table(request)
        key = request.lexicon, table.game.id, strategy, rules, opener, answers
        if key not in _RUNS:
            conditions = Conditions(table.game, rules, answers)
            if isinstance(table, StoredTable):
                setting = Setting.of(table, rules)
                setting.prepare()
                place = ground.Ground(conditions, setting, conditions.answer_indices())
            else:  # a run needs a table, so one that is too large for the memory goes to the disk
                place = ground.Ground.of(conditions)
            player = named_strategy(strategy)
            _RUNS[key] = place.run(player, opener=opener, progress=progress or self.progress)
        return _RUNS[key]
