"""How tmzh's programs play and count.

There were two. The first, of which the text keeps the trace of ``wares`` and two sentences, and
the later one that made the charts. Both guess only words that are still possible, take any of the
12,972 words for possible, and in a tie take the alphabetically last word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from salet.replication.switches import switch


@dataclass(frozen=True)
class Procedure:
    """A solver of the write-up, and the ways in which it is not what the text says.

    Attributes
    ----------
    ranking
        what the solver goes by: the frequency of letters, or entropy
    drawn
        so many guesses at the beginning are drawn by lot
    """

    ranking: Literal["letters", "entropy"] = "letters"
    drawn: int = 0
    steps_from_zero: bool = switch(
        "the first guess is step 0, so that n steps are n + 1 guesses, and a game counts as won "
        "within 6 if it took 7"
    )
    repeated_letters: bool = switch(
        "a letter that a word repeats is added for each copy, which makes esses the opener; the "
        "text shows set(word), which makes it soare"
    )
    fixed_opener: bool = switch(
        "exploring begins with the top word (esses), and only guesses 2 and 3 are drawn; the text "
        "draws the first three"
    )
    naive_feedback: bool = switch(
        "a letter is yellow wherever the answer has it, copies not counted, and the words left are "
        "those with the same naive pattern (the first program)"
    )
    fixed_counts: bool = switch(
        "letters are counted once, in the whole list, and not again among the words left, as the "
        "text has it (the first program)"
    )
    every_word_a_target: bool = switch(
        "all 12,972 words are played as answers instead of the game's 2,315 (the first program)"
    )


FIRST = Procedure(
    steps_from_zero=True, naive_feedback=True, fixed_counts=True, every_word_a_target=True
)
FREQUENCY = Procedure(steps_from_zero=True, repeated_letters=True)
EXPLORE = Procedure(drawn=3, steps_from_zero=True, repeated_letters=True, fixed_opener=True)
ENTROPY = Procedure(ranking="entropy", steps_from_zero=True)

PRINTED_EXPLORE = Procedure(drawn=3, steps_from_zero=True, repeated_letters=True)
"""Random exploring as the text prints it: three guesses drawn, letters added for each copy."""
