"""What the author's program did, with everything that departs from the game as a switch."""

from __future__ import annotations

from dataclasses import dataclass

from salet.replication.switches import all_on, switch, switches_of, without

OPENERS = (
    *("arles", "arose", "dares", "lares", "lores", "nares", "raile", "raise", "rales"),
    *("rates", "reais", "roate", "soare", "stare", "tales", "tares", "tores"),
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """A ranking and a decision rule: a column of the experiment."""

    name: str
    title: str
    ranking: str
    popular: bool = False


CONFIGURATIONS = (
    Configuration("lf", "Letter Frequencies", "letters"),
    Configuration("lf-pop", "Letter Frequencies + Popularity", "letters", popular=True),
    Configuration("gyx", "GYX Scores", "tiles"),
    Configuration("gyx-pop", "GYX Scores + Popularity", "tiles", popular=True),
    Configuration("ncands", "Max Remaining Candidates", "largest"),
)

CELLS = tuple((config, opener) for config in CONFIGURATIONS for opener in OPENERS)

SOLVE_BELOW, POPULAR_BELOW = 20, 10
"""The thresholds of the two decision rules, both "or fewer", the same in either convention."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """Which departures from the true rules are in force."""

    naive_feedback: bool = switch(
        "a letter that the guess repeats is never grey if the answer has it at all: each place is "
        "green, else yellow if the letter occurs anywhere, else grey"
    )
    short_list: bool = switch(
        "guesses come from 9,071 words, not 12,972: of the words that are no answers, only those "
        "with five different letters"
    )
    three_for_green: bool = switch(
        "a green tile counts 3 in the tile ranking, not 2 as in the text"
    )
    positional_elimination: bool = switch(
        "a word leaves the list unless in some place it has the letter that some remaining answer "
        "has in that place"
    )
    quicksort_ties: bool = switch(
        "equally good guesses are ordered by the unstable quicksort of numpy before 1.25, not by "
        "the list"
    )
    listed_order: bool = switch(
        "the list has the answers last, in the order of the game's calendar, not the alphabet's "
        "(the ranking by remaining candidates sorted it); ties in popularity follow it too"
    )
    late_removal: bool = switch(
        "a guessed word leaves the list one turn too late, so it can be guessed twice in a row"
    )
    older_program: bool = switch(
        "the games of lf, and of gyx with rales, come from a version that never removed guessed "
        "words"
    )

    def removes(self, config: Configuration, opener: str) -> bool:
        """Whether guessed words leave the list at all in this cell of the grid."""
        is_older = config.name == "lf" or (config.name == "gyx" and opener == "rales")
        return not (self.older_program and is_older)


SWITCHES = switches_of(Procedure)
PUBLISHED = all_on(Procedure)
CORRECTED = without(PUBLISHED)
CONVENTIONS = {"published": PUBLISHED, "corrected": CORRECTED}
