"""Task: watch a strategy play one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.games.position import Position
from salet.web.tasks.played import played
from salet.web.tasks.words import table_of
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from salet.table import Progress

_NAMED_WORDS = 40


def game(
    *,
    progress: Progress,
    lexicon: dict[str, Any],
    strategy: str,
    answer: str,
    hard: str,
    max_guesses: int,
) -> dict[str, Any]:
    """Play one answer, and name the candidates after every guess."""
    table = table_of(lexicon)
    answer = table.lexicon.answers[table.lexicon.answer_index(read_word(answer))]
    run = played(
        lexicon,
        strategy,
        hard=hard,
        max_guesses=max_guesses,
        answers=[answer],
        progress=progress,
    )
    log = run.log(answer)
    steps, position = [], Position()
    for step in log.steps:
        position = position.after(step.guess, step.pattern)
        left = table.candidates(position)
        steps.append(
            {
                "guess": step.guess,
                "pattern": str(step.pattern),
                "before": step.before,
                "after": step.after,
                "words": [table.lexicon.answers[index] for index in left[:_NAMED_WORDS]],
            }
        )
    return {
        "lexicon": table.lexicon.summary(),
        "strategy": run.strategy,
        "answer": answer,
        "solved": log.solved,
        "won": log.won,
        "steps": steps,
        "problems": [problem.message for problem in run.problems],
    }
