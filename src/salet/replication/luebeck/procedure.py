"""What Luebeck's program does differently from the game and from its own text."""

from __future__ import annotations

from dataclasses import dataclass

from salet.replication.variants import switch


@dataclass(frozen=True, slots=True)
class Procedure:
    """The program's departures, each to be turned off alone; all off is the text, truly played."""

    loose_greys: bool = switch(
        "where a guess holds a letter twice and one copy is grey, the place of the grey copy is "
        "forgotten, so words remain that cannot be the answer"
    )
    grey_letters_dropped: bool = switch(
        "a word with a letter known to be absent is never guessed again; the text weighs every "
        "guess"
    )
    late_candidates: bool = switch(
        "with fewer than three words left, or from the sixth guess on, only words that may be the "
        "answer are guessed; in the text that is the second tie rule"
    )
    candidate_ties: bool = switch(
        "the third and fourth tie rule are asked only between two words that may be the answer; "
        "of others the alphabetically first is guessed"
    )
    distinct_letters: bool = switch(
        "the third tie rule counts different letters; the text takes their entropy"
    )
    log_positions: bool = switch(
        "the fourth tie rule adds logarithms of positional frequencies; the text adds the "
        "frequencies"
    )
