"""The charts of each document, drawn from what its replication found.

A `Recipe` names the fields of `Replication.data` that its chart is drawn from; `charts_of` draws
those whose fields are there, `undrawn` names the others and what they lack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from salet.report import (
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
_VARIANTS = {"published": "as published", "corrected": "corrected"}
_SMILE = "original; as published of all 12,972 words, corrected of the 2,315 answers"
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
    return group_sizes({"tares": data["pattern_sizes"]}, title=title, subtitle=_ALL)


def _luebeck_games(title: str, data: Data) -> Spec:
    histograms = {
        f"{row['words']}, {_VARIANTS[row['variant']]}": row["histogram"]
        for row in data["games"]
        if row["variant"] in _VARIANTS
    }
    return step_histograms(histograms, title=title, subtitle="normal mode, 6 guesses")


def _kay_ranks(title: str, data: Data) -> Spec:
    rows = data["past_answers"]
    return rank_histogram(
        [row["rank"] for row in rows],
        of=12972,
        title=title,
        subtitle=f"{len(rows)} past answers among the 12,972 allowed words of original",
        models={
            "frequency": [row["count"] for row in rows],
            "log frequency": [row["log_count"] for row in rows],
        },
    )


def _kay_sweep(variant: str) -> Callable[[str, Data], Spec]:
    def draw(title: str, data: Data) -> Spec:
        points: dict[str, list[tuple[float, float]]] = {}
        for row in data["sweep"]:
            if row["variant"] == variant:
                points.setdefault(row["table"], []).append((row["weight"], row["mean"]))
        return curves(
            points,
            title=title,
            subtitle=f"{_ALL}; hard mode strict; 202 past answers",
            x="weight of greens against new letters",
            y="mean guesses",
        )

    return draw


def _kay_games(answers: str, games: str) -> Callable[[str, Data], Spec]:
    modes = {"hard": "hard mode strict", "explore": "normal mode, exploring"}

    def draw(title: str, data: Data) -> Spec:
        histograms = {
            f"{modes[row['mode']]}, {_VARIANTS[row['variant']]}": row[answers]["histogram"]
            for row in data["modes"]
            if row["variant"] in _VARIANTS
        }
        return step_histograms(histograms, title=title, subtitle=f"{_ALL}; 6 guesses; {games}")

    return draw


def _letters(title: str, data: Data) -> Spec:
    return value_bars(
        data["letter_counts"],
        title=title,
        subtitle="original: every copy in the 12,972 allowed words",
        axis="occurrences",
        upright=True,
    )


def _tmzh_percentiles(version: str) -> Callable[[str, Data], Spec]:
    def draw(title: str, data: Data) -> Spec:
        shares: dict[str, list[float]] = {}
        for row in data["games_by_guesses"]:
            if row["version"] == version:
                shares.setdefault(row["solver"], []).append(row["within"])
        subtitle = f"{_ALL}; hard mode strict; 2,315 games each"
        return cumulative(shares, title=title, subtitle=subtitle)

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


def _vanrijn_groups(word: str, words: str) -> Callable[[str, Data], Spec]:
    def draw(title: str, data: Data) -> Spec:
        sizes: dict[str, list[int]] = {}
        for row in data["groups"]:
            if row["word"] == word:
                sizes.setdefault(row["version"], []).append(row["words"])
        return group_sizes(sizes, title=title, subtitle=words)

    return draw


def _vanrijn_games(title: str, data: Data) -> Spec:
    """Draw the games under the first of the tie rules; the document states none."""
    rows = data["games_by_guesses"]
    ties = rows[0]["ties"]
    histograms: dict[str, dict[int, int]] = {}
    never: dict[str, int] = {}
    for row in rows:
        if row["ties"] != ties:
            continue
        one = histograms.setdefault(row["version"], {})
        if row["guesses"] == 0:  # a game that the author's filter lost the answer of
            never[row["version"]] = row["games"]
        else:
            one[row["guesses"]] = row["games"]
    subtitle = f"{_ANSWERS}; normal mode, 6 guesses; ties: {ties}"
    return step_histograms(histograms, title=title, subtitle=subtitle, unfinished=never)


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
        Recipe("Past answers by how common they are", ("past_answers",), _kay_ranks),
        Recipe("Mean guesses by weight, as published", ("sweep",), _kay_sweep("published")),
        Recipe("Mean guesses by weight, corrected", ("sweep",), _kay_sweep("corrected")),
        Recipe(
            "Hard mode and exploring, past answers",
            ("modes",),
            _kay_games("past", "202 past answers"),
        ),
        Recipe(
            "Hard mode and exploring, all answers",
            ("modes",),
            _kay_games("all", "all 2,315 answers"),
        ),
    ),
    "tmzh": (
        Recipe("Letters of the allowed words", ("letter_counts",), _letters),
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
        Recipe("Letters of the allowed words", ("letter_counts",), _letters),
        Recipe("Groups that SMILE makes", ("groups",), _vanrijn_groups("smile", _SMILE)),
        Recipe("Groups that RAISE makes", ("groups",), _vanrijn_groups("raise", _ANSWERS)),
        Recipe("Groups that SLATE makes", ("groups",), _vanrijn_groups("slate", _ANSWERS)),
        Recipe("Games by number of guesses", ("games_by_guesses",), _vanrijn_games),
    ),
}
