"""One guess at a view: how it splits the candidates, what each reply would leave, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from salet.coach.estimates import Value, groups_of
from salet.games.rules import Rules
from salet.games.wordle import is_wordle, noun_of
from salet.view import View

_FAMILY = 4
"""The number of words that differ in one letter alone and are worth naming as a family."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One guess, how it splits the candidates, and what it is worth.

    Attributes
    ----------
    candidate
        whether it may be the answer
    bits
        information expected from its pattern
    expected_group, largest_group
        how many candidates will remain: on average, at worst
    groups
        into how many groups its patterns split the candidates
    expected_guesses
        how many guesses it will take, this one included
    exact
        whether that is exact, or an estimate
    win_now, win_within
        chance that it is the answer; that the answer is found within the cap
    legal_nyt, legal_strict
        whether the hard modes allow it here
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
    legal_nyt: bool
    legal_strict: bool
    reason: str
    shown: str


def describe(view: View, guess: int, value: Value) -> Suggestion:
    """Say how one guess splits the candidates; chances by the prior, sizes in words."""
    word = view.lexicon.allowed[guess]
    _, weights, sizes = np.array(groups_of(view, guess)).T
    return Suggestion(
        guess=word,
        candidate=guess in view.candidate_guesses,
        bits=float(view.only(np.array([guess])).stats.bits[0]),
        expected_group=float(weights / weights.sum() @ sizes),
        largest_group=int(sizes.max()),
        groups=len(sizes),
        expected_guesses=value.expected,
        exact=value.exact,
        win_now=value.win_now,
        win_within=value.win_within,
        legal_nyt=is_legal(view, guess, "nyt"),
        legal_strict=is_legal(view, guess, "strict"),
        reason=reason(view, guess),
        shown=view.lexicon.shown(word),
    )


def is_legal(view: View, guess: int, hard: str) -> bool:
    """Whether a hard mode allows a guess here; no mode allows any that the game does not have."""
    game, word = view.game, view.game.guesses[guess]
    return hard in game.modes and game.objection(word, view.position, Rules(hard=hard)) is None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One reply: how many candidates it would leave, and how likely it is."""

    pattern: str
    size: int
    chance: float


def outcomes(view: View, guess: int) -> list[Outcome]:
    """Return every reply that `guess` can get, the largest group first; ties by pattern.

    >>> from salet import Position
    >>> from salet.coach.suggest import Advisor
    >>> view, _ = Advisor.of().view(Position.from_text("raise:--y-g clout:-y---"))
    >>> [(o.pattern, o.size, o.chance) for o in outcomes(view, view.lexicon.guess_index("crane"))]
    [('----g', 4, 1.0)]
    >>> [(o.pattern, o.size) for o in outcomes(view, view.lexicon.guess_index("girls"))]
    [('yg-y-', 2), ('-y-y-', 1), ('-g-g-', 1)]
    """
    weight, replies = int(view.weights.sum()), view.game.replies
    found = [
        Outcome(str(replies[code]), size, share / weight)
        for code, share, size in groups_of(view, guess)
    ]
    return sorted(found, key=lambda outcome: -outcome.size)


def reason(view: View, guess: int) -> str:
    """Say in one sentence what `guess` does at `view`."""
    several = f"{noun_of(view.game)}s"
    words = [view.lexicon.answers[index] for index in view.candidates]
    candidate = guess in view.candidate_guesses
    if len(words) == 1:
        left = view.lexicon.shown(words[0])
        return f"is the only {several[:-1]} left" if candidate else f"cannot be it: {left} is left"
    groups = [size for *_, size in groups_of(view, guess)]
    if len(groups) == 1:
        return "tells nothing new"
    chance = ", and may be the answer" if candidate else ""
    if len(groups) == len(words):
        all_of_them = "both" if len(words) == 2 else f"all {len(words):,}"
        return f"tells {all_of_them} {several} apart{chance}"
    family = largest_family(words) if is_wordle(view.game) else None
    if family is not None:
        name, members = family
        codes = view.table.row(guess)[view.candidates]
        kept = len(np.unique(codes[[words.index(word) for word in members]]))
        if kept > 1 and len(members) * 2 >= len(words):
            parts = "one by one" if kept == len(members) else f"into {kept} groups"
            return f"splits the {len(members)} {name} words {parts}{chance}"
    return (
        f"splits the {len(words):,} {several} into {len(groups):,} groups, "
        f"at most {max(groups):,} together{chance}"
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
    return frame, [
        word
        for word in words
        if word[:place] == frame[:place] and word[place + 1 :] == frame[place + 1 :]
    ]
