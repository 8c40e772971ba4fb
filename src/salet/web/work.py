"""What a task has at hand in a worker: words, tables, advisors and runs; the last few are kept.

On the command line ``file.py:Name`` runs a file, as a game or as a strategy, and ``tree(file)``
reads one; a text that came over the network must do neither.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from salet.coach.suggest import Advisor
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.registry import read_game
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.runs.conditions import Conditions
from salet.runs.ground import Ground
from salet.strategies.registry import make_strategy
from salet.table import ComputedTable, StoredTable, build_codes, code_dtype, open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon
from salet.words.shelf import is_lexicon_name

if TYPE_CHECKING:
    from salet.runs.result import Run
    from salet.strategies.base import Strategy
    from salet.table import Progress, Table
    from salet.web.resource import RulesRequest, WordsRequest

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


def named_game(text: str) -> Game:
    """Return the game that `text` names: a registered one, and nothing on the disk.

    >>> named_game("mastermind(4,6)").name, named_game("nyt").rule
    ('mastermind(4,6)', 'wordle-2')
    >>> named_game("mine.py:Mine")
    Traceback (most recent call last):
    ...
    salet.errors.InvalidError: 'mine.py:Mine' names a file; only registered games are played here
    """
    return Wordle(text) if is_lexicon_name(text) else read_game(text, files=False)


@dataclass(frozen=True)
class Named:
    """What a request plays: a game by name, or Wordle with a lexicon or words that were sent."""

    game: str | None
    lexicon: str
    sent: dict[str, list[str]] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class _Played:
    """What a run is kept by."""

    named: Named
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

    def table(self, request: WordsRequest) -> Table:
        """Return the table of the game that a request names."""
        return _table(self._named(request))

    def advisor(
        self,
        request: RulesRequest,
        strategy: str | None = None,
        prior: str = "uniform",
        *,
        exact: bool = False,
    ) -> Advisor:
        """Return an advisor on the game that a request describes."""
        table = self.table(request)
        table.game.mode(request.hard)  # refuses a mode that the game does not have
        player = None if strategy is None else named_strategy(strategy)
        if player is not None:
            player.check_game(table.game)
        setting = Setting.of(table, _rules(request), prior)
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
        named = self._named(request)
        return _run(
            _Played(named, strategy, _rules(request), opener, answers, progress or self.progress)
        )

    def _named(self, request: WordsRequest) -> Named:
        return Named(request.other_game, request.lexicon, self.sent)


def _rules(request: RulesRequest) -> Rules:
    return Rules(request.max_guesses, request.hard)


@lru_cache(maxsize=6)
def _table(named: Named) -> Table:
    """Return a table; only that of a lexicon by name is kept on the disk."""
    if named.game is not None:
        game = named_game(named.game)
    elif named.sent is not None:
        answers, allowed = named.sent["answers"], named.sent["allowed"]
        game = Wordle(Lexicon.from_words(answers, allowed, name="your words"))
    else:
        return open_table(Wordle(named.lexicon))
    itemsize = code_dtype(game.replies.size)(0).itemsize
    if len(game.guesses) * len(game.answers) * itemsize > _MEMORY_BYTES:
        return ComputedTable(game)
    return StoredTable(game, build_codes(game))


@lru_cache(maxsize=4)
def _run(what: _Played) -> Run:
    table = _table(what.named)
    table.game.mode(str(what.rules.hard))
    conditions = Conditions(table.game, what.rules, what.answers)
    if isinstance(table, StoredTable):
        ground = Ground(conditions, Setting.of(table, what.rules), conditions.answer_indices())
        ground.setting.prepare()
    else:  # a run needs a table, so one that is too large for the memory goes to the disk
        ground = Ground.of(conditions)
    strategy = named_strategy(what.strategy)
    return ground.run(strategy, opener=what.opener, progress=what.progress)
