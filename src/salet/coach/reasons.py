"""One guess at a view: how it splits the candidates, what each reply would leave, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from salet.coach.estimates import Values, groups_of
from salet.games.rules import OFF
from salet.view import View

_FAMILY = 4
"""The number of words that differ in one letter alone and are worth naming as a family."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One guess, how it splits the candidates, and its value.

    Attributes
    ----------
    candidate
        whether it may be the answer
    bits
        expected information of its pattern
    expected_group, largest_group
        the number of candidates that remain: on average, at worst
    groups
        the number of groups into which its patterns split the candidates
    expected_guesses
        the expected number of guesses from here, this one included
    exact
        whether that is exact, or an estimate
    win_now, win_within
        chance that it is the answer; that the answer is found within the cap
    win_exact
        whether the latter is that of best play, or an estimate
    legal
        whether each hard mode of the game allows it here
    legal_nyt, legal_strict
        the same for Wordle's modes; None if the game has no such mode
    reason
        what it does, in words
    shown
        the guess as it is written in its language
    """

    guess: str
    candidate: bool
    bits: float
    expected_group: float
    largest_group: int
    groups: int
    expected_guesses: float
    exact: bool
    win_now: float
    win_within: float
    win_exact: bool
    legal: dict[str, bool]
    legal_nyt: bool | None
    legal_strict: bool | None
    reason: str
    shown: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {field: getattr(self, field) for field in self.__slots__}


def describe(view: View, guesses: Sequence[int], values: Values) -> list[Suggestion]:
    """Say how each guess splits the candidates; chances by the prior, sizes in words."""
    stats = view.only(np.array(sorted(guesses))).stats
    bits = dict(zip(sorted(guesses), stats.bits.tolist(), strict=True))
    legal = legal_in(view, guesses)
    why = Reasons(view)
    found = []
    for guess in guesses:
        _, weights, sizes = view.split(guess)
        value, word = values.of(guess), view.lexicon.allowed[guess]
        found.append(
            Suggestion(
                guess=word,
                candidate=guess in why.candidates,
                bits=bits[guess],
                expected_group=float(weights / weights.sum() @ sizes),
                largest_group=int(sizes.max()),
                groups=len(sizes),
                expected_guesses=value.expected,
                exact=value.exact,
                win_now=value.win_now,
                win_within=value.win_within,
                win_exact=value.win_exact,
                legal=legal[guess],
                legal_nyt=legal[guess].get("nyt"),
                legal_strict=legal[guess].get("strict"),
                reason=why.of(guess, sizes),
                shown=view.lexicon.shown(word),
            )
        )
    return found


def legal_in(view: View, guesses: Sequence[int]) -> dict[int, dict[str, bool]]:
    """Say of each guess whether each hard mode of the game allows it here."""
    among, position = np.array(sorted(guesses)), view.position
    modes = {name: view.game.mode(name) for name in view.game.modes if name != OFF}
    legal = {
        name: set((mode.legal(view.table, position, among) if len(position) else among).tolist())
        for name, mode in modes.items()
    }
    return {guess: {name: guess in those for name, those in legal.items()} for guess in guesses}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One reply: how many candidates it would leave, and how likely it is."""

    pattern: str
    size: int
    chance: float


def outcomes(view: View, guess: int, most: int | None = None) -> list[Outcome]:
    """Return the replies that `guess` can get, the largest group first; ties by pattern.

    >>> from salet import Position
    >>> from salet.coach.suggest import Advisor
    >>> view, _ = Advisor.of().view(Position.from_text("raise:--y-g clout:-y---"))
    >>> [(o.pattern, o.size, o.chance) for o in outcomes(view, view.lexicon.guess_index("crane"))]
    [('----g', 4, 1.0)]
    >>> [(o.pattern, o.size) for o in outcomes(view, view.lexicon.guess_index("girls"))]
    [('yg-y-', 2), ('-y-y-', 1), ('-g-g-', 1)]
    """
    weight, replies = int(view.weights.sum()), view.game.replies
    groups = sorted(groups_of(view, guess), key=lambda group: -group[2])[:most]
    return [Outcome(str(replies[code]), size, share / weight) for code, share, size in groups]


class Reasons:
    """Says in one sentence what a guess does at a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.noun = view.game.noun
        self.words = [view.lexicon.answers[index] for index in view.candidates]
        self.candidates = set(view.candidate_guesses.tolist())
        family = None
        # A family has at most a word for every letter, and is named if it has half of the words.
        if view.game.is_wordle and len(self.words) <= 2 * len(view.lexicon.alphabet):
            family = largest_family(self.words)
        if family is not None and len(family[1]) * 2 < len(self.words):
            family = None
        self.family, members = family or ("", [])
        self.members = [self.words.index(word) for word in members]

    def of(self, guess: int, sizes: NDArray[np.int64]) -> str:
        """Say what `guess` does; `sizes` are those of its groups."""
        words, count = self.words, len(self.words)
        candidate = guess in self.candidates
        if count == 1:
            if candidate:
                return f"is the only {self.noun} left"
            return f"cannot be the answer: only {self.view.lexicon.shown(words[0])} is left"
        if len(sizes) == 1:
            return "tells nothing new"
        chance = ", and may be the answer" if candidate else ""
        if len(sizes) == count:
            all_of_them = "both" if count == 2 else f"all {count:,}"
            return f"tells {all_of_them} {self.noun}s apart{chance}"
        row = self.view.table.row(guess)
        kept = len(set(row[self.view.candidates[self.members]].tolist())) if self.members else 0
        if kept > 1:
            parts = "one by one" if kept == len(self.members) else f"into {kept} groups"
            return f"splits the {len(self.members)} {self.family} words {parts}{chance}"
        return (
            f"splits the {count:,} {self.noun}s into {len(sizes):,} groups, "
            f"at most {sizes.max():,} together{chance}"
        )


def largest_family(words: Sequence[str]) -> tuple[str, list[str]] | None:
    """Find the most words that differ in one place alone, if they are four or more.

    >>> largest_family(["batch", "catch", "hatch", "match", "mulch"])
    ('-atch', ['batch', 'catch', 'hatch', 'match'])
    """
    frames = Counter(
        f"{word[:place]}-{word[place + 1 :]}" for word in words for place in range(len(word))
    )
    frame, count = min(frames.items(), key=lambda item: (-item[1], item[0]))
    if count < _FAMILY:
        return None
    place = frame.index("-")
    return frame, [word for word in words if f"{word[:place]}-{word[place + 1 :]}" == frame]
