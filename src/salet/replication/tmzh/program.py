"""How tmzh's programs play and count, and their games, played.

There were two programs: the first, of which the text keeps the trace of ``wares`` and two
sentences, and the later one that made the charts. Both guess only words that are still possible,
take any of the 12,972 words for possible, and in a tie take the alphabetically last word.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.kernels.compiler import compiled
from salet.parallel import worker_count
from salet.replication.feedback import NaiveWordle, table_of
from salet.replication.findings import Options
from salet.replication.procedure import Tally, turned_on, without, without_each
from salet.runs.ground import run
from salet.strategies.registry import make_strategy
from salet.table import Indices, StoredTable, open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon

Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Procedure:
    """A solver of the write-up, and the ways in which it is not what the text says.

    Attributes
    ----------
    ranking
        what the solver goes by: the frequency of letters, or entropy
    drawn
        the number of guesses at the beginning that are drawn by lot
    steps_from_zero, ...
        the switches: what each does stands in ``document.toml``
    """

    ranking: Literal["letters", "entropy"] = "letters"
    drawn: int = 0
    steps_from_zero: bool = False
    repeated_letters: bool = False
    fixed_opener: bool = False
    naive_feedback: bool = False
    fixed_counts: bool = False
    every_word_a_target: bool = False


FIRST = Procedure(
    steps_from_zero=True, naive_feedback=True, fixed_counts=True, every_word_a_target=True
)
FREQUENCY = Procedure(steps_from_zero=True, repeated_letters=True)
EXPLORE = Procedure(drawn=3, steps_from_zero=True, repeated_letters=True, fixed_opener=True)
ENTROPY = Procedure(ranking="entropy", steps_from_zero=True)

PRINTED_EXPLORE = Procedure(drawn=3, steps_from_zero=True, repeated_letters=True)
"""Random exploring as the text prints it: three guesses drawn, letters added for each copy."""


# --- the kernel: a game of chance shares no position with others, and there are many of them ---


@compiled
def _most_frequent(scored: NDArray[np.uint16], left: Integers, counts: Integers) -> int:
    """Return the word of `left` with the largest sum of counts, the last one in a tie."""
    best = -1
    most = -1
    for word in left:
        total = 0
        for letter in scored[word]:
            total += counts[letter]
        if total >= most:
            best = word
            most = total
    return best


@compiled
def _count_letters(letters: NDArray[np.uint16], left: Integers, counts: Integers) -> None:
    """Count every copy of a letter in the words of `left`."""
    counts[:] = 0
    for word in left:
        for letter in letters[word]:
            counts[letter] += 1


@compiled
def play_letter_games(
    codes: NDArray[np.unsignedinteger],
    letters: NDArray[np.uint16],
    scored: NDArray[np.uint16],
    answers: Integers,
    draws: NDArray[np.float64],
    recount: bool,  # noqa: FBT001 - numba passes by place
    lengths: Integers,
    turns: Integers,
) -> None:
    """Play every answer, always guessing a word that is left, until it is found.

    ``codes[guess, answer]`` are the patterns of all words against all words, the rows of
    `letters`. Turn t of game i is drawn by lot if ``draws[i, t]`` is 0 or more: the word at that
    share of those left. In all other turns, the word whose letters are most frequent among those
    left (with `recount`) or among all words (without), the last one in a tie. The letters that
    count for a word are those of `scored`, where a number that no letter has counts nothing.

    Writes the number of guesses into `lengths`, and the first turns of each game into `turns`
    (games, turns, 2): the word, and how many were left when it was chosen.
    """
    words = letters.shape[0]
    everything = np.arange(words)
    all_counts = np.zeros(max(int(letters.max()), int(scored.max())) + 1, np.int64)
    _count_letters(letters, everything, all_counts)
    opener = _most_frequent(scored, everything, all_counts)
    counts = all_counts.copy()
    kept = np.empty(words, np.int64)
    for game in range(answers.size):
        answer = answers[game]
        left = everything
        turn = 0
        while True:
            if turn < draws.shape[1] and draws[game, turn] >= 0:
                guess = left[int(draws[game, turn] * left.size)]
            elif turn == 0:
                guess = opener
            else:
                if recount:
                    _count_letters(letters, left, counts)
                guess = _most_frequent(scored, left, counts)
            if turn < turns.shape[1]:
                turns[game, turn, 0] = guess
                turns[game, turn, 1] = left.size
            turn += 1
            if guess == answer:
                break
            replies = codes[guess]
            size = 0
            for word in left:
                kept[size] = word
                size += replies[word] == replies[answer]
            left = kept[:size]
        lengths[game] = turn


SEEDS = 60
"""Runs of a solver that draws guesses by lot; his own run was one, and is not known."""

STRATEGIES = {
    "letters": "letters(count=occurrences)+ties(last)+only_candidates",
    "entropy": "entropy+ties(last)+only_candidates",
}
"""The solvers under the true rules, as the project's own strategies."""


