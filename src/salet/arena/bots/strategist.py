"""Strategies of ours as bots, all their games, and what these tell about the words.

A deterministic strategy asked about the same position always answers the same. So its choices are
kept for as long as the process lives; and where all its games are wanted (a race, or a setter that
looks for the words that hurt it), they are played in one walk down its tree.

Everyone may know what `WordBook` tells: it follows from word lists and published strategies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from salet.arena.bots.bot import Bot, Request
from salet.arena.bots.record import GameRecord, Verdict, cost_of
from salet.errors import InvalidError
from salet.games.colours import Pattern, pattern_count
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.runs.conditions import Conditions
from salet.runs.ground import Ground
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import PatternTable, open_table
from salet.tree.bundled import PROVEN_LEXICON
from salet.view import Setting, read_only
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from salet.table import Indices

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
        result = Ground.of(Conditions(make_game(lexicon), rules)).run(strategy)
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


KNOWN = ("tree", "entropy", "minimax", "parts", "letters")
"""The strategies that a setter recognises by their games."""

_BOOKS: dict[tuple[str, Rules], WordBook] = {}


@dataclass(frozen=True)
class WordBook:
    """The answers of one lexicon, with what the house knows about each."""

    lexicon: Lexicon
    rules: Rules

    @cached_property
    def trees(self) -> dict[str, WholeTree]:
        """All games of every known strategy that plays this lexicon by these rules."""
        found = {}
        for name in KNOWN:
            strategy = make_strategy(name)
            if not _can_play(strategy, self.lexicon, self.rules):
                continue
            tree = whole_tree(strategy, self.lexicon, self.rules)
            if tree.finished.all():
                found[name] = tree
        return found

    @cached_property
    def hardness(self) -> NDArray[np.float64]:
        """What each answer costs, on average over the known strategies."""
        return np.asarray(np.mean([tree.costs for tree in self.trees.values()], axis=0))

    @cached_property
    def features(self) -> NDArray[np.float64]:
        """What describes each answer, column by column, with mean 0 and deviation 1.

        Hardness, whether it is among the hardest tenth, neighbours (answers that differ in one
        letter), whether a letter repeats, how common it is, then each letter of the alphabet.
        """
        table = table_of(self.lexicon)
        letters = table.letters[table.answer_guesses]
        holds = (letters[:, :, None] == np.arange(len(self.lexicon.alphabet))).any(axis=1)
        columns = [
            self.hardness,
            self.hardness >= np.quantile(self.hardness, 0.9),
            self._neighbours(letters),
            holds.sum(axis=1) < self.lexicon.length,
            self._popularity(),
            *holds.T,
        ]
        raw = np.stack([np.asarray(column, float) for column in columns], axis=1)
        spread = raw.std(axis=0)
        return np.asarray((raw - raw.mean(axis=0)) / np.where(spread > 0, spread, 1))

    def _neighbours(self, letters: NDArray[np.uint16]) -> NDArray[np.int64]:
        found = np.zeros(len(letters), np.int64)
        for place in range(letters.shape[1]):
            rest = np.delete(letters, place, axis=1)
            _, group, sizes = np.unique(rest, axis=0, return_inverse=True, return_counts=True)
            found += sizes[group.ravel()] - 1
        return found

    def _popularity(self) -> NDArray[np.float64]:
        from salet.words.frequencies import Frequencies

        counts = Frequencies.load().of(self.lexicon.answers)
        return np.asarray(np.log1p(counts), float)


def word_book(lexicon: Lexicon, rules: Rules) -> WordBook:
    """Return what is known of a lexicon, put together once per process."""
    key = (lexicon.id, rules)
    if key not in _BOOKS:
        _BOOKS[key] = WordBook(lexicon, rules)
    return _BOOKS[key]


def best_strategy(lexicon: Lexicon, rules: Rules) -> Strategy:
    """Return the proven tree where there is one, and elsewhere entropy, which is not proven."""
    tree = make_strategy("tree")
    return tree if _can_play(tree, lexicon, rules) else make_strategy("entropy")


def _can_play(strategy: Strategy, lexicon: Lexicon, rules: Rules) -> bool:
    if rules.hard not in strategy.traits.modes:
        return False
    try:
        strategy.check_words(lexicon)
    except InvalidError:
        return False
    return strategy.name != "tree" or lexicon.id == PROVEN_LEXICON
