"""What ``salet study`` shows: the cells of a study, and the figures of a replication."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from salet.cli.show import counted, sparkline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from salet.cli.show import Screen
    from salet.replication.figures import Figure, Replication, Value
    from salet.study.metrics import Comparison
    from salet.study.results import Results

_SHOWN_CELLS = 20
_SHOWN_PAIRS = 5
_NO_VALUE = "-"


# --- a study ---


def study_json(results: Results, folder: Path) -> dict[str, Any]:
    """Return a study as plain values."""
    facts = results.metadata
    return {
        "lexicon": facts["lexicons"][0],
        "lexicons": facts["lexicons"],
        "title": facts["title"],
        "cells": results.cells(),
        "pairs": [
            {"first": first["cell"], "second": second["cell"], **comparison.to_dict()}
            for first, second, comparison in _leading_pairs(results)
        ],
        "tie_noise": {cell: noise.to_dict() for cell, noise in results.tie_noise().items()},
        "games": int(results.frame["games"].sum()),
        **{name: facts[name] for name in ("seconds", "resumed_cells", "digest", "spec")},
        "versions": facts["versions"],
        "folder": str(folder),
    }


def _leading_pairs(results: Results) -> Iterator[tuple[dict[str, Any], dict[str, Any], Comparison]]:
    """Compare the best cell with those behind it that have the same answers."""
    if "lengths" not in results.frame.columns:
        return
    best, *others = results.ranked()
    where = results.metadata["conditions"]

    def alike(cell: dict[str, Any]) -> bool:
        one, other = where[best["conditions"]], where[cell["conditions"]]
        return all(one[name] == other[name] for name in ("answers", "weights"))

    for other in [cell for cell in others if alike(cell)][:_SHOWN_PAIRS]:
        yield best, other, results.compare(best["cell"], other["cell"])


def show_results(results: Results, folder: Path, screen: Screen) -> None:
    """Print the best cells, how sure their order is, and where everything is."""
    ranked = results.ranked()
    facts = results.metadata
    if facts["title"]:
        screen.line(facts["title"])
    labels = _labels(results)
    measures = [">mean", ">won", ">within 3", ">losses", ">worst", ">composite", "guesses"]
    screen.table(
        [*labels, *measures],
        [
            [
                *_identity(cell, labels),
                _NO_VALUE if cell["mean"] is None else f"{cell['mean']:.4f}",
                f"{cell['success']:.2%}",
                f"{cell['within3']:.2%}",
                f"{cell['losses']:,}",
                str(cell["worst"]),
                f"{cell['composite']:.2%}",
                sparkline(
                    {int(n): count for n, count in cell["histogram"].items() if n != "0"},
                    ascii_only=screen.ascii_only,
                ),
            ]
            for cell in ranked[:_SHOWN_CELLS]
        ],
        spare=["guesses", ">worst", ">composite", ">within 3", ">losses"],
    )
    if len(ranked) > _SHOWN_CELLS:
        screen.line(f"and {counted(len(ranked) - _SHOWN_CELLS, 'cell')} more\n")
    _show_pairs(results, screen)
    _show_noise(results, screen)
    for cell in [cell for cell in ranked if cell["problem"]][:_SHOWN_PAIRS]:
        games = counted(cell["unfinished"], "game")
        screen.line(f"! {_named(cell)} {cell['problem']}; {games} not finished")
    words = ", ".join(f"{one['name']} (id {one['id']})" for one in facts["lexicons"])
    played = int(results.frame["games"].sum())
    before = facts["resumed_cells"]
    kept = f" ({before:,} of them played before)" if before else ""
    screen.fine_print(
        f"{counted(len(results.frame), 'cell')}{kept}, {played:,} games, {facts['seconds']:.1f} s; "
        f"words: {words}; {folder / 'results.parquet'}"
    )


def _labels(results: Results) -> list[str]:
    """Return the columns that tell the cells of a study apart."""
    labels = ["strategy", "opener"]
    labels += [
        f">{name}" for name in dict.fromkeys(n for c in results.cells() for n in c["parameters"])
    ]
    conditions = ("lexicon", "hard", "max_guesses", "prior")
    return labels + [name for name in conditions if results.frame[name].n_unique() > 1]


def _identity(cell: dict[str, Any], labels: list[str]) -> list[str]:
    """Return what stands in those columns."""
    known = cell | {f">{name}": value for name, value in cell["parameters"].items()}
    known["opener"] = cell["opener"] or "varies"
    return [str(known.get(label, "")) for label in labels]


def _named(cell: dict[str, Any]) -> str:
    return f"{cell['strategy']} from {cell['opener'] or 'its own openers'}"


def _show_pairs(results: Results, screen: Screen) -> None:
    pairs = list(_leading_pairs(results))
    if not pairs:
        return
    screen.line(f"The best, {_named(pairs[0][0])}, on the same answers as")
    labels = _labels(results)
    columns = [">better", ">equal", ">worse", ">difference", "95 % interval", ">Wilcoxon"]
    screen.table(
        [*labels, *columns],
        [
            [
                *_identity(other, labels),
                f"{comparison.better:,}",
                f"{comparison.equal:,}",
                f"{comparison.worse:,}",
                _NO_VALUE if comparison.difference is None else f"{comparison.difference:+.4f}",
                _sureness(comparison),
                _NO_VALUE if comparison.p_value is None else f"p = {comparison.p_value:.2g}",
            ]
            for _, other, comparison in pairs
        ],
        spare=[">Wilcoxon"],
    )


def _sureness(comparison: Comparison) -> str:
    if comparison.exact:
        return "exact"
    if comparison.interval is None:
        return _NO_VALUE
    low, high = comparison.interval
    return f"{low:+.4f} to {high:+.4f}"


def _show_noise(results: Results, screen: Screen) -> None:
    noise = results.tie_noise()
    if not noise:
        return
    stated = {cell["cell"]: cell for cell in results.ranked()}
    labels = _labels(results)
    columns = [">stated order", ">orders", ">mean", ">deviation", "least to most"]
    screen.line("Means with ties broken in other orders")
    screen.table(
        [*labels, *columns],
        [
            [
                *_identity(cell, labels),
                _NO_VALUE if cell["mean"] is None else f"{cell['mean']:.4f}",
                str(noise[name].count),
                f"{noise[name].mean:.4f}",
                f"{noise[name].deviation:.4f}",
                f"{noise[name].least:.4f} to {noise[name].most:.4f}",
            ]
            for name, cell in list(stated.items())[:_SHOWN_CELLS]
            if name in noise
        ],
    )


# --- a replication ---


def replication_json(replication: Replication) -> dict[str, Any]:
    """Return a replication as plain values, with its own fields beside the common ones."""
    from salet.lexicon import Lexicon

    return {
        "lexicon": Lexicon.load().summary(),
        **replication.data,
        "name": replication.name,
        "title": replication.title,
        "source": replication.source,
        "sections": [
            {
                "title": section.title,
                "note": section.note,
                "figures": [
                    asdict(figure) | {"reproduced": figure.reproduced} for figure in section.figures
                ],
            }
            for section in replication.sections
        ],
        "claims": [asdict(claim) for claim in replication.claims],
        "switches": [asdict(switch) for switch in replication.switches],
        "notes": list(replication.notes),
    }


def show_replication(replication: Replication, screen: Screen) -> None:
    """Print every figure of a document beside ours, and what became of its claims."""
    screen.line(f"{replication.title}\n{replication.source}\n")
    for section in replication.sections:
        screen.line(section.title)
        corrected = any(figure.corrected is not None for figure in section.figures)
        switched = any(figure.switches for figure in section.figures)
        columns = ["~figure", ">published", ">ours", "same"]
        columns += [">corrected"] * corrected + ["~switches"] * switched
        screen.table(
            columns,
            [
                [
                    figure.name,
                    _written(figure.published, figure),
                    _written(figure.ours, figure),
                    {True: "yes", False: "no", None: ""}[figure.reproduced],
                    *([_written(figure.corrected, figure)] * corrected),
                    *([", ".join(figure.switches)] * switched),
                ]
                for figure in section.figures
            ],
        )
        for figure in section.figures:
            if figure.note:
                screen.fine_print(f"{figure.name}: {figure.note}")
        if section.note:
            screen.fine_print(section.note)
    if replication.claims:
        screen.table(
            ["~claim", "as published", "in truth", "~because"],
            [
                [claim.text, _verdict(claim.as_published), _verdict(claim.survives), claim.because]
                for claim in replication.claims
            ],
        )
    for switch in replication.switches:
        screen.line(f"{switch.name}: {switch.meaning}")
    for note in replication.notes:
        screen.fine_print(note)
    compared = [figure for figure in replication.figures if figure.reproduced is not None]
    same = sum(figure.reproduced is True for figure in compared)
    screen.line(f"{same:,} of {counted(len(compared), 'published figure')} reproduced\n")


def _written(value: Value, figure: Figure) -> str:
    """Write a value with the digits that the document prints."""
    if value is None:
        return _NO_VALUE
    if isinstance(value, float) and figure.digits is not None:
        return f"{value:.{figure.digits}f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _verdict(holds: bool | None) -> str:
    return {True: "holds", False: "does not", None: "open"}[holds]
