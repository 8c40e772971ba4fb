"""The past answers of a daily puzzle, kept in the user's data folder.

A history is one word per day. It is read from CSV or JSON, checked, and kept as CSV under a name;
nothing is stored of a file or a server that does not pass the checks. The product brings none.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from salet.errors import InvalidError, counted, few, under
from salet.storage import data_folder, digest_of, write_whole
from salet.words.files import not_a_letter, read_text
from salet.words.lexicon import TODAY_LEXICON, Lexicon
from salet.words.shelf import bundled_lexicons
from salet.words.spelling import read_word

DEFAULT_HISTORY = "nyt"
"""The puzzle of the newspaper."""

_NAME = re.compile(r"[\w-]{1,64}")
_DATE_KEYS = ("date", "print_date", "day")
_WORD_KEYS = ("answer", "solution", "word")

Day = tuple[date, str]


@dataclass(frozen=True)
class History:
    """The answers of a daily puzzle, by day, each day once and in order.

    >>> history = History.from_days([("2026-05-22", "vocal"), ("2026-05-21", "agree")])
    >>> history
    History('nyt', 2 days, 2026-05-21 to 2026-05-22)
    >>> history.before("2026-05-22").words
    ('agree',)
    """

    name: str
    days: tuple[Day, ...]

    @classmethod
    def from_days(
        cls, days: Iterable[tuple[date | str, str]], name: str = DEFAULT_HISTORY
    ) -> History:
        """Check the days and put them in order.

        It refuses a day in the future, a day with two words, and words of two lengths.
        """
        kept_at(name)  # refuses a name that could not be kept
        found: dict[date, str] = {}
        latest = (datetime.now(UTC) + timedelta(hours=14)).date()  # where the day begins first
        for day, text in days:
            when, word = read_day(day), read_word(text)
            if when > latest:
                raise InvalidError(f"{when} is in the future")
            if found.setdefault(when, word) != word:
                raise InvalidError(f"{when} has two words, {found[when]} and {word}")
            if len(word) != len(next(iter(found.values()))):
                first = next(iter(found.items()))
                raise InvalidError(
                    f"{when} has {word}, and {first[0]} has {first[1]}: words of two lengths"
                )
        if not found:
            raise InvalidError("there is no day in it; write lines of date,word")
        return cls(name, tuple(sorted(found.items())))

    @classmethod
    def from_file(cls, path: str | Path, name: str = DEFAULT_HISTORY) -> History:
        """Read CSV (date and word in any order) or JSON (objects, pairs, or a date: word map)."""
        text = read_text(Path(path))
        with under(path):
            return cls.from_text(text, name, is_json=str(path).lower().endswith(".json"))

    @classmethod
    def from_text(cls, text: str, name: str = DEFAULT_HISTORY, *, is_json: bool = False) -> History:
        """Read the text of a file: JSON if it begins like JSON, else CSV."""
        is_json = is_json or text.lstrip()[:1] in ("[", "{")
        return cls.from_days(_json_rows(text) if is_json else _csv_rows(text), name)

    @classmethod
    def load(cls, name: str = DEFAULT_HISTORY) -> History:
        """Return the history stored under a name."""
        path = kept_at(name)
        if not path.is_file():
            named = "" if name == DEFAULT_HISTORY else f" --name {name}"
            fetch = "" if named else ", or fetch it with salet history update"
            raise InvalidError(
                f"there is no history {name!r}; import one with salet history import FILE{named}"
                f"{fetch}"
            )
        first, _, rest = read_text(path).partition("\n")
        if first.count(",") > 1 and first != _first_line(rest):
            raise InvalidError(
                f"{path} was changed after it was written; restore a copy, or delete its first "
                "line if you changed it yourself"
            )
        return cls.from_file(path, name)

    def save(self) -> Path:
        """Store the history under its name, whole or not at all."""
        days = "".join(f"{day},{word}\n" for day, word in self.days)
        path = kept_at(self.name)
        write_whole(path, f"{_first_line(days)}\n{days}".encode())
        return path

    def merge(self) -> tuple[History, int]:
        """Add the days to the history stored under the name, and store the whole.

        Returns the whole history, and the number of new days.
        """
        known = dict(History.load(self.name).days) if kept_at(self.name).is_file() else {}
        before = len(known)
        for day, word in self.days:
            if known.setdefault(day, word) != word:
                raise InvalidError(
                    f"{day} is {known[day]} in the history {self.name}, not {word}; correct "
                    f"{kept_at(self.name)} if that is wrong"
                )
        whole = History.from_days(known.items(), self.name)
        whole.save()
        return whole, len(known) - before

    def with_days(self, days: Iterable[Day]) -> History:
        """Return the history with more days; refuse a day that already has another word."""
        return History.from_days([*self.days, *days], self.name)

    def before(self, day: date | str) -> History:
        """Return the days before a day."""
        limit = read_day(day)
        return History(self.name, tuple(one for one in self.days if one[0] < limit))

    def between(self, first: date | str | None, last: date | str | None) -> tuple[Day, ...]:
        """Return the days from one to another, including both."""
        low = date.min if first is None else read_day(first)
        high = date.max if last is None else read_day(last)
        return tuple(one for one in self.days if low <= one[0] <= high)

    @property
    def words(self) -> tuple[str, ...]:
        """The answers, day by day."""
        return tuple(word for _, word in self.days)

    def gaps(self, until: date | None = None) -> Iterator[date]:
        """Give the days that are missing between the first day and the last, or `until`."""
        known = {day for day, _ in self.days}
        day, last = self.days[0][0], until or self.days[-1][0]
        while day <= last:
            if day not in known:
                yield day
            day += timedelta(days=1)

    def remarks(self, lexicon: Lexicon) -> Iterator[str]:
        """Report missing days, and words that the lexicon does not allow."""
        missing = [str(day) for day in self.gaps()]
        if missing:
            yield f"{counted(len(missing), 'day')} missing: {few(missing)}"
        unknown = sorted({word for word in self.words if not lexicon.allows(word)})
        if unknown:
            yield f"{counted(len(unknown), 'word')} not in {lexicon.name}: {few(unknown)}"

    def __repr__(self) -> str:
        if not self.days:
            return f"History({self.name!r}, no day)"
        first, last = self.days[0][0], self.days[-1][0]
        return f"History({self.name!r}, {counted(len(self.days), 'day')}, {first} to {last})"


def kept_at(name: str) -> Path:
    """Return the file that a history is kept in."""
    if not _NAME.fullmatch(name):
        raise InvalidError(f"a history cannot be called {name!r}; use letters, digits, - and _")
    return data_folder() / "histories" / f"{name}.csv"


def read_day(text: date | str) -> date:
    """Read a date.

    >>> read_day("2026-05-23")
    datetime.date(2026, 5, 23)
    """
    try:
        return text if isinstance(text, date) else date.fromisoformat(str(text).strip())
    except ValueError:
        raise InvalidError(f"{str(text)!r} is not a date; write it as 2026-05-23") from None


def _first_line(days: str) -> str:
    """Return the line above the days of a history that is kept, with a digest of them."""
    return f"date,answer,{digest_of(days)}"


def _is_date(text: str) -> bool:
    return bool(re.match(r"\s*\d{4}-", text))


def _csv_rows(text: str) -> Iterator[tuple[date, str]]:
    """Give day and word of every line; a first line without a date names the columns."""
    lines = text.splitlines()
    separator = next((sign for sign in ",;\t" if lines and sign in lines[0]), ",")
    for number, row in enumerate(csv.reader(lines, delimiter=separator), start=1):
        cells = [cell.strip() for cell in row if cell.strip()]
        if not cells or (number == 1 and not any(map(_is_date, cells))):
            continue
        with under(f"line {number}"):
            if len(cells) != 2 or not any(map(_is_date, cells)):
                raise InvalidError("write a date and a word, as in 2026-05-23,chuck")
            day, word = cells if _is_date(cells[0]) else reversed(cells)
            yield _read_pair(day, word)


class _Pairs(dict[str, Any]):
    """A JSON object that remembers all it was written with."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def _json_rows(text: str) -> Iterator[tuple[date, str]]:
    try:
        content = json.loads(text, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        raise InvalidError("this is not JSON, or not all of it") from None
    if isinstance(content, _Pairs) and not set(content) & {*_DATE_KEYS, *_WORD_KEYS}:
        content = content.pairs  # also those that come twice
    for number, one in enumerate(content if isinstance(content, list) else [content], start=1):
        with under(f"entry {number}"):
            yield read_entry(one)


def read_entry(one: Any) -> Day:
    """Read a day from what JSON has for it: an object as the newspaper sends it, or a pair."""
    if isinstance(one, Mapping):
        day = next((one[key] for key in _DATE_KEYS if key in one), None)
        word = next((one[key] for key in _WORD_KEYS if key in one), None)
    else:
        day, word = one if isinstance(one, (list, tuple)) and len(one) == 2 else (None, None)
    if not isinstance(day, str) or not isinstance(word, str):
        raise InvalidError('write {"date": "2026-05-23", "answer": "chuck"}')
    return _read_pair(day, word)


def _read_pair(day: str, text: str) -> Day:
    word = read_word(text)
    if odd := not_a_letter(word):
        raise InvalidError(f"{word!r} has {odd}")
    return read_day(day), word


def todays_puzzle(lexicon: str = TODAY_LEXICON, history: str = DEFAULT_HISTORY) -> dict[str, Any]:
    """Say what is assumed of today's puzzle: the newest list, and the history if one is kept.

    With a history every allowed word may be the answer; without one, the listed answers are alike.
    """
    kept = kept_at(history).is_file()
    if not kept and history != DEFAULT_HISTORY:
        History.load(history)  # raises: it was asked for
    days = History.load(history).before(date.today()).days if kept else ()
    named = "history" if history == DEFAULT_HISTORY else f"history({history})"
    return {
        "lexicon": f"{lexicon}-all" if days else lexicon,
        "prior": named if days else "uniform",
        "list": lexicon,
        "list_date": bundled_lexicons().get(lexicon, {}).get("date"),
        "history_days": len(days),
        "history_to": str(days[-1][0]) if days else None,
    }
