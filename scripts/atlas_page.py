"""Takes the results of an atlas over: data/atlas.json of the package, and the table of the docs.

``salet atlas build DIR`` first; then ``python -m scripts.atlas_page DIR``. What is known stays,
unless the atlas has a proof in its place. No trees: they hold the word lists they were made of,
which the package may not pass on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from salet.cli.atlas import report_of
from salet.report.markdown import table
from salet.storage import write_whole
from salet.study.atlas import Atlas, Record, bundled_records

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "src" / "salet" / "data" / "atlas.json"
PAGE = ROOT / "docs" / "atlas.md"
START, END = "<!-- atlas -->\n", "<!-- end of atlas -->"


def data_text(records: list[Record]) -> str:
    """Write the records, one on each line."""
    lines = (json.dumps(record.to_dict(), ensure_ascii=False) for record in records)
    return '{"records": [\n' + ",\n".join(lines) + "\n]}\n"


def page_text(page: str, records: list[Record]) -> str:
    """Put the table between its marks."""
    before, rest = page.split(START)
    _, after = rest.split(END)
    (openers,) = report_of(records, "").parts
    return f"{before}{START}{table(openers.tables[0])}\n{END}{after}"


def merged(known: list[Record], found: list[Record]) -> list[Record]:
    """Return both in order; of two for one lexicon and mode the proven one, else the known one."""
    records = {record.name: record for record in found}
    for record in known:
        if record.proven or not records.get(record.name, record).proven:
            records[record.name] = record
    return sorted(records.values(), key=lambda record: record.place)


def main() -> None:
    """Write both files."""
    if len(sys.argv) > 1:
        records = merged(bundled_records(), Atlas(Path(sys.argv[1])).records())
        write_whole(DATA, data_text(records).encode())
    page = PAGE.read_text(encoding="utf-8")
    write_whole(PAGE, page_text(page, bundled_records()).encode())


if __name__ == "__main__":
    main()
