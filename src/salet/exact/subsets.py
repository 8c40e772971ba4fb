"""Searches of openers with some answers left out, for what they leave unfound."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from salet.exact.search import Search, bits_of, parts_of_all, words_having
from salet.kernels import cores
from salet.kernels.bounds import NEVER
from salet.kernels.compiler import compiling_beside, job
from salet.table import Indices, StoredTable
from salet.view import View
from salet.words.letters import read_only

_FEW_SETS = 50_000
"""Most openers are settled within so many sets, with all answers."""
_FEW_OF_FAMILIES = 5_000
"""The limit of sets for the first two families in the first round; it is lower for later ones."""
_MORE_SETS = 10
"""The factor by which the limit grows with each round."""
_LOOKS_PER_SET = 4
"""So many guesses may be looked at for small sets, for each set that the search may look at."""
_MOST_CORES, _CORE_BYTES = 1 << 15, 1 << 26
_MOST_REPLIES = 1 << 12
"""Small sets are kept up to these numbers, and not for games with more replies."""
_RECENT, _BLOCK = 32, 256
"""How many guesses are tried one by one before all are, and how many of all at once."""
_FAMILIES = range(3, 8)
"""The least sizes of families with one free place whose words are searched alone."""
_LOOSE_FAMILIES = {2: 8, 3: 8}
"""How many families with two and with three free places are searched alone."""


class SubsetSearch:
    """Finds how many answers openers leave unfound, if need be with some answers left out.

    A strategy that finds all answers finds those that stay, so a value with fewer answers is a
    lower bound. Words that differ in a few places only are hard to tell apart: some openers that
    are not refuted with all answers in a long time are refuted soon with such a family alone. With
    others it is the other way round. So they take turns, and each round has a higher limit of sets.
    Families that have refuted an opener come first, with a higher limit than the others.

    An opener keeps some answers together if all get the same reply. After it at least these are
    left, with one guess fewer and no more legal guesses than at the position. So the largest part
    that an opener makes of a family which refutes it is searched by itself, with one guess fewer
    and every guess of the position legal. What is missed there is missed after every opener that
    keeps the part together.

    What is missed of two sets without a common answer adds up. So where more than one answer may
    be missed, two such sets are searched first, each more quickly than both together. Where it is
    asked whether any is missed, small sets are asked before families.
    """

    def __init__(self, view: View, search: Search, refuter: Refuter | None = None) -> None:
        self._search = search
        self._refuter = refuter
        self._candidates = view.candidates
        self._game = view.game
        self._halted = False
        self._missed: list[_Missed] = []

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return self._search.nodes

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last value is a bound."""
        return self._halted

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self._halted = True
        if self._refuter is not None:
            self._refuter.stop()
        self._search.stop()

    def resume(self) -> None:
        """Begin anew after `stop`."""
        self._halted = False
        if self._refuter is not None:
            self._refuter.resume()

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return what `guess` leaves unfound at `view`: exact if below `cut`, else a bound.

        The view must always be the same but for the number of guesses.
        """
        found = self._learnt(view, guess)
        if found < cut and 1 < cut < NEVER:
            found = self._added_up(view, guess, cut)
        if found >= cut or self._halted:
            return found
        found, settled = self._with_all(_FEW_SETS if cut < NEVER else None, view, guess, cut)
        if settled:
            return found
        views = [replace(view, candidates=some) for some in self._families]
        views = [fewer for fewer in views if self._search.weight_of(fewer) >= cut]
        limit = _FEW_OF_FAMILIES
        while True:
            unsettled = []
            for rank, fewer in enumerate(views):
                found = self._within(limit // (1 + rank // 2), fewer, guess, cut)
                if self._halted:
                    return found
                if found >= cut:
                    self._learn(fewer, guess, cut)
                    return found
                if self._search.stopped:  # else so few answers refute nothing
                    unsettled.append(fewer)
            views = unsettled
            limit *= _MORE_SETS
            if limit > _FEW_SETS or not views:
                found, settled = self._with_all(limit if views else None, view, guess, cut)
                if settled:
                    return found

    def _learnt(self, view: View, guess: int) -> int:
        """Return the largest bound of a part that `guess` keeps together; 0 if there is none."""
        left = view.guesses_left - 1
        kept = (one for one in self._missed if one.guesses_left == left and one.keepers[guess])
        return max((one.value for one in kept), default=0)

    def _added_up(self, view: View, guess: int, cut: int) -> int:
        """Return what `guess` leaves unfound of both sets, or enough of it to reach the cut."""
        found = 0
        for some in self._two_sets:
            found += self._within(_FEW_SETS, replace(view, candidates=some), guess, cut - found)
            if found >= cut or self._halted:
                break
        return found

    def _learn(self, fewer: View, guess: int, cut: int) -> None:
        """Move the family that refuted a guess to the front; note what is missed without the guess.

        A single answer tells nothing: the guess that is right for it is no keeper of a set.
        """
        family = fewer.candidates
        self._families.sort(key=lambda other: other is not family)
        replies = fewer.table.row(guess)[family]
        part = family[replies == np.bincount(replies).argmax()]
        if fewer.guesses_left < 2 or len(part) < 2:
            return
        rules = replace(fewer.rules, max_guesses=fewer.rules.max_guesses - 1)
        alone = replace(fewer, setting=replace(fewer.setting, rules=rules), candidates=part)
        found = self._within(_FEW_OF_FAMILIES, alone, None, cut)
        if found >= cut and not self._halted:
            codes = self._search.table.codes[:, part]
            keepers = (codes == codes[:, :1]).all(axis=1)
            self._missed.append(_Missed(found, alone.guesses_left, keepers))

    def _with_all(self, limit: int | None, view: View, guess: int, cut: int) -> tuple[int, bool]:
        """Search with all answers, or ask small sets; tell also whether that settles it."""
        found = self._within(limit, view, guess, cut)
        if found >= cut or limit is None or not self._search.stopped:
            return found, True
        if cut == 1 and view.guesses_left in {Refuter.QUICK, Refuter.SLOW}:
            if self._refuter is None:  # it takes seconds to compile, and few openers need it
                self._refuter = Refuter(self._search.table, view.rules.hard)
            looks = 0 if self._halted else _LOOKS_PER_SET * limit
            solves = self._refuter.solves(view, guess, looks)
            if solves is not None:
                return int(not solves), True
        return found, self._halted

    def _within(self, limit: int | None, view: View, guess: int | None, cut: int) -> int:
        self._search.limit(limit)
        if self._halted:
            self._search.stop()
        if guess is None:
            return self._search.total(view, cut)
        return self._search.total_of(view, guess, cut)

    @cached_property
    def _two_sets(self) -> list[Indices]:
        """The candidates that share the most common letter of a place, and all others."""
        words = [self._game.answers[place] for place in self._candidates]
        groups = families(words, len(words[0]) - 1).values()
        shared = max((group for group in groups if len(group) < len(words)), key=len, default=[])
        rest = np.setdiff1d(np.arange(len(words)), shared)
        return [self._candidates[some] for some in (shared, rest) if shared]

    @cached_property
    def _families(self) -> list[Indices]:
        """The candidates of large families alone, at first the fewest candidates first."""
        words = [self._game.answers[place] for place in self._candidates]
        sizes = family_sizes(words)
        chosen = [np.flatnonzero(sizes >= least) for least in _FAMILIES]
        for free, number in _LOOSE_FAMILIES.items():
            loose = sorted(families(words, free).values(), key=len, reverse=True)
            chosen += [np.array(members) for members in loose[:number]]
        subsets = {some.tobytes(): some for some in chosen if 1 < len(some) < len(words)}
        return [self._candidates[some] for some in sorted(subsets.values(), key=len)]


class Refuter:
    """Tells whether four or five guesses solve a set, by small sets alone.

    What it finds for one opener serves the next; see `kernels.cores`.
    """

    QUICK, SLOW = 4, 5
    """The numbers of guesses left: of four it tells sooner than a search, of five in seconds."""

    def __init__(self, table: StoredTable, hard: str) -> None:
        self._cores = allocate_cores(table, hard)
        self._counts = self._cores.counts
        # Elsewhere fewer guesses may be legal than the cores know of.
        self._can_confirm = table.game.mode(hard).search in {"every", "letters"}

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """Load what is compiled; else another process compiles it while the body does its work."""
        question = (self._cores, 0, np.zeros(1, np.int32), 4)
        with compiling_beside([job(cores.refute_opener, *question)], []):
            yield
        cores.refute_opener(*question)

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called, so that the last answer is none."""
        return bool(self._counts[cores.STOP])

    def stop(self) -> None:
        """End what is under way, from any thread."""
        self._counts[cores.STOP] = 1

    def resume(self) -> None:
        """Begin anew after `stop`."""
        self._counts[cores.STOP] = 0

    def solves(self, view: View, guess: int, limit: int = NEVER) -> bool | None:
        """Whether the guesses left solve the candidates, if `guess` is the first of them.

        It must be legal at `view`. None if that is not known: after so many guesses looked at, if
        it was stopped, or if it takes a search.
        """
        if (
            view.guesses_left not in {self.QUICK, self.SLOW}
            or view.game.replies.size > _MOST_REPLIES
        ):
            return None
        if self._counts[cores.FOUND] > len(self._cores.sets) // 2:
            self._counts[cores.FOUND] = 0  # so that there is room for others
        self._counts[cores.LIMIT] = self._counts[cores.LOOKED] + limit
        candidates = view.candidates.astype(np.int32)
        verdict = cores.refute_opener(self._cores, guess, candidates, view.guesses_left)
        if verdict == cores.REFUTED:
            return False
        return True if verdict == cores.SOLVED and self._can_confirm else None


