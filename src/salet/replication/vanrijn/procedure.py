"""How van Rijn's program colours, counts and judges itself."""

from __future__ import annotations

from dataclasses import dataclass

from salet.replication.switches import switch


@dataclass(frozen=True)
class Procedure:
    """The ways in which the program is not the game, or not what the text says."""

    roy_feedback: bool = switch(
        "the colours of a guess double as the marks of which letters of the answer are used up, so "
        "that a yellow hides the answer's letter in its place"
    )
    whole_list: bool = switch(
        "all 12,972 words are taken for possible answers: what the text of 7 January did, and the "
        "table and the example still do after the update to 2,315"
    )
    own_referee: bool = switch(
        "the bot is judged on games in which its own rule colours the guesses, not the game's"
    )


TABLES = Procedure(roy_feedback=True, whole_list=True)
"""The big table, the example, and the text of 7 January."""

OPENERS = Procedure(roy_feedback=True)
"""The sentences about smile, raise and slate after the update."""

GAMES = Procedure(roy_feedback=True, own_referee=True)
"""All words solved within six guesses."""
