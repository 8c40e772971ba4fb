"""What a tree file says of itself: for which words and rules it was made, and its total."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidTreeError, SaletError
from salet.games.position import Position
from salet.games.rules import HardMode, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from salet.words.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Head:
    """Claims, each of which may be missing; `salet.tree.verify` holds a file to them.

    Attributes
    ----------
    lexicon, id
        the words the tree is for
    hard, max_guesses
        the rules that it keeps
    position
        the turns before its first guess
    total
        guesses for all answers together, those of `position` not counted
    proven
        whether a search has proven that no tree with this first guess has a smaller total
    """

    lexicon: str | None = None
    id: str | None = None
    hard: HardMode | None = None
    max_guesses: int | None = None
    position: Position = field(default_factory=Position)
    total: int | None = None
    proven: bool = False

    @classmethod
    def of(
        cls,
        lexicon: Lexicon,
        rules: Rules,
        *,
        position: Position,
        total: int | None,
        proven: bool = False,
    ) -> Head:
        """Claim that a tree is for these words and rules."""
        name = " ".join(lexicon.name.split())
        return cls(name, lexicon.id, rules.hard, rules.max_guesses, position, total, proven)

    def having(self, name: str, value: object) -> Head:
        """Return the head with one more field, from text or JSON; other names are remarks."""
        if name not in _READERS:
            return self
        try:
            if not isinstance(value, str | int):
                raise InvalidTreeError("not one plain value")
            return replace(self, **{name: _READERS[name](str(value))})
        except SaletError as error:
            raise InvalidTreeError(f"{name}: {error}") from None

    def fields(self) -> dict[str, str | int]:
        """Return what is claimed, as `having` reads it back."""
        fields: dict[str, str | int | None] = {
            "lexicon": self.lexicon,
            "id": self.id,
            "hard": None if self.hard is None else self.hard.value,
            "max_guesses": self.max_guesses,
            "position": str(self.position) or None,
            "total": self.total,
            "proven": "true" if self.proven else None,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def rules(self, default: Rules) -> Rules:
        """Return the rules that the tree claims to keep, `default` where it is silent."""
        return Rules(
            default.max_guesses if self.max_guesses is None else self.max_guesses,
            default.hard if self.hard is None else self.hard,
        )

    def conditions(self) -> str:
        """Say for what the tree was made, as far as it is known."""
        facts = []
        if self.lexicon is not None:
            facts.append(f"lexicon {self.lexicon}" + (f" (id {self.id})" if self.id else ""))
        if self.hard is not None:
            facts.append(f"hard mode {self.hard}")
        if self.max_guesses is not None:
            facts.append(f"at most {self.max_guesses} guess{'es' if self.max_guesses > 1 else ''}")
        return ", ".join(facts)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 15:
        raise InvalidTreeError(f"{text!r} is not a whole number")
    return int(text)


def _truth(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise InvalidTreeError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


_READERS: dict[str, Callable[[str], Any]] = {
    "lexicon": str,
    "id": str,
    "hard": HardMode,
    "max_guesses": lambda text: Rules(_number(text)).max_guesses,  # refuses none at all
    "position": Position.from_text,
    "total": _number,
    "proven": _truth,
}
