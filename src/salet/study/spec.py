"""A study as data: what is to be compared, read from TOML or made in Python.

::

    title = "When to stop collecting letters"
    strategy = "letters+solutions_below({below})"
    opener = ["tales", "stare"]

    [sweep]
    below = [0, 5, 10, 20, 50]

What may vary takes one value or a list of them, and every value is played with every other: 5 x 2
cells here. `docs/studies.md` has all the keys.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError, nearest
from salet.games.rules import HardMode
from salet.study.keys import READERS
from salet.study.sweep import Value, check_placeholders
from salet.study.words import Played, Words
from salet.words.frequencies import UNIFORM
from salet.words.lexicon import DEFAULT_LEXICON

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Study:
    """What is to be played and compared; make one with `of`, `from_text` or `from_file`.

    Attributes
    ----------
    opener
        the first guesses to try; none for the strategy's own, ``"all"`` for all allowed words
    tie_orders
        play every cell so many times more, with ties broken in an order drawn by a seed
    weighted
        whether measures count answers by the prior; otherwise all alike
    lengths
        whether the results keep the length of every game, which pairing needs
    folder
        where relative paths start

    >>> study = Study.of(strategy="tiles({green})", sweep={"green": [2, 3]}, opener="soare")
    >>> study.sweep
    {'green': (2, 3)}
    >>> print(study.to_text())
    strategy = ["tiles({green})"]
    opener = ["soare"]
    [sweep]
    green = [2, 3]
    """

    strategy: tuple[str, ...]
    title: str = ""
    opener: tuple[str, ...] | str = ()
    lexicon: tuple[Words, ...] = (Words(DEFAULT_LEXICON),)
    knowledge: tuple[str, ...] = ("answers",)
    answers: Played = field(default_factory=Played)
    hard: tuple[str, ...] = (HardMode.OFF.value,)
    max_guesses: tuple[int, ...] = (6,)
    prior: tuple[str, ...] = (UNIFORM,)
    frequencies: str = ""
    seed: tuple[int, ...] = (0,)
    tie_orders: int = 0
    weighted: bool = True
    lengths: bool = True
    sweep: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    folder: Path = field(default=Path(), compare=False)

    @classmethod
    def of(cls, *, folder: Path | None = None, **keys: Any) -> Study:
        """Make a study of keys as TOML gives them; what cannot be read is named by its key."""
        known = [one.name for one in fields(cls) if one.name != "folder"]
        for key in keys:
            if key not in known:
                hint = nearest(key, known) or f"the keys are {', '.join(known)}"
                raise InvalidError(f"{key}: a study has no such key; {hint}")
        if "strategy" not in keys:
            raise InvalidError('a study needs a strategy, as in strategy = "letters"')
        read = {key: READERS[key](key, value) for key, value in keys.items()}
        check_placeholders(read["strategy"], read.get("sweep", {}))
        return cls(folder=Path() if folder is None else folder, **read)

    @classmethod
    def from_text(cls, text: str, folder: Path | None = None) -> Study:
        """Read TOML."""
        try:
            keys = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InvalidError(f"not TOML: {error}") from None
        return cls.of(folder=folder, **keys)

    @classmethod
    def from_file(cls, path: str | Path) -> Study:
        """Read a TOML file; its folder is where relative paths start."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise InvalidError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InvalidError(f"{path} is not UTF-8 text; save it as UTF-8") from None
        try:
            return cls.from_text(text, path.parent)
        except InvalidError as error:
            raise InvalidError(f"{path}: {error}") from None

    def to_text(self) -> str:
        """Write the study as TOML, without what is as usual."""
        usual = Study(())
        lines = [
            f"{name} = {_toml(value)}"
            for name, value in vars(self).items()
            if name not in ("sweep", "folder") and value != getattr(usual, name)
        ]
        if self.sweep:
            lines.append("[sweep]")
            lines += [f"{name} = {_toml(values)}" for name, values in self.sweep.items()]
        return "\n".join(lines)


def _toml(value: Any) -> str:
    """Write a value; texts, numbers and truths look as they do in JSON."""
    if isinstance(value, Words | Played):
        pairs = {name: item for name, item in vars(value).items() if item}
        return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in pairs.items()) + "}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    # JSON lets the one control character beyond the letters stand; TOML does not.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
