"""The lexicons and tables that the benchmarks share."""

import pytest

from salet import Lexicon
from salet.table import open_table


@pytest.fixture(scope="session")
def original():
    return Lexicon.load("original")


@pytest.fixture(scope="session")
def original_table(original):
    return open_table(original)
