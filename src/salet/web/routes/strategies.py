"""The strategies, with what they were measured at."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

from pydantic import Field

from salet.web.resource import Answer, LexiconSummary, Request, Sent, get

if TYPE_CHECKING:
    from salet.web.work import Work

_MEASURED = resources.files("salet") / "data" / "figures" / "strategies.json"


class StrategiesRequest(Request):
    """All of them."""


class StrategyEntry(Sent):
    """One strategy or rule."""

    name: str
    version: int
    kind: str
    aliases: list[str]
    parameters: dict[str, Any]
    summary: str
    plays: bool


class Figures(Sent):
    """What a strategy was measured at, on all answers of the lexicon."""

    strategy: str
    opener: str | None
    games: int
    total: int
    mean: float
    losses: int
    within3: float
    worst: int
    seconds: float
    histogram: dict[str, int]


class Strategies(Answer):
    """All strategies, and the figures of those that were measured."""

    strategies: list[StrategyEntry]
    lexicon: LexiconSummary = Field(description="Where they were measured.")
    measured: list[Figures]


@get("/strategies", StrategiesRequest, Strategies, StrategiesRequest, tag="laboratory")
def strategies(_: StrategiesRequest, __: Work) -> dict[str, Any]:
    """List the strategies and the decision rules, with measured figures."""
    from salet.strategies.registry import registry

    return {
        "strategies": [spec.to_dict() | {"plays": spec.plays} for spec in registry().values()],
        **json.loads(_MEASURED.read_text(encoding="utf-8")),
    }
