"""Shared grids, read."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from salet.web.api.fields import Request
from salet.web.service import ServiceDep

router = APIRouter(tags=["advice"])


class GridRequest(Request):
    """Any text with coloured rows in it."""

    text: Annotated[str, Field(max_length=8000)]


class GridAnswer(BaseModel):
    """The rows of every grid that was found."""

    grids: list[list[str]]
    notes: list[str]


@router.post("/grid", responses={200: {"model": GridAnswer}})
async def grid(request: GridRequest, service: ServiceDep) -> Response:
    """Find the grids in a shared text."""
    return await service.answer("grid", request)
