"""Exact searches: their memory, their limits, and the values they find.

`Search` adds up over the candidates, as guesses or as answers not found.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.rules import OFF, Rules
from salet.groups import group_stats
from salet.kernels import state as kernel
from salet.kernels.bounds import NEVER
from salet.kernels.compiler import kept_types
from salet.kernels.search import compiling, heaviest_worth, run
from salet.kernels.twins import NO_TWINS, NOT_MARKED, Twins, mark_first
from salet.table import Indices, StoredTable, Table, code_dtype, open_table
from salet.view import View
from salet.words.letters import read_only

_MODES: dict[str, int | None] = {
    "every": None,
    "letters": kernel.NYT,
    "strict-letters": kernel.STRICT,
    "same": kernel.ECHO,
}
"""The kernel's number of a hard mode, by `Mode.search`; None where every guess is legal."""

_UNLIMITED = 1 << 60
_MEMO_SETS = 1 << 20
_SETS_PER_ANSWER = 1 << 9
_WORDS_PER_SET = 1 << 4
_NO_OPENER = np.array([kernel.NONE])
_COMPILED: set[tuple[str, tuple[bool, ...]]] = set()


class Prices(NamedTuple):
    """The price of a guess, and of an answer that is not found, per unit of weight."""

    slope: int
    penalty: int


GUESSES = Prices(1, NEVER)
NOT_FOUND = Prices(0, 1)


def needs_compiling(game: Game, hard: str = OFF, *, weighted: bool = False) -> bool:
    """Whether the first search of such a game and mode on this machine is still to come.

    What is compiled is for replies of one size, and for what a search has of `run`'s arguments.
    """
    plain = hard == OFF and not weighted
    kind = (
        np.dtype(code_dtype(game.replies.size)).name,
        (
            *(hard != OFF, not weighted, weighted and hard == OFF),
            plain and game.symmetry is not None,
        ),
    )
    if kind not in _COMPILED:
        for state, *optional, _ in _compiled_types():
            codes = state[0][0]
            _COMPILED.add((codes.dtype.name, tuple(str(kept) != "none" for kept in optional)))
    return kind not in _COMPILED


def _compiled_types() -> list[tuple[Any, ...]]:
    """List for which types of arguments there is compiled code, on disk or in this process."""
    return [*kept_types(run), *getattr(run, "signatures", ())]


def searchable(table: Table) -> StoredTable:
    """Return the table, which must be whole."""
    if not isinstance(table, StoredTable):
        raise InvalidError(f"{table.game.name} has too many words for an exact search")
    return table


