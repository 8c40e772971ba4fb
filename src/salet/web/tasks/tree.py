"""Task: one node of the tree that a strategy plays.

The tree is not written out: a run over all answers holds every line of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from salet.errors import InvalidError
from salet.games.colours import Pattern, all_green
from salet.games.position import Position
from salet.web.tasks.named import named_strategy
from salet.web.tasks.played import played

if TYPE_CHECKING:
    from salet.runs.result import Run
    from salet.table import Indices, Progress

_NAMED_WORDS = 30
_PROVEN = "tree"


def tree(
    *,
    progress: Progress,
    lexicon: dict[str, Any],
    strategy: str,
    position: str,
    hard: str,
    max_guesses: int,
) -> dict[str, Any]:
    """Say what the strategy plays after `position`, and what follows each pattern."""
    if not named_strategy(strategy).traits.deterministic:
        raise InvalidError(f"{strategy} uses chance: it plays no one tree")
    run = played(lexicon, strategy, hard=hard, max_guesses=max_guesses, progress=progress)
    for problem in run.problems:
        raise InvalidError(f"{strategy} {problem}")
    turns = Position.from_text(position)
    rows = _reached(run, turns)
    depth = len(turns)
    guess = int(run.games.guesses[rows[0], depth])
    return {
        "lexicon": run.lexicon.summary(),
        "strategy": run.strategy,
        "proven": run.strategy == _PROVEN,
        "position": str(turns),
        "hard": hard,
        "guess": run.lexicon.allowed[guess],
        **_figures(run, rows, depth),
        "branches": _branches(run, rows, depth),
    }


def _reached(run: Run, position: Position) -> Indices:
    """Return the games that come to a position."""
    rows = np.arange(len(run.answers))
    games = run.games
    for depth, turn in enumerate(position):
        guess = run.lexicon.guess_index(turn.guess)
        if depth < games.guesses.shape[1]:
            same = (games.guesses[rows, depth] == guess) & (
                games.patterns[rows, depth] == turn.pattern.code
            )
            rows = rows[same]
    rows = rows[run.lengths[rows] > len(position)]
    if len(rows) == 0:
        raise InvalidError(f"the tree does not come to {position}, or ends there")
    return rows


def _figures(run: Run, rows: Indices, depth: int) -> dict[str, Any]:
    """Measure what is below a node: answers, and guesses from there on."""
    lengths = run.lengths[rows] - depth
    return {
        "answers": len(rows),
        "total": int(lengths.sum()),
        "mean": float(lengths.mean()),
        "worst": int(lengths.max()),
        "words": [run.answers[row] for row in rows[:_NAMED_WORDS]],
    }


def _branches(run: Run, rows: Indices, depth: int) -> list[dict[str, Any]]:
    codes = run.games.patterns[rows, depth]
    found = []
    for code in np.unique(codes).tolist():
        below = rows[codes == code]
        solved = code == all_green(run.lexicon.length)
        branch = {
            "pattern": str(Pattern.from_code(code, run.lexicon.length)),
            "solved": solved,
            "guess": None
            if solved
            else run.lexicon.allowed[int(run.games.guesses[below[0], depth + 1])],
        }
        found.append(branch | _figures(run, below, depth + 1))
    return sorted(found, key=lambda branch: (-branch["answers"], branch["pattern"]))
