"""The results of a study as a report: a part for each of its conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.study.cells import ABSENT, LOSSES, Cells
from salet.study.plots.chart import conditions_text
from salet.study.report import Part, Report, lexicon_fact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
        **metadata["versions"],
        **{f"lexicon {one['name']}": lexicon_fact(one) for one in lexicons.values()},
    }
    title = metadata["title"] or "Study"
    return Report(title, metadata["command"], (*told, *parts, *spec), (), facts, date)


def _conditions_part(group: Sequence[Mapping[str, Any]], lexicon: Mapping[str, Any]) -> Part:
    """Tell of the cells that were played on the same answers under the same rules."""
    first = group[0]
    parameters = list(dict.fromkeys(name for cell in group for name in cell["parameters"]))
    flat = [
        {**cell, **dict.fromkeys(parameters, ABSENT), **cell["parameters"]}
        | {"opener": cell["opener"] or "varies"}
        for cell in group
    ]
    text = conditions_text(lexicon, first["hard"], first["max_guesses"], first["games"])
    if first["prior"] != "uniform":
        text += f"; prior {first['prior']}"
    told = Cells(flat, (*_VARIED, *parameters), text, first["max_guesses"])
    return Part(text, tables=(told.table(),), charts=told.charts(), notes=(LOSSES,))
