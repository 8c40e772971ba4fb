"""Bars: games by number of guesses, words by frequency rank, one value per word or letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from salet.report.chart import Spec, chart, drawn, filled, lines, marked_line, series_channels

NEVER = "never"
_HEADROOM = 1.18
"""How far the axis reaches beyond the longest bar, for the number at its end."""

_SINGLE_HEIGHT = 200
_FACET_HEIGHT = 110


def step_histograms(
    histograms: Mapping[str, Mapping[int, int]],
    *,
    title: str,
    subtitle: str,
    max_guesses: int = 6,
    unfinished: Mapping[str, int] | None = None,
) -> Spec:
    """Draw how many games took how many guesses, one panel per label.

    Bars of games beyond `max_guesses` stand behind a line, in another colour; games that were
    never finished come last.
    """
    never = unfinished or {}
    lengths = {int(length) for one in histograms.values() for length in one} | {1, max_guesses}
    places = [str(length) for length in range(min(lengths), max(lengths) + 1)]
    if any(never.values()):
        places.append(NEVER)
    limit = {}
    if places[-1] != str(max_guesses):
        at = {"datum": str(max_guesses), "type": "ordinal", "bandPosition": 1}
        limit = {"limit": marked_line("lost", 6, at)}
    height = _SINGLE_HEIGHT if len(histograms) == 1 else _FACET_HEIGHT
    panel = filled("steps", height=height, places=places, **limit)
    rows = [
        row
        for label, one in histograms.items()
        for row in _step_rows(label, one, never.get(label, 0), max_guesses)
    ]
    if len(histograms) > 1:
        names = list(histograms)
        return drawn("step panels", title, subtitle, rows=rows, names=names, panel=panel)
    return chart(title, subtitle, {"data": {"values": rows}, **panel})


def _step_rows(
    label: str, histogram: Mapping[int, int], never: int, max_guesses: int
) -> list[Spec]:
    games = sum(histogram.values()) + never

    def row(guesses: str, count: int, *, lost: bool) -> Spec:
        end = "never found the answer" if guesses == NEVER else f"took {guesses} guesses"
        return {
            "series": label,
            "guesses": guesses,
            "share": count / games if games else 0,
            "label": f"{count:,}",
            "result": "lost" if lost else "won",
            "note": f"{label}: {count:,} of {games:,} games {end}{' (lost)' if lost else ''}",
        }

    rows = [
        row(str(length), count, lost=int(length) > max_guesses)
        for length, count in histogram.items()
    ]
    return [*rows, row(NEVER, never, lost=True)] if never else rows


def rank_histogram(
    ranks: Sequence[float],
    *,
    of: int,
    title: str,
    subtitle: str,
    bins: int = 26,
    models: Mapping[str, Sequence[float]] | None = None,
) -> Spec:
    """Draw how many words have which frequency rank (1 is the most common of `of` words).

    `models` gives each word a value per model, such as its frequency; the mean of each bin is
    drawn as a line. Bars and lines are scaled to their largest, so that shapes can be compared.
    The bars are pale, so that the lines before them stand out in a print in grey too.
    """
    width = -(-of // bins)
    members = [
        [place for place, rank in enumerate(ranks) if int(rank - 1) // width == one]
        for one in range(bins)
    ]
    top = max((len(one) for one in members), default=0) or 1
    rows = [
        {
            "from": place * width + 1,
            "to": min(of, (place + 1) * width) + 1,
            "count": len(one),
            "share": len(one) / top,
            "note": f"{len(one)} words ranked {place * width + 1:,} to {(place + 1) * width:,}",
        }
        for place, one in enumerate(members)
    ]
    points = {
        label: [
            ((bin_ + 0.5) * width, share, f"{label}: {share:.1%}")
            for bin_, share in _bin_means(values, members).items()
        ]
        for label, values in (models or {}).items()
    }
    drawn_models = lines(points, **filled("rank axes"), point_size=30) if points else []
    return drawn("ranks", title, subtitle, rows=rows, models=drawn_models)


def _bin_means(values: Sequence[float], members: Sequence[Sequence[int]]) -> dict[int, float]:
    """Return the mean of each bin that has words, scaled to the largest mean."""
    means = {
        place: sum(values[index] for index in one) / len(one)
        for place, one in enumerate(members)
        if one
    }
    top = max(means.values(), default=0) or 1
    return {place: mean / top for place, mean in means.items()}


def spread(
    values: Sequence[int],
    *,
    title: str,
    subtitle: str,
    axis: str,
    marks: Mapping[str, float] | None = None,
    bin_width: int = 5,
) -> Spec:
    """Draw how often each value came up, such as losses per seed, with figures marked by lines."""
    marks = marks or {}
    bars = Counter(value // bin_width * bin_width for value in values)
    rows = [
        {
            "from": start,
            "to": start + bin_width,
            "count": count,
            "note": f"{start} to {start + bin_width - 1}: {count} of {len(values)}",
        }
        for start, count in sorted(bars.items())
    ]
    x = {"type": "quantitative", "scale": {"zero": False}, "title": axis}
    marked = [
        marked_line(label, 8 + 16 * place, {"datum": figure, **x}, width=2)
        for place, (label, figure) in enumerate(marks.items())
    ]
    top = round(1.2 * max(bars.values())) + len(marks)
    return drawn("spread", title, subtitle, rows=rows, axis=axis, top=top, marks=marked)


def value_bars(
    values: Mapping[str, float],
    *,
    title: str,
    subtitle: str,
    axis: str,
    digits: int = 0,
    highlight: Collection[str] = (),
    upright: bool = False,
) -> Spec:
    """Draw one bar per word in the order given, with its number; upright for letters.

    A highlighted word has a bar of another colour and a mark before its number. Beside upright bars
    there is no room for numbers.
    """
    rows = [
        {
            "word": word,
            "value": value,
            "label": f"{'★ ' if word in highlight else ''}{value:,.{digits}f}",
            "kind": "highlighted" if word in highlight else "plain",
            "note": f"{word}: {value:,.{digits}f} {axis}",
        }
        for word, value in values.items()
    ]
    top = max(values.values(), default=1) * (1 if upright else _HEADROOM)
    parts = filled("value bar parts", order=list(values), axis=axis, top=top, nice=upright)
    name = "upright value bars" if upright else "value bars"
    return drawn(name, title, subtitle, rows=rows, **parts)


def group_sizes(sizes: Mapping[str, Sequence[int]], *, title: str, subtitle: str) -> Spec:
    """Draw the sizes of the groups that a guess makes, largest first, on a logarithmic axis.

    `sizes` has one list per label, such as one per feedback rule.
    """
    rows = [
        {"series": label, "rank": rank, "size": size, "note": f"{label}, group {rank}: {size:,}"}
        for label, one in sizes.items()
        for rank, size in enumerate(sorted(one, reverse=True), 1)
    ]
    channels = series_channels("series", [*sizes])
    return drawn("group sizes", title, subtitle, rows=rows, **channels)
