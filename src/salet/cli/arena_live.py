"""The table of a tournament while it is played, on stderr and only on a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from salet.arena.cup.standings import standings_of
from salet.errors import SaletError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from salet.arena.store.store import Store

_PER_SECOND = 1
_COLUMNS = ("bot", ">points", ">margin", ">guesses", ">inflicted", ">rating")


@contextmanager
def live_table(store: Store, name: str) -> Iterator[None]:
    """Draw the standings every second until the block ends."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.live import Live

    with Live(
        get_renderable=lambda: _table(store, name),
        console=Console(stderr=True),
        refresh_per_second=_PER_SECOND,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ):
        yield


def _table(store: Store, name: str) -> RenderableType:
    from rich.table import Table

    from salet.arena.cup.export import standings_table

    try:
        now = standings_of(store, store.tournament(name))
    except SaletError:
        return "beginning"
    table = Table(
        box=None,
        title=f"{name}: {now.games:,} games, {now.matches_finished} of {now.matches} matches",
        title_justify="left",
    )
    for column in _COLUMNS:
        table.add_column(column.lstrip(">"), justify="right" if column[0] == ">" else "left")
    for row in standings_table(now, _COLUMNS).rows:
        table.add_row(*row)
    return table