class Bench:
    """Games of the solvers, kept by procedure."""

    def __init__(self, options: Options, seeds: int = SEEDS) -> None:
        self.seeds = seeds
        self._workers = worker_count(options.jobs)
        self.tally = Tally(options.step)
        self._kept: dict[Procedure, Integers] = {}
        self.lexicon = Lexicon.load("original-all")
        self.answers = Lexicon.load("original").answers

    @cached_property
    def true_table(self) -> StoredTable:
        """Every word against every word by the rule of the game."""
        table = open_table(self.lexicon)
        assert isinstance(table, StoredTable)  # the original lists fit
        return table

    @cached_property
    def naive_table(self) -> StoredTable:
        """Every word against every word by the first program's rule."""
        return table_of(NaiveWordle(self.lexicon))

    def targets(self, procedure: Procedure) -> Indices:
        """Return the words that are played as answers, as places in the whole list."""
        if procedure.every_word_a_target:
            return np.arange(len(self.lexicon.answers))
        return np.array([self.lexicon.answer_index(word) for word in self.answers], np.int64)

    def lengths(self, procedure: Procedure) -> Integers:
        """Return the guesses of every game (runs, targets); one run unless guesses are drawn."""
        played = _as_played(procedure)
        if played not in self._kept:
            as_told = set(turned_on(played)) <= {"every_word_a_target"} and played.drawn == 0
            self._kept[played] = self._run(played) if as_told else self._play(played)
        return self._kept[played]

    def play(self, procedures: Iterable[Procedure]) -> None:
        """Play procedures with all their variants, so that the progress knows of every game."""
        variants = (
            _as_played(way)
            for one in procedures
            for way in (one, without(one), *without_each(one).values())
        )
        ways = list(dict.fromkeys(variants))
        self.tally.total = sum(self._runs(way) * len(self.targets(way)) for way in ways)
        self.tally.add("playing")
        for way in ways:
            self.lengths(way)

    def _runs(self, procedure: Procedure) -> int:
        return self.seeds if procedure.drawn else 1

    def _run(self, procedure: Procedure) -> Integers:
        """Let the project's own strategy play."""
        answers = "original-all" if procedure.every_word_a_target else "original"
        result = run(STRATEGIES[procedure.ranking], lexicon=self.lexicon, answers=answers)
        self.tally.add(procedure.ranking, games=len(result.lengths))
        return result.lengths[None, :]

    def _play(self, procedure: Procedure) -> Integers:
        """Play as the author's program does, in threads: the kernel releases the lock."""
        targets = self.targets(procedure)
        seeds = self._runs(procedure)
        lengths = np.zeros((seeds, len(targets)), np.int64)
        parts = np.array_split(np.arange(len(targets)), 1 if procedure.drawn else self._workers)

        def play(job: tuple[int, Indices]) -> int:
            seed, part = job
            draws = self._draws(procedure, len(targets), seed)
            row = lengths[seed, part[0] : part[-1] + 1]
            self._games(procedure, targets[part], draws[part], row)
            return len(part)

        jobs = [(seed, part) for seed in range(seeds) for part in parts]
        with ThreadPoolExecutor(self._workers) as pool:
            for games in pool.map(play, jobs):  # stopped by Ctrl-C, `map` drops those that wait
                self.tally.add(procedure.ranking, games=games)
        return lengths

    def _draws(self, procedure: Procedure, games: int, seed: int) -> NDArray[np.float64]:
        """Return the lots of each game; -1 where the guess is not drawn."""
        draws = np.random.default_rng(seed).random((games, procedure.drawn))
        if procedure.fixed_opener:
            draws[:, :1] = -1
        return draws

    def _games(
        self,
        procedure: Procedure,
        targets: Indices,
        draws: NDArray[np.float64],
        lengths: Integers,
        width: int = 0,
    ) -> Integers:
        """Play games by letter frequency; return the first `width` guesses and words left."""
        table = self.naive_table if procedure.naive_feedback else self.true_table
        turns = np.full((len(targets), width, 2), -1, np.int64)
        scored = table.letters if procedure.repeated_letters else table.first_letters
        recount = not procedure.fixed_counts
        play_letter_games(
            table.codes, table.letters, scored, targets, draws, recount, lengths, turns
        )
        return turns

    def trace(self, procedure: Procedure, answer: str) -> list[tuple[str, int]]:
        """Return the game on one answer: each guess, and the words left when it was made."""
        target = np.array([self.lexicon.answer_index(answer)])
        lengths = np.zeros(1, np.int64)
        draws = self._draws(procedure, 1, seed=0)
        turns = self._games(procedure, target, draws, lengths, width=32)[0].tolist()
        return [(self.lexicon.allowed[guess], left) for guess, left in turns if guess >= 0]

    def opener(self, procedure: Procedure) -> str:
        """Return the first guess of a solver that does not draw it."""
        if procedure.ranking == "letters":
            return self.trace(procedure, self.answers[0])[0][0]
        start = Setting.of(self.true_table).start()
        return self.lexicon.allowed[make_strategy(STRATEGIES[procedure.ranking]).choose(start)]

    def solved(self, procedure: Procedure, steps: int) -> NDArray[np.float64]:
        """Return the per cent of games solved in this number of steps, for each run."""
        guesses = steps + procedure.steps_from_zero
        share: NDArray[np.float64] = 100 * (self.lengths(procedure) <= guesses).mean(axis=1)
        return share

    def failed(self, procedure: Procedure) -> Integers:
        """Return the number of games not solved in 6 steps, for each run."""
        guesses = 6 + procedure.steps_from_zero
        count: Integers = (self.lengths(procedure) > guesses).sum(axis=1)
        return count


def _as_played(procedure: Procedure) -> Procedure:
    """Return the procedure as far as games go: where counting begins changes none."""
    return without(procedure, "steps_from_zero")
