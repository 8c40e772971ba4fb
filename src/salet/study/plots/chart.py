"""What all charts share: title, conditions, description, theme."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from salet.games.rules import HardMode
from salet.study.plots.theme import CONFIG

if TYPE_CHECKING:
    from collections.abc import Mapping

    from salet.games.rules import Rules
    from salet.words.lexicon import Lexicon

Spec = dict[str, Any]
"""A Vega-Lite specification."""

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
_TITLE_WIDTH = 52
_SUBTITLE_WIDTH = 66


def chart(title: str, subtitle: str, body: Spec) -> Spec:
    """Complete a specification; a chart is useless without the words and rules it is for."""
    heading: Spec = {"text": _lines(title, _TITLE_WIDTH) or [""]}
    if subtitle:
        heading["subtitle"] = _lines(subtitle, _SUBTITLE_WIDTH)
    return {
        "$schema": SCHEMA,
        "description": f"{title}. {subtitle}" if subtitle else title,
        "title": heading,
        **body,
        "config": CONFIG,
    }


def _lines(text: str, width: int) -> list[str]:
    """Break a text into as few lines as it takes, all about as long."""
    lines = wrap(text, width)
    while width > 1 and len(wrap(text, width - 1)) == len(lines):
        width -= 1
    return wrap(text, width)


def conditions(lexicon: Lexicon, rules: Rules, games: int | None = None) -> str:
    """Say for which words and rules a chart holds.

    >>> from salet import Lexicon, Rules
    >>> conditions(Lexicon.load("original"), Rules(hard="nyt"), 2315)
    'original: 2,315 answers, 12,972 allowed; hard mode nyt, 6 guesses; 2,315 games'
    """
    return conditions_text(lexicon.summary(), str(rules.hard), rules.max_guesses, games)


def conditions_text(
    lexicon: Mapping[str, Any], hard: str, max_guesses: int, games: int | None = None
) -> str:
    """Say the same from plain values; `lexicon` is what `Lexicon.summary` gives."""
    mode = "normal mode" if hard == HardMode.OFF else f"hard mode {hard}"
    words = f"{lexicon['name']}: {lexicon['answers']:,} answers, {lexicon['allowed']:,} allowed"
    played = "" if games is None else f"; {games:,} games"
    return f"{words}; {mode}, {max_guesses} guesses{played}"


def noted(channel: str = "note") -> Spec:
    """Encode a sentence about each mark, for the pointer and for screen readers."""
    field = {"field": channel, "type": "nominal"}
    return {"tooltip": field, "description": field}
