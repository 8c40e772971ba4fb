"""Reports of studies and of runs: a part for all that was compared, and how sure the order is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from salet.games.wordle import Wordle
from salet.measures import Comparison, Spread
from salet.report import (
    Part,
    Report,
    Table,
    conditions_of,
    conditions_text,
    lexicon_fact,
    version_facts,
)
from salet.runs.result import Pair, Run, RunComparison
from salet.study.cells import ABSENT, LOSSES, Cells
from salet.study.outcomes import Results

COMPARISON = (">better", ">equal", ">worse", ">difference", "95 % interval", ">Wilcoxon")
NOISE = (">orders", ">mean", ">deviation", "least to most")
NO_VALUE = "-"
MOST_CELLS = 20
MOST_PAIRS = 5
_BRACKETS = re.compile(r"\([^()]*\)")
_VARIED = ("strategy", "opener")
_CONDITIONS = ("lexicon", "rule", "hard", "max_guesses", "prior")


# --- a study ---


def study_report(
    cells: Sequence[Mapping[str, Any]],
    metadata: Mapping[str, Any],
    *,
    parts: tuple[Part, ...] = (),
    date: str | None = None,
) -> Report:
    """Report a study from plain values.

    Parameters
    ----------
    cells
        what the results give for each cell: its figures, ``conditions``, ``parameters``,
        ``tie_order``; cells with ties broken in drawn orders are left to `parts`
    metadata
        of the results: ``title``, ``command``, ``spec``, ``versions``, ``lexicons``, ``conditions``
    parts
        what else there is to tell, such as comparisons of pairs
    """
    games = {one["game"]: one for one in metadata["lexicons"]}
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for cell in cells:
        if cell["tie_order"] is None:
            groups.setdefault(cell["conditions"], []).append(cell)
    told = [
        _conditions_part(group, games[metadata["conditions"][key]["game"]])
        for key, group in groups.items()
    ]
    spec = (Part("Spec", code=metadata["spec"]),) if metadata.get("spec") else ()
    facts = {
        **version_facts(metadata["versions"]),
        **{_name_of(one): lexicon_fact(one) for one in games.values()},
    }
    title = metadata["title"] or "Study"
    return Report(title, metadata["command"], (*told, *parts, *spec), (), facts, date)


def _name_of(game: Mapping[str, Any]) -> str:
    """Name the words, and the rule of replies unless it is Wordle's."""
    rule = game.get("rule", Wordle.rule)
    return f"lexicon {game['name']}" if rule == Wordle.rule else f"game {game['name']} ({rule})"


def _conditions_part(group: Sequence[Mapping[str, Any]], lexicon: Mapping[str, Any]) -> Part:
    """Report the cells that were played on the same answers under the same rules."""
    first = group[0]
    parameters = list(dict.fromkeys(name for cell in group for name in cell["parameters"]))
    names = _short_names(group)
    flat = [
        {
            **cell,
            **dict.fromkeys(parameters, ABSENT),
            **cell["parameters"],
            "opener": cell["opener"] or "varies",
            "strategy": name,
            "full_strategy": cell["strategy"],
        }
        for cell, name in zip(group, names, strict=True)
    ]
    text = conditions_text(lexicon, first["hard"], first["max_guesses"], first["games"])
    if first["prior"] != "uniform":
        text += f"; prior {first['prior']}"
    told = Cells(flat, (*_VARIED, *parameters), text, first["max_guesses"])
    return Part(text, tables=(told.table(),), charts=told.charts(), notes=(LOSSES,))


def _short_names(group: Sequence[Mapping[str, Any]]) -> list[str]:
    """Name strategies without their brackets, where the swept parameters tell them apart.

    A sweep fills its values into the text of the strategy; named by that text, every cell would be
    a line of its own.
    """
    names = [
        _BRACKETS.sub("", cell["strategy"]) if cell["parameters"] else cell["strategy"]
        for cell in group
    ]
    told = {
        (name, cell["opener"], *sorted(cell["parameters"].items()))
        for name, cell in zip(names, group, strict=True)
    }
    return names if len(told) == len(group) else [cell["strategy"] for cell in group]


# --- how sure the order of its cells is ---


def label_columns(results: Results) -> list[str]:
    """Return the columns that tell the cells of a study apart, marked as in a `Table`."""
    swept = dict.fromkeys(name for cell in results.cells() for name in cell["parameters"])
    varied = [name for name in _CONDITIONS if results.frame[name].n_unique() > 1]
    return ["~strategy", "opener", *(f">{name}" for name in swept), *varied]


