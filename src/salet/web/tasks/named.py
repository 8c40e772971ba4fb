"""Strategies that a request may name: those that are registered, and nothing on the disk.

On the command line ``file.py:Name`` runs a file and ``tree(file)`` reads one; a text that came
over the network must do neither.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from salet.errors import InvalidError
from salet.strategies.registry import make_strategy

if TYPE_CHECKING:
    from salet.strategies.base import Strategy

_HARMLESS = re.compile(r"(?:[\w+(),= -]|(?<=\d)\.(?=\d)){1,200}")
_TREE_OF_A_FILE = re.compile(r"\btree(-v\d+)?\s*\(\s*[^)\s]")


def named_strategy(text: str) -> Strategy:
    """Return the strategy that `text` describes.

    >>> named_strategy("entropy+solutions_below(20)").to_text()
    'entropy+solutions_below'
    >>> named_strategy("mine.py:Mine")
    Traceback (most recent call last):
    ...
    salet.errors.InvalidError: a strategy is written as letters+solutions_below(20) here; files are
    for the command line
    """
    if not _HARMLESS.fullmatch(text) or _TREE_OF_A_FILE.search(text):
        raise InvalidError(
            "a strategy is written as letters+solutions_below(20) here; "
            "files are for the command line"
        )
    return make_strategy(text)
