"""A strategy watched on one answer."""

from __future__ import annotations

from typing import Any

from salet.web.resource import RulesRequest, StrategyText, Toolbox, Word, post
from salet.words.spelling import read_word

_NAMED_WORDS = 40


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
                "words": [lexicon.answers[index] for index in left[:_NAMED_WORDS]],
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