def identity(cell: dict[str, Any], columns: list[str]) -> tuple[str, ...]:
    """Return what stands in those columns."""
    known = cell | cell["parameters"] | {"opener": cell["opener"] or "varies"}
    return tuple(str(known.get(column.lstrip(">~"), "")) for column in columns)


def named(cell: dict[str, Any]) -> str:
    """Name a cell in a sentence."""
    return f"{cell['strategy']} from {cell['opener'] or 'its own openers'}"


def leading_pairs(results: Results) -> Iterator[tuple[dict[str, Any], dict[str, Any], Comparison]]:
    """Compare the best cell with those behind it that have the same answers."""
    if "lengths" not in results.frame.columns:
        return
    best, *others = results.ranked()
    where = results.metadata["conditions"]

    def alike(cell: dict[str, Any]) -> bool:
        one, other = where[best["conditions"]], where[cell["conditions"]]
        return all(one[name] == other[name] for name in ("answers", "weights"))

    for other in [cell for cell in others if alike(cell)][:MOST_PAIRS]:
        yield best, other, results.compare(best["cell"], other["cell"])


def leaders_table(results: Results) -> Table | None:
    """Tabulate the best cell against those behind it; None if there are none."""
    pairs = list(leading_pairs(results))
    if not pairs:
        return None
    columns = label_columns(results)
    return Table(
        (*columns, *COMPARISON),
        tuple((*identity(other, columns), *comparison_cells(one)) for _, other, one in pairs),
        f"The best, {named(pairs[0][0])}, on the same answers as",
    )


def noise_table(results: Results) -> Table | None:
    """Tabulate the means with ties broken in drawn orders; None if none were drawn."""
    noise = results.tie_noise()
    if not noise:
        return None
    columns = label_columns(results)
    return Table(
        (*columns, ">stated order", *NOISE),
        tuple(
            (
                *identity(cell, columns),
                NO_VALUE if cell["mean"] is None else f"{cell['mean']:.4f}",
                *noise_cells(noise[cell["cell"]]),
            )
            for cell in results.ranked()[:MOST_CELLS]
            if cell["cell"] in noise
        ),
        "Means with ties broken in other orders",
    )


def sureness_parts(results: Results) -> tuple[Part, ...]:
    """Put both tables into parts of a report."""
    told = (("How sure the order is", leaders_table(results)), ("Ties", noise_table(results)))
    return tuple(Part(title, tables=(table,)) for title, table in told if table is not None)


# --- runs ---


def runs_report(
    title: str,
    runs: Sequence[Run],
    *,
    command: str,
    text: tuple[str, ...] = (),
    date: str | None = None,
) -> Report:
    """Report runs of strategies under the same conditions."""
    first = runs[0]
    cells = Cells(
        [run.to_dict() | {"opener": run.opener or "varies"} for run in runs],
        ("strategy", "opener"),
        conditions_of(first),
        first.rules.max_guesses,
    )
    pairs = RunComparison(tuple(runs)).pairs
    parts = [
        Part("Figures", tables=(cells.table(),), notes=(LOSSES,)),
        *([Part("On the same answers", tables=(pairs_table(pairs),))] if pairs else []),
        Part("Charts", charts=cells.charts()),
    ]
    facts = {
        **version_facts(),
        "lexicon": lexicon_fact(first.lexicon.summary()),
        "rules": f"{first.rules.max_guesses} guesses, hard mode {first.rules.hard}",
    }
    return Report(title, command, tuple(parts), text, facts, date)


def pairs_table(pairs: Sequence[Pair]) -> Table:
    """Tabulate paired runs: on how many answers each was better, and how sure that is."""
    return Table(
        ("~strategies", *COMPARISON),
        tuple((f"{one.first} against {one.second}", *comparison_cells(one)) for one in pairs),
        "Answers on which each strategy took fewer guesses",
    )


# --- cells of tables ---


def comparison_cells(one: Comparison) -> tuple[str, ...]:
    """Write a comparison under the columns `COMPARISON`."""
    return (
        f"{one.better:,}",
        f"{one.equal:,}",
        f"{one.worse:,}",
        NO_VALUE if one.difference is None else f"{one.difference:+.4f}",
        one.interval_text,
        NO_VALUE if one.exact else f"p = {one.p_value:.2g}",
    )


def noise_cells(noise: Spread) -> tuple[str, ...]:
    """Write how means spread over orders of ties, under the columns `NOISE`."""
    return (
        str(noise.count),
        f"{noise.mean:.4f}",
        f"{noise.deviation:.4f}",
        f"{noise.least:.4f} to {noise.most:.4f}",
    )