class Search:
    """Searches sets of candidates of one game under one set of rules.

    The memo is kept from one question to the next, whatever the guesses left, so that related
    questions help each other.

    Parameters
    ----------
    slope, penalty
        the `Prices`
    weights
        a positive integer for every answer; None if all count alike
    beam
        how many guesses to try for each set; 0 for as many as a proof needs
    without
        parts of the search to leave out, as bits: ``NO_MEMO`` and others of the kernel
    """

    def __init__(
        self,
        table: StoredTable,
        rules: Rules,
        slope: int = GUESSES.slope,
        penalty: int = GUESSES.penalty,
        *,
        nodes: int | None = None,
        weights: NDArray[np.int64] | None = None,
        beam: int = 0,
        without: int = 0,
    ) -> None:
        self.table = table
        self.rules = rules
        self.slope = slope
        self.penalty = penalty
        self._weights = weights
        self._order = None if weights is None else np.argsort(-weights, kind="stable")
        game = _game(table, weights, self._order)
        turns = rules.max_guesses + 1
        self._hard = _hard(table, rules.hard, turns)
        self._counts = kernel.records(kernel.Counts, 1)
        self._state = kernel.State(
            game,
            kernel.Goal(slope, penalty, int(weights is None), NEVER, beam, without),
            _memo(len(table.game.answers), keeps=not without & kernel.NO_MEMO),
            _stack(game, turns),
            _ranks(game, turns),
            self._counts,
        )
        free = self._hard is None
        self._optional = (
            self._hard,
            _similar(game, turns) if weights is None else None,
            _similar(game, turns) if weights is not None and free else None,
            twins_of(table, turns) if weights is None and free else None,
        )
        with self._compiling():
            most = self._largest_worth(game, self._state.ranks)
        if not without & kernel.NO_EVERY_SET:
            self._state = self._state._replace(goal=self._state.goal._replace(most=most))
        self.limit(nodes)

    def _compiling(self) -> AbstractContextManager[None]:
        """Have two processes compile what is not compiled yet."""
        weighted = self._weights is not None
        if not needs_compiling(self.table.game, self.rules.hard, weighted=weighted):
            return nullcontext()
        return compiling(self._state, *self._optional)

    def _largest_worth(self, game: kernel.Game, ranks: kernel.Ranks) -> int:
        """Return more than any guess is worth on any set."""
        if self._order is not None:
            seen = np.zeros(game.replies, np.int64)
            return int(heaviest_worth(game.codes, game.weights, seen) + game.weights[0])
        worth = parts_of_all(self.table).copy()
        most = int(worth.max()) + 1
        worth[self.table.answer_guesses] += 1
        ranks.worth[-1] = worth
        ranks.arranged[-1] = np.argsort(-worth, kind="stable")
        ranks.places[-1, ranks.arranged[-1]] = np.arange(len(worth))
        return most

    @property
    def nodes(self) -> int:
        """How many sets have been looked at."""
        return int(self._counts[0].nodes)

    @property
    def stopped(self) -> bool:
        """Whether a limit was reached, so that totals are lower bounds."""
        return bool(self._counts[0].stop)

    def stop(self) -> None:
        """End the search under way, from any thread."""
        self._counts[0].stop = 1

    def limit(self, nodes: int | None = None) -> None:
        """Begin a question: forget that a limit was reached, and allow `nodes` further sets."""
        counts = self._counts[0]
        counts.stop = 0
        counts.node_limit = _UNLIMITED if nodes is None else counts.nodes + nodes

    def total(self, view: View, cut: int = NEVER) -> int:
        """Return the least total after `view`: exact if below `cut`, else a lower bound."""
        return self._run(view, cut)[0]

    def total_of(self, view: View, guess: int, cut: int = NEVER) -> int:
        """Return the total of playing `guess` at `view`: exact if below `cut`."""
        self._make_room()
        return self._run(view, cut, np.array([guess]))[0]

    def first_below(self, view: View, guesses: Indices, cut: int) -> tuple[int, int]:
        """Return the place of the first guess with a total below `cut`, and that total.

        If there is none, the total is that of the last guess, and the cut at least.
        """
        self._make_room()
        total, place = self._run(view, cut, guesses)
        return place, total

    def _make_room(self) -> None:
        """Forget all sets if the memo is half full: it helps within an opener most."""
        memo = self._state.memo
        full = memo.used[0] > memo.used[1] // 2 or memo.used[2] > memo.words.size // 4
        if memo.used[1] > 0 and full:
            memo.places[:] = 0
            memo.used[0] = memo.used[2] = 0

    def weight_of(self, view: View) -> int:
        """Return the weight of all candidates."""
        if self._weights is None:
            return len(view.candidates)
        return int(self._weights[view.candidates].sum())

    def best_guess(self, view: View) -> int:
        """Return a guess with the least total; the set must be solvable."""
        self.total(view)
        return int(self._state.stack.frames[0].best)

    def _run(self, view: View, cut: int, openers: Indices = _NO_OPENER) -> tuple[int, int]:
        stack, first = self._state.stack, self._state.stack.frames[0]
        candidates = view.candidates
        if self._order is not None:
            candidates = np.flatnonzero(np.isin(self._order, candidates))
        stack.sets[0, : len(candidates)] = candidates
        first.count = len(candidates)
        first.depth = max(0, view.guesses_left)
        first.cut = min(cut, NEVER)
        first.listed = kernel.ALL
        if self._hard is not None:
            first.listed = len(view.legal)
            self._list_legal(self._hard, view.legal)
        *_, twins = self._optional
        if twins is not None:
            twins.marks[0, -1] = _begin_twins(twins, view)
        total, place = run(self._state, *self._optional, openers)
        return int(total), int(place)

    def _list_legal(self, hard: kernel.Hard, guesses: Indices) -> None:
        """List the guesses that are legal at first in the order of their worth on all answers."""
        ranks, count = self._state.ranks, len(guesses)
        legal = guesses[np.argsort(ranks.places[-1, guesses], kind="stable")]
        hard.legal[0, :count] = legal
        hard.ceilings[0, :count] = ranks.worth[-1, legal]
        ranks.places[0, legal] = np.arange(count)
        hard.bits[0] = bits_of(np.isin(np.arange(hard.legal.shape[1]), guesses))


