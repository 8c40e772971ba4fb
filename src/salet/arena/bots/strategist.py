"""Strategies of ours as bots, all their games, and what these tell about the words.

A deterministic strategy asked about the same position always answers the same. So its choices are
kept for as long as the process lives; and where all its games are wanted (a race, or a setter that
looks for the words that hurt it), they are played in one walk down its tree.

Everyone may know what `WordBook` tells: it follows from word lists and published strategies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from salet.arena.bots.bot import Bot, Request
from salet.arena.bots.record import GameRecord, Verdict, cost_of
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.measures import lost
from salet.runs.walk import play
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import Indices, Table, open_table
from salet.tree.forms import has_proven_tree
from salet.view import Setting
from salet.words.frequencies import Frequencies
from salet.words.letters import read_only

KNOWN = ("tree", "entropy", "minimax", "parts", "letters")
"""The strategies that a setter recognises by their games."""

_GAMES = 4
_STRATEGIES = 64


class StrategyBot(Bot):
    """Guesses by a strategy; sets any unused word."""

    def __init__(self, strategy: Strategy | str) -> None:
        self.strategy = make_strategy(strategy)

    def check_game(self, game: Game) -> None:
        """Refuse a game that the strategy cannot play."""
        self.strategy.check_game(game)

    def guess(self, request: Request) -> str:
        """Ask the strategy, unless it was asked before."""
        return choose(self.strategy, request)

    def respond(self, request: Request) -> str:
        """Respond as any bot does by default, counted with the table."""
        assert request.guessed is not None
        row = table_of(request.game).row(request.lexicon.guess_index(request.guessed))
        replies, sizes = np.unique(row[candidates_of(request)], return_counts=True)
        return request.game.replies[int(replies[sizes.argmax()])].to_text()


def candidates_of(request: Request) -> Indices:
    """Return `request.candidates` as answer indices, quickly."""
    table, left = table_of(request.game), unused_of(request)
    for turn in request.position:
        codes = table.row(request.lexicon.guess_index(turn.guess))
        left = left[codes[left] == turn.reply.code]
    return left


def unused_of(request: Request) -> Indices:
    """Return the answers that may still be set, as answer indices."""
    return _unused(request.game, request.used)


@lru_cache(maxsize=_GAMES)  # all questions of a round share their used words
def _unused(game: Game, used: frozenset[str]) -> Indices:
    free = np.ones(len(game.answers), dtype=bool)
    places = _places(game)
    free[[places[word] for word in used if word]] = False
    return read_only(np.flatnonzero(free))


@lru_cache(maxsize=_GAMES)
def _places(game: Game) -> dict[str, int]:
    """Return each answer's index: quicker than asking for words that need no reading."""
    return {word: place for place, word in enumerate(game.answers)}


def draw_word(request: Request, among: Indices) -> str:
    """Draw one of some answers by the request's seed."""
    return request.game.answers[request.rng.choice([int(word) for word in among])]


@lru_cache(maxsize=_GAMES)
def table_of(game: Game) -> Table:
    """Return the game's table, opened once per process."""
    table = open_table(game)
    table.prepare()  # many questions will come
    return table


def choose(strategy: Strategy, request: Request) -> str:
    """Return a strategy's guess, remembered by the process if it is always the same."""
    game, rules = request.game, request.rules
    if strategy.traits.deterministic:
        return _chosen(strategy, game, rules, request.position)
    strategy.check_game(game)
    view = _setting(game, rules).view(request.position, np.random.default_rng(request.seed))
    return game.guesses[strategy.choose(view)]


@cache
def _chosen(strategy: Strategy, game: Game, rules: Rules, position: Position) -> str:
    strategy.check_game(game)
    return game.guesses[strategy.choose(_setting(game, rules).view(position))]


@lru_cache(maxsize=_GAMES)
def _setting(game: Game, rules: Rules) -> Setting:
    return Setting.of(table_of(game), rules)


