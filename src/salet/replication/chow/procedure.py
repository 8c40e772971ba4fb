"""What the author's program did, with everything that departs from the game as a switch."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from salet.replication.figures import Switch

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

SWITCHES = (
    Switch(
        "naive_feedback",
        "a letter that the guess repeats is never grey if the answer has it at all: each place is "
        "green, else yellow if the letter occurs anywhere, else grey",
    ),
    Switch(
        "short_list",
        "guesses come from 9,071 words, not 12,972: of the words that are no answers, only those "
        "with five different letters",
    ),
    Switch("three_for_green", "a green tile counts 3 in the tile ranking, not 2 as in the text"),
    Switch(
        "positional_elimination",
        "a word leaves the list unless in some place it has the letter that some remaining answer "
        "has in that place",
    ),
    Switch(
        "quicksort_ties",
        "equally good guesses are ordered by the unstable quicksort of numpy before 1.25, not by "
        "the list",
    ),
    Switch(
        "listed_order",
        "the list has the answers last, in the order of the game's calendar, not the alphabet's "
        "(the ranking by remaining candidates sorted it); ties in popularity follow it too",
    ),
    Switch(
        "late_removal",
        "a guessed word leaves the list one turn too late, so it can be guessed twice in a row",
    ),
    Switch(
        "older_program",
        "the games of lf, and of gyx with rales, come from a version that never removed guessed "
        "words",
    ),
)


@dataclass(frozen=True, slots=True)
class Procedure:
    """Which departures from the true rules are in force; `SWITCHES` says what each means."""

    naive_feedback: bool = True
    short_list: bool = True
    three_for_green: bool = True
    positional_elimination: bool = True
    quicksort_ties: bool = True
    listed_order: bool = True
    late_removal: bool = True
    older_program: bool = True

    def without(self, switch: str) -> Procedure:
        """Return the procedure with one switch turned off."""
        return replace(self, **{switch: False})

    def removes(self, config: Configuration, opener: str) -> bool:
        """Whether guessed words leave the list at all in this cell of the grid."""
        is_older = config.name == "lf" or (config.name == "gyx" and opener == "rales")
        return not (self.older_program and is_older)


PUBLISHED = Procedure()
CORRECTED = Procedure(**dict.fromkeys((field.name for field in fields(Procedure)), False))
CONVENTIONS = {"published": PUBLISHED, "corrected": CORRECTED}
