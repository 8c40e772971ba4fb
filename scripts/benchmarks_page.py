"""Run the benchmarks and write their figures into docs/benchmarks.md.

Usage: python scripts/benchmarks_page.py     (a few minutes, on an otherwise idle machine)
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"

INTRODUCTION = """\
# Benchmarks

Written by `python scripts/benchmarks_page.py`, which runs `pytest benchmarks --benchmark-only`.
The machines we have are noisy: times differ by half from one minute to the next, so compare
figures of one table only (*ratio*: to the fastest row of the table). Compilation, which happens
once per machine, is not in them.

Machine of this run: {machine}.
"""


def measure() -> list[dict[str, Any]]:
    """Run all benchmarks and return pytest-benchmark's records."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "benchmarks"]
        options = ["-o", "addopts=", "--benchmark-only", f"--benchmark-json={report}"]
        subprocess.run([*command, *options], check=True, cwd=ROOT)
        records: list[dict[str, Any]] = json.loads(report.read_text())["benchmarks"]
    return records


def name_of(record: dict[str, Any]) -> str:
    """Make words of a test's name and parameter."""
    name = record["name"].removeprefix("test_").split("[")[0].replace("_", " ")
    return f"{name}: `{record['param']}`" if record["param"] else name


def table(group: str, records: list[dict[str, Any]]) -> str:
    """Write one group, each time also as a multiple of the group's shortest."""
    shortest = min(record["stats"]["median"] for record in records)
    lines = [f"## {group.capitalize()}", "", "| what | median | ratio | also measured |"]
    lines += ["|---|---:|---:|---|"]
    for record in records:
        median = record["stats"]["median"]
        extra = ", ".join(f"{key} {value:.3g}" for key, value in record["extra_info"].items())
        lines.append(
            f"| {name_of(record)} | {pretty(median)} | {median / shortest:.1f} | {extra} |"
        )
    return "\n".join(lines)


def pretty(seconds: float) -> str:
    """Write a time with three figures."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


@click.command(help=__doc__)
def main() -> None:
    """Measure and write the page."""
    records = sorted(measure(), key=lambda record: str(record["group"]))
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    groups = groupby(records, key=lambda record: str(record["group"]))
    parts = [INTRODUCTION.format(machine=machine)]
    parts += [table(group, list(members)) + "\n" for group, members in groups]
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
