"""Finds strategies by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from salet.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from salet.strategies.base import Ranking

_FAMILIES = ("letters", "splits")
_REGISTRY: dict[str, type[Ranking]] = {}


def register(name: str) -> Callable[[type[Ranking]], type[Ranking]]:
    """Enter a class under `name`."""

    def enter(strategy: type[Ranking]) -> type[Ranking]:
        _REGISTRY[name] = strategy
        return strategy

    return enter


def strategy_names() -> list[str]:
    """Return every registered name."""
    for family in _FAMILIES:
        import_module(f"salet.strategies.{family}")
    return sorted(_REGISTRY)


def make_strategy(name: str) -> Ranking:
    """Return the strategy registered as `name`.

    >>> make_strategy("entropi")
    Traceback (most recent call last):
    ...
    salet.errors.UnknownNameError: there is no strategy 'entropi'; did you mean entropy?
    """
    names = strategy_names()
    if name not in names:
        raise UnknownNameError.among("strategy", name, names)
    return _REGISTRY[name]()
