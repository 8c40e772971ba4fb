"""The words of a lexicon as arrays of letter numbers."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from salet.words.lexicon import Lexicon

A = TypeVar("A", bound="NDArray[Any]")


class Letters:
    """The words of a lexicon, letter by letter, as places in its alphabet; not to be written."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._answers = lexicon.answers
        self._allowed = lexicon.allowed
        self._number = lexicon.letter_numbers

    @cached_property
    def numbers(self) -> NDArray[np.uint16]:
        """The letter numbers of every allowed word (words, length)."""
        return read_only(self._spell(self._allowed))

    @cached_property
    def truths(self) -> NDArray[np.int64]:
        """For each answer, its place among the allowed words."""
        return read_only(np.searchsorted(self._allowed, self._answers))

    @cached_property
    def firsts(self) -> NDArray[np.uint16]:
        """As `numbers`, with a number beyond the alphabet for every further copy of a letter."""
        letters = self.numbers.copy()
        for place in range(1, letters.shape[1]):
            again = (self.numbers[:, :place] == self.numbers[:, place, None]).any(axis=1)
            letters[again, place] = len(self._number)
        return read_only(letters)

    @cached_property
    def places(self) -> NDArray[np.uint16]:
        """Where answers have a letter: bit i of [letter, answer] stands for place i."""
        answers = self._spell(self._answers)
        places = np.zeros((len(self._number), len(answers)), np.uint16)
        columns = np.arange(len(answers))
        for place in range(answers.shape[1]):
            places[answers[:, place], columns] |= np.uint16(1 << place)
        return read_only(places)

    @cached_property
    def in_answers(self) -> NDArray[np.bool_]:
        """Which letters every answer has (answers, alphabet)."""
        return read_only(np.ascontiguousarray((self.places != 0).T))

    @cached_property
    def copies(self) -> NDArray[np.uint8]:
        """How often each allowed word has each letter (words, alphabet)."""
        words = np.arange(len(self.numbers))
        copies = np.zeros((len(words), len(self._number)), np.uint8)
        for place in range(self.numbers.shape[1]):
            copies[words, self.numbers[:, place]] += 1
        return read_only(copies)

    def _spell(self, words: tuple[str, ...]) -> NDArray[np.uint16]:
        flat = np.fromiter((self._number[letter] for word in words for letter in word), np.uint16)
        return flat.reshape(len(words), len(words[0]))


def read_only(array: A) -> A:
    """Protect an array that several share from one who writes into it."""
    array.setflags(write=False)
    return array
