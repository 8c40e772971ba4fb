"""Parameter sweeps: the values of a placeholder, and texts with placeholders filled in."""

from __future__ import annotations

import itertools
import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

from salet.errors import InvalidError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Value: TypeAlias = bool | int | float | str

_PLACEHOLDER = re.compile(r"\{(\w*)\}")
_MOST_VALUES = 1_000_000


def read_values(key: str, given: Any) -> tuple[Value, ...]:
    """Read the values of one placeholder: a list, or a range whose end belongs to it.

    >>> read_values("below", [0, 5, 10])
    (0, 5, 10)
    >>> read_values("weight", {"from": 0, "to": 0.3, "step": 0.1})
    (0.0, 0.1, 0.2, 0.3)
    """
    if isinstance(given, dict):
        return _range(key, given)
    values = tuple(given) if isinstance(given, list | tuple) else (given,)
    for value in values:
        if not isinstance(value, bool | int | float | str) or not _is_finite(value):
            raise InvalidError(f"{key}: a value is a number or a text, not {value!r}")
    if not values:
        raise InvalidError(f"{key}: the list is empty; give at least one value")
    return values


def _is_finite(value: Value) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def _range(key: str, given: dict[str, Any]) -> tuple[int, ...] | tuple[float, ...]:
    """Count from one number to another."""
    known = ("from", "to", "step")
    for name, number in given.items():
        if name not in known:
            raise InvalidError(f"{key}.{name}: a range has from, to and step")
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise InvalidError(f"{key}.{name}: a number, not {number!r}")
    if "from" not in given or "to" not in given:
        raise InvalidError(f"{key}: a range needs from and to, as in {{from = 0, to = 50}}")
    # Decimals, for 0.1 three times is 0.3 and not 0.30000000000000004.
    start, end, step = (Decimal(str(given.get(name, 1))) for name in known)
    if not (start.is_finite() and end.is_finite() and step.is_finite()) or step <= 0 or end < start:
        raise InvalidError(f"{key}: a range goes up from a number to a larger one by a step")
    count = int((end - start) / step) + 1
    if count > _MOST_VALUES:
        raise InvalidError(f"{key}: the range has {count:,} values; take a longer step")
    values = [start + step * place for place in range(count)]
    if any(isinstance(number, float) for number in given.values()):
        return tuple(float(value) for value in values)
    return tuple(int(value) for value in values)


def placeholders(text: str) -> tuple[str, ...]:
    """Return the names in braces, each once.

    >>> placeholders("letters+solutions_below({below})+popular_below({popular})")
    ('below', 'popular')
    """
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(text)))


def check_placeholders(texts: Sequence[str], sweep: Mapping[str, tuple[Value, ...]]) -> None:
    """Make sure that every placeholder has values and all values have a placeholder."""
    used = [name for text in texts for name in placeholders(text)]
    for name in used:
        if name not in sweep:
            hint = nearest(name, sweep) or f"write [sweep] with {name or 'NAME'} = [values]"
            raise InvalidError(f"strategy: {{{name}}} has no values; {hint}")
    for name in sweep:
        if name not in used:
            raise InvalidError(
                f"sweep.{name}: no strategy has {{{name}}}; write it where the values are to go"
            )


def filled(
    text: str, sweep: Mapping[str, tuple[Value, ...]]
) -> Iterator[tuple[str, dict[str, Value]]]:
    """Give the text with every combination of values in place of its placeholders.

    >>> [text for text, _ in filled("tiles({green})", {"green": (2, 3)})]
    ['tiles(2)', 'tiles(3)']
    """
    names = placeholders(text)
    for values in itertools.product(*(sweep[name] for name in names)):
        chosen = dict(zip(names, values, strict=True))
        yield _PLACEHOLDER.sub(lambda match: _written(chosen[match[1]]), text), chosen  # noqa: B023


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
