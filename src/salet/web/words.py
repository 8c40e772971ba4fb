"""The word lists of this server: those of the command line, and those that were sent to it.

A list that was sent is kept in memory under the hash of its words, so the same list has the same
id after a restart, and a link that names it works again once it is sent again.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from salet.errors import UnknownNameError
from salet.web.workers import TaskError
from salet.words.builder import recipe
from salet.words.shelf import bundled_lexicons, lexicon_names

if TYPE_CHECKING:
    from salet.web.workers import Workers

MOST_WORDS = 50_000
_KEPT = 16


class WordLists:
    """Finds the words that a request names."""

    def __init__(self) -> None:
        self._bundled = bundled_lexicons()
        self._sent: OrderedDict[str, dict[str, Any]] = OrderedDict()

    def choice(self, name: str) -> dict[str, Any]:
        """Return what a task needs to know of a lexicon."""
        if name in self._bundled or recipe(name) is not None:
            return {"name": name}
        if name in self._sent:
            self._sent.move_to_end(name)
            return self._sent[name]
        error = UnknownNameError.among("lexicon", name, lexicon_names())
        raise TaskError(type(error).__name__, str(error))

    async def take(self, workers: Workers, answers: list[str], allowed: list[str]) -> bytes:
        """Check a list and keep it; the oldest goes when there are too many."""
        words = {"answers": answers, "allowed": allowed}
        described = await workers.call("lexicon", {"lexicon": words})
        name = json.loads(described)["lexicon"]["id"]
        self._sent[name] = words | {"id": name}
        self._sent.move_to_end(name)
        while len(self._sent) > _KEPT:
            self._sent.popitem(last=False)
        return described
