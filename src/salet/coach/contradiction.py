"""Why no word fits: the smallest set of clues that no word meets, in words.

A turn is taken apart into facts (a letter is in a position, is not in one, occurs at least or at
most a number of times). A fact rules some words out; the clues contradict each other when their
facts together rule out every word, and the fewest facts that do so are the explanation.

All of that is about Wordle's colours. For a game with other replies, the fewest turns that no
answer fits are named (`conflict`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from salet.errors import either
from salet.games.colours import Colour, colours_of
from salet.games.hard import Clues
from salet.games.position import Position, Turn
from salet.table import Table
from salet.words.spelling import capital

_TRIES = 20_000
_LOGIC_SIZE = 3


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a turn says of the answer."""

    turn: Turn
    letter: str
    place: int | None
    """Where the letter is, or is not; None for a fact about how often it occurs."""
    holds: bool
    """For a place: whether the letter is there. For a count: whether it is a least one."""
    count: int = 0
    """How often the letter occurs, at least or at most."""

    def fits(self, word: str) -> bool:
        """Whether the fact is true of `word`."""
        if self.place is not None:
            return (word[self.place] == self.letter) == self.holds
        copies = word.count(self.letter)
        return copies >= self.count if self.holds else copies <= self.count

    @property
    def text(self) -> str:
        """The fact in words."""
        letter = capital(self.letter)
        if self.place is not None:
            return f"{letter} is {'' if self.holds else 'not '}in position {self.place + 1}"
        if self.count == 0:
            return f"there is no {letter}"
        if self.holds and self.count == 1:
            return f"there is {'an' if letter in 'AEFHILMNORSX8' else 'a'} {letter}"
        times = {1: "once", 2: "twice"}.get(self.count, f"{self.count} times")
        return f"{letter} occurs at {'least' if self.holds else 'most'} {times}"


def facts_of(turn: Turn) -> Iterator[Fact]:
    """Take a turn apart."""
    clues = Clues.of(Position((turn,)))
    for place, letter in enumerate(turn.guess):
        if place in clues.fixed:
            yield Fact(turn, letter, place, holds=True)
        elif letter in clues.at_least:  # where it is grey, too; a letter that is nowhere is counted
            yield Fact(turn, letter, place, holds=False)
    for letter, count in clues.at_least.items():
        yield Fact(turn, letter, None, holds=True, count=count)
    for letter, count in clues.at_most.items():
        yield Fact(turn, letter, None, holds=False, count=count)


def impossible_pattern(turn: Turn) -> str | None:
    """Say why no answer at all could give this reply, or return None if one could.

    >>> from salet.games.position import Position
    >>> impossible_pattern(Position.from_text("crane:ggggy").turns[0])
    'all are green but one, and the yellow E has nowhere else to go'
    """
    colours = colours_of(turn.reply)
    if colours.count(Colour.YELLOW) == 1 and Colour.GREY not in colours:
        letter = capital(turn.guess[colours.index(Colour.YELLOW)])
        return f"all are green but one, and the yellow {letter} has nowhere else to go"
    greyed = set()
    for letter, colour in zip(turn.guess, colours, strict=True):
        if colour is Colour.YELLOW and letter in greyed:
            name = capital(letter)
            return f"of two {name}'s the first is coloured before the second, but here it is grey"
        if colour is Colour.GREY:
            greyed.add(letter)
    if not _can_be_true(list(facts_of(turn)), len(turn.guess)):
        return "the yellow letters have nowhere else to go"
    return None


def _can_be_true(facts: Sequence[Fact], length: int) -> bool:
    """Whether any string of letters, a word or not, meets the facts."""
    fixed: dict[int, str] = {}
    barred: set[tuple[int, str]] = set()
    least: Counter[str] = Counter()
    most: dict[str, int] = {}
    for fact in facts:
        if fact.place is not None and fact.holds:
            if fixed.setdefault(fact.place, fact.letter) != fact.letter:
                return False
        elif fact.place is not None:
            barred.add((fact.place, fact.letter))
        elif fact.holds:
            least[fact.letter] = max(least[fact.letter], fact.count)
        else:
            most[fact.letter] = min(fact.count, most.get(fact.letter, length))
    if any(item in barred for item in fixed.items()):
        return False
    placed = Counter(fixed.values())
    if any(max(placed[letter], least[letter]) > count for letter, count in most.items()):
        return False
    wanted = [letter for letter, count in least.items() for _ in range(count - placed[letter])]
    free = [place for place in range(length) if place not in fixed]
    return _seated(wanted, [{p for p in free if (p, letter) not in barred} for letter in wanted])


