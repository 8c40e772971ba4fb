"""What Kay's program does differently from the game and from its own text."""

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
    log_opener: bool = switch(
        "the first guess comes from the table of log frequencies, also where plain frequencies "
        "are tested"
    )
    literal_join: bool = switch(
        "corpus entries count only as they are spelled: March, FALSE and found* count for nothing"
    )
    answers_first: bool = switch(
        "when any word may be guessed, ties go to the game's answers in the order of their days; "
        "off: to the alphabetically first word"
    )
    unguarded: bool = switch(
        "exploring goes on where no guess can find a new letter, and then for ever"
    )
