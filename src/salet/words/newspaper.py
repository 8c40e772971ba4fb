"""Fetches the days that a history lacks from the newspaper's public service, one by one.

The service answers ``https://.../2026-05-23.json`` with an object that has ``solution`` and
``print_date``. What it sends is checked before anything is kept, and what was fetched before
something went wrong is kept, so that the next update goes on from there.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import Future
from datetime import date, timedelta
from http.client import HTTPException
from threading import Thread

from salet._version import __version__
from salet.errors import InvalidError, under
from salet.words.history import DEFAULT_HISTORY, Day, History, kept_at, read_entry

ADDRESS = "https://www.nytimes.com/svc/wordle/v2/{day}.json"
FIRST_DAY = date(2021, 6, 19)
"""The first day of the newspaper's puzzle."""

PAUSE = 0.5
"""Seconds between two questions."""

_TIMEOUT = 15
_LARGEST_ANSWER = 1 << 16


def update(
    name: str = DEFAULT_HISTORY,
    *,
    address: str = ADDRESS,
    since: date = FIRST_DAY,
    until: date | None = None,
    pause: float = PAUSE,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[History, int]:
    """Fetch what a history lacks, and keep it; return it and how many days are new.

    `until` is yesterday if it is not given, so that today's word is not given away.
    """
    if "{day}" not in address:
        raise InvalidError("the address must have {day} where the date goes")
    if not address.lower().startswith(("http://", "https://")):
        raise InvalidError("the address must begin with https:// or http://")
    if until is not None and until > date.today():
        raise InvalidError(f"{until} is in the future")
    history = History.load(name) if kept_at(name).is_file() else History(name, ())
    known = {day for day, _ in history.days}
    span = (until or date.today() - timedelta(days=1)) - since
    days = (since + timedelta(days=count) for count in range(span.days + 1))
    wanted = [day for day in days if day not in known]
    new = 0
    for place, day in enumerate(wanted):
        if place:
            time.sleep(pause)
        history, more = History(name, (fetch(address, day),)).merge()
        new += more
        if progress is not None:
            progress(place + 1, len(wanted))
    return history, new


def fetch(address: str, day: date) -> Day:
    """Ask for the word of one day."""
    with under(day):
        try:
            content = json.loads(_answer(address.replace("{day}", str(day))))
        except urllib.error.HTTPError as error:
            error.close()
            hint = "perhaps that day is still to come" if error.code == 404 else "try again later"
            raise InvalidError(f"the server answered {error.code}; {hint}") from None
        except (OSError, ValueError, RecursionError, HTTPException) as error:
            raise InvalidError(_reason(error)) from None
        try:
            when, word = read_entry(content)
        except InvalidError as error:
            raise InvalidError(f"the server sent no day and word: {error}") from None
        if when != day:
            raise InvalidError(f"the server sent the word of {when} instead")
        return when, word


def _answer(address: str) -> bytes:
    """Return what a server sends; one that drips byte by byte is left after the time, too."""
    request = urllib.request.Request(address, headers={"User-Agent": f"salet/{__version__}"})
    found: Future[bytes] = Future()

    def ask() -> None:
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                found.set_result(answer.read(_LARGEST_ANSWER))
        except Exception as error:
            found.set_exception(error)

    Thread(target=ask, daemon=True).start()
    return found.result(_TIMEOUT)


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
        return f"the server took more than {_TIMEOUT} seconds; try again later"
    if isinstance(error, OSError):
        why = getattr(error, "reason", error)
        return f"cannot reach the server ({why}); are you online?"
    return "the server did not send JSON; is the address right?"
