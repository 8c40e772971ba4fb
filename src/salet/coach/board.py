"""One board of a game: who replies, and what was said so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from salet.errors import IllegalGuessError
from salet.games.colours import Colour

if TYPE_CHECKING:
    from salet.coach.host import Host
    from salet.games.colours import Pattern
    from salet.games.position import Position
    from salet.view import View


@dataclass(frozen=True)
class Board:
    """A board as it stands; a guess makes a new one. Several boards are several of these."""

    host: Host
    view: View

    @property
    def position(self) -> Position:
        """Guesses and replies so far."""
        return self.view.position

    @property
    def solved(self) -> bool:
        """Whether the answer was found."""
        return any(turn.pattern.solved for turn in self.position)

    @property
    def over(self) -> bool:
        """Whether no further guess is allowed."""
        return self.solved or self.view.guesses_left < 1

    @property
    def patterns(self) -> list[Pattern]:
        """The replies so far."""
        return [turn.pattern for turn in self.position]

    def after(self, word: str) -> Board:
        """Play a word; `IllegalGuessError` if that is not allowed."""
        if self.over:
            raise IllegalGuessError(f"the game is over after {len(self.position)} guesses")
        guess = self.view.lexicon.guess_index(word)
        self.view.rules.check(self.view.lexicon.allowed[guess], self.position)
        return replace(self, view=self.view.after(guess, self.host.reply(self.view, guess)))

    def letters(self) -> dict[str, Colour]:
        """Return the best that is known of every letter that was played."""
        known: dict[str, Colour] = {}
        for turn in self.position:
            for letter, colour in zip(turn.guess, turn.pattern.colours, strict=True):
                known[letter] = max(colour, known.get(letter, Colour.GREY))
        return known
