"""Prove the bundled trees again and write them into src/salet/data/trees.

Usage: python scripts/make_trees.py     (a few seconds; some 15 more if the search must be compiled)
"""

from __future__ import annotations

from pathlib import Path

import click

from salet import Lexicon, optimal
from salet.tree import Head, TreeFile, verify
from salet.tree.forms import BUNDLED_MODES, write_text

FOLDER = Path(__file__).parents[1] / "src" / "salet" / "data" / "trees"


@click.command(help=__doc__)
def main() -> None:
    """Write one tree per mode, each replayed with the plain rule before it is kept."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lexicon = Lexicon.load("original")
    for hard in BUNDLED_MODES:
        found = optimal("salet", hard=hard)
        solution = found.best
        assert solution is not None
        assert solution.tree is not None
        head = Head.of(
            lexicon, found.rules, position=found.position, total=solution.total, proven=True
        )
        text = write_text(TreeFile(head, solution.tree))
        verdict = verify(text, lexicon, found.rules)
        assert verdict.valid
        assert verdict.total == solution.total
        (FOLDER / f"original-{hard}.txt").write_text(text, encoding="utf-8")
        print(f"original-{hard}.txt: {verdict.total} guesses, worst {verdict.worst}")


if __name__ == "__main__":
    main()
