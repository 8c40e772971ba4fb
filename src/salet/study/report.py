"""What a study has to say, before it is written as a page or as Markdown."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from salet._version import __version__
from salet.study.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from salet.lexicon import Lexicon
    from salet.runs.compare import Pairing
    from salet.runs.result import Run


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a report: paragraphs, tables, charts, notes, and parts of its own.

    Attributes
    ----------
    charts
        Vega-Lite specifications by title
    notes
        remarks shown as a list after the rest

    In all prose, `code` between backticks is set as such and a web address becomes a link.
    """

    title: str
    text: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report.

    Attributes
    ----------
    command
        what makes this report again, as typed in a shell
    facts
        versions and lexicons by name: what another machine must have to get the same
    date
        as it is to be printed; none unless given, so that the same input gives the same bytes
    """

    title: str
    command: str
    parts: tuple[Part, ...]
    text: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    date: str | None = None


def versions() -> dict[str, str]:
    """Return the versions that a result depends on, by name."""
    from importlib.metadata import version

    return {"salet": __version__, "Python": platform.python_version(), "numpy": version("numpy")}


def lexicon_fact(lexicon: Lexicon) -> str:
    """Say which words a result is for, so that nothing else can be taken for them."""
    return (
        f"{lexicon.name}, {len(lexicon.answers):,} answers / {len(lexicon.allowed):,} allowed, "
        f"id {lexicon.id}"
    )


def runs_report(
    title: str,
    runs: Sequence[Run],
    *,
    command: str,
    text: tuple[str, ...] = (),
    date: str | None = None,
) -> Report:
    """Report runs on the same answers: figures, pairs, and the three charts of their games."""
    from salet.runs.compare import pairings
    from salet.study.plots.of_runs import compare_plot, cumulative_plot, steps_plot

    facts = {
        **versions(),
        "lexicon": lexicon_fact(runs[0].lexicon),
        "rules": f"{runs[0].rules.max_guesses} guesses, hard mode {runs[0].rules.hard}",
    }
    figures = Part(
        "Figures",
        tables=(runs_table(runs),),
        charts={"Strategies compared": compare_plot(runs)},
        notes=(
            "A game goes on until the answer is found, so a loss counts in the mean at its length.",
        ),
    )
    games = Part(
        "Games by number of guesses",
        charts={
            "Games by number of guesses": steps_plot(runs),
            "Share solved": cumulative_plot(runs),
        },
    )
    pairs = pairings(runs)
    paired = Part("On the same answers", tables=(pairs_table(pairs),))
    parts = (figures, *((paired,) if pairs else ()), games)
    return Report(title, command, parts, text, facts, date)


def runs_table(runs: Sequence[Run]) -> Table:
    """Tabulate the figures of runs, one row each."""
    columns = ("strategy", "opener", ">games", ">mean", ">losses", ">within 3", ">worst")
    rows = tuple(
        (
            run.strategy,
            run.opener or "varies",
            f"{len(run.answers):,}",
            "-" if run.mean is None else f"{run.mean:.4f}",
            f"{run.losses:,}",
            f"{run.within(3):.2%}",
            str(run.worst),
        )
        for run in runs
    )
    return Table(columns, rows, "Figures of each strategy")


def pairs_table(pairs: Sequence[Pairing]) -> Table:
    """Tabulate paired runs: on how many answers each was better."""
    columns = ("first", "second", ">first better", ">equal", ">second better", ">difference")
    rows = tuple(
        (
            pair.first,
            pair.second,
            f"{pair.better:,}",
            f"{pair.equal:,}",
            f"{pair.worse:,}",
            "-" if pair.difference is None else f"{pair.difference:+.4f}",
        )
        for pair in pairs
    )
    return Table(columns, rows, "Answers on which each strategy took fewer guesses")