def _seated(wanted: Sequence[str], places: Sequence[set[int]]) -> bool:
    """Whether every wanted letter finds a place of its own (a matching, by augmenting paths)."""
    taken: dict[int, int] = {}

    def seat(guest: int, tried: set[int]) -> bool:
        for place in sorted(places[guest] - tried):
            tried.add(place)
            if place not in taken or seat(taken[place], tried):
                taken[place] = guest
                return True
        return False

    return all(seat(guest, set()) for guest in range(len(wanted)))


def contradiction(position: Position, words: Iterable[str]) -> tuple[Fact, ...]:
    """Return the fewest facts of `position` that together rule out all `words`.

    Empty if some word fits. Among equally few, facts that no string of letters could meet.
    """
    listed = list(words)
    facts = [fact for turn in position for fact in facts_of(turn)]
    excludes = np.array([[not fact.fits(word) for word in listed] for fact in facts], bool)
    if len(facts) == 0 or not excludes.any(axis=0).all():
        return ()
    cover = _smallest_cover(np.unique(excludes, axis=1))
    length = len(position.turns[0].guess)
    for size in range(1, min(len(cover), _LOGIC_SIZE) + 1):
        for some in combinations(facts, size):
            if not _can_be_true(some, length):
                return some
    return tuple(facts[place] for place in cover)


def _smallest_cover(excludes: NDArray[np.bool_]) -> list[int]:
    """Return the fewest rows that together are true in every column."""
    tries = 0

    def search(open_columns: NDArray[np.bool_], left: int) -> list[int] | None:
        nonlocal tries
        tries += 1
        if not open_columns.any():
            return []
        if left == 0 or tries > _TRIES:
            return None
        gains = excludes[:, open_columns].sum(axis=1)
        if int(gains.max()) * left < int(open_columns.sum()):
            return None
        # Some row has to be true in the column that the fewest rows are true in.
        columns = np.flatnonzero(open_columns)
        column = columns[excludes[:, columns].sum(axis=0).argmin()]
        rows = np.flatnonzero(excludes[:, column])
        for row in rows[np.argsort(-gains[rows], kind="stable")].tolist():
            rest = search(open_columns & ~excludes[row], left - 1)
            if rest is not None:
                return sorted([row, *rest])
        return None

    everything = np.ones(excludes.shape[1], bool)
    for size in range(1, len(excludes) + 1):
        found = search(everything, size)
        if found is not None:
            return found
        if tries > _TRIES:
            break
    return _irreducible(excludes)


def _irreducible(excludes: NDArray[np.bool_]) -> list[int]:
    """Drop rows that are not needed, one after the other: small, but perhaps not the smallest."""
    kept = list(range(len(excludes)))
    for row in range(len(excludes)):
        rest = [other for other in kept if other != row]
        if rest and excludes[rest].any(axis=0).all():
            kept = rest
    return kept


def explanation(position: Position, words: Sequence[str], capitals: Callable[[str], str]) -> str:
    """Say why none of `words` fits; empty if one does. `capitals` writes a word in capitals.

    >>> from salet.games.position import Position
    >>> position = Position.from_text("crane:g---- slate:g----")
    >>> explanation(position, ["crane", "cloth", "slate"], str.upper)
    'CRANE:g---- says C is in position 1, SLATE:g---- says S is in position 1'
    """
    said: dict[Turn, list[Fact]] = {}
    for fact in contradiction(position, words):
        said.setdefault(fact.turn, []).append(fact)
    return ", ".join(
        f"{capitals(turn.guess)}:{turn.reply} says {_together(facts)}"
        for turn, facts in said.items()
    )


def _together(facts: Sequence[Fact]) -> str:
    """Say several facts in one clause."""
    none = [capital(fact.letter) for fact in facts if fact.place is None and fact.count == 0]
    texts = [fact.text for fact in facts if fact.place is not None or fact.count]
    if none:
        texts.append(f"there is no {either(none)}")
    return " and ".join(texts)


def conflict(table: Table, position: Position) -> tuple[Turn, ...]:
    """Return the fewest turns of `position` that no answer of the table fits; none if one does."""
    fits = {
        turn: table.row(table.lexicon.guess_index(turn.guess)) == turn.reply.code
        for turn in position
    }
    for size in range(1, len(fits) + 1):
        for some in combinations(fits, size):
            if not np.logical_and.reduce([fits[turn] for turn in some]).any():
                return some
    return ()
