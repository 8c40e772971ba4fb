"""The checkable sentences of Kay's document, in our words."""

from __future__ import annotations

from collections.abc import Mapping

from salet.replication.findings import Claim
from salet.replication.kay.experiments import RATIO, Bench, Mode, Results, Sweep
from salet.replication.kay.program import Counts, Fit
from salet.replication.switches import Variants

_NEAR = 0.02
"""A mean at most this share above the least is "not too shabby"."""
_SLIGHT = 0.1
"""A difference of fewer guesses per game than this is slight."""


def claims(
    bench: Bench,
    variants: Variants[Results],
    thresholds: Mapping[float, Mode],
    fits: tuple[Fit, Fit],
) -> tuple[Claim, ...]:
    """Judge all of them; `fits` are of the past answers and of all answers."""
    return (
        _fit_claim(*fits),
        *_sweep_claims(variants),
        *_mode_claims(variants, thresholds, bench.counts),
    )


def _fit_claim(past: Fit, everything: Fit) -> Claim:
    """Judge how answers are picked."""
    return Claim(
        "A word's chance of being the answer is closer to its log frequency than to its frequency.",
        past.log_frequency < past.frequency,
        everything.log_frequency < everything.frequency,
        f"To name one of the 202 past answers takes {past.log_frequency:.2f} bits by log "
        f"frequency, {past.frequency:.2f} by frequency and {past.flat:.2f} if all words are "
        f"alike; of the 2,315 answers {everything.log_frequency:.2f}, {everything.frequency:.2f} "
        f"and {everything.flat:.2f}. Plain frequency is worse than no model. Log frequency is far "
        f"from the truth too: it keeps {past.unknown:.0%} for words that no source counts. The "
        "answers are a list of 2,315 chosen by hand (11.18 bits).",
    )


def _sweep_claims(variants: Variants[Results]) -> tuple[Claim, ...]:
    """Judge the weights and tables."""
    pair = (variants.published, variants.corrected)
    published, corrected = pair
    near = [_is_near(results.log_frequency) for results in pair]
    gains = [results.frequency.equal.mean - results.log_frequency.equal.mean for results in pair]
    error = _error(corrected)
    decided = abs(gains[1]) > 2 * error
    own, lent = corrected.frequency, published.frequency
    return (
        Claim(
            "With log frequencies, equal weight on greens and new letters is not too shabby.",
            near[0],
            near[1],
            f"Its mean is {published.log_frequency.equal.mean:.4f}; the best weight, "
            f"{published.log_frequency.best_weight:.2f}, has {published.log_frequency.least:.4f}. "
            f"Corrected, {corrected.log_frequency.equal.mean:.4f} against "
            f"{corrected.log_frequency.least:.4f}. Judged by whether it is within {_NEAR:.0%}.",
        ),
        Claim(
            "At equal weight, log frequencies are a very slight improvement on frequencies.",
            0 < gains[0] < _SLIGHT,
            0 < gains[1] < _SLIGHT if decided else None,
            f"The difference is {gains[0]:+.4f} guesses as published, {gains[1]:+.4f} corrected, "
            f"where chance alone makes {2 * error:.2f} or less (two standard errors of the paired "
            "difference over 202 games). The runs with plain frequencies began with the first "
            f"guess of the others ({lent.openers[10]}); with their own ({own.openers[10]}) the "
            f"mean goes from {lent.equal.mean:.4f} to "
            f"{variants.without['log_opener'].frequency.equal.mean:.4f}.",
        ),
    )


def _error(results: Results) -> float:
    """Return the standard error of the mean difference between the tables, paired by answer."""
    games = (results.frequency.equal.guesses, results.log_frequency.equal.guesses)
    difference = games[0] - games[1]
    return float(difference.std(ddof=1) / len(difference) ** 0.5)


def _is_near(sweep: Sweep) -> bool:
    return sweep.equal.mean <= sweep.least * (1 + _NEAR)


def _mode_claims(
    variants: Variants[Results], thresholds: Mapping[float, Mode], counts: Counts
) -> tuple[Claim, ...]:
    """Judge the two ways of play."""
    published, corrected = variants.published, variants.corrected
    exploring, truly = published.explore, corrected.explore
    endless = f" ({', '.join(exploring.endless)} never ends)" if exploring.endless else ""
    usual = thresholds[RATIO]
    fewest = min(mode.past.losses for mode in thresholds.values())
    quickest = min(mode.everywhere.mean for mode in thresholds.values())
    safest = min(thresholds, key=lambda ratio: thresholds[ratio].everywhere.losses)
    return (
        Claim(
            "The solver plays hard mode by default.",
            as_published=True,
            survives=True,
            because="Every guess is a word still possible, which hard mode allows. It is more than "
            "hard mode asks: the game also lets through words with grey letters.",
        ),
        Claim(
            "In hard mode some answers need more than six guesses.",
            published.hard.past.losses > 0,
            corrected.hard.past.losses > 0,
            f"{published.hard.past.losses} of the 202 past answers, and "
            f"{published.hard.everywhere.losses} of all 2,315.",
        ),
        _hatch_claim(published.hard.traces["hatch"], corrected.hard.traces["hatch"], counts),
        Claim(
            "Exploring does about as well overall and has no game of more than six guesses.",
            exploring.past.losses == 0,
            truly.everywhere.losses == 0,
            f"True of the 202 past answers. Of all 2,315 it loses "
            f"{exploring.everywhere.losses}{endless}, and hard mode "
            f"{published.hard.everywhere.losses}; corrected, {truly.everywhere.losses} and "
            f"{corrected.hard.everywhere.losses}.",
        ),
        Claim(
            f"A threshold of {RATIO} works well.",
            usual.past.losses == fewest,
            usual.everywhere.mean == quickest,
            f"Of {', '.join(f'{ratio:g}' for ratio in thresholds)} (with the guard, so that all "
            f"games end) it loses {usual.past.losses} of the 202 past answers; the fewest are "
            f"{fewest}. On all 2,315 its mean is {usual.everywhere.mean:.4f}, the least "
            f"{quickest:.4f}; it loses {usual.everywhere.losses}, and {safest:g} loses fewest, "
            f"{thresholds[safest].everywhere.losses}.",
        ),
    )


def _hatch_claim(published: str, corrected: str, counts: Counts) -> Claim:
    rarer = [_rarer_before(game, counts) for game in (published, corrected)]
    return Claim(
        "HATCH takes nine guesses because it is rarer than the other -ATCH words, which are "
        "therefore guessed first.",
        len(rarer[0]) == 0,
        len(rarer[1]) == 0,
        f"Rarer words were guessed before it: {', '.join(rarer[0])}. And the common catch comes "
        "last but one. The first letter counts for its word twice, as a green and as a new letter. "
        "C and H are known from -ATCH, so catch and hatch count for half of what the others do.",
    )


def _rarer_before(game: str, counts: Counts) -> list[str]:
    """Return the words with the same ending that were guessed before the answer though rarer."""
    words = [turn.split(":")[0] for turn in game.split()]
    count = dict(zip(counts.words, counts.count.tolist(), strict=True))
    answer = words[-1]
    family = [word for word in words[:-1] if word[1:] == answer[1:]]
    return [word for word in family if count[word] < count[answer]]
