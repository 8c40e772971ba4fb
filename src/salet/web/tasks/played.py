"""Strategies played on answers, the last few runs kept."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from salet.games.rules import HardMode, Rules
from salet.games.wordle import Wordle
from salet.runs.conditions import Conditions
from salet.runs.ground import Ground
from salet.web.tasks.named import named_strategy
from salet.web.tasks.words import lexicon_of

if TYPE_CHECKING:
    from salet.runs.result import Run
    from salet.table import Progress

_KEPT = 4
_runs: OrderedDict[str, Run] = OrderedDict()


def played(
    lexicon: dict[str, Any],
    strategy: str,
    *,
    hard: str,
    max_guesses: int,
    opener: str | None = None,
    answers: list[str] | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play a strategy on all answers, or on some."""
    key = json.dumps(
        [lexicon.get("name") or lexicon["id"], strategy, hard, max_guesses, opener, answers]
    )
    if key in _runs:
        _runs.move_to_end(key)
        return _runs[key]
    conditions = Conditions(
        Wordle(lexicon_of(lexicon)),
        Rules(max_guesses, HardMode(hard)),
        None if answers is None else tuple(answers),
    )
    _runs[key] = Ground.of(conditions).run(
        named_strategy(strategy), opener=opener, progress=progress
    )
    while len(_runs) > _KEPT:
        _runs.popitem(last=False)
    return _runs[key]
