"""Which words a study plays with, and which answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from pathlib import Path


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
    """Which answers are played: all, or a list, a file, those of a lexicon; or a sample of them."""

    words: tuple[str, ...] = ()
    file: str = ""
    lexicon: str = ""
    sample: int = 0
    seed: int = 0

    def load(self, folder: Path) -> tuple[str, ...] | None:
        """Return the words to draw from or to play; None for all of the lexicon."""
        if self.file:
            return Lexicon.from_files(folder / self.file).answers
        if self.lexicon:
            return Lexicon.load(self.lexicon).answers
        return self.words or None