class WholeTree:
    """Every game of a deterministic strategy, one per answer.

    Attributes
    ----------
    costs
        for each answer, what it costs the strategy, a loss as the arena counts it
    finished
        whether the strategy found every answer, if not always in time
    """

    def __init__(self, strategy: Strategy, game: Game, rules: Rules) -> None:
        self.game, self.rules = game, rules
        games = play(strategy, _setting(game, rules), np.arange(len(game.answers)))
        self.finished = bool((games.lengths > 0).all())
        self._guesses = games.guesses[:, : rules.max_guesses]
        self._codes = games.patterns[:, : rules.max_guesses]
        not_solved = cost_of(Verdict.NOT_SOLVED, 0, rules.max_guesses)
        self.costs: NDArray[np.int64] = np.where(
            lost(games.lengths, rules.max_guesses), not_solved, games.lengths
        )
        self._texts: dict[int, str] = {}
        self._replies = [game.replies[code].to_text() for code in range(game.replies.size)]

    def turns(self, answer: int) -> str:
        """Return one game in the text form of a position."""
        if answer not in self._texts:
            codes = self._codes[answer].tolist()
            self._texts[answer] = " ".join(
                f"{guess}:{self._replies[code]}"
                for guess, code in zip(self.guessed(answer), codes, strict=False)
            )
        return self._texts[answer]

    def guessed(self, answer: int) -> tuple[str, ...]:
        """Return the guesses of one game."""
        words = self.game.guesses
        return tuple(words[guess] for guess in self._guesses[answer].tolist() if guess >= 0)

    def race(self, name: str, words: Sequence[str], start: int) -> Iterator[GameRecord]:
        """Look up the games of a race, from word number `start` on."""
        not_found = self.rules.max_guesses + 1
        for number in range(start, len(words)):
            answer = self.game.lexicon.answer_index(words[number])
            cost = int(self.costs[answer])
            verdict = Verdict.SOLVED if cost < not_found else Verdict.NOT_SOLVED
            yield GameRecord(
                number, number, name, None, words[number], self.turns(answer), verdict, cost
            )


whole_tree = lru_cache(maxsize=_STRATEGIES)(WholeTree)
"""Return all games of a deterministic strategy, played once per process."""


@dataclass(frozen=True)
class WordBook:
    """The answers of one game, with what the house knows about each."""

    game: Game
    rules: Rules

    @cached_property
    def trees(self) -> dict[str, WholeTree]:
        """All games of every known strategy that plays this game by these rules."""
        strategies = {name: make_strategy(name) for name in KNOWN}
        found = {
            name: whole_tree(strategy, self.game, self.rules)
            for name, strategy in strategies.items()
            if _can_play(strategy, self.game, self.rules)
        }
        return {name: tree for name, tree in found.items() if tree.finished}

    @cached_property
    def hardness(self) -> NDArray[np.float64]:
        """What each answer costs, on average over the known strategies."""
        return np.asarray(np.mean([tree.costs for tree in self.trees.values()], axis=0))

    @cached_property
    def letters(self) -> NDArray[np.bool_]:
        """For each answer, place and letter of the alphabet, whether it stands there."""
        table = table_of(self.game)
        numbers = table.letters[table.answer_guesses]
        return np.asarray(numbers[:, :, None] == np.arange(len(self.game.lexicon.alphabet)))

    @cached_property
    def features(self) -> NDArray[np.float64]:
        """What describes each answer, column by column, with mean 0 and deviation 1.

        Hardness, whether it is among the hardest tenth, neighbours (answers that differ in one
        letter), whether a letter repeats, how common it is, then each letter of the alphabet.
        """
        holds = np.asarray(self.letters.any(axis=1))
        columns = [
            self.hardness,
            self.hardness >= np.quantile(self.hardness, 0.9),
            self._neighbours(),
            holds.sum(axis=1) < self.letters.shape[1],
            np.log1p(Frequencies.load().of(self.game.answers)),
            *holds.T,
        ]
        raw = np.stack([np.asarray(column, float) for column in columns], axis=1)
        spread = raw.std(axis=0)
        return np.asarray((raw - raw.mean(axis=0)) / np.where(spread > 0, spread, 1))

    @cached_property
    def described(self) -> NDArray[np.float64]:
        """For each answer a 1, its features, and each letter in its place."""
        count = len(self.letters)
        return np.hstack([np.ones((count, 1)), self.features, self.letters.reshape(count, -1)])

    def _neighbours(self) -> NDArray[np.int64]:
        table = table_of(self.game)
        numbers = table.letters[table.answer_guesses]
        found = np.zeros(len(numbers), np.int64)
        for place in range(numbers.shape[1]):
            rest = np.delete(numbers, place, axis=1)
            _, group, sizes = np.unique(rest, axis=0, return_inverse=True, return_counts=True)
            found += sizes[group.ravel()] - 1
        return found


word_book = lru_cache(maxsize=_STRATEGIES)(WordBook)
"""Return what is known of a game, put together once per process."""


def best_strategy(game: Game, rules: Rules) -> Strategy:
    """Return the proven tree where there is one, and elsewhere entropy, which is not proven."""
    tree = make_strategy("tree")
    return tree if _can_play(tree, game, rules) else make_strategy("entropy")


def _can_play(strategy: Strategy, game: Game, rules: Rules) -> bool:
    if not strategy.traits.plays(rules.hard):
        return False
    if strategy.name == "tree":
        return has_proven_tree(game)
    try:
        strategy.check_game(game)
    except InvalidError:
        return False
    return True
