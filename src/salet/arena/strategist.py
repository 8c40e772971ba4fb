"""A strategy of ours as a bot, with its games remembered.

A deterministic strategy asked about the same position always answers the same. So its choices are
kept for as long as the process lives; and where all its games are wanted (a race, or a setter that
looks for the words that hurt it), they are played in one walk down its tree.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from salet.arena.bot import Bot
from salet.arena.record import GameRecord
from salet.arena.verdict import Verdict, cost_of
from salet.games.colours import Pattern, pattern_count
from salet.runs.run import Conditions, run
from salet.strategies.registry import make_strategy
from salet.table import open_table
from salet.view import Setting, read_only

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from salet.arena.bot import Request
    from salet.games.rules import Rules
    from salet.strategies.base import Strategy
    from salet.table import Indices, PatternTable
    from salet.words.lexicon import Lexicon

_LEXICONS = 4
_STRATEGIES = 64


class StrategyBot(Bot):
    """Guesses by a strategy; sets any unused word."""

    def __init__(self, strategy: Strategy | str) -> None:
        self.strategy = make_strategy(strategy)

    def guess(self, request: Request) -> str:
        """Ask the strategy, unless it was asked before."""
        return choices_of(self.strategy, request.lexicon, request.rules).guess(request)

    def respond(self, request: Request) -> str:
        """Respond as any bot does by default, counted with the table."""
        assert request.guessed is not None
        table = table_of(request.lexicon)
        left = candidates_of(request)
        codes = table.row(request.lexicon.guess_index(request.guessed))[left]
        patterns, sizes = np.unique(codes, return_counts=True)
        return str(Pattern.from_code(int(patterns[sizes.argmax()]), request.lexicon.length))


def candidates_of(request: Request) -> Indices:
    """Return `request.candidates` as answer indices, quickly."""
    table, left = table_of(request.lexicon), unused_of(request)
    for turn in request.position:
        codes = table.row(request.lexicon.guess_index(turn.guess))
        left = left[codes[left] == turn.pattern.code]
    return left


def unused_of(request: Request) -> Indices:
    """Return the answers that may still be set, as answer indices."""
    lexicon, used = request.lexicon, request.used
    for known, lexicon_id, unused in tuple(_recent):  # another thread may add to it meanwhile
        if known is used and lexicon_id == lexicon.id:
            return unused
    free = np.ones(len(lexicon.answers), dtype=bool)
    places = _places(lexicon.id, _ById(lexicon))
    free[[places[word] for word in used if word]] = False
    unused = read_only(np.flatnonzero(free))
    _recent.append((used, lexicon.id, unused))
    return unused


_recent: deque[tuple[frozenset[str], str, Indices]] = deque(maxlen=4)
"""All questions of a round share their used words."""


def draw_word(request: Request, among: Indices) -> str:
    """Draw one of some answers by the request's seed."""
    return request.lexicon.answers[request.rng.choice([int(word) for word in among])]


class Choices:
    """What one strategy chose in each position, under one setting."""

    def __init__(self, strategy: Strategy, setting: Setting) -> None:
        strategy.check_words(setting.lexicon)
        self.strategy = strategy
        self.setting = setting
        self._chosen: dict[str, str] = {}

    def guess(self, request: Request) -> str:
        """Return the choice for the request's position."""
        if not self.strategy.traits.deterministic:
            rng = np.random.default_rng(request.seed)
            return self._word(self.strategy.choose(self.setting.view(request.position, rng)))
        key = str(request.position)
        if key not in self._chosen:
            view = self.setting.view(request.position)
            self._chosen[key] = self._word(self.strategy.choose(view))
        return self._chosen[key]

    def _word(self, guess: int) -> str:
        return self.setting.lexicon.allowed[guess]


class WholeTree:
    """Every game of a deterministic strategy, one per answer.

    Attributes
    ----------
    costs
        for each answer, what it costs the strategy, a loss as the arena counts it
    """

    def __init__(self, strategy: Strategy, lexicon: Lexicon, rules: Rules) -> None:
        result = run(strategy, conditions=Conditions(lexicon, rules))
        self.lexicon, self.rules = lexicon, rules
        self.guesses = result.games.guesses[:, : rules.max_guesses]
        self.patterns = result.games.patterns[:, : rules.max_guesses]
        self.finished = result.finished
        lost = cost_of(Verdict.NOT_SOLVED, 0, rules.max_guesses)
        self.costs: NDArray[np.int64] = np.where(result.lost, lost, result.lengths)
        self._texts: dict[int, str] = {}
        self._pattern_texts = [
            str(Pattern.from_code(code, lexicon.length))
            for code in range(pattern_count(lexicon.length))
        ]

    def turns(self, answer: int) -> str:
        """Return one game in the text form of a position."""
        if answer not in self._texts:
            words, texts = self.lexicon.allowed, self._pattern_texts
            self._texts[answer] = " ".join(
                f"{words[guess]}:{texts[code]}"
                for guess, code in zip(
                    self.guesses[answer].tolist(), self.patterns[answer].tolist(), strict=True
                )
                if guess >= 0
            )
        return self._texts[answer]

    def guessed(self, answer: int) -> tuple[str, ...]:
        """Return the guesses of one game."""
        words = self.lexicon.allowed
        return tuple(words[guess] for guess in self.guesses[answer].tolist() if guess >= 0)

    def race(self, name: str, words: Sequence[str], start: int) -> Iterator[GameRecord]:
        """Look up the games of a race, from word number `start` on."""
        lost = self.rules.max_guesses + 1
        for number in range(start, len(words)):
            answer = self.lexicon.answer_index(words[number])
            cost = int(self.costs[answer])
            verdict = Verdict.SOLVED if cost < lost else Verdict.NOT_SOLVED
            yield GameRecord(
                number, number, name, None, words[number], self.turns(answer), verdict, cost
            )


@lru_cache(maxsize=_LEXICONS)
def _places(_: str, lexicon: _ById) -> dict[str, int]:
    """Return each answer's index: quicker than asking for words that need no reading."""
    return {word: place for place, word in enumerate(lexicon.lexicon.answers)}


@lru_cache(maxsize=_LEXICONS)
def _table(_: str, lexicon: _ById) -> PatternTable:
    import salet.kernels.groups  # noqa: F401 - many questions will come: kernels, not numpy

    table = open_table(lexicon.lexicon)
    table.lay_out_by_answer()
    return table


class _ById:
    """A lexicon that a cache need not compare word by word: its id is part of the key."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById)


def table_of(lexicon: Lexicon) -> PatternTable:
    """Return the lexicon's table, opened once per process."""
    return _table(lexicon.id, _ById(lexicon))


def choices_of(strategy: Strategy, lexicon: Lexicon, rules: Rules) -> Choices:
    """Return the strategy's choices, remembered for the life of the process."""
    return _choices(strategy, lexicon.id, _ById(lexicon), rules)


@lru_cache(maxsize=_STRATEGIES)
def _choices(strategy: Strategy, _: str, lexicon: _ById, rules: Rules) -> Choices:
    return Choices(strategy, Setting.of(table_of(lexicon.lexicon), rules))


def whole_tree(strategy: Strategy, lexicon: Lexicon, rules: Rules) -> WholeTree:
    """Return all games of a deterministic strategy, played once per process."""
    return _whole_tree(strategy, lexicon.id, _ById(lexicon), rules)


@lru_cache(maxsize=_STRATEGIES)
def _whole_tree(strategy: Strategy, _: str, lexicon: _ById, rules: Rules) -> WholeTree:
    return WholeTree(strategy, lexicon.lexicon, rules)
