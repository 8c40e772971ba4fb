"""An opening book held against its game: replies, sums, proven totals, and searches anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from salet.exact.book import Book, Entry
from salet.exact.bookproof import PositionSearch
from salet.games.game import Game
from salet.games.position import Position
from salet.strategies.tree import proven_openers
from salet.table import open_table
from salet.view import Setting, View

_CAP_OF_TOTALS = 6
"""Where ``data/openers.toml`` names no cap, its totals are the least for this one and all above."""


@dataclass
class BookVerdict:
    """What was looked at, and what is wrong.

    Attributes
    ----------
    known
        the openers whose total was compared with the proven one
    searched
        how many positions were searched anew
    """

    openers: int = 0
    positions: int = 0
    known: list[str] = field(default_factory=list)
    searched: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "valid": self.valid,
            "openers": self.openers,
            "positions": self.positions,
            "totals_compared": self.known,
            "searched": self.searched,
            "problems": self.problems,
        }


def check_book(
    book: Book,
    game: Game,
    sample: int | None = 0,
    *,
    seed: int = 0,
    step: Callable[[int, int], None] | None = None,
) -> BookVerdict:
    """Check a book: its replies and sums, and some positions by a search.

    Parameters
    ----------
    sample
        how many of the proven positions to search anew, drawn at random; None for all
    seed
        random seed of the sample
    step
        told how many positions of the sample are done, and of all
    """
    book.check(game)
    view = Setting.of(open_table(game), book.rules).start()
    verdict = BookVerdict(len(book.places), len(book.rows))
    positions: list[tuple[int, int, Entry]] = []
    for opener in book.places:
        parts = book.parts(opener)
        sizes = dict(zip(*np.unique(view.table.row(opener), return_counts=True), strict=True))
        sizes.pop(game.replies.solved, None)
        if sizes.keys() != parts.keys():
            verdict.problems.append(
                f"{game.guesses[opener]}: its replies are not those of the game"
            )
            continue
        verdict.problems += _impossible(view, opener, parts, sizes)
        positions += [(opener, code, entry) for code, entry in parts.items()]
    _compare_totals(book, game, verdict)
    if verdict.valid and sample != 0:
        proven = [one for one in positions if one[2].proven]
        if sample is not None:
            order = np.random.default_rng(seed).permutation(len(proven))[:sample]
            proven = [proven[place] for place in sorted(order.tolist())]
        search = PositionSearch(view, float("inf"))
        for opener, code, entry in proven:
            verdict.problems += _searched(view, search, opener, code, entry)
            verdict.searched += 1
            if step is not None:
                step(verdict.searched, len(proven))
    return verdict


def _impossible(
    view: View, opener: int, parts: dict[int, Entry], sizes: dict[int, int]
) -> Iterator[str]:
    """Name the entries that no search could have found."""
    game, mode = view.game, view.game.mode(view.rules.hard)
    for code, entry in parts.items():
        if entry.total == 0:
            continue
        turn = game.turn(game.guesses[opener], code)
        if not len(mode.legal(view.table, Position((turn,)), np.array([entry.guess]))):
            yield f"{turn}: {game.guesses[entry.guess]} is not a legal guess"
        if not 2 * sizes[code] - 1 <= entry.total - entry.gap:
            yield f"{turn}: {sizes[code]} words cannot take {entry.total - entry.gap} guesses"
        if entry.proven and entry.gap:
            yield f"{turn}: it is called proven, but its lower bound is {entry.gap} below"


def _compare_totals(book: Book, game: Game, verdict: BookVerdict) -> None:
    openers = proven_openers().get((game.id, book.hard))
    cap = book.rules.max_guesses
    if openers is None or not (
        cap >= _CAP_OF_TOTALS if openers.max_guesses is None else cap == openers.max_guesses
    ):
        return
    for opener, total in book.totals.items():
        word = game.guesses[opener]
        proven = openers.totals.get(word)
        if proven is not None:
            verdict.known.append(word)
        if proven not in (None, total):
            verdict.problems.append(f"{word}: its total is {total:,}; proven is {proven:,}")


def _searched(
    view: View, search: PositionSearch, opener: int, code: int, entry: Entry
) -> Iterator[str]:
    """Search a position anew, and the guess of the book by itself."""
    where = str(view.after(opener, code).position)
    found = search.entry(opener, code)
    if (found.total, found.proven, found.free) != (entry.total, True, entry.free):
        yield f"{where}: its total is {entry.total}; a search finds {found.total}"
    elif entry.total and search.total_of(opener, code, entry.guess) != entry.total:
        yield f"{where}: {view.game.guesses[entry.guess]} does not have the least total"
