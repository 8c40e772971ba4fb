"""What a task has at hand in a worker: words, tables, advisors and runs; the last few are kept.

On the command line ``file.py:Name`` runs a file and ``tree(file)`` reads one; a text that came
over the network must do neither.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from salet.coach.suggest import Advisor
from salet.errors import InvalidError
from salet.games.rules import HardMode, Rules
from salet.games.wordle import Wordle
from salet.runs.conditions import Conditions
from salet.runs.ground import Ground
from salet.strategies.registry import make_strategy
from salet.table import ComputedTable, StoredTable, build_codes, code_dtype, open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.runs.result import Run
    from salet.strategies.base import Strategy
    from salet.table import Progress, Table
    from salet.web.resource import RulesRequest

_MEMORY_BYTES = 1 << 26
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


@dataclass(frozen=True)
class Words:
    """The words that a request names: a lexicon by name, or lists that were sent, by their id."""

    name: str
    sent: dict[str, list[str]] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class _Played:
    """What a run is kept by."""

    words: Words
    strategy: str
    rules: Rules
    opener: str | None
    answers: tuple[str, ...] | None
    progress: Progress | None = field(compare=False)


@dataclass(frozen=True)
class Work:
    """One task's means.

    Attributes
    ----------
    progress
        to be called with how much is done and how much there is
    sent
        the words of the lexicon that the request names, if it was sent to the server
    """

    progress: Progress
    sent: dict[str, list[str]] | None = None

    def table(self, lexicon: str) -> Table:
        """Return the table of a lexicon; that of words that were sent is held in memory alone."""
        return _table(Words(lexicon, self.sent))

    def lexicon(self, name: str) -> Lexicon:
        """Return a lexicon."""
        return self.table(name).lexicon

    def advisor(
        self,
        request: RulesRequest,
        strategy: str | None = None,
        prior: str = "uniform",
        *,
        exact: bool = False,
    ) -> Advisor:
        """Return an advisor on the game that a request describes."""
        player = None if strategy is None else named_strategy(strategy)
        setting = Setting.of(self.table(request.lexicon), _rules(request), prior)
        return Advisor(setting, player, prior, None, exact or None)

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
        words = Words(request.lexicon, self.sent)
        return _run(
            _Played(words, strategy, _rules(request), opener, answers, progress or self.progress)
        )


def _rules(request: RulesRequest) -> Rules:
    return Rules(request.max_guesses, HardMode(request.hard))


@lru_cache(maxsize=6)
def _table(words: Words) -> Table:
    if words.sent is None:
        return open_table(Lexicon.load(words.name))
    lexicon = Lexicon.from_words(words.sent["answers"], words.sent["allowed"], name="your words")
    game = Wordle(lexicon)
    itemsize = code_dtype(game.replies.size)(0).itemsize
    if len(lexicon.allowed) * len(lexicon.answers) * itemsize > _MEMORY_BYTES:
        return ComputedTable(game)
    return StoredTable(game, build_codes(game))


@lru_cache(maxsize=4)
def _run(what: _Played) -> Run:
    conditions = Conditions(_table(what.words).game, what.rules, what.answers)
    return Ground.of(conditions).run(
        named_strategy(what.strategy), opener=what.opener, progress=what.progress
    )
