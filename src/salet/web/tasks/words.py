"""The words that a request names: a lexicon of the command line, or one that was sent.

A choice is ``{"name": "original"}``, or ``{"id": ..., "answers": [...], "allowed": [...]}``, whose
table is held in memory alone.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from salet.coach.suggest import Advisor
from salet.games.rules import HardMode, Rules
from salet.table import ComputedTable, StoredTable, build_codes, code_dtype, open_table
from salet.view import Setting
from salet.web.tasks.named import named_strategy
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.table import PatternTable

_KEPT = 6
_MEMORY_BYTES = 1 << 26
_tables: OrderedDict[str, PatternTable] = OrderedDict()


def lexicon_of(choice: dict[str, Any]) -> Lexicon:
    """Return the chosen lexicon."""
    return table_of(choice).lexicon


def table_of(choice: dict[str, Any]) -> PatternTable:
    """Return the table of the chosen lexicon; the last few are kept."""
    key = choice.get("name") or choice["id"]
    if key in _tables:
        _tables.move_to_end(key)
        return _tables[key]
    table = open_table(Lexicon.load(choice["name"])) if "name" in choice else _sent(choice)
    _tables[key] = table
    while len(_tables) > _KEPT:
        _tables.popitem(last=False)
    return table


def _sent(choice: dict[str, Any]) -> PatternTable:
    lexicon = Lexicon.from_words(choice["answers"], choice["allowed"], name="your words")
    itemsize = code_dtype(3**lexicon.length)(0).itemsize
    if len(lexicon.allowed) * len(lexicon.answers) * itemsize > _MEMORY_BYTES:
        return ComputedTable(lexicon)
    return StoredTable(lexicon, build_codes(lexicon))


def advisor_of(
    choice: dict[str, Any],
    *,
    hard: str = "off",
    max_guesses: int = 6,
    strategy: str | None = None,
    prior: str = "uniform",
    exact: bool = False,
) -> Advisor:
    """Return an advisor on the game that a request describes."""
    player = None if strategy is None else named_strategy(strategy)
    setting = Setting.of(table_of(choice), Rules(max_guesses, HardMode(hard)), prior)
    return Advisor(setting, player, prior, None, exact or None)
