"""Writes docs/replications.md: the tables of the five replicated write-ups.

``--data NAME=FILE`` gives a replication the author's own table, as the page says where it is used;
without it the nearest bundled table stands in. ``--only NAME`` makes one document anew and keeps
the rest of the page. ``--check`` writes nothing and exits with 1 if the page is not current; it
looks at the documents that need no outside data and are made in seconds.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from salet.replication.catalogue import CATALOGUE
from salet.replication.findings import Options, Replication
from salet.replication.publication import markdown, summary_table
from salet.report.markdown import table

PAGE = Path(__file__).parents[1] / "docs" / "replications.md"
DOCUMENTS = tuple(CATALOGUE)
QUICK = ("tmzh", "vanrijn")

INTRODUCTION = """\
<!-- Made by scripts/studies_page.py: change the replications or the script, not this page. -->

# Five write-ups replicated

Each figure that a write-up prints, beside what its author's procedure gives here (*ours*) and what
it gives under the true rules (*corrected*). A figure is the same if ours, rounded to the digits
printed, is what was printed. *Switches* are the ways in which the author's program departs from the
true rules or from its own text; a figure names those that change it.

`salet study NAME` makes one of them again (`chow`, `luebeck`, `kay`, `tmzh` or `vanrijn`), `salet
study all` all five.

## Two tables that are not shipped

Two authors used tables of word counts that are not ours to ship. Without them `salet study` takes
the counts that it has, and fewer figures come out to the last digit. This page was made with them.

| | without its table | with it |
|---|---:|---:|
| `salet study chow` | 113 of 128 | 124 of 128 |
| `salet study kay` | 15 of 44 | 44 of 44 |

* Chow's table is Lexipedia's: how often each word occurs in the English Wikipedia. The file is
  `data/en_words_1_5-5.txt` in [his repository](https://github.com/chrischow/wordle_solver).
* Kay's table is of the British National Corpus: word counts by Leech, Rayson and Wilson. The file
  is `bnc_freq.csv` in [his repository](https://github.com/mjskay/wordle_solver).

With both files in the folder, `cut` takes word and count from the first:

```sh
cut -d' ' -f1,3 en_words_1_5-5.txt > lexipedia.txt
salet study chow --data lexipedia=lexipedia.txt
salet study kay --data bnc=bnc_freq.csv
```

The last line of each says how many of the published figures are reproduced.

## Summary

"""


def replicate(name: str, options: Options) -> Replication:
    """Replicate one document by name."""
    found: Replication = CATALOGUE[name].module.replicate(options)
    return found


def block(replication: Replication) -> str:
    """Write one document, between marks by which the page is taken apart again."""
    (row,) = table(summary_table([replication])).splitlines()[2:]
    return (
        f"<!-- begin {replication.name} -->\n<!-- {row} -->\n\n"
        f"{markdown(replication)}\n\n<!-- end {replication.name} -->\n"
    )


def blocks(page: str) -> dict[str, str]:
    """Return the documents on a page by name."""
    found = re.finditer(r"<!-- begin (\w+) -->\n.*?<!-- end \1 -->\n", page, re.DOTALL)
    return {match[1]: match[0] for match in found}


def compose(written: Mapping[str, str]) -> str:
    """Put the page together: the summary from the documents' own rows, then the documents."""
    texts = [written[name] for name in DOCUMENTS if name in written]
    head = table(summary_table([]))
    rows = [match[1] for text in texts if (match := re.search(r"<!-- (\|.*\|) -->", text))]
    return "\n".join([INTRODUCTION + "\n".join([head, *rows]), "", "\n".join(texts)])


def chosen_data(items: Sequence[str]) -> dict[str, Path]:
    """Read NAME=FILE options."""
    return {name: Path(path) for name, _, path in (item.partition("=") for item in items)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if not current")
    parser.add_argument("--data", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--only", action="append", choices=DOCUMENTS, metavar="NAME")
    parser.add_argument("--jobs", type=int, default=0)
    chosen = parser.parse_args(arguments)
    names = chosen.only or (QUICK if chosen.check else DOCUMENTS)
    options = Options(data=chosen_data(chosen.data), jobs=chosen.jobs)
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    new = blocks(old) | {name: block(replicate(name, options)) for name in names}
    current = compose(new) == old
    if chosen.check:
        print(f"{PAGE.name} is {'current' if current else 'not current: run this script'}")
        return 0 if current else 1
    PAGE.write_text(compose(new), encoding="utf-8")
    print(f"{PAGE.name}: {'nothing' if current else 'text or figures'} changed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
