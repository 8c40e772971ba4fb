"""A strategy looked at: its decision tree, node by node, or its play on one answer.

The tree is not written out: a run over all answers holds every line of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError
from salet.web.resource import PositionText, RulesRequest, StrategyText, Toolbox, Word, post
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.games.game import Game
    from salet.games.position import Position
    from salet.runs.result import Run
    from salet.table import Indices

_NAMED_WORDS = 30
_STEP_WORDS = 40
_PROVEN = "tree"


class TreeRequest(RulesRequest):
    """A node: whose tree, and where in it."""

    strategy: StrategyText = "tree"
    position: PositionText = ""


@post("/tree", TreeRequest, "TreeAnswer", tag="laboratory", long=True)
def tree(request: TreeRequest, work: Toolbox) -> dict[str, Any]:
    """Say what a strategy plays at a position, and what follows each pattern."""
    from salet.tree.forms import has_proven_tree
    from salet.web.toolbox import named_strategy

    strategy = request.strategy
    if not named_strategy(strategy).traits.deterministic:
        raise InvalidError(f"{strategy} uses chance, so it has no single tree")
    game = work.table(request).game
    run = work.run(request, strategy)
    for problem in run.problems:
        raise InvalidError(f"{strategy} {problem}")
    turns = game.position(request.position)
    rows = _reached(run, turns)
    depth = len(turns)
    guess = int(run.played.guesses[rows[0], depth])
    return {
        "lexicon": game.summary(),
        "strategy": run.strategy,
        "proven": run.strategy == _PROVEN and has_proven_tree(game),
        "position": str(turns),
        "hard": request.hard,
        "guess": run.lexicon.allowed[guess],
        **_figures(run, rows, depth),
        "branches": _branches(game, run, rows, depth),
    }


def _reached(run: Run, position: Position) -> Indices:
    """Return the games that come to a position."""
    import numpy as np

    rows = np.arange(len(run.answers))
    games = run.played
    for depth, turn in enumerate(position):
        guess = run.lexicon.guess_index(turn.guess)
        if depth < games.guesses.shape[1]:
            same = (games.guesses[rows, depth] == guess) & (
                games.patterns[rows, depth] == turn.reply.code
            )
            rows = rows[same]
    rows = rows[run.lengths[rows] > len(position)]
    if len(rows) == 0:
        raise InvalidError(f"the tree does not reach {position}, or it ends there")
    return rows


def _figures(run: Run, rows: Indices, depth: int) -> dict[str, Any]:
    """Measure what is below a node: answers, and guesses from there on, none where it is solved."""
    lengths = run.lengths[rows] - depth
    return {
        "answers": len(rows),
        "total": int(lengths.sum()),
        "mean": float(lengths.mean()),
        "worst": int(lengths.max()),
        "words": [run.answers[row] for row in rows[:_NAMED_WORDS]],
    }


def _branches(game: Game, run: Run, rows: Indices, depth: int) -> list[dict[str, Any]]:
    import numpy as np

    codes = run.played.patterns[rows, depth]
    found = []
    for code in np.unique(codes).tolist():
        below = rows[codes == code]
        solved = code == game.replies.solved
        following = None if solved else int(run.played.guesses[below[0], depth + 1])
        branch = {
            "pattern": str(game.replies[code]),
            "solved": solved,
            "guess": None if following is None else run.lexicon.allowed[following],
        }
        found.append(branch | _figures(run, below, depth + 1))
    return sorted(found, key=lambda branch: (-branch["answers"], branch["pattern"]))


# --- one game ---


class WatchRequest(RulesRequest):
    """Who plays, and on what."""

    strategy: StrategyText
    answer: Word


@post("/game", WatchRequest, "GameAnswer", tag="laboratory", long=True)
def game(request: WatchRequest, work: Toolbox) -> dict[str, Any]:
    """Play a strategy on one answer, step by step."""
    from salet.games.position import Position

    table = work.table(request)
    lexicon = table.lexicon
    answer = lexicon.answers[lexicon.answer_index(read_word(request.answer))]
    run = work.run(request, request.strategy, answers=(answer,))
    log = run.log(answer)
    steps, position = [], Position()
    for step in log.steps:
        position = position.after(step.guess, step.reply)
        left = table.candidates(position)
        steps.append(
            {
                "guess": step.guess,
                "pattern": str(step.reply),
                "before": step.before,
                "after": step.after,
                "words": [lexicon.answers[index] for index in left[:_STEP_WORDS]],
            }
        )
    return {
        "lexicon": table.game.summary(),
        "strategy": run.strategy,
        "answer": answer,
        "solved": log.solved,
        "won": log.won,
        "steps": steps,
        "problems": [problem.message for problem in run.problems],
    }
