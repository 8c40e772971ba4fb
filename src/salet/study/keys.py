"""Reads the keys of a study, one function for each kind.

Every function takes the key, to name it in errors, and the value as TOML or a person gives it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError, nearest
from salet.games.rules import HardMode
from salet.study.sweep import Value, read_values
from salet.study.words import Played, Words
from salet.words.frequencies import PRIORS
from salet.words.shelf import is_lexicon_name, lexicon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ALL = "all"
KNOWLEDGE = ("answers", "all")


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidError(f"{key}: a text, not {value!r}")
    return value


def _texts(key: str, value: Any) -> tuple[str, ...]:
    return tuple(_text(key, item) for item in _listed(key, value))


def _openers(key: str, value: Any) -> tuple[str, ...] | str:
    """Take the text "all" for all words, and ["all"] for the word."""
    return ALL if value == ALL else _texts(key, value)


def _listed(key: str, value: Any) -> list[Any]:
    """Take one value for a list of one."""
    values = list(value) if isinstance(value, list | tuple) else [value]
    if not values:
        raise InvalidError(f"{key}: the list is empty; give at least one value, or leave it out")
    return values


def _whole(key: str, value: Any, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidError(f"{key}: a whole number, not {value!r}")
    if value < least:
        raise InvalidError(f"{key}: {least} or more, not {value}")
    return value


def _seeds(key: str, value: Any) -> tuple[int, ...]:
    return tuple(_whole(key, item) for item in _listed(key, value))


def _guesses(key: str, value: Any) -> tuple[int, ...]:
    return tuple(_whole(key, item, least=1) for item in _listed(key, value))


def _truth(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InvalidError(f"{key}: true or false, not {value!r}")
    return value


def _among(known: Iterable[str]) -> Callable[[str, Any], tuple[str, ...]]:
    """Make the reader of a key whose values have names."""
    names = list(known)
    return lambda key, value: tuple(_one_of(key, item, names) for item in _texts(key, value))


def _one_of(key: str, value: str, known: list[str]) -> str:
    if value not in known:
        hint = nearest(value, known) or f"choose from {', '.join(known)}"
        raise InvalidError(f"{key}: there is no {value!r}; {hint}")
    return value


def _table(key: str, value: Any, known: tuple[str, ...]) -> dict[str, Any]:
    """Check the names in a table of TOML."""
    if not isinstance(value, dict):
        raise InvalidError(f"{key}: a text or a table, not {value!r}")
    for name in value:
        if name not in known:
            raise InvalidError(f"{key}.{name}: there is no such key; it has {', '.join(known)}")
    return value


def _lexicons(key: str, value: Any) -> tuple[Words, ...]:
    return tuple(_words(key, item) for item in _listed(key, value))


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
        raise InvalidError(f'{key}: "all", a list of words, or a table such as {{sample = 500}}')
    table = _table(key, value, ("words", "file", "lexicon", "sample", "seed"))
    if len({"words", "file", "lexicon"} & set(table)) > 1:
        raise InvalidError(f"{key}: take one of words, file and lexicon")
    return Played(
        words=_texts(f"{key}.words", table["words"]) if "words" in table else (),
        file=_text(f"{key}.file", table.get("file", "")),
        lexicon=_text(f"{key}.lexicon", table.get("lexicon", "")),
        sample=_whole(f"{key}.sample", table["sample"], least=1) if "sample" in table else 0,
        seed=_whole(f"{key}.seed", table.get("seed", 0)),
    )


def _sweep(key: str, value: Any) -> dict[str, tuple[Value, ...]]:
    if not isinstance(value, dict):
        raise InvalidError(f"{key}: a table of names and values, not {value!r}")
    return {name: read_values(f"{key}.{name}", given) for name, given in value.items()}


READERS: dict[str, Callable[[str, Any], Any]] = {
    "strategy": _texts,
    "title": _text,
    "opener": _openers,
    "lexicon": _lexicons,
    "knowledge": _among(KNOWLEDGE),
    "answers": _answers,
    "hard": _among(mode.value for mode in HardMode),
    "max_guesses": _guesses,
    "prior": _among(PRIORS),
    "frequencies": _text,
    "seed": _seeds,
    "tie_orders": _whole,
    "weighted": _truth,
    "lengths": _truth,
    "sweep": _sweep,
}
