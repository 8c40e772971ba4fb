"""Reads the keys of a study: one function for each kind, the words it plays with, its sweeps.

Every function takes the key, to name it in errors, and the value as TOML or a person gives it.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from salet.errors import InvalidError, nearest, under
from salet.words.frequencies import check_prior
from salet.words.history import read_day
from salet.words.lexicon import Lexicon
from salet.words.shelf import is_lexicon_name, lexicon_names

T = TypeVar("T")
Value: TypeAlias = bool | int | float | str

ALL = "all"
KNOWLEDGE = ("answers", "all")
_PLACEHOLDER = re.compile(r"\{(\w*)\}")
_MOST_VALUES = 1_000_000


# --- words ---


@dataclass(frozen=True)
class Words:
    """Where words come from: a bundled lexicon by name, or files of one's own."""

    name: str = ""
    answers: str = ""
    allowed: str = ""

    def load(self, folder: Path) -> Lexicon:
        """Read the lexicon; paths start from `folder`."""
        if not self.answers:
            return Lexicon.load(self.name)
        allowed = folder / self.allowed if self.allowed else None
        return Lexicon.from_files(folder / self.answers, allowed, name=self.name or None)


@dataclass(frozen=True)
class Played:
    """Which answers are played: all, or a list, a file, those of a lexicon; or a sample of them.

    Or the real days of a `history`, from the `first` to the `last`, each knowing those before it.
    """

    words: tuple[str, ...] = ()
    file: str = ""
    lexicon: str = ""
    sample: int = 0
    seed: int = 0
    history: str = ""
    first: str = ""
    last: str = ""

    def load(self, folder: Path) -> tuple[str, ...] | None:
        """Return the words to draw from or to play; None for all of the lexicon."""
        if self.file:
            return Lexicon.from_files(folder / self.file).answers
        if self.lexicon:
            return Lexicon.load(self.lexicon).answers
        return self.words or None


# --- keys ---


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidError(f"{key}: must be a text, not {value!r}")
    return value


def _texts(key: str, value: Any) -> tuple[str, ...]:
    return _each(_text)(key, value)


def _openers(key: str, value: Any) -> tuple[str, ...] | str:
    """Read the text "all" as all words, and ["all"] as the word."""
    return ALL if value == ALL else _texts(key, value)


def _each(read: Callable[[str, Any], T]) -> Callable[[str, Any], tuple[T, ...]]:
    """Make the reader of a key that takes one value or a list of them."""

    def read_all(key: str, value: Any) -> tuple[T, ...]:
        values = value if isinstance(value, list | tuple) else [value]
        if not values:
            raise InvalidError(
                f"{key}: the list is empty; give at least one value, or leave it out"
            )
        return tuple(read(key, item) for item in values)

    return read_all


