"""Results as HTML tables, which notebooks show in place of the text form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from salet.errors import counted


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def html_table(columns: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Write a table; whatever is not `Html` is escaped.

    >>> html_table(["word", "games", "mean"], [["<a>", 2315, None]]).partition("<tbody>")[2]
    '<tr><td>&lt;a&gt;</td><td>2,315</td><td>-</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, Html):
        text: str = value
    elif isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, int):
        text = f"{value:,}"
    elif isinstance(value, float):
        text = f"{value:.4f}"
    else:
        text = "-" if value is None else escape(str(value))
    return f"<td>{text}</td>"


def html_bars(histogram: Mapping[int, int]) -> Html:
    """Draw how many games took how many guesses, each bar labelled for those who cannot see it."""
    top = max(histogram.values(), default=1)
    bars, labels = [], []
    for place, (length, count) in enumerate(histogram.items()):
        height = max(1, round(24 * count / top))
        labels.append(f"{counted(length, 'guess')}: {counted(count, 'game')}")
        bars.append(
            f'<rect x="{place * 14}" y="{26 - height}" width="12" height="{height}" '
            f'fill="#4c78a8"><title>{labels[-1]}</title></rect>'
            f'<text x="{place * 14 + 6}" y="37" font-size="9" text-anchor="middle" '
            f'fill="currentColor">{length}</text>'
        )
    width = 14 * max(1, len(histogram))
    told = f'role="img" aria-label="{", ".join(labels)}"'
    return Html(f'<svg width="{width}" height="40" {told}>{"".join(bars)}</svg>')
