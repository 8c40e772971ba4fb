"""Running text of a report: plain words, `code` between backticks, and web addresses."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Doubled backticks mean something else to Markdown, so here they mean nothing.
_SPECIAL = re.compile(
    r"(?<!`)`(?P<code>[^`\n]+)`(?!`)|(?P<link>https?://[^\s<>()`\"']*[^\s<>()`\"'.,;:])"
)


class Kind(Enum):
    """What a piece of running text is."""

    WORDS = "words"
    CODE = "code"
    LINK = "link"


def pieces(text: str) -> Iterator[tuple[Kind, str]]:
    """Cut a text into its pieces.

    >>> [piece for _, piece in pieces("see `a b` at https://example.org.")]
    ['see ', 'a b', ' at ', 'https://example.org', '.']
    """
    end = 0
    for found in _SPECIAL.finditer(text):
        if found.start() > end:
            yield Kind.WORDS, text[end : found.start()]
        kind = Kind.CODE if found["code"] is not None else Kind.LINK
        yield kind, found[kind.value]
        end = found.end()
    if end < len(text):
        yield Kind.WORDS, text[end:]
