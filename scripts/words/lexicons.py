"""The lexicons: ``lexicons.toml``, which is written by hand and only verified here."""

import tomllib

from words.files import Files
from words.lists import WORD_FILES, words_of

TOML = "words/lexicons.toml"


def verify(files: Files) -> list[str]:
    """Check that each lexicon names known files and sources, and answers that are allowed."""
    known = {entry.name: entry for entry in WORD_FILES}
    try:
        lexicons = tomllib.loads(files[TOML].decode())
    except ValueError as error:
        return [f"{TOML}: {error}"]
    problems = []
    for name, lexicon in lexicons.items():
        answers, allowed = known.get(lexicon["answers"]), known.get(lexicon["allowed"])
        if answers is None or allowed is None:
            problems.append(f"{TOML}: {name} names a file that is not bundled")
            continue
        problems += [
            f"{TOML}: {name} does not state {package}, {package.licence}"
            for package in dict.fromkeys((answers.package, allowed.package))
            if str(package) not in lexicon["source"] or package.licence not in lexicon["licence"]
        ]
        unplayable = sorted(set(words_of(files, answers)) - set(words_of(files, allowed)))
        if unplayable:
            problems.append(f"{TOML}: {name} has answers that may not be guessed: {unplayable}")
    return problems
