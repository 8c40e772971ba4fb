"""Why a guess is good, in one sentence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from salet.view import View

_FAMILY = 4
"""So many words that differ in one letter alone make a family worth naming."""


def reason(view: View, guess: int) -> str:
    """Say in one sentence what `guess` does at `view`."""
    words = [view.lexicon.answers[index] for index in view.candidates]
    codes = view.table.row(guess)[view.candidates]
    candidate = guess in view.candidate_guesses
    if len(words) == 1:
        left = view.lexicon.shown(words[0])
        return "is the only word left" if candidate else f"cannot be it: {left} is left"
    groups = _sizes(codes)
    if len(groups) == 1:
        return "tells nothing new"
    chance = ", and may be the answer" if candidate else ""
    if len(groups) == len(words):
        return f"tells {'both' if len(words) == 2 else f'all {len(words):,}'} words apart{chance}"
    family = largest_family(words)
    if family is not None:
        name, members = family
        kept = _sizes(codes[[words.index(word) for word in members]])
        if len(kept) > 1 and len(members) * 2 >= len(words):
            parts = "one by one" if len(kept) == len(members) else f"into {len(kept)} groups"
            return f"splits the {len(members)} {name} words {parts}{chance}"
    return (
        f"splits the {len(words):,} words into {len(groups):,} groups, "
        f"at most {max(groups):,} together{chance}"
    )


def _sizes(codes: np.ndarray[tuple[int], np.dtype[np.unsignedinteger]]) -> list[int]:
    sizes: list[int] = np.unique(codes, return_counts=True)[1].tolist()
    return sizes


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
