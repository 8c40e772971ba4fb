"""The conditions of comparable runs: game, rules, knowledge, and which answers are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.strategies.base import Strategy
from salet.strategies.decisions import Opener
from salet.strategies.registry import make_strategy
from salet.table import Indices
from salet.words.frequencies import UNIFORM, Frequencies, dated_prior
from salet.words.history import Day, History
from salet.words.lexicon import Lexicon


@dataclass(frozen=True)
class Days:
    """Real days of a daily puzzle.

    Attributes
    ----------
    played
        the days, with their words
    history
        all days up to the last of them
    words
        the lexicon, of which all words may be the answer and some are listed
    """

    played: tuple[Day, ...]
    history: History
    words: Lexicon


@dataclass(frozen=True)
class Conditions:
    """The conditions that runs must share to be comparable.

    Attributes
    ----------
    game
        the answers that the player thinks possible, the allowed guesses, and the replies
    answers
        the answers that are played; None for all of the game
    drawn_from
        of how many answers they are a sample; None if they are none
    days
        the real days that are played, each by itself, if it is a backtest; None if it is not
    """

    game: Game
    rules: Rules
    answers: tuple[str, ...] | None = None
    prior: str = UNIFORM
    frequencies: Frequencies | None = None
    seed: int = 0
    drawn_from: int | None = None
    days: Days | None = None

    @classmethod
    def of(
        cls,
        *,
        game: Game | str | None = None,
        lexicon: Lexicon | str | None = None,
        answers: Sequence[str] | str | None = None,
        sample: int | None = None,
        knowledge: str = "answers",
        hard: str = OFF,
        max_guesses: int = 6,
        prior: str = UNIFORM,
        frequencies: Frequencies | str | Path | None = None,
        seed: int = 0,
    ) -> Conditions:
        """Read conditions as a person writes them; see `salet.run`."""
        game = make_game(game, lexicon)
        game.mode(hard)  # names the modes that there are
        if isinstance(answers, str):
            answers = Lexicon.load(answers).answers
        if knowledge not in ("answers", "all"):
            raise InvalidError(f"knowledge must be 'answers' or 'all', not {knowledge!r}")
        if knowledge == "all":
            answers = game.answers if answers is None else answers
            game = game.with_lexicon(game.lexicon.with_all_as_answers())
        if seed < 0:
            raise InvalidError(f"the seed must be 0 or more, not {seed}")
        drawn_from = None
        if sample is not None:
            everything = game.answers if answers is None else answers
            answers, drawn_from = _sample(everything, sample, seed), len(everything)
        chosen = None if answers is None else tuple(answers)
        rules, counts = Rules(max_guesses, hard), Frequencies.read(frequencies)
        return cls(game, rules, chosen, dated_prior(prior), counts, seed, drawn_from)

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

    def answer_indices(self) -> Indices:
        """Return the answers to play as answer indices, ascending, each once."""
        if self.answers is None:
            return np.arange(len(self.game.answers))
        if len(self.answers) == 0:
            raise InvalidError("the list of answers to play is empty")
        if self.days is not None:  # in their order, and a word that was used again as often
            return np.array([self.lexicon.answer_index(word) for word in self.answers])
        return np.unique([self.lexicon.answer_index(word) for word in self.answers])

    def player(self, strategy: Strategy | str, opener: str | None = None) -> Strategy:
        """Make the strategy, and make sure that it can play under these conditions."""
        player = make_strategy(strategy)
        if opener is not None:
            player = Opener(inner=player, words=(self.lexicon.spelled(opener),))
        player.check_game(self.game)
        if not player.traits.plays(self.rules.hard):
            raise InvalidError(f"{player} does not play hard mode {self.rules.hard}")
        return player


def _sample(words: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    if count < 1:
        raise InvalidError(f"the sample must be 1 or more, not {count}")
    if count > len(words):
        raise InvalidError(f"the sample of {count:,} is larger than the {len(words):,} answers")
    ordered = sorted(words)
    chosen = np.random.default_rng(seed).choice(len(ordered), count, replace=False)
    return tuple(ordered[place] for place in sorted(chosen))
