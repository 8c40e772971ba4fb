"""The checkable sentences of tmzh's write-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from salet.games.wordle import pattern_of
from salet.groups import group_stats
from salet.replication.findings import Claim
from salet.replication.switches import without
from salet.replication.tmzh.figures import (
    ENTROPY_FAILED,
    ETHER_LEFT,
    TRACE_ATTEMPTS,
    TRACE_POSSIBILITIES,
)
from salet.replication.tmzh.program import (
    ENTROPY,
    EXPLORE,
    FIRST,
    FREQUENCY,
    PRINTED_EXPLORE,
    Bench,
    Procedure,
)

if TYPE_CHECKING:
    from salet.table import Indices


def claims(bench: Bench) -> tuple[Claim, ...]:
    """Return all of them, in the order of the text."""
    return (
        *_filtering(bench),
        *_frequency(bench),
        *_wares(bench),
        *_explore(bench),
        *_entropy(bench),
    )


def _filtering(bench: Bench) -> tuple[Claim, ...]:
    row = bench.true_table.row(bench.lexicon.guess_index("ether"))
    fits = row == pattern_of("ether", "other").code
    left = [bench.lexicon.answers[word] for word in np.flatnonzero(fits)]
    holds = " ".join(left) == ETHER_LEFT
    return (
        Claim(
            "if we guessed ether and got rgggg, we can reduce our candidates to [other, ither]",
            as_published=holds,
            survives=holds,
            because=(
                "so by the later program and the game; the first program would colour the first e "
                "yellow"
            ),
        ),
    )


def _frequency(bench: Bench) -> tuple[Claim, ...]:
    opener, benchmarked = bench.opener(FIRST), bench.opener(FREQUENCY)
    half = _solved(bench, FIRST, 3)
    most = _solved(bench, FREQUENCY, 6)
    truly = without(FREQUENCY)
    return (
        Claim(
            "soare is the ideal first guess as it is made up of the most frequent characters",
            as_published=opener == "soare",
            survives=bench.opener(truly) == "soare",
            because=(
                f"its five letters are the five most frequent; arose and aeros tie with it, and "
                f"the reversed sort takes the last. The program behind the chart opened with "
                f"{benchmarked}"
            ),
        ),
        Claim(
            "almost half the time, it only takes 3 attempts",
            as_published=45 <= half < 50,
            survives=45 <= _solved(bench, truly, 3) < 50,
            because=(
                f"{half:.1f}% by the first program over all 12,972 words, where 3 attempts are 4 "
                f"guesses; of the answers {_solved(bench, truly, 3):.1f}% take 3 guesses or fewer"
            ),
        ),
        Claim(
            "9 out of 10 times we are able to guess within 6 attempts",
            as_published=round(most) == 90,
            survives=_solved(bench, truly, 6) >= 90,
            because=(
                f"{most:.1f}% in 7 guesses as benchmarked; {_solved(bench, FREQUENCY, 5):.1f}% in "
                f"6. With the text's set(word) it is {_solved(bench, truly, 6):.1f}% in 6: one "
                f"slip hides the other"
            ),
        ),
    )


def _wares(bench: Bench) -> tuple[Claim, ...]:
    turns = bench.trace(FIRST, "wares")
    told = bench.trace(without(FIRST), "wares")
    family = _family(bench, [word for word, _ in turns])
    every = np.arange(len(bench.lexicon.allowed))
    stats = group_stats(bench.true_table, every, family)
    best = int(stats.groups.argmax())
    inside = int(stats.groups[bench.true_table.answer_guesses[family]].max())
    one_by_one = int(stats.groups[best]) <= inside
    return (
        Claim(
            "it takes 13 attempts to predict wares",
            as_published=len(turns) - 1 == TRACE_ATTEMPTS,
            survives=len(told) == TRACE_ATTEMPTS,
            because=(
                f"13 steps are {len(turns)} guesses, by the first program; the code that the text "
                f"prints needs {len(told)}: {', '.join(word for word, _ in told)}"
            ),
        ),
        Claim(
            "once we reach the 3rd guess rales, there are 13 more possibilities for the first char",
            as_published=len(family) == TRACE_POSSIBILITIES,
            survives=len(family) == TRACE_POSSIBILITIES,
            because=f"the trace says {turns[3][1]} after rales, and {len(family)} it is",
        ),
        Claim(
            "the only way to find the right answer is to try all 13 possibilities",
            as_published=one_by_one,
            survives=one_by_one,
            because=(
                f"a guess need not be a candidate: {bench.lexicon.allowed[best]} splits the "
                f"{len(family)} words into {stats.groups[best]} groups, a candidate only into "
                f"{inside}"
            ),
        ),
    )


def _family(bench: Bench, guesses: list[str]) -> Indices:
    """Return the words left after the third guess of the first program's game on wares."""
    fits = np.ones(len(bench.lexicon.answers), dtype=bool)
    wares = bench.lexicon.answer_index("wares")
    for guess in guesses[:3]:
        row = bench.naive_table.row(bench.lexicon.guess_index(guess))
        fits &= row == row[wares]
    return np.flatnonzero(fits)


