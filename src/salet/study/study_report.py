"""The results of a study as a report: a part for each of its conditions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from salet.report import Part, Report, conditions_text, lexicon_fact, version_facts
from salet.study.cells import ABSENT, LOSSES, Cells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BRACKETS = re.compile(r"\([^()]*\)")
_VARIED = ("strategy", "opener")


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
    lexicons = {one["id"]: one for one in metadata["lexicons"]}
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for cell in cells:
        if cell["tie_order"] is None:
            groups.setdefault(cell["conditions"], []).append(cell)
    told = [
        _conditions_part(group, lexicons[metadata["conditions"][key]["lexicon"]])
        for key, group in groups.items()
    ]
    spec = (Part("Spec", code=metadata["spec"]),) if metadata.get("spec") else ()
    facts = {
        **version_facts(metadata["versions"]),
        **{f"lexicon {one['name']}": lexicon_fact(one) for one in lexicons.values()},
    }
    title = metadata["title"] or "Study"
    return Report(title, metadata["command"], (*told, *parts, *spec), (), facts, date)


def _conditions_part(group: Sequence[Mapping[str, Any]], lexicon: Mapping[str, Any]) -> Part:
    """Tell of the cells that were played on the same answers under the same rules."""
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
