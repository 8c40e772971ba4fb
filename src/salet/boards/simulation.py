"""Many games of several boards: playing them, and the result.

The first guess is the same in all games, so what the second one needs to know is worked out once
for every group of answers that the first can leave. From the third guess on the boards have few
candidates each. Games are independent, and are played on threads.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet import measures
from salet.boards.notation import MOST_BOARDS, allowed_guesses
from salet.boards.strategy import SOLVE, CommonGuess, strategy_for
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.registry import make_game
from salet.parallel import worker_count
from salet.table import Indices, Progress, StoredTable, Table, open_table
from salet.words.lexicon import GuessIndex, Lexicon

_GAMES_PER_TASK = 50


@dataclass(frozen=True)
class BoardsRun:
    """Games of several boards, each played until all its boards are solved.

    Attributes
    ----------
    answers
        the answer indices (games, boards)
    solved_at
        which guess solved each board (games, boards)
    max_guesses
        how many guesses the game allows; longer games are played on, and are losses
    """

    strategy: str
    game: Game
    opener: str
    max_guesses: int
    seed: int
    answers: NDArray[np.int64] = field(repr=False)
    solved_at: NDArray[np.int64] = field(repr=False)
    seconds: float

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

    @property
    def boards(self) -> int:
        """The number of boards of each game."""
        return int(self.answers.shape[1])

    @property
    def lengths(self) -> NDArray[np.int64]:
        """The number of guesses of each game, until the last board is solved."""
        lengths: NDArray[np.int64] = self.solved_at.max(axis=1)
        return lengths

    @property
    def mean(self) -> float:
        """Guesses per game, a loss counted at its true length."""
        return measures.mean(self.lengths) or 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        games = len(self.lengths)
        return float(self.lengths.std(ddof=1) / np.sqrt(games)) if games > 1 else 0.0

    @property
    def losses(self) -> int:
        """Games not finished within the allowed number of guesses."""
        return measures.losses(self.lengths, self.max_guesses)

    @property
    def within_limit(self) -> float:
        """The share of games finished within the allowed number of guesses."""
        return 1 - self.losses / len(self.lengths)

    @property
    def worst(self) -> int:
        """The longest game."""
        return measures.worst(self.lengths)

    @property
    def histogram(self) -> dict[int, int]:
        """The number of games of each length."""
        return measures.histogram(self.lengths)

    def hardest(self) -> tuple[str, ...]:
        """Return the answers of the longest game; of several, the first."""
        (longest,) = measures.hardest(self.lengths, 1)
        return tuple(self.lexicon.answers[index] for index in self.answers[longest])

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values for JSON."""
        return {
            "lexicon": self.game.summary(),
            "strategy": self.strategy,
            "opener": self.opener,
            "boards": self.boards,
            "max_guesses": self.max_guesses,
            "games": len(self.lengths),
            "seed": self.seed,
            "total": int(self.lengths.sum()),
            "mean": self.mean,
            "standard_error": self.standard_error,
            "losses": self.losses,
            "within_limit": self.within_limit,
            "worst": self.worst,
            "histogram": {str(length): count for length, count in self.histogram.items()},
            "hardest": list(self.hardest()),
            "seconds": self.seconds,
        }


def run_boards(
    boards: int,
    *,
    games: int = 1000,
    seed: int = 1,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    strategy: CommonGuess | None = None,
    opener: str | None = None,
    max_guesses: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> BoardsRun:
    """Play seeded games of several boards, and measure them.

    Parameters
    ----------
    boards
        how many boards a game has, 2 to 32
    games, seed
        how many games, and which: the first games of a seed do not depend on how many follow
    game, lexicon
        a game, or its name; None for Wordle with these words
    strategy, opener
        how to choose, if not as `strategy_for` says; another first guess
    max_guesses
        how many guesses the game allows, if not the usual number
    jobs
        threads, 0 for one per core; the result does not depend on it
    progress
        called with the games played so far and their number

    >>> run = run_boards(2, games=20)
    >>> run.max_guesses, run.losses
    (7, 0)
    """
    if not 2 <= boards <= MOST_BOARDS:
        raise InvalidError(f"cannot play {boards} boards; play 2 to {MOST_BOARDS}")
    if games < 1:
        raise InvalidError(f"cannot play {games} games; play 1 or more")
    table = open_table(make_game(game, lexicon))
    words = table.lexicon
    answers = draw_answers(len(words.answers), boards, games, seed)
    player = (strategy or strategy_for(boards)).fitted(words)
    if opener is not None:
        player = replace(player, opener=words.allowed[words.guess_index(opener)])
    shared = _Shared(table, player, boards)
    started = time.perf_counter()
    solved_at = shared.play(answers, jobs, progress)
    return BoardsRun(
        str(player),
        table.game,
        shared.opener,
        allowed_guesses(boards) if max_guesses is None else max_guesses,
        seed,
        answers,
        solved_at,
        time.perf_counter() - started,
    )


def draw_answers(answers: int, boards: int, games: int, seed: int) -> Indices:
    """Draw the answers of every game (games, boards), no two the same within a game."""
    if boards > answers:
        raise InvalidError(f"{boards} boards need {boards} answers; there are {answers}")
    chance = np.random.default_rng(seed)
    return np.array([chance.choice(answers, boards, replace=False) for _ in range(games)])


class _Shared:
    """What all games share: the table, the first guess, and what it leaves open."""

    def __init__(self, table: Table, player: CommonGuess, boards: int) -> None:
        from salet.kernels import boards as kernels

        game = table.game
        table.prepare()
        if not isinstance(table, StoredTable) or table.by_answer is None:
            raise InvalidError(f"{game.name} is too large for games of several boards")
        codes = table.by_answer.T  # the replies for one answer lie side by side
        answer_guesses = np.array(table.answer_guesses)
        steps = np.diff(player.terms(len(game.answers)))
        ground = kernels.Ground(codes, answer_guesses, game.replies.size, int(game.replies.solved))
        scale = kernels.Scale(steps, player.weights(boards), SOLVE)
        first = player.first_guess(table.lexicon)
        if first is None:
            every = np.arange(len(game.answers))
            first = GuessIndex(int(player.values(table, [every] * boards).argmin()))
        _, group = np.unique(table.row(first), return_inverse=True)
        left_open = np.zeros((group.max() + 1, len(codes)), np.int64)
        sizes = np.zeros(game.replies.size, np.int64)
        for number, values in enumerate(left_open):
            kernels.add_open(codes, np.flatnonzero(group == number), steps, sizes, values)
        opening = kernels.Opening(int(first), group, left_open)
        self.opener = table.lexicon.allowed[first]
        self._play = partial(kernels.play_boards, ground, scale, opening, astuple(player.trial))

    def play(self, answers: Indices, jobs: int, progress: Progress | None) -> NDArray[np.int64]:
        """Play all games, a few at a time on each thread."""
        solved_at = np.zeros_like(answers)
        starts = range(0, len(answers), _GAMES_PER_TASK)
        parts = [slice(start, start + _GAMES_PER_TASK) for start in starts]
        with ThreadPoolExecutor(worker_count(jobs)) as threads:
            try:
                played = threads.map(lambda part: self._play(answers[part], solved_at[part]), parts)
                for done, _ in enumerate(played, 1):
                    if progress is not None:
                        progress(min(done * _GAMES_PER_TASK, len(answers)), len(answers))
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)  # Ctrl-C: play no more parts
                raise
        return solved_at
