"""The words of one game: which guesses are allowed, and which of them can be the answer.

Words are lower case and in Unicode's composed form (NFC); accents are kept, and a letter is one
code point. Both lists are held in alphabetical order (by code point), so that an index says
nothing about when a word was or will be played, and ties resolve the same way however a file is
ordered. The order of the answer file is kept apart in `listed`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NewType

from salet.errors import IllegalGuessError, InvalidLexiconError, counted, few
from salet.words.files import check_words, distinct, line_of, not_a_letter, note_repair, read_words
from salet.words.language import Language, keyboard_rows
from salet.words.spelling import capital, meant_words, read_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from salet.words.builder import Built
    from salet.words.letters import Letters

GuessIndex = NewType("GuessIndex", int)
"""A place in `Lexicon.allowed`."""
AnswerIndex = NewType("AnswerIndex", int)
"""A place in `Lexicon.answers`; never the same thing as a GuessIndex."""

DEFAULT_LEXICON = "original"
"""The lists of the literature, for what is measured and proven."""
TODAY_LEXICON = "nyt"
"""The newest lists that the product brings, for what a person plays."""
_FEW_LETTERS = 16
"""An alphabet as small as this is named to whoever types something else."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Allowed guesses and the answers among them.

    Make one with `load`, `from_files` or `from_words`, which read, repair and check the words.

    >>> lexicon = Lexicon.load("original")
    >>> len(lexicon.answers), len(lexicon.allowed), lexicon.length
    (2315, 12972, 5)
    >>> lexicon.listed[:3]
    ('cigar', 'rebut', 'sissy')
    """

    name: str
    answers: tuple[str, ...] = field(repr=False)
    allowed: tuple[str, ...] = field(repr=False)
    listed: tuple[str, ...] = field(repr=False, compare=False)
    language: Language | None = field(default=None, repr=False, compare=False)
    spellings: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    counts: Mapping[str, int] = field(default_factory=dict, repr=False, compare=False)
    noun: str = field(default="word", repr=False, compare=False)
    """What one of them is called."""

    @classmethod
    def load(cls, name: str = DEFAULT_LEXICON) -> Lexicon:
        """Load a lexicon by name: a bundled one, or one of a language and length, such as de6.

        The latter is built and stored on first use, with a `RepairWarning` that says so.
        """
        from salet.words.shelf import load_lexicon  # knows the builder, which few games need

        return load_lexicon(name)

    @classmethod
    def build(
        cls,
        language: str,
        length: int,
        *,
        answers: int = 2000,
        dictionary: str | Path | None = None,
    ) -> Lexicon:
        """Build a lexicon of a language and length from word frequencies; it is not stored.

        The `answers` most frequent words are the answers. Only the words of `dictionary`, a file
        of one word per line, are allowed; English has a bundled one.
        """
        from salet.words.builder import build

        return cls.from_built(build(language, length, answers=answers, dictionary=dictionary))

    @classmethod
    def from_built(cls, made: Built) -> Lexicon:
        """Make a lexicon of what was built or read back."""
        allowed = tuple(made.counts)
        listed = allowed[: made.answers]
        return cls(
            made.name,
            tuple(sorted(listed)),
            tuple(sorted(allowed)),
            listed,
            Language.of(made.language),
            made.spellings,
            made.counts,
        )

    @classmethod
    def from_files(
        cls, answers: str | Path, allowed: str | Path | None = None, *, name: str | None = None
    ) -> Lexicon:
        """Read one word per line from UTF-8 files of any alphabet.

        Blank lines, carriage returns and a byte-order mark are ignored. Without `allowed`,
        the answers are the allowed guesses too. See `from_words` for the repairs and the errors.
        """
        paths = [Path(path) for path in (answers, allowed) if path is not None]
        lists = [read_words(path) for path in paths]
        where = partial(line_of, paths=paths)
        return cls._from_lists(name or paths[0].stem, lists[0], lists[-1], where)

    @classmethod
    def from_words(
        cls,
        answers: Iterable[str],
        allowed: Iterable[str] | None = None,
        *,
        name: str = "custom",
    ) -> Lexicon:
        """Make a lexicon from words in any order.

        It repairs two things, with a `RepairWarning`: a word listed twice is kept once; an
        answer that is not allowed becomes an allowed guess. It refuses words of different
        lengths, a length outside 2 to 15, anything but letters, and no words at all.

        >>> Lexicon.from_words(["Ähre", "Öfen"], ["äste", "ähre", "öfen"], name="klein").allowed
        ('ähre', 'äste', 'öfen')
        """
        if isinstance(answers, str) or isinstance(allowed, str):
            raise InvalidLexiconError(f"{name}: give a list of words, not one text")
        listed = list(answers)
        return cls._from_lists(name, listed, listed if allowed is None else list(allowed), name)

    @classmethod
    def _from_lists(
        cls,
        name: str,
        answers: Sequence[str],
        allowed: Sequence[str],
        where: str | Callable[[str], str],
    ) -> Lexicon:
        """Repair and check words; `where` says in which line of a file a word stands."""
        listed = distinct([read_word(word) for word in answers], f"{name} answers")
        if not listed:
            raise InvalidLexiconError(f"{name} has no answers")
        extra = listed if allowed is answers else [read_word(word) for word in allowed]
        guesses = set(distinct(extra, f"{name} allowed"))
        missing = [word for word in listed if word not in guesses]
        guesses.update(missing)
        check_words(listed, guesses, where)
        if missing:
            note_repair(f"{name}: {few(missing)} not in the allowed list; added to it")
        return cls(name, tuple(sorted(listed)), tuple(sorted(guesses)), tuple(listed))

    @classmethod
    def of_codes(cls, name: str, codes: Iterable[str], noun: str = "code") -> Lexicon:
        """Make the words of a game that is not about words: any may be guessed and hidden.

        `noun` is what messages call one of them. A code listed twice is kept once, with a
        `RepairWarning`.

        >>> Lexicon.of_codes("coin", ["tail", "head"]).answers
        ('head', 'tail')
        """
        listed = [] if isinstance(codes, str) else list(codes)
        if not isinstance(name, str) or isinstance(codes, str):
            raise InvalidLexiconError(
                "give a name and a list of codes, as in of_codes(name, codes)"
            )
        strange = next((code for code in listed if not isinstance(code, str)), None)
        if strange is not None:
            raise InvalidLexiconError(f"{name}: codes must be texts, not {strange!r}")
        words = tuple(sorted(distinct(listed, f"{name} codes")))
        if not words or not words[0]:
            raise InvalidLexiconError(f"{name} has no codes, or an empty one")
        other = next((word for word in words if len(word) != len(words[0])), None)
        if other is not None:
            raise InvalidLexiconError(f"{name}: {words[0]!r} and {other!r} differ in length")
        return cls(name, words, words, words, noun=noun)

    def with_all_as_answers(self) -> Lexicon:
        """Return the lexicon in which any allowed word may be the answer."""
        if self.answers == self.allowed:
            return self
        name = f"{self.name.removesuffix('-all')}-all"
        return replace(self, name=name, answers=self.allowed, listed=self.allowed)

    def with_words(
        self, answers: Iterable[str], allowed: Iterable[str], name: str | None = None
    ) -> Lexicon:
        """Return the same lexicon with these words instead, all spelled as they are played."""
        truths = tuple(sorted(set(answers)))
        guesses = tuple(sorted({*allowed, *truths}))
        return replace(self, name=name or self.name, answers=truths, allowed=guesses, listed=truths)

    @cached_property
    def id(self) -> str:
        """A hash of both lists that does not depend on their order or on the name."""
        text = "\n".join(self.answers) + "\n\n" + "\n".join(self.allowed) + "\n"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lexicon) and (self.name, self.id) == (other.name, other.id)

    def __hash__(self) -> int:
        return hash((self.name, self.id))

    @property
    def length(self) -> int:
        """Letters per word."""
        return len(self.allowed[0])

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """Every letter that occurs, in code point order."""
        return tuple(sorted(set("".join(self.allowed))))

    @cached_property
    def letter_numbers(self) -> dict[str, int]:
        """The place of each letter in the alphabet."""
        return {letter: number for number, letter in enumerate(self.alphabet)}

    @cached_property
    def letters(self) -> Letters:
        """The words as arrays of letters."""
        from salet.words.letters import Letters  # loads numpy

        return Letters(self)

    @cached_property
    def keyboard(self) -> tuple[str, ...]:
        """The letters in rows, as on the keyboard of the language."""
        return keyboard_rows(self.alphabet, self.language)

    def spelled(self, text: str) -> str:
        """Return a word as it is played, from any way of typing it.

        This handles capitals, accents that the game ignores, and accents that a keyboard lacks; it
        also returns words that are not allowed.
        """
        if self.language is None:
            return read_word(text)
        word = self.language.fold(text)
        if word in self._guess_indices:
            return word
        if word.casefold() in self._guess_indices:  # ß where the list writes ss
            return word.casefold()
        meant = self._typed_forms.get(word, [])
        return meant[0] if len(meant) == 1 else word

    def shown(self, word: str) -> str:
        """Return a played word as it is written, with its accents."""
        return self.spellings.get(word, word)

    def capitals(self, word: str) -> str:
        """Return a played word in capitals, letter by letter, with accents where they fit."""
        written = self.shown(word)
        return "".join(map(self.capital, written if len(written) == len(word) else word))

    def capital(self, letter: str) -> str:
        """Return the capital of a letter, as the language has it."""
        return capital(letter) if self.language is None else self.language.capital(letter)

    def allows(self, text: str) -> bool:
        """Whether a word, in any spelling, may be guessed."""
        return self.spelled(text) in self._guess_indices

    def guess_index(self, word: str) -> GuessIndex:
        """Return the index of `word` among the allowed guesses, or say why it has none."""
        index = self._guess_indices.get(self.spelled(word))
        if index is None:
            raise IllegalGuessError(self._why_unknown(word))
        return index

    def answer_index(self, word: str) -> AnswerIndex:
        """Return the index of `word` among the answers, or say why it has none."""
        index = self._answer_indices.get(self.spelled(word))
        if index is None:
            self.guess_index(word)
            raise IllegalGuessError(
                f"{word!r} is an allowed guess, but not one of the {len(self.answers):,} answers "
                f"of {self.name}"
            )
        return index

    def summary(self) -> dict[str, str | int]:
        """Return the facts about the lexicon that every result names."""
        return {
            "name": self.name,
            "id": self.id,
            "answers": len(self.answers),
            "allowed": len(self.allowed),
            "length": self.length,
        }

    def _repr_html_(self) -> str:
        from salet.notebook import html_table

        facts = self.summary()
        return html_table([*facts], [[*facts.values()]])

    @cached_property
    def _guess_indices(self) -> dict[str, GuessIndex]:
        return {word: GuessIndex(index) for index, word in enumerate(self.allowed)}

    @cached_property
    def _answer_indices(self) -> dict[str, AnswerIndex]:
        return {word: AnswerIndex(index) for index, word in enumerate(self.answers)}

    @cached_property
    def _typed_forms(self) -> dict[str, list[str]]:
        """The words that are meant by what people type without the right keys."""
        forms: dict[str, list[str]] = {}
        if self.language is not None:
            for word in self.allowed:
                for form in () if word.isascii() else self.language.typed_forms(word):
                    forms.setdefault(form, []).append(word)
        return forms

    def _why_unknown(self, text: str) -> str:
        word, typed = self.spelled(text), read_word(text)
        noun, sign = self.noun, "letter" if self.noun == "word" else "symbol"
        if not word:
            size = counted(self.length, sign)
            return f"the {noun} is empty; {noun}s of {self.name} have {size}"
        if odd := not_a_letter("".join(c for c in word if c not in self.letter_numbers)):
            small = len(self.alphabet) <= _FEW_LETTERS  # as in Mastermind
            known = f"; the {sign}s of {self.name} are {' '.join(self.alphabet)}" if small else ""
            return f"{typed!r} has {odd.replace('not a letter', f'not a {sign}')}{known}"
        if meant := self._typed_forms.get(word):
            return f"{typed!r} may stand for {' or '.join(meant)}; type it with its accents"
        why = f"is not among the {len(self.allowed):,} allowed {noun}s of {self.name}"
        if len(word) != self.length:
            size = counted(len(word), sign)
            why = f"has {size}; {noun}s of {self.name} have {self.length}"
        if abs(len(word) - self.length) <= 1:  # a slip adds or drops one letter
            meant = meant_words(word, self._guess_indices, self.alphabet, self._answer_indices)
        if meant:
            why += f"; did you mean {' or '.join(map(self.shown, meant))}?"
        elif any(letter not in self.letter_numbers for letter in word):
            why += f"; the {sign}s are {' '.join(self.alphabet)}"
        return f"{typed!r} {why}"
