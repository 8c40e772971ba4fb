"""The checkable sentences of Luebeck's document, in our words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from salet.replication.findings import Claim
from salet.replication.luebeck.figures import Words
from salet.replication.luebeck.program import DEFAULT, EXPANDED, SCRABBLE, WordList
from salet.replication.switches import Variants
from salet.replication.walk import Lengths
from salet.runs.walk import play
from salet.strategies.registry import make_strategy
from salet.table import open_table
from salet.view import Setting
from salet.words.lexicon import Lexicon


def claims(words: Words, results: Mapping[WordList, Variants[Lengths]]) -> tuple[Claim, ...]:
    """Judge all of them: those about games, then those about words."""
    return (*_of_games(results), *_of_words(words), _letters_claim(), _list_claim())


def _of_games(results: Mapping[WordList, Variants[Lengths]]) -> tuple[Claim, ...]:
    """Judge what the document says of the games."""
    default, expanded, scrabble = (results[words] for words in (DEFAULT, EXPANDED, SCRABBLE))
    shares = [
        tuple(round(games.won, 2) for games in (variants.published, variants.corrected))
        for variants in (expanded, scrabble)
    ]
    return (
        Claim(
            "Every default answer is found within six guesses.",
            default.published.losses == 0,
            default.corrected.losses == 0,
            f"{default.published.losses} losses and a worst game of {default.published.worst} as "
            f"published, {default.corrected.losses} and {default.corrected.worst} corrected.",
        ),
        Claim(
            "If any word may be the answer, 99.67% of the game's words and 99.71% of the Scrabble "
            "words are found within six guesses.",
            (shares[0][0], shares[1][0]) == (99.67, 99.71),
            (shares[0][1], shares[1][1]) == (99.67, 99.71),
            f"As its text describes it the strategy does better than the program: {shares[0][1]}% "
            f"and {shares[1][1]}%, with {expanded.corrected.losses} and "
            f"{scrabble.corrected.losses} losses instead of {expanded.published.losses} and "
            f"{scrabble.published.losses}. It saves games to weigh guesses with grey letters too.",
        ),
        Claim(
            "Each guess is the one whose patterns have the greatest entropy.",
            as_published=False,
            survives=None,
            because="The program no longer looks at words with a letter known to be absent, and "
            "near the end only at words that may be the answer; it also counts words as possible "
            "that the patterns rule out.",
        ),
        Claim(
            "Ties go to the smaller grey group, then to possible answers, then to the entropy of "
            "the letters, then to the total positional frequency.",
            as_published=False,
            survives=None,
            because="The first two rules are as described. The third counts different letters, the "
            "fourth adds logarithms, and both are asked only between two possible answers. It "
            "hardly matters: by the rules of the text, the total over the default answers changes "
            f"by {_change(default, 'distinct_letters')}, {_change(default, 'log_positions')} and "
            f"{_change(default, 'candidate_ties')} guesses of {default.published.total:,}.",
        ),
    )


def _change(variants: Variants[Lengths], name: str) -> int:
    """Return how many guesses one switch is worth."""
    return abs(variants.without[name].total - variants.published.total)


def _of_words(words: Words) -> tuple[Claim, ...]:
    """Judge what the document says of words, before any game."""
    openers, default_ending, full_ending = (
        words.openers,
        words.endings[DEFAULT],
        words.endings[EXPANDED],
    )
    best = [openers[one].words[0] for one in (DEFAULT, EXPANDED, SCRABBLE)]
    right = best == ["soare", "tares", "tares"]
    narrow, wide = openers[DEFAULT], openers[EXPANDED]
    splits = default_ending.groups("elchi") == len(default_ending.words)
    return (
        Claim(
            "SOARE is the first word of greatest entropy for the default answers, TARES for the "
            "longer lists.",
            right,
            right,
            f"It is {best[0]}, {best[1]} and {best[2]}.",
        ),
        Claim(
            "The guess of greatest entropy is the one expected to leave the fewest words.",
            narrow.words[0] == narrow.narrowest,
            narrow.words[0] == narrow.narrowest,
            f"Entropy and the expected number of words left are different measures: "
            f"{narrow.words[0]} leaves {narrow.expected:.1f} of the default answers on average, "
            f"{narrow.narrowest} {narrow.least:.1f}; of all words {wide.words[0]} leaves "
            f"{wide.expected:.1f}, {wide.narrowest} {wide.least:.1f}.",
        ),
        Claim(
            "Once -ATER is known the strategy steps back to a word such as ELCHI, which tells the "
            "remaining words apart at once.",
            default_ending.guess == "elchi" and splits,
            default_ending.corrected == "elchi" and splits,
            f"Of the default answers {', '.join(default_ending.words)} remain, and ELCHI gives "
            f"each a pattern of its own. Of all words {len(full_ending.words)} remain; there the "
            f"guess is {full_ending.guess}, for ELCHI makes {full_ending.groups('elchi')} groups "
            f"and {full_ending.guess} {full_ending.groups(full_ending.guess)}.",
        ),
    )


def _letters_claim() -> Claim:
    table = open_table(Lexicon.load(DEFAULT.lexicon))
    strategy = make_strategy("letters+opener(arose)")
    answers = np.arange(len(table.lexicon.answers))
    games = Lengths(play(strategy, Setting.of(table), answers).lengths)
    return Claim(
        "Playing by letter frequency from AROSE goes a long way but struggles with some words.",
        games.losses > 0,
        games.losses > 0,
        f"letters+opener(arose) wins {games.won:.1f}% of the default answers with a mean of "
        f"{games.mean:.3f}, and loses {games.losses}.",
    )


def _list_claim() -> Claim:
    lexicon = Lexicon.load(DEFAULT.lexicon)
    held = "vozhd" in lexicon.allowed and "vozhd" not in lexicon.answers
    held = held and len(lexicon.answers) == 2315
    return Claim(
        "2,315 of the words are answers, rarer ones such as VOZHD are not, and the game takes the "
        "answers in the order of its list.",
        held,
        held,
        "The past answers that write-up 002 prints are the first 202 of the list, in its order.",
    )
