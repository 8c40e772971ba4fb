"""The letters of a language: which are its own, how others are read, and where their keys are.

A letter that has a key is a letter of its own: ä in German, ñ in Spanish, й in Russian. Any other
letter is *folded*: it loses its marks, or goes where the language's `fold` sends it, so that a
French é is played as e and a Hebrew final ם as מ. Words are played folded and shown as written.
"""

from __future__ import annotations

import tomllib
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

from salet.errors import UnknownNameError
from salet.words.spelling import capital, read_word

DATA = resources.files("salet") / "data"


@dataclass(frozen=True)
class Language:
    """A language: how its words are built, typed and shown.

    Attributes
    ----------
    keyboard
        the letters of the game, in rows as on the usual keyboard
    folds
        letters that are read as others and differ by more than a mark
    typed
        how people without its key write a letter
    final
        a letter and its form at the end of a word, or nothing
    capitals
        capitals that Unicode's general rule gets wrong
    nouns_are_capital
        whether a capital does not make a word a name
    dictionary
        the file of the bundled dictionary, or nothing
    """

    code: str
    name: str
    keyboard: tuple[str, ...]
    folds: dict[str, str] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    final: str = ""
    capitals: dict[str, str] = field(default_factory=dict)
    nouns_are_capital: bool = False
    right_to_left: bool = False
    dictionary: str = ""

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters of the game."""
        return frozenset("".join(self.keyboard))

    def fold(self, text: str) -> str:
        """Return a word as it is played; other signs stay, so that they can be refused.

        >>> french, german = Language.of("fr"), Language.of("de")
        >>> french.fold("Œuvré"), german.fold("Übergröße"), german.fold("Café")
        ('oeuvre', 'übergröße', 'cafe')
        >>> Language.of("tr").fold("KIRMIZI İZ")
        'kırmızı iz'
        """
        if self.capitals:
            small = {large: letter for letter, large in self.capitals.items()}
            text = "".join(small.get(character, character) for character in text)
        return self.fold_small(read_word(text))

    def fold_small(self, word: str) -> str:
        """Do the same, quicker, for a word in small letters whose accents are composed."""
        return word.translate(self._folded)

    def plays(self, word: str) -> bool:
        """Whether a folded word consists of letters of the game."""
        return self.letters.issuperset(word)

    def typed_forms(self, word: str) -> set[str]:
        """Return how people write a word on a keyboard that lacks its letters.

        >>> sorted(Language.of("de").typed_forms("größer"))
        ['groesser', 'grosser']
        >>> Language.of("de").typed_forms("grob")
        set()
        """
        bare = "".join(_bare(c) if _bare(c) != c else self.typed.get(c, c) for c in word)
        spelled = "".join(self.typed.get(c, _bare(c)) for c in word)
        return {bare, spelled} - {word}

    def shown(self, word: str) -> str:
        """Return a written word with the right form of its last letter.

        >>> Language.of("el").shown("λόγοσ")
        'λόγος'
        """
        if self.final and word.endswith(self.final[0]):
            return word[:-1] + self.final[1]
        return word

    def capital(self, letter: str) -> str:
        """Return the capital of a letter.

        >>> Language.of("tr").capital("i"), Language.of("de").capital("ß")
        ('İ', 'ß')
        """
        return self.capitals.get(letter) or capital(letter)

    @cached_property
    def _folded(self) -> _Folded:
        return _Folded(self)

    def fold_letter(self, letter: str) -> str:
        """Return the letter as which a small letter is played; nothing for a mark."""
        if letter in self.letters:
            return letter
        if letter in self.folds:
            return self.folds[letter]
        if unicodedata.category(letter).startswith("M"):
            return ""  # a vowel point or an accent that no letter carries
        bare = _bare(letter)
        return bare if bare in self.letters else letter

    @staticmethod
    def of(code: str) -> Language:
        """Return the language of that code, such as de.

        >>> Language.of("de").keyboard
        ('qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß')
        """
        known = languages()
        if code not in known:
            raise UnknownNameError.among("language", code, known)
        return known[code]


class _Folded(dict[int, str]):
    """For `str.translate`: what each character becomes, worked out when it is first met."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __missing__(self, code: int) -> str:
        self[code] = self._language.fold_letter(chr(code))
        return self[code]

    def __reduce__(self) -> tuple[type[_Folded], tuple[Language]]:
        return _Folded, (self._language,)


@lru_cache(maxsize=1)
def languages() -> dict[str, Language]:
    """Return every language, by code."""
    facts = tomllib.loads((DATA / "languages.toml").read_text(encoding="utf-8"))
    return {code: _language(code, **known) for code, known in facts.items()}


def _language(code: str, **facts: Any) -> Language:
    def pairs(key: str) -> dict[str, str]:
        return {entry[0]: entry[1:] for entry in facts.get(key, ())}

    return Language(
        code,
        facts["name"],
        tuple(facts["keyboard"]),
        pairs("fold"),
        pairs("typed"),
        facts.get("final", ""),
        pairs("capitals"),
        facts.get("nouns") == "capital",
        facts.get("direction") == "rtl",
        facts.get("dictionary", ""),
    )


def _bare(letter: str) -> str:
    """Return a letter without its marks."""
    return unicodedata.normalize("NFD", letter)[0].lower()


def keyboard_rows(alphabet: tuple[str, ...], language: Language | None = None) -> tuple[str, ...]:
    """Lay letters out as keys: as the language does, else as in English, else ten in a row.

    >>> keyboard_rows(("a", "b", "z"))
    ('qwertyuiop', 'asdfghjkl', 'zxcvbnm')
    >>> keyboard_rows(tuple("абвгдежзийкл"))
    ('абвгдежзий', 'кл')
    """
    rows = (Language.of("en") if language is None else language).keyboard
    extra = "".join(letter for letter in alphabet if letter not in "".join(rows))
    if not extra:
        return rows
    letters = "".join(alphabet) if language is None else extra
    more = tuple(letters[start : start + 10] for start in range(0, len(letters), 10))
    return more if language is None else rows + more
