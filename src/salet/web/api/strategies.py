"""The strategies."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import LexiconSummary, Request
from salet.web.service import ServiceDep

router = APIRouter(prefix="/strategies", tags=["laboratory"])


class StrategyEntry(BaseModel):
    """One strategy or rule."""

    name: str
    version: int
    kind: str
    aliases: list[str]
    parameters: dict[str, Any]
    summary: str
    plays: bool


class Figures(BaseModel):
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


class Strategies(BaseModel):
    """All strategies, and the figures of those that were measured."""

    strategies: list[StrategyEntry]
    lexicon: LexiconSummary = Field(description="Where they were measured.")
    measured: list[Figures]
    notes: list[str]


class Everything(Request):
    """All of them."""


@router.get("", responses={200: {"model": Strategies}})
async def strategies(service: ServiceDep) -> Response:
    """List the strategies and the decision rules, with measured figures."""
    return await service.answer("strategies", Everything())