def allocate_cores(table: StoredTable, hard: str) -> cores.Cores:
    """Make the arrays; those who take most sets apart are the first guesses to be tried."""
    table.prepare()
    guesses = len(table.codes)
    most = min(_MOST_CORES, _CORE_BYTES * 8 // guesses)
    parts = parts_of_all(table)
    letters, having = np.zeros((0, 1), np.uint16), np.zeros((1, 1, 1), np.uint64)
    if table.game.mode(hard).search in {"letters", "strict-letters"}:
        letters, having = table.letters[:], words_having(table)
    counts = np.zeros(cores.COUNTS, np.int64)
    counts[cores.LIMIT] = NEVER
    return cores.Cores(
        codes=read_only(table.codes[:]),
        by_answer=table.turned(),
        letters=read_only(letters),
        having=having,
        clues=np.zeros((7, letters.shape[1]), np.int64),
        recent=np.argsort(-parts, kind="stable").astype(np.int32)[:_RECENT],
        every=bits_of(np.ones(guesses, bool)),
        sets=np.zeros((most, cores.CORE_SIZE + 1), np.int32),
        kept=np.zeros((-(-guesses // 64), most), np.uint64),
        seen=np.zeros(table.game.replies.size, np.int64),
        alone=np.zeros(_BLOCK, np.uint8),
        counts=counts,
    )


class _Missed(NamedTuple):
    """A lower bound of what is missed of a part.

    It holds for all guesses that give one reply to the whole part (`keepers`, a mask), if so many
    guesses are left after them.
    """

    value: int
    guesses_left: int
    keepers: NDArray[np.bool_]


def families(words: Sequence[str], free: int) -> dict[tuple[str, ...], list[int]]:
    """Group words, by number, that are the same but for some places; a word is in many groups.

    >>> families(["bat", "cat", "hit"], free=1)["", "a", "t"]
    [0, 1]
    """
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, word in enumerate(words):
        for places in combinations(range(len(word)), free):
            rest = tuple("" if place in places else one for place, one in enumerate(word))
            found[rest].append(number)
    return found


def family_sizes(words: Sequence[str]) -> NDArray[np.int64]:
    """Return for each word how many words, itself included, differ from it in one same place.

    >>> family_sizes(["bat", "cat", "hat", "hit"]).tolist()
    [3, 3, 3, 2]
    """
    sizes = np.ones(len(words), np.int64)
    for members in families(words, 1).values():
        sizes[members] = np.maximum(sizes[members], len(members))
    return sizes
