"""How long building a lexicon takes, loading the frequencies included."""

import pytest

from salet.words.builder import build


@pytest.mark.benchmark(group="languages")
@pytest.mark.parametrize("name", ["en6", "de6", "he5"])
def test_build(benchmark, name):
    from wordfreq import get_frequency_dict

    made = benchmark.pedantic(
        build, args=(name[:2], int(name[2:])), setup=get_frequency_dict.cache_clear, rounds=3
    )
    assert made.answers == 2000
