"""How many guesses are left: exactly where that can be known in time, else by estimate.

Every value counts the guess itself, supposes good play after it, and goes on until the answer is
found, whatever the cap on guesses. It is either *exact* (the least expected length there is, by
`SmallSearch` or by the compiled search of `salet.exact`, or proven before and written down) or an
*estimate* from group sizes alone: `salet.coach.estimates` says how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from salet.coach.estimates import Estimates
from salet.coach.exact import UNCAPPED, CompiledValues, SmallValues
from salet.coach.proven import ProvenValues, known_totals
from salet.coach.small import OutOfTimeError
from salet.games.rules import Rules
from salet.table import StoredTable

if TYPE_CHECKING:
    from salet.coach.value import Values
    from salet.exact.search import Search
    from salet.view import View

SMALL = 128
"""Sets up to this size are searched at once, without the compiler; of 60 words within a second."""
MOST_CANDIDATES = 400
"""Beyond this, even the compiled search takes long to rank all guesses."""
SECONDS = 1.0


def values_of(view: View, *, exact: bool | None = None, seconds: float = SECONDS) -> Values:
    """Value the guesses at a view.

    Parameters
    ----------
    exact
        None to search where that is quick and needs no compiler; True to search in any case, with
        the compiler if need be; False for estimates
    seconds
        how long a search may take before it gives way to estimates
    """
    size = len(view.candidates)
    if exact is not False and size <= SMALL:
        try:
            return SmallValues(view, float("inf") if exact else seconds)
        except OutOfTimeError:
            pass
    if exact and compiled_can(view):
        return CompiledValues(view, compiled_search(view))
    known = None if exact is False else known_totals(view)
    return Estimates(view) if known is None else ProvenValues(view, known)


def compiled_can(view: View) -> bool:
    """Whether the compiled search serves this view: a stored table, and all words alike."""
    alike = view.setting.prior is None
    return alike and isinstance(view.table, StoredTable) and len(view.candidates) <= MOST_CANDIDATES


def compiled_search(view: View) -> Search:
    """Make a compiled search for the table and hard mode of a view, without a cap."""
    from salet.exact.search import Search

    assert isinstance(view.table, StoredTable)
    return Search(view.table, Rules(UNCAPPED + view.rules.max_guesses, view.rules.hard))
