"""The data files of the local engine: what ``static/engine`` reads instead of asking a server.

They belong in ``static/engine/data``, beside the modules that read them, and are all text:

``facts.json``
    the bundled lexicons with their ids, proven openers, and what the pages say of Wordle
``words/*.txt``
    the bundled lists, one word per line, in alphabetical order
``counts.json``
    how often the words occur in books, in the order of one of the lists, and further words
``trees/*.txt``
    the bundled proven trees, a line per answer
``books/*.json``
    the bundled opening books: by opener, a text of code, guess, total, whether that is proven and
    whether it holds for any number of guesses, after each reply
``first.json``
    which guesses come first before the first turn, by the id of the lexicon: to find them takes a
    look at every reply of every guess, so this is a file of ``data/`` (`first_guesses` makes it)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from salet.coach.estimates import Estimates
from salet.exact.book import Book, book_named, bundled_books
from salet.games.wordle import Wordle
from salet.strategies.base import Ranking
from salet.strategies.registry import make_strategy, registry
from salet.table import open_table
from salet.tree.forms import BUNDLED_MODES, PROVEN_LEXICON, bundled_text
from salet.tree.openers import proven_openers
from salet.view import Setting
from salet.web.html import read_data
from salet.words.files import MAX_LENGTH, MIN_LENGTH
from salet.words.frequencies import Frequencies
from salet.words.language import languages
from salet.words.lexicon import DEFAULT_LEXICON, TODAY_LEXICON, Lexicon
from salet.words.shelf import bundled_lexicons, facts_of

STRATEGIES = ("entropy", "expected", "guesses", "minimax", "parts", "tree")
"""What the local engine can rank by, beside expected guesses."""
_FIRST = 50
"""The number of guesses that an answer has at most."""
_PROMISING = 100


def engine_files(offered: Sequence[str] = ()) -> dict[str, bytes]:
    """Return every data file of the local engine, by name.

    The page offers the lexicons of these names and begins with the first; without names all, and it
    begins with today's. The engine has them all: advice may need a wider list than the one in play.
    """
    first = resources.files("salet").joinpath("data", "first.json").read_text(encoding="utf-8")
    files: dict[str, str] = {
        "facts.json": _json(_facts(offered)),
        "counts.json": _json(_counts()),
        "first.json": first,
    }
    for name, lexicon in _lexicons().items():
        facts = bundled_lexicons()[name]
        files[_words_file(facts["answers"])] = "\n".join(lexicon.answers)
        files[_words_file(facts["allowed"])] = "\n".join(lexicon.allowed)
    for name in bundled_books():
        files[_book_file(name)] = _json(_book(book_named(name)))
    for mode in BUNDLED_MODES:
        lines = bundled_text(f"{DEFAULT_LEXICON}-{mode}").splitlines()
        files[_tree_file(mode)] = "\n".join(line for line in lines if line[:1] not in ("", "#"))
    return {name: text.encode() for name, text in files.items()}


@cache
def _lexicons() -> dict[str, Lexicon]:
    return {name: Lexicon.load(name) for name in bundled_lexicons()}


def _words_file(name: str) -> str:
    return f"words/{name}"


def _tree_file(mode: str) -> str:
    return f"trees/{mode}.txt"


def _book_file(name: str) -> str:
    return f"books/{name}.json"


def _book(book: Book) -> dict[int, str]:
    return {
        opener: ";".join(
            f"{code},{one.guess},{one.total},{one.proven:d},{one.free:d}"
            for code, one in book.parts(opener).items()
        )
        for opener in book.places
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _facts(offered: Sequence[str]) -> dict[str, Any]:
    bundled, lexicons = bundled_lexicons(), _lexicons()
    return {
        "listing": {
            "languages": [],
            "lengths": [MIN_LENGTH, MAX_LENGTH],
            "today": [*offered, TODAY_LEXICON][0],
            "games": {},
            "lexicons": [
                lexicon.summary() | facts_of(name) | {"language": "English"}
                for name, lexicon in lexicons.items()
                if name in (offered or bundled)
            ],
        },
        "today": {
            "lexicon": TODAY_LEXICON,
            "prior": "uniform",
            "list": TODAY_LEXICON,
            "list_date": bundled[TODAY_LEXICON]["date"],
            "history_days": 0,
            "history_to": None,
        },
        "lexicons": [
            {
                "name": name,
                "id": lexicon.id,
                "date": bundled[name]["date"],
                "answers": _words_file(bundled[name]["answers"]),
                "allowed": _words_file(bundled[name]["allowed"]),
            }
            for name, lexicon in lexicons.items()
        ],
        "languages": list(languages()),
        "family": read_data("texts.toml")["games"]["wordle"],
        "rule": Wordle.rule,
        "strategies": [*STRATEGIES],
        "registry": {
            alias: spec.name for spec in registry().values() for alias in (spec.name, *spec.aliases)
        },
        **_proofs(),
        "trees": {
            "lexicon": PROVEN_LEXICON,
            "answers": _words_file(bundled[DEFAULT_LEXICON]["answers"]),
            "modes": {mode: _tree_file(mode) for mode in BUNDLED_MODES},
        },
    }


def _proofs() -> dict[str, Any]:
    """Return the proven totals of openers, and which books there are."""
    return {
        "openers": [
            {
                "game": game,
                "mode": mode,
                "totals": openers.totals,
                "nothing_below": openers.nothing_below,
                "max_guesses": openers.max_guesses,
            }
            for (game, mode), openers in proven_openers().items()
        ],
        "books": [
            {
                "game": book.game_id,
                "mode": book.hard,
                "max_guesses": book.rules.max_guesses,
                "totals": [[one, n, book.is_free(one)] for one, n in book.totals.items()],
                "file": _book_file(name),
            }
            for name, book in ((name, book_named(name)) for name in bundled_books())
        ],
    }


def _counts() -> dict[str, Any]:
    """Return the counts of the words of the longest list in its order, and those of the others."""
    lexicons = _lexicons()
    longest = max(lexicons, key=lambda name: len(lexicons[name].allowed))
    counts = Frequencies.load().counts
    words = dict.fromkeys(lexicons[longest].allowed)
    return {
        "list": _words_file(bundled_lexicons()[longest]["allowed"]),
        "counts": [_whole(counts.get(word, 0)) for word in words],
        "more": {word: _whole(n) for word, n in counts.items() if word not in words},
    }


def _whole(count: float) -> float:
    return int(count) if count == int(count) else count


def first_guesses(lexicon: Lexicon) -> dict[str, list[int]]:
    """Return the promising guesses before the first turn, and the best by each strategy."""
    table = open_table(lexicon)
    table.prepare()
    view = Setting.of(table).start()
    found = {"promising": np.array(Estimates(view).promising(_PROMISING))}
    for name in STRATEGIES:
        strategy = make_strategy(name)
        if isinstance(strategy, Ranking):
            found[name] = strategy.ranked(view)[:_FIRST]
    return {name: guesses.tolist() for name, guesses in found.items()}
