"""Plays a strategy on many answers by walking down its tree.

A deterministic strategy asked about the same position always answers the same. So all answers
are played together: ask once, group them by pattern, and go on with each group. That turns 2,315
games into about 2,500 questions. A strategy that uses chance is walked once per answer instead,
with a random generator seeded by the run's seed and the answer alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from salet.games.colours import all_green
from salet.runs.ask import NoGuessError, alarm, ask
from salet.runs.games import Games, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from salet.strategies.base import Strategy
    from salet.table import Indices, Progress
    from salet.view import Setting, View

STALLED_TURNS = 10
"""So many turns in a row without one candidate less, and the strategy is stopped."""

UNDECLARED_CHANCE = (
    "uses view.rng but declares no chance: own_traits = salet.Traits(deterministic=False)"
)

_TOGETHER = 64
"""So many nodes are asked before their games are shown the patterns."""


def play(
    strategy: Strategy,
    setting: Setting,
    answers: Indices,
    seed: int = 0,
    progress: Progress | None = None,
) -> Games:
    """Play every one of `answers` (answer indices, ascending)."""
    games = Games(answers, progress)
    with alarm() as set_alarm:
        if strategy.traits.deterministic:
            rng = np.random.default_rng(seed)
            untouched = rng.bit_generator.state
            _walk(strategy, setting.start(rng), games, np.arange(len(answers)), set_alarm)
            if rng.bit_generator.state != untouched:
                # Games that share a guess drawn once are not the games of this strategy.
                games.problems.append(Problem("", UNDECLARED_CHANCE, 0))
        else:
            for row, answer in enumerate(answers):
                # A digest of seed and answer: a generator tells what it was seeded with.
                digest = np.random.SeedSequence([seed, int(answer)]).generate_state(4)
                start = setting.start(np.random.default_rng(digest))
                _walk(strategy, start, games, np.array([row]), set_alarm)
    return games


@dataclass(frozen=True, slots=True)
class _Node:
    """Games that have shown the same patterns so far.

    Attributes
    ----------
    rows
        where they are in `Games`, ascending
    stalled
        turns in a row without one candidate less
    """

    view: View
    rows: Indices
    stalled: int = 0

    @property
    def complete(self) -> bool:
        """Whether every candidate is played, so that groups of games are groups of candidates."""
        return len(self.rows) == len(self.view.candidates)


def _walk(
    strategy: Strategy,
    start: View,
    games: Games,
    rows: Indices,
    set_alarm: Callable[[float], None],
) -> None:
    """Play the answers of `rows` together, group by group, longer games first."""
    waiting = [_Node(start, rows)]
    while waiting:
        together, waiting = waiting[-_TOGETHER:], waiting[:-_TOGETHER]
        asked = []
        for node in together:
            try:
                asked.append((node, ask(strategy, node.view, set_alarm)))
            except NoGuessError as error:
                games.give_up(Problem(str(node.view.position), str(error), len(node.rows)))
        if asked:
            waiting += _reply(asked, games, knows_the_end=strategy.knows_the_end)


def _reply(asked: list[tuple[_Node, int]], games: Games, *, knows_the_end: bool) -> list[_Node]:
    """Show the games of several nodes their patterns, and return the nodes that come of it.

    All at once, for numpy takes hardly longer over a thousand games than over one.
    """
    view = asked[0][0].view
    solved = all_green(view.lexicon.length)
    rows = np.concatenate([node.rows for node, _ in asked])
    owner = np.repeat(np.arange(len(asked)), [len(node.rows) for node, _ in asked])
    shown = np.concatenate(
        [view.table.row(guess)[games.answers[node.rows]] for node, guess in asked], dtype=np.int64
    )
    turns = np.array([len(node.view.turns) for node, _ in asked])[owner]
    games.write(rows, turns, np.array([guess for _, guess in asked])[owner], shown)
    right = (shown == solved).nonzero()[0]
    games.solve(rows[right], turns[right])

    # Games of one group have the same node and the same code.
    groups = _Groups.of(owner * (solved + 1) + shown)
    waiting = shown[groups.first] != solved
    if knows_the_end:
        complete = np.array([node.complete for node, _ in asked])[owner[groups.first]]
        known = waiting & complete & (groups.sizes == 1)
        alone = groups.first[known]
        games.guess_last(rows[alone], turns[alone], view.table.answer_guesses, solved)
        waiting &= ~known
    nodes = []
    for members in groups.members(waiting):
        node, guess = asked[owner[members[0]]]
        later = _later(node, guess, int(shown[members[0]]), rows[members], games)
        if later is not None:
            nodes.append(later)
    return nodes


@dataclass(frozen=True, slots=True)
class _Groups:
    """Places that have the same key.

    Attributes
    ----------
    order
        the places, group after group, ascending inside a group
    starts, sizes
        where in `order` each group is
    """

    order: Indices
    starts: Indices
    sizes: Indices

    @classmethod
    def of(cls, keys: Indices) -> _Groups:
        """Put the places of equal keys together."""
        order = keys.argsort(kind="stable")
        arranged = keys[order]
        starts = np.concatenate([[0], (arranged[1:] != arranged[:-1]).nonzero()[0] + 1])
        return cls(order, starts, np.concatenate([starts[1:], [len(keys)]]) - starts)

    @property
    def first(self) -> Indices:
        """The first place of each group."""
        return self.order[self.starts]

    def members(self, which: NDArray[np.bool_]) -> Iterator[Indices]:
        """Give the places of each group that `which` marks."""
        for start, size in zip(
            self.starts[which].tolist(), self.sizes[which].tolist(), strict=True
        ):
            yield self.order[start : start + size]


def _later(node: _Node, guess: int, code: int, rows: Indices, games: Games) -> _Node | None:
    """Return the node of the games that were shown `code`, unless it leads nowhere."""
    view = node.view
    if node.complete:
        left = games.answers[rows]
    else:
        left = view.candidates[view.table.row(guess)[view.candidates] == code]
    games.after[rows, len(view.turns)] = len(left)
    stalled = node.stalled + 1 if len(left) == len(view.candidates) else 0
    later = view.after(guess, code, left)
    if stalled < STALLED_TURNS:
        return _Node(later, rows, stalled)
    message = f"{STALLED_TURNS} guesses in a row told nothing; stopped"
    games.give_up(Problem(str(later.position), message, len(rows)))
    return None
