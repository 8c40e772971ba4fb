"""Luebeck's document, figure by figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.replication.figures import Figure, Options, Replication, Section
from salet.replication.luebeck.claims import play_claims, word_claims
from salet.replication.luebeck.openers import Ending, Openers, pattern_sizes
from salet.replication.luebeck.procedure import Procedure
from salet.replication.luebeck.results import (
    DEFAULT,
    EXPANDED,
    SCRABBLE,
    STRATEGY,
    WORD_LISTS,
    WordList,
    play_lists,
)
from salet.replication.switches import switches_of
from salet.words.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from salet.replication.lengths import Lengths
    from salet.replication.variants import Variants

# The bar chart of first words, left to right, and the heights of its first and last bar.
_CHART = "tares lares rales rates teras nares soare tales reais tears arles tores salet aeros dares"
_HIGHEST, _LOWEST = 4.293, 4.166

# Mean, games over six guesses, and percent within six, from the table of results.
_PUBLISHED = {
    DEFAULT: (3.476, 0, 100.0),
    EXPANDED: (4.100, 43, 99.67),
    SCRABBLE: (4.083, 36, 99.71),
}


def replicate(options: Options) -> Replication:
    """Replicate the document: three word lists, six switches."""
    # The longest first, so that no process is left with a long list at the end.
    return report(play_lists((EXPANDED, SCRABBLE, DEFAULT), options.jobs, options.step))


def report(results: Mapping[WordList, Variants[Lengths]]) -> Replication:
    """Set what was played beside what the document prints."""
    openers = {words: Openers.of(words) for words in WORD_LISTS}
    endings = {words: Ending.of(words, "ater") for words in (DEFAULT, EXPANDED)}
    sizes = pattern_sizes(EXPANDED)
    sections = (
        _openers(openers),
        _patterns(sizes),
        *(_games(words, results[words]) for words in WORD_LISTS),
        _ending(endings),
        _words(),
    )
    claims = (
        *play_claims(results),
        *word_claims(openers, endings[DEFAULT], endings[EXPANDED]),
    )
    return Replication(
        name="luebeck",
        title='Luebeck: Maximum entropy solver for the "Wordle" problem (write-up 001)',
        source="https://github.com/jluebeck/WordleSolver",
        sections=sections,
        claims=claims,
        switches=switches_of(Procedure),
        notes=(
            f"Corrected: {STRATEGY} with the document's first words. With every switch off the "
            "program plays the same games.",
            "Entropies are in nats, as in the document's chart: 1 nat is 1.4427 bits.",
            "A game of more than six guesses is a loss; it goes on, and the mean counts it at its "
            "true length.",
        ),
        data=_data(results, openers, sizes),
    )


def _openers(openers: Mapping[WordList, Openers]) -> Section:
    best = [
        Figure(
            f"best first word, {words.title}",
            words.opener,
            openers[words].words[0],
            openers[words].words[0],
        )
        for words in WORD_LISTS
    ]
    full = openers[EXPANDED]
    chart = " ".join(full.words)
    return Section(
        "First words by entropy",
        (
            *best,
            Figure("15 best words, in order", _CHART, chart, chart),
            Figure("entropy of the first, nats", _HIGHEST, full.nats[0], full.nats[0], digits=3),
            Figure("entropy of the last, nats", _LOWEST, full.nats[-1], full.nats[-1], digits=3),
        ),
        note="The chart is of the full list, where any word may be the answer.",
    )


def _patterns(sizes: list[int]) -> Section:
    return Section(
        "Patterns of TARES (schematic)",
        (
            Figure("words with pattern 00000", 858, sizes[0], sizes[0]),
            Figure("words with pattern 00001", 296, sizes[1], sizes[1]),
        ),
    )


def _games(words: WordList, variants: Variants[Lengths]) -> Section:
    mean, losses, won = _PUBLISHED[words]
    return Section(
        f"Games: {words.title}",
        (
            variants.figure("mean guesses", mean, lambda games: games.mean, digits=3),
            variants.figure("games over six guesses", losses, lambda games: games.losses),
            variants.figure("won within six, %", won, lambda games: games.won, digits=2),
            variants.figure("guesses in all", None, lambda games: games.total),
            variants.figure("games by guesses", None, lambda games: games.histogram),
        ),
        note=f"Lexicon {words.lexicon}, first word {words.opener}.",
    )


def _ending(endings: Mapping[WordList, Ending]) -> Section:
    default, full = endings[DEFAULT], endings[EXPANDED]
    apart = default.groups("elchi")
    return Section(
        "The -ATER example",
        (
            Figure("guess, default answers", "elchi", default.guess, default.corrected),
            Figure("groups of ELCHI, default answers", None, apart, apart),
            Figure("guess, any word", None, full.guess, full.corrected),
        ),
        note="Asked with -ATER known, and nothing known to be absent.",
    )


def _words() -> Section:
    lexicon = Lexicon.load(DEFAULT.lexicon)
    answers, allowed = len(lexicon.answers), len(lexicon.allowed)
    return Section(
        "Words",
        (
            Figure("default answers", 2315, answers, answers),
            Figure(
                "words of the game",
                12927,
                allowed,
                allowed,
                note="a slip for 12,972; the schematic has 12,973",
            ),
        ),
    )


def _data(
    results: Mapping[WordList, Variants[Lengths]],
    openers: Mapping[WordList, Openers],
    sizes: list[int],
) -> dict[str, Any]:
    """Return what charts are drawn from."""
    full = openers[EXPANDED]
    played = [
        {
            "words": words.title,
            "lexicon": words.lexicon,
            "variant": name,
            "mean": games.mean,
            "losses": games.losses,
            "won": games.won,
            "worst": games.worst,
            "histogram": games.counts,
        }
        for words in WORD_LISTS
        for name, games in results[words].all().items()
    ]
    return {
        "openers": [
            {"word": word, "nats": nats} for word, nats in zip(full.words, full.nats, strict=True)
        ],
        "pattern_sizes": sorted((size for size in sizes if size > 0), reverse=True),
        "games": played,
    }