def _explore(bench: Bench) -> tuple[Claim, ...]:
    drawn, truly = bench.failed(EXPLORE), without(EXPLORE)
    told = bench.failed(without(PRINTED_EXPLORE, "steps_from_zero"))
    plain, plain_truly = bench.failed(FREQUENCY)[0], bench.failed(without(FREQUENCY))[0]
    corrected = bench.failed(truly)
    won = bench.solved(truly, 6)
    as_run = bench.solved(EXPLORE, 6)
    return (
        Claim(
            "surprisingly this stochastic approach works better than the first method",
            as_published=bool(drawn.mean() < plain),
            survives=bool(corrected.mean() + corrected.std(ddof=1) < plain_truly),
            because=(
                f"as benchmarked {drawn.mean():.0f} failures against {plain}: adding a letter for "
                f"each copy, frequency wastes guesses on words such as esses, and two random words "
                f"waste less. With set(word) in both and six guesses, frequency loses "
                f"{plain_truly} games and exploring {corrected.mean():.0f} ± "
                f"{corrected.std(ddof=1):.0f} ({told.mean():.0f} with the code as printed)"
            ),
        ),
        Claim(
            "we don't do any scoring for the first 3 attempts",
            as_published=not EXPLORE.fixed_opener,
            survives=not truly.fixed_opener,
            because=(
                "as benchmarked the first word is the top-scoring one, esses, and only the next "
                "two are drawn; the code that the text prints draws three"
            ),
        ),
        Claim(
            "we are able to win the game 93% of the time",
            as_published=bool(abs(as_run.mean() - 93) <= 2 * as_run.std(ddof=1)),
            survives=bool(abs(won.mean() - 93) <= 2 * won.std(ddof=1)),
            because=(
                f"{as_run.mean():.1f} ± {as_run.std(ddof=1):.1f}% in 7 guesses, "
                f"{bench.solved(EXPLORE, 5).mean():.1f}% in 6; corrected, {won.mean():.1f} ± "
                f"{won.std(ddof=1):.1f}% in 6: again two slips cancel"
            ),
        ),
    )


def _entropy(bench: Bench) -> tuple[Claim, ...]:
    failed, lost = int(bench.failed(ENTROPY)[0]), int(bench.failed(without(ENTROPY))[0])
    others = [bench.failed(without(one)).mean() for one in (FREQUENCY, EXPLORE)]
    published_others = [bench.failed(one).mean() for one in (FREQUENCY, EXPLORE)]
    opener = bench.opener(ENTROPY)
    truly = without(ENTROPY)
    alike = {str(pattern_of("east", word)) for word in ("fast", "last")} == {"-ggg"}
    return (
        Claim(
            "east and the partition [fast, last]: both give rggg",
            as_published=alike,
            survives=alike,
            because="the e is grey and the rest green",
        ),
        Claim(
            "p_i = i / n",
            as_published=False,
            survives=False,
            because=(
                "a slip of the pen: the probability of a partition is its size over n, k_i / n, "
                "and so the program has it"
            ),
        ),
        Claim(
            "tares is the best starting word which will give us most information",
            as_published=opener == "tares",
            survives=opener == "tares",
            because=(
                "if any of the 12,972 words may be the answer, 6.194 bits; among the 2,315 "
                "answers soare gives most"
            ),
        ),
        Claim(
            "it performs way better than the above 2 strategies",
            as_published=bool(failed < min(published_others)),
            survives=bool(lost < min(others)),
            because=(
                f"within six guesses it loses {lost} games, frequency {others[0]:.0f} and "
                f"exploring {others[1]:.0f}"
            ),
        ),
        Claim(
            "it only fails to guess around 35 words within the first 6 attempts: 98.4%",
            as_published=failed == ENTROPY_FAILED,
            survives=lost == ENTROPY_FAILED,
            because=(
                f"{failed} failures are those beyond 7 guesses; beyond 6 there are {lost}, "
                f"{_solved(bench, truly, 6):.1f}% won"
            ),
        ),
        Claim(
            "90% of the words can be guessed within the first 4 attempts",
            as_published=round(_solved(bench, ENTROPY, 4), -1) == 90,
            survives=round(_solved(bench, truly, 4), -1) == 90,
            because=(
                f"{_solved(bench, ENTROPY, 4):.2f}% in 5 guesses; {_solved(bench, truly, 4):.1f}% "
                f"in 4"
            ),
        ),
    )


def _solved(bench: Bench, procedure: Procedure, steps: int) -> float:
    return float(bench.solved(procedure, steps).mean())