# Every array is always of one kind, contiguous, and read-only or not: each kind is compiled anew.


def _game(
    table: StoredTable, weights: NDArray[np.int64] | None, order: NDArray[np.intp] | None
) -> kernel.Game:
    table.prepare()
    every = slice(None) if order is None else order
    replies = table.game.replies
    return kernel.Game(
        codes=read_only(table.codes[:] if order is None else np.take(table.codes, order, axis=1)),
        by_answer=table.turned()[every],
        own=read_only(table.answer_guesses[every]),
        weights=np.ones(table.codes.shape[1], np.int64) if weights is None else weights[every],
        replies=replies.size,
        solved=replies.solved,
    )


def _memo(answers: int, *, keeps: bool) -> kernel.Memo:
    """Make an empty memo; untouched pages of it cost nothing."""
    places = min(_MEMO_SETS, 1 << (_SETS_PER_ANSWER * answers).bit_length())
    return kernel.Memo(
        marks=random_marks(answers),
        places=np.zeros(places, np.int32),
        facts=kernel.records(kernel.Fact, places * 3 // 4),
        words=np.zeros(places * _WORDS_PER_SET, np.int32),
        used=np.array([0, places * 3 // 4 if keeps else 0, 0]),
    )


def _stack(game: kernel.Game, turns: int) -> kernel.Stack:
    answers = game.codes.shape[1]
    return kernel.Stack(
        frames=kernel.records(kernel.Frame, turns),
        sets=np.zeros((turns, answers), np.int32),
        codes=np.zeros((turns, answers), np.int64),
        parts=kernel.records(kernel.Part, turns, answers),
        seen=np.zeros(game.replies, np.int64),
        masses=np.zeros(game.replies, np.int64),
    )


def _ranks(game: kernel.Game, turns: int) -> kernel.Ranks:
    guesses, answers = game.codes.shape
    rows = np.zeros((turns + 1, answers), np.int32)
    rows[-1] = np.arange(answers)
    return kernel.Ranks(
        worth=np.zeros((turns + 1, guesses), np.int64),
        pairs=np.zeros((turns, guesses), np.int32),
        order=np.zeros((turns, guesses + 4), np.int64),
        arranged=np.zeros((turns + 1, guesses), np.int32),
        places=np.zeros((turns + 1, guesses), np.int32),
        rows=rows,
        shelves=np.zeros((turns, min(kernel.SHELF, answers), guesses), game.codes.dtype),
        scratch=kernel.Scratch.empty(),
    )


def _similar(game: kernel.Game, turns: int) -> kernel.Similar:
    length = -(-game.codes.shape[1] // 64)
    return kernel.Similar(
        bits=np.zeros((turns, kernel.SIMILAR + 1, length), np.uint64),
        worth=np.zeros((turns, kernel.SIMILAR), np.int64),
    )


def _hard(table: StoredTable, name: str, turns: int) -> kernel.Hard | None:
    """Make the arrays of a hard mode; those that it does not need are as small as can be."""
    how = table.game.mode(name).search
    if how is None:
        raise InvalidError(f"the exact search cannot play hard mode {name} of {table.game.name}")
    mode = _MODES[how]
    if mode is None:
        return None
    guesses = len(table.game.guesses)
    letters, having = np.zeros((1, 1), np.uint16), np.zeros((1, 1, 1), np.uint64)
    echoes = np.zeros((1, 1), table.codes.dtype)
    if mode in {kernel.NYT, kernel.STRICT}:
        letters, having = table.letters, words_having(table)
    else:
        wide = table.game.with_lexicon(table.lexicon.with_all_as_answers())
        same = wide.answers == table.game.answers
        echoes = table.codes if same else searchable(open_table(wide)).codes
    return kernel.Hard(
        mode=mode,
        letters=read_only(letters[:]),
        having=having,
        clues=np.zeros((7, letters.shape[1]), np.int64),
        echoes=read_only(echoes[:]),
        bits=np.zeros((turns, -(-guesses // 64)), np.uint64),
        legal=np.zeros((turns, guesses), np.int32),
        ceilings=np.zeros((turns, guesses), np.int32),
        cores=np.zeros((turns, kernel.CORES + 1, kernel.CORE_SIZE), np.int32),
    )


def bits_of(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Pack flags along the last axis, 64 to a number, the first one lowest."""
    size = -(-flags.shape[-1] // 64) * 8
    packed = np.packbits(flags, axis=-1, bitorder="little")
    wide = np.zeros((*flags.shape[:-1], size), np.uint8)
    wide[..., : packed.shape[-1]] = packed
    return wide.view("<u8").astype(np.uint64)


def words_having(table: StoredTable) -> NDArray[np.uint64]:
    """Return, as bits, the words with a letter in each place, and with each number of copies."""
    letters, copies = table.letters, table.lexicon.letters.copies
    length, alphabet = letters.shape[1], np.arange(copies.shape[1])
    having = [letters[:, place] == alphabet[:, None] for place in range(length)]
    having += [least <= copies.T for least in range(1, length + 1)]
    return bits_of(np.stack(having))


_PARTS: WeakKeyDictionary[Table, NDArray[np.int64]] = WeakKeyDictionary()


def parts_of_all(table: StoredTable) -> NDArray[np.int64]:
    """Return how many parts each guess makes of all answers; every search asks for them."""
    if table not in _PARTS:
        guesses, answers = map(np.arange, table.codes.shape)
        _PARTS[table] = read_only(group_stats(table, guesses, answers).groups)
    return _PARTS[table]


def twins_of(table: Table, turns: int) -> Twins | None:
    """Make the arrays of the symmetries of a game, if it has any."""
    symmetry, lexicon = table.game.symmetry, table.lexicon
    if symmetry is None:
        return None
    symbols = np.full((4, len(lexicon.alphabet)), -1)
    symbols[0] = [symbol in symmetry.symbols for symbol in lexicon.alphabet]
    return Twins(
        read_only(table.letters[:]),
        np.array(symmetry.orders(lexicon.length)),
        symbols,
        np.zeros(1 + 2 * turns, np.int64),
        np.zeros((turns, len(table.game.guesses) + 1), np.uint8),
    )


def _begin_twins(twins: Twins, view: View) -> int:
    """Tell what was played before; without twins if that is not all that is known."""
    played = [guess for guess, _ in view.turns]
    if len(played) + len(twins.marks) >= len(twins.played):
        return NO_TWINS  # a long position, which may repeat turns, does not fit
    twins.played[: len(played) + 1] = [len(played), *played]
    # Whoever has set candidates aside may have set an image aside and not the other.
    whole = len(view.table.candidates(view.position)) == len(view.candidates)
    return NOT_MARKED if whole else NO_TWINS


def distinct_guesses(view: View) -> Indices:
    """Return the guesses of a view, of those that a symmetry makes the same only the first."""
    twins = twins_of(view.table, len(view.turns) + 1) if view.rules.hard == OFF else None
    if twins is None or _begin_twins(twins, view) == NO_TWINS:
        return view.guesses
    mark_first(twins)
    distinct: Indices = view.guesses[twins.marks[0, view.guesses] == 0]
    return distinct


def random_marks(*shape: int) -> NDArray[np.uint64]:
    """Return random numbers to hash sets with, always the same."""
    return np.random.default_rng(0x5A1E7).integers(1, 1 << 64, shape, dtype=np.uint64)
