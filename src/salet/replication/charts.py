"""The charts of each document, drawn from what its replication found.

A `Recipe` names the fields of `Replication.data` that its chart is drawn from; `charts_of` draws
those whose fields are there, `undrawn` names the others and what they lack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from salet.study.plots import (
    Spec,
    cumulative,
    curves,
    group_sizes,
    opener_dots,
    rank_histogram,
    spread,
    step_histograms,
    value_bars,
)

if TYPE_CHECKING:
    from salet.replication.figures import Replication

Data = Mapping[str, Any]

_ANSWERS = "original: 2,315 answers, 12,972 allowed"
_ALL = "original-all: any of 12,972 words may be the answer"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A chart by title: the fields it needs, and how it is drawn from them."""

    title: str
    needs: tuple[str, ...]
    draw: Callable[[str, Data], Spec]


def charts_of(replication: Replication) -> dict[str, Spec]:
    """Return the charts that a replication brings, and those drawn from its data."""
    drawn = {
        recipe.title: recipe.draw(recipe.title, replication.data)
        for recipe in RECIPES.get(replication.name, ())
        if not _lacking(recipe, replication)
    }
    return {**drawn, **replication.charts}


def undrawn(replication: Replication) -> dict[str, tuple[str, ...]]:
    """Return the charts that cannot be drawn, each with the fields that the data lacks."""
    lacking = {
        recipe.title: _lacking(recipe, replication)
        for recipe in RECIPES.get(replication.name, ())
        if recipe.title not in replication.charts
    }
    return {title: fields for title, fields in lacking.items() if fields}


def _lacking(recipe: Recipe, replication: Replication) -> tuple[str, ...]:
    return tuple(field for field in recipe.needs if field not in replication.data)


def _chow_dots(convention: str) -> Callable[[str, Data], Spec]:
    """Draw the 17 openers under the five configurations; the document picks out three words."""

    def draw(title: str, data: Data) -> Spec:
        cells = [cell for cell in data["cells"] if cell["convention"] == convention]
        return opener_dots(
            cells,
            title=title,
            subtitle=f"{_ANSWERS}; normal mode, 6 guesses; 2,315 games per dot",
            highlight=("tales", "raile", "tares"),
        )

    return draw


def _luebeck_entropies(title: str, data: Data) -> Spec:
    values = {row["word"]: row["nats"] for row in data["openers"]}
    return value_bars(values, title=title, subtitle=_ALL, axis="nats", digits=3)


def _luebeck_patterns(title: str, data: Data) -> Spec:
    return group_sizes(data["pattern_sizes"], title=title, subtitle=_ALL)


def _luebeck_games(title: str, data: Data) -> Spec:
    shown = {"published": "as published", "corrected": "corrected"}
    histograms = {
        f"{row['words']}, {shown[row['variant']]}": row["histogram"]
        for row in data["games"]
        if row["variant"] in shown
    }
    return step_histograms(histograms, title=title, subtitle="normal mode, 6 guesses")


def _kay_ranks(title: str, data: Data) -> Spec:
    ranks = data["ranks"]
    return rank_histogram(
        ranks,
        of=12972,
        title=title,
        subtitle=f"{len(ranks)} past answers among the 12,972 allowed words of original",
    )


def _kay_sweep(title: str, data: Data) -> Spec:
    points: dict[str, list[tuple[float, float]]] = {}
    for row in data["sweep"]:
        points.setdefault(row["table"], []).append((row["weight"], row["mean"]))
    return curves(
        points,
        title=title,
        subtitle=f"{_ALL}; strict hard mode; 202 past answers",
        x="weight of greens against new letters",
        y="mean guesses",
    )


def _kay_games(title: str, data: Data) -> Spec:
    return step_histograms(
        data["histograms"], title=title, subtitle=f"{_ALL}; 6 guesses; 202 past answers"
    )


def _tmzh_letters(title: str, data: Data) -> Spec:
    return _letters(title, data["letter_counts"])


def _tmzh_percentiles(version: str) -> Callable[[str, Data], Spec]:
    def draw(title: str, data: Data) -> Spec:
        shares: dict[str, list[float]] = {}
        for row in data["games_by_guesses"]:
            if row["version"] == version:
                shares.setdefault(row["solver"], []).append(row["within"])
        return cumulative(shares, title=title, subtitle=f"{_ALL}; 2,315 games each")

    return draw


def _tmzh_failures(title: str, data: Data) -> Spec:
    failed = data["explore_failed_by_seed"]
    return spread(
        failed,
        title=title,
        subtitle=f"{_ALL}; {len(failed)} runs of 2,315 games, each with its own seed",
        axis="games of more than 7 guesses, as the author counts",
        marks={"published: 154": 154},
    )


def _vanrijn_letters(title: str, data: Data) -> Spec:
    return _letters(title, data["letters"])


def _vanrijn_smile(title: str, data: Data) -> Spec:
    subtitle = f"{_ALL}; patterns as the author's program colours them"
    return group_sizes(data["smile"], title=title, subtitle=subtitle)


def _letters(title: str, counts: Mapping[str, int]) -> Spec:
    return value_bars(
        counts,
        title=title,
        subtitle="original: every copy in the 12,972 allowed words",
        axis="occurrences",
        upright=True,
    )


RECIPES: dict[str, tuple[Recipe, ...]] = {
    "chow": (
        Recipe(
            "17 openers in five configurations, as published", ("cells",), _chow_dots("published")
        ),
        Recipe("17 openers, corrected", ("cells",), _chow_dots("corrected")),
    ),
    "luebeck": (
        Recipe("First words by entropy", ("openers",), _luebeck_entropies),
        Recipe("Groups that TARES makes", ("pattern_sizes",), _luebeck_patterns),
        Recipe("Games by number of guesses", ("games",), _luebeck_games),
    ),
    "kay": (
        Recipe("Past answers by how common they are", ("ranks",), _kay_ranks),
        Recipe("Mean guesses by weight", ("sweep",), _kay_sweep),
        Recipe("Hard mode, and easy mode with exploring", ("histograms",), _kay_games),
    ),
    "tmzh": (
        Recipe("Letters of the allowed words", ("letter_counts",), _tmzh_letters),
        Recipe(
            "Solved within so many guesses, as published",
            ("games_by_guesses",),
            _tmzh_percentiles("as published"),
        ),
        Recipe(
            "Solved within so many guesses, corrected",
            ("games_by_guesses",),
            _tmzh_percentiles("corrected"),
        ),
        Recipe("Failures of random exploring", ("explore_failed_by_seed",), _tmzh_failures),
    ),
    "vanrijn": (
        Recipe("Letters of the allowed words", ("letters",), _vanrijn_letters),
        Recipe("Groups that SMILE makes", ("smile",), _vanrijn_smile),
    ),
}
