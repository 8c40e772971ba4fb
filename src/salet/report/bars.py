"""Bars: games by number of guesses, words by frequency rank, one value per word or letter."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from salet.report.chart import (
    BLUE,
    GREY,
    INK,
    LOST,
    PERCENT,
    SKY,
    VERMILION,
    WIDTH,
    WON,
    Spec,
    chart,
    layer,
    lines,
    marked_line,
    name,
    noted,
    number,
    series_channels,
    text,
)

NEVER = "never"
_ROW = 20
_LETTER = 15
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
    colour = name("result", scale={"domain": ["won", "lost"], "range": [WON, LOST]}, legend=None)
    panel: Spec = {
        "width": WIDTH,
        "height": _SINGLE_HEIGHT if len(histograms) == 1 else _FACET_HEIGHT,
        "layer": [
            layer({"type": "bar", "width": {"band": 0.8}}, color=colour, **noted()),
            text(style={"dy": -7}, text=name("label")),
        ],
        "encoding": {
            "x": {
                "field": "guesses",
                "type": "ordinal",
                "sort": places,
                "scale": {"domain": places},
                "title": "guesses",
                "axis": {"labelAngle": 0, "grid": False},
            },
            "y": number("share", title="share of games", axis={"format": ".0%", "tickCount": 3}),
        },
    }
    if places[-1] != str(max_guesses):
        at = {"datum": str(max_guesses), "type": "ordinal", "bandPosition": 1}
        panel["layer"].append(marked_line("lost", 6, at))
    rows = [
        row
        for label, one in histograms.items()
        for row in _step_rows(label, one, never.get(label, 0), max_guesses)
    ]
    body: Spec = {"data": {"values": rows}, **panel}
    if len(histograms) > 1:
        facet = name("series", sort=list(histograms))
        body = {"data": {"values": rows}, "columns": 1, "facet": facet, "spec": panel}
    return chart(title, subtitle, body)


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
    """
    width = -(-of // bins)
    members = [
        [place for place, rank in enumerate(ranks) if int(rank - 1) // width == one]
        for one in range(bins)
    ]
    top = max((len(one) for one in members), default=0) or 1
    bars = [
        {
            "from": place * width + 1,
            "to": min(of, (place + 1) * width) + 1,
            "count": len(one),
            "share": len(one) / top,
            "note": f"{len(one)} words ranked {place * width + 1:,} to {(place + 1) * width:,}",
        }
        for place, one in enumerate(members)
    ]
    y = {"title": "scaled to the largest", "axis": PERCENT}
    # Pale, so that the lines before it stand out in a print in grey too.
    mark = {"color": GREY, "fillOpacity": 0.45, "stroke": INK, "strokeWidth": 0.3}
    x = number("from", title="frequency rank")
    layers = [_bins(bars, mark, x=x, y=number("share", **y))]
    if models:
        points = {label: _bin_means(label, values, members) for label, values in models.items()}
        placed = {
            label: [((bin_ + 0.5) * width, value, note) for bin_, value, note in one]
            for label, one in points.items()
        }
        layers += lines(placed, x={}, y=y, point_size=30)
    return chart(title, subtitle, {"width": WIDTH, "height": _SINGLE_HEIGHT, "layer": layers})


def _bins(rows: Sequence[Spec], mark: Spec, *, x: Spec, y: Spec) -> Spec:
    """Draw rows that reach ``from`` one amount ``to`` another, without a gap between them."""
    return layer(
        {"type": "rect", **mark}, rows, x=x, x2={"field": "to"}, y=y, y2={"datum": 0}, **noted()
    )


def _bin_means(
    label: str, values: Sequence[float], members: Sequence[Sequence[int]]
) -> list[tuple[int, float, str]]:
    """Return the mean of each bin that has words, scaled to the largest mean."""
    means = {
        place: sum(values[index] for index in one) / len(one)
        for place, one in enumerate(members)
        if one
    }
    top = max(means.values(), default=0) or 1
    return [(place, mean / top, f"{label}: {mean / top:.1%}") for place, mean in means.items()]


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
    bars: dict[int, int] = {}
    for value in values:
        start = value // bin_width * bin_width
        bars[start] = bars.get(start, 0) + 1
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
    top = round(1.2 * max(bars.values())) + len(marks or {})
    y = number("count", title="runs", scale={"domain": [0, top]})
    mark = {"color": SKY, "stroke": INK, "strokeWidth": 0.5}
    layers = [_bins(rows, mark, x={"field": "from", **x}, y=y)]
    for place, (label, figure) in enumerate((marks or {}).items()):
        layers.append(marked_line(label, 8 + 16 * place, {"datum": figure, **x}, strokeWidth=2))
    return chart(title, subtitle, {"width": WIDTH, "height": _SINGLE_HEIGHT, "layer": layers})


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

    A highlighted word has a bar of another colour and a mark before its number.
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
    names = name(
        "word",
        sort=list(values),
        title=None,
        axis={"labelAngle": 0, "grid": False, "ticks": False},
    )
    top = max(values.values(), default=1) * (1 if upright else _HEADROOM)
    scale = {"domain": [0, top], "nice": upright}
    amounts = number("value", title=axis, scale=scale, axis={"tickCount": 5})
    colour = {
        "condition": {"test": "datum.kind === 'highlighted'", "value": VERMILION},
        "value": BLUE,
    }
    layers = [layer({"type": "bar"}, color=colour, **noted())]
    if not upright:  # beside upright bars there is no room for numbers
        layers.append(text(style={"align": "left", "dx": 4}, text=name("label")))
    body: Spec = {
        "data": {"values": rows},
        "width": {"step": _LETTER} if upright else WIDTH,
        "height": _SINGLE_HEIGHT if upright else {"step": _ROW},
        "layer": layers,
        "encoding": {"x": names, "y": amounts} if upright else {"x": amounts, "y": names},
    }
    return chart(title, subtitle, body)


def group_sizes(sizes: Mapping[str, Sequence[int]], *, title: str, subtitle: str) -> Spec:
    """Draw the sizes of the groups that a guess makes, largest first, on a logarithmic axis.

    `sizes` has one list per label, such as one per feedback rule.
    """
    rows = [
        {"series": label, "rank": rank, "size": size, "note": f"{label}, group {rank}: {size:,}"}
        for label, one in sizes.items()
        for rank, size in enumerate(sorted(one, reverse=True), 1)
    ]
    points = layer(
        {"type": "point", "size": 22},
        rows,
        x=number("rank", title="groups, largest first"),
        y=number(
            "size",
            title="words in the group",
            scale={"type": "log", "domainMin": 1},
            axis={"format": ",d", "values": [1, 10, 100, 1000, 10_000]},
        ),
        **series_channels("series", [*sizes]),
        **noted(),
    )
    return chart(title, subtitle, {"width": WIDTH, "height": _SINGLE_HEIGHT, **points})
