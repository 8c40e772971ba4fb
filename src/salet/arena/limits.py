"""How much a bot may use."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any

from salet.errors import InvalidError, UnknownNameError

REPLY_BYTES = 1 << 16
"""A reply longer than this is refused."""

LOG_BYTES = 1 << 16
"""So much of a bot's stderr is kept, the end of it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot that is not of the house may use; strategies and residents are not clocked.

    Attributes
    ----------
    seconds_per_move
        time for one answer, the start of its process included
    seconds_per_match
        time for all answers of one match; once it is used up, every further game is lost
    memory_mb
        memory of a process, where the system can limit it
    """

    seconds_per_move: float = 5.0
    seconds_per_match: float = 300.0
    memory_mb: int = 1024

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not is_positive(value):
                raise InvalidError(f"limits: {field.name} is a positive number, not {value!r}")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Limits:
        """Read limits as a cup file has them."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise UnknownNameError.among("limit", name, known)
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


def is_positive(value: object) -> bool:
    """Whether a value of a cup file is a number above zero, and not without end."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 < value < math.inf


DEFAULT_LIMITS = Limits()