def _whole(key: str, value: Any, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidError(f"{key}: must be a whole number, not {value!r}")
    if value < least:
        raise InvalidError(f"{key}: must be {least} or more, not {value}")
    return value


def _truth(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InvalidError(f"{key}: must be true or false, not {value!r}")
    return value


def _prior(key: str, value: Any) -> str:
    with under(key):
        check_prior(_text(key, value))
    return str(value)


def _one_of(key: str, value: Any, known: Sequence[str]) -> str:
    if _text(key, value) not in known:
        hint = nearest(value, known) or f"choose from {', '.join(known)}"
        raise InvalidError(f"{key}: there is no {value!r}; {hint}")
    return str(value)


def _table(key: str, value: Any, known: tuple[str, ...]) -> dict[str, Any]:
    """Check the names in a table of TOML."""
    if not isinstance(value, dict):
        raise InvalidError(f"{key}: must be a text or a table, not {value!r}")
    for name in value:
        if name not in known:
            raise InvalidError(f"{key}.{name}: there is no such key; it has {', '.join(known)}")
    return value


def _words(key: str, value: Any) -> Words:
    if isinstance(value, str):
        return Words(value if is_lexicon_name(value) else _one_of(key, value, lexicon_names()))
    if isinstance(value, Words):
        return value
    table = _table(key, value, ("name", "answers", "allowed"))
    if set(table) == {"name"}:
        return _words(key, table["name"])
    if "answers" not in table:
        raise InvalidError(f'{key}: name a file, as in {{answers = "mine.txt"}}')
    return Words(**{name: _text(f"{key}.{name}", item) for name, item in table.items()})


def _answers(key: str, value: Any) -> Played:
    if isinstance(value, Played):
        return value
    if value == ALL:
        return Played()
    if isinstance(value, list | tuple):
        return Played(words=_texts(key, value))
    if isinstance(value, str):
        raise InvalidError(
            f'{key}: must be "all", a list of words, or a table such as {{sample = 500}}'
        )
    table = _table(key, value, tuple(one.name for one in fields(Played)))
    if "history" in table or {"first", "last"} & set(table):
        return _days(key, table)
    if len({"words", "file", "lexicon"} & set(table)) > 1:
        raise InvalidError(f"{key}: give only one of words, file and lexicon")
    return Played(
        words=_texts(f"{key}.words", table["words"]) if "words" in table else (),
        file=_text(f"{key}.file", table.get("file", "")),
        lexicon=_text(f"{key}.lexicon", table.get("lexicon", "")),
        sample=_whole(f"{key}.sample", table["sample"], least=1) if "sample" in table else 0,
        seed=_whole(f"{key}.seed", table.get("seed", 0)),
    )


def _days(key: str, table: dict[str, Any]) -> Played:
    if not {"history"} <= set(table) <= {"history", "first", "last"}:
        raise InvalidError(
            f'{key}: real days are {{history = "nyt", first = "2026-01-01", last = "2026-05-23"}}'
        )
    history, first, last = (str(table.get(name, "")) for name in ("history", "first", "last"))
    days = Played(history=history, first=first, last=last)  # as texts, though TOML has dates
    with under(key):
        for day in filter(None, (days.first, days.last)):
            read_day(day)
    return days


def _sweep(key: str, value: Any) -> dict[str, tuple[Value, ...]]:
    if not isinstance(value, dict):
        raise InvalidError(f"{key}: must be a table of names and values, not {value!r}")
    return {name: read_values(f"{key}.{name}", given) for name, given in value.items()}


# --- sweeps ---


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
        endless = isinstance(value, float) and not math.isfinite(value)
        if endless or not isinstance(value, bool | int | float | str):
            raise InvalidError(f"{key}: a value must be a number or a text, not {value!r}")
    if not values:
        raise InvalidError(f"{key}: the list is empty; give at least one value")
    return values


def _range(key: str, given: dict[str, Any]) -> tuple[int, ...] | tuple[float, ...]:
    """Count from one number to another."""
    known = ("from", "to", "step")
    for name, number in given.items():
        if name not in known:
            raise InvalidError(f"{key}.{name}: unknown key; a range has from, to and step")
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise InvalidError(f"{key}.{name}: must be a number, not {number!r}")
    if "from" not in given or "to" not in given:
        raise InvalidError(f"{key}: a range needs from and to, as in {{from = 0, to = 50}}")
    # Decimals, for 0.1 three times is 0.3 and not 0.30000000000000004.
    start, end, step = (Decimal(str(given.get(name, 1))) for name in known)
    if not (start.is_finite() and end.is_finite() and step.is_finite()) or step <= 0 or end < start:
        raise InvalidError(f"{key}: a range must go up, by a step above 0")
    count = int((end - start) / step) + 1
    if count > _MOST_VALUES:
        raise InvalidError(f"{key}: the range has {count:,} values; use a larger step")
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
                f"sweep.{name}: no strategy has {{{name}}}; write it where the values should go"
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


READERS: dict[str, Callable[[str, Any], Any]] = {
    "strategy": _texts,
    "title": _text,
    "opener": _openers,
    "game": _texts,
    "lexicon": _each(_words),
    "knowledge": _each(partial(_one_of, known=KNOWLEDGE)),
    "answers": _answers,
    "hard": _texts,
    "max_guesses": _each(partial(_whole, least=1)),
    "prior": _each(_prior),
    "frequencies": _text,
    "seed": _each(_whole),
    "tie_orders": _whole,
    "weighted": _truth,
    "lengths": _truth,
    "sweep": _sweep,
}
