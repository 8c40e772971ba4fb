"""Measure what each part of the exact search saves, and write the table into docs/optimal.md.

Each row leaves one part out; the total must stay the same. Sets are those looked at, which do not
depend on the machine; seconds are those of one processor, of the search alone. A search that
takes too long is stopped, and says so.

Usage: python scripts/ablation.py
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

import click

from salet import Lexicon, Rules
from salet.exact.search import Search
from salet.kernels import state as kernel
from salet.table import open_table
from salet.view import Setting

PAGE = Path(__file__).parent.parent / "docs" / "optimal.md"
BEGIN, END = "<!-- ablation -->\n", "<!-- end of ablation -->\n"

CASES = (("salet", "off"), ("crane", "off"), ("salet", "nyt"))
PARTS = {
    "nothing": 0,
    "memo": kernel.NO_MEMO,
    "finishing with a candidate (1)": kernel.NO_FINISH,
    "bound of the best guess (3)": kernel.NO_BEST_GUESS,
    "bound from the set above (4, 6)": kernel.NO_EVERY_SET,
    "similar parts (7)": kernel.NO_SIMILAR,
    "cores (hard mode)": kernel.NO_CORES,
    "order by worth on a larger set": kernel.NO_CEILINGS,
    "probing all parts before solving one (5)": kernel.NO_PROBE,
    "fewest pairs first": kernel.NO_ORDER,
}
MOST_SECONDS = 60


def measure(opener: str, hard: str, without: int) -> str:
    """Return a cell of the table."""
    table = open_table(Lexicon.load("original"))
    rules = Rules(hard=hard)
    start = Setting.of(table, rules).start()
    guess = table.lexicon.guess_index(opener)
    Search(table, rules, nodes=10).total_of(start, guess)  # compile apart
    search = Search(table, rules, without=without)
    timer = threading.Timer(MOST_SECONDS, search.stop)
    timer.start()
    began = time.thread_time()
    search.total_of(start, guess)
    seconds = time.thread_time() - began
    timer.cancel()
    if search.stopped:
        return f"over {MOST_SECONDS} s"
    return f"{search.nodes:,} sets, {seconds:.2f} s"


@click.command(help=__doc__)
def main() -> None:
    """Measure, and replace the table between the marks."""
    head = [f"{opener}, {'normal' if hard == 'off' else hard}" for opener, hard in CASES]
    lines = [
        "| left out | " + " | ".join(head) + " |",
        "|---|" + "---:|" * len(CASES),
    ]
    for name, without in PARTS.items():
        cells = [measure(opener, hard, without) for opener, hard in CASES]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
