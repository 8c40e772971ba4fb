"""The part of a game that a strategy may see. The answer is not reachable from here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from salet.errors import InconsistentHistoryError
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import OFF, Rules
from salet.groups import GroupStats, code_sums, group_stats, letter_sums
from salet.table import Indices, Table
from salet.words.frequencies import UNIFORM, Frequencies, prior_weights
from salet.words.letters import read_only
from salet.words.lexicon import Lexicon

_COUNTED = 1000
"""Up to this number of replies it is quicker to count them all than to sort those that came."""


@dataclass(frozen=True)
class Setting:
    """The facts that all games of a run share: words, rules, and how likely the answers are.

    Attributes
    ----------
    prior
        a positive integer weight for each answer, or None where all are alike
    counts
        the person's own word counts, or None for those that come with the words
    """

    table: Table
    rules: Rules
    prior: NDArray[np.int64] | None = None
    counts: Frequencies | None = None

    def __post_init__(self) -> None:
        self.table.game.mode(self.rules.hard)  # raises if there is none

    @classmethod
    def of(
        cls,
        table: Table,
        rules: Rules | None = None,
        prior: str = UNIFORM,
        frequencies: Frequencies | str | Path | None = None,
    ) -> Setting:
        """Put a setting together, with the bundled frequencies unless others are given."""
        counts = Frequencies.read(frequencies)
        weights = prior_weights(prior, table.lexicon, counts)
        return cls(table, rules or Rules(), weights, counts)

    @property
    def game(self) -> Game:
        """The game: what may be guessed, what may be hidden, and what is replied."""
        return self.table.game

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.table.lexicon

    @property
    def frequencies(self) -> Frequencies:
        """How common words are; read from disk only if somebody asks."""
        return Frequencies.for_lexicon(self.lexicon) if self.counts is None else self.counts

    @cached_property
    def all_guesses(self) -> Indices:
        """Every allowed word, as guess indices; shared by all views, so not to be written."""
        return read_only(np.arange(len(self.lexicon.allowed)))

    @cached_property
    def popularity(self) -> NDArray[np.int64]:
        """For each allowed word, its rank by count: the larger, the more common."""
        counts = self.frequencies.of(self.lexicon.allowed)
        return read_only(np.unique(counts, return_inverse=True)[1])

    def prepare(self) -> None:
        """Get ready for many questions: load the kernels, and compile them the first time."""
        self.table.prepare()
        guess, nothing = self.all_guesses[:1], np.zeros(self.game.replies.size, np.int64)
        every = np.arange(len(self.game.answers))
        for candidates in (every[:1], every):  # few and many take different ways
            ones = np.ones(len(candidates), np.int64)
            group_stats(self.table, guess, candidates, None if self.prior is None else ones)
            code_sums(self.table, guess, candidates, ones, nothing)
        letters = self.table.letters
        worth = np.zeros((letters.shape[1], int(letters.max()) + 1), np.int64)
        letter_sums(self.table, guess, worth)

    def start(self, rng: np.random.Generator | None = None) -> View:
        """Return the view before the first guess."""
        generator = np.random.default_rng(0) if rng is None else rng
        every_answer = read_only(np.arange(len(self.lexicon.answers)))
        return View(self, (), every_answer, self.all_guesses, generator, self.all_guesses)

    def view(self, position: Position, rng: np.random.Generator | None = None) -> View:
        """Return the view after `position`; `InconsistentHistoryError` if no answer fits."""
        turns = tuple(
            (int(self.lexicon.guess_index(turn.guess)), int(turn.reply.code)) for turn in position
        )
        candidates = self.table.candidates(position)
        played = [guess for guess, _ in turns]
        if len(candidates) == 0:
            raise InconsistentHistoryError(
                f"none of the {len(self.lexicon.answers):,} answers of {self.lexicon.name} "
                f"fits {position}; check the replies"
            )
        unplayed = np.delete(self.all_guesses, played)
        mode = self.game.mode(self.rules.hard)
        legal = mode.legal(self.table, position, unplayed) if len(position) else unplayed
        start = self.start(rng)
        return View(self, turns, candidates, legal, start.rng, legal)


@dataclass(frozen=True)
class View:
    """A position as its player sees it.

    Attributes
    ----------
    turns
        the guesses so far with their reply codes
    candidates
        the answers still possible, as answer indices in ascending order, at least one
    guesses
        the guesses to choose from, as guess indices in ascending order: all legal ones, unless a
        decision rule has narrowed them
    rng
        the player's own random generator
    legal
        the words that the rules allow, without those already played, which tell nothing new
    """

    setting: Setting
    turns: tuple[tuple[int, int], ...]
    candidates: Indices
    guesses: Indices
    rng: np.random.Generator
    legal: Indices

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.setting.table.lexicon

    @property
    def game(self) -> Game:
        """The game: what may be guessed, what may be hidden, and what is replied."""
        return self.setting.table.game

    @property
    def table(self) -> Table:
        """The reply of every guess for every answer."""
        return self.setting.table

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.setting.rules

    @property
    def guesses_left(self) -> int:
        """The number of guesses left; 0 or less if a game is played on."""
        return self.rules.max_guesses - len(self.turns)

    @cached_property
    def position(self) -> Position:
        """The turns in words."""
        game = self.game
        return Position(tuple(game.turn(game.guesses[guess], code) for guess, code in self.turns))

    @cached_property
    def candidate_guesses(self) -> Indices:
        """The candidates as guess indices."""
        places: Indices = self.table.answer_guesses[self.candidates]
        return places

    @cached_property
    def is_candidate(self) -> NDArray[np.bool_]:
        """For each of `guesses`, whether it may be the answer."""
        marks = np.zeros(len(self.lexicon.allowed), dtype=bool)
        marks[self.candidate_guesses] = True
        wanted: NDArray[np.bool_] = marks[self.guesses]
        return wanted

    def offers(self, guess: int) -> bool:
        """Whether `guess` is one of `guesses`."""
        place = int(self.guesses.searchsorted(guess))
        return place < len(self.guesses) and bool(self.guesses[place] == guess)

    def candidates_among(self, guesses: Indices) -> NDArray[np.bool_]:
        """For each candidate, whether it is one of `guesses` (ascending)."""
        places = guesses.searchsorted(self.candidate_guesses)
        places[places == len(guesses)] = 0
        found: NDArray[np.bool_] = guesses[places] == self.candidate_guesses
        return found

    def only_candidates(self) -> View:
        """Return the same view with only candidates to choose from."""
        if self.guesses is self.legal:  # a candidate fits every turn, so all of them are legal
            return self.only(read_only(self.candidate_guesses))
        return self.only(self.candidate_guesses[self.candidates_among(self.guesses)])

    def is_whole(self) -> bool:
        """Whether the view has all candidates and guesses of its position: none was rejected.

        Proofs for a position hold only for such a view.
        """
        whole = self.setting.view(self.position)
        kept = len(self.legal) == len(whole.legal)
        return kept and len(self.candidates) == len(whole.candidates)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """How likely each candidate is, in integer proportion."""
        if self.setting.prior is None:
            return np.ones(len(self.candidates), np.int64)
        weights: NDArray[np.int64] = self.setting.prior[self.candidates]
        return read_only(weights)

    @cached_property
    def stats(self) -> GroupStats:
        """How each of `guesses` splits the candidates."""
        weights = None if self.setting.prior is None else self.weights
        return group_stats(self.table, self.guesses, self.candidates, weights)

    def split(self, guess: int) -> tuple[Indices, NDArray[np.int64], NDArray[np.int64]]:
        """Return code, weight and number of words of every group, in the order of the codes."""
        codes: NDArray[np.integer] = self.table.row(guess)[self.candidates]
        found = np.arange(min(self.game.replies.size, _COUNTED))
        if self.game.replies.size > _COUNTED:
            found, codes = np.unique(codes, return_inverse=True)
        sizes = np.bincount(codes, minlength=len(found))
        here = np.flatnonzero(sizes)
        weights = sizes
        if self.setting.prior is not None:
            weights = np.zeros(len(found), np.int64)
            np.add.at(weights, codes, self.weights)
        return found[here], weights[here], sizes[here]

    def only(self, guesses: Indices) -> View:
        """Return the same view with fewer guesses to choose from."""
        return View(self.setting, self.turns, self.candidates, guesses, self.rng, self.legal)

    def after(self, guess: int, code: int, candidates: Indices | None = None) -> View:
        """Return the view one turn later, given the candidates that remain if they are known."""
        if candidates is None:
            candidates = self.candidates[self.table.row(guess)[self.candidates] == code]
        turns = (*self.turns, (guess, code))
        legal = self._legal_without(guess)
        if self.rules.hard != OFF:
            turn = self.game.turn(self.game.guesses[guess], code)
            legal = self.game.mode(self.rules.hard).legal(self.table, Position((turn,)), legal)
        legal, candidates = read_only(legal), read_only(candidates)
        return View(self.setting, turns, candidates, legal, self.rng, legal)

    def _legal_without(self, guess: int) -> Indices:
        """Return the legal words but `guess`; kept, for all patterns of a guess share them."""
        known: tuple[int, Indices] | None = self.__dict__.get("_without")
        if known is None or known[0] != guess:
            place = int(self.legal.searchsorted(guess))
            played = place < len(self.legal) and self.legal[place] == guess
            left = np.concatenate([self.legal[:place], self.legal[place + bool(played) :]])
            known = (guess, read_only(left))
            self.__dict__["_without"] = known
        return known[1]
