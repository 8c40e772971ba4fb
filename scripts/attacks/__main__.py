"""Attacks the arena and its files, and writes the tables of docs/arena.md.

Every program of `salet.testing.contestants` plays a cup in every kind of sandbox, and
without; bits of every kind of file are flipped; cups, studies and proofs are killed and resumed.
`tests/test_arena_attacks.py` is the short form.

Usage: python -m scripts.attacks [--flips 10000] [--kills 10] [--print]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from scripts.attacks.bits import flips_table
from scripts.attacks.bots import attacks_table
from scripts.attacks.kills import cost_table, kills_table

from salet.storage import CACHE_VARIABLE

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"
BEGIN, END = "<!-- attacks: begin -->", "<!-- attacks: end -->"


def main() -> None:
    """Attack, count, write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--flips", type=int, default=10_000)
    options.add_argument("--kills", type=int, default=10)
    options.add_argument("--print", action="store_true", help="print, do not write the page")
    chosen = options.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="attacks-") as name:
        folder = Path(name)
        os.environ |= {CACHE_VARIABLE: str(folder / "cache")}
        parts = []
        for part, make in {
            "bots": attacks_table,
            "bits": lambda one: flips_table(one, chosen.flips),
            "kills": lambda one: kills_table(one, chosen.kills),
            "cost": cost_table,
        }.items():
            (folder / part).mkdir()
            parts.append("\n".join(make(folder / part)))
    text = "\n\n".join(parts)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    if chosen.print:
        print(text)
        return
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
