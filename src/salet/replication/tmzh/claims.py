"""The checkable sentences of tmzh's write-up, in its own words."""

from __future__ import annotations

import numpy as np

from salet.games.wordle import pattern_of
from salet.groups import group_stats
from salet.replication.findings import Claim
from salet.replication.switches import without
from salet.replication.tmzh import figures as printed
from salet.replication.tmzh import program
from salet.replication.tmzh.program import Bench, Procedure
from salet.table import Indices


def claims(bench: Bench) -> tuple[Claim, ...]:
    """Return all of them, in the order of the text."""
    return (
        _filtering(bench),
        *_frequency(bench),
        *_wares(bench),
        *_explore(bench),
        *_entropy(bench),
    )


def _filtering(bench: Bench) -> Claim:
    row = bench.true_table.row(bench.lexicon.guess_index("ether"))
    fits = row == pattern_of("ether", "other").code
    left = [bench.lexicon.answers[word] for word in np.flatnonzero(fits)]
    holds = " ".join(left) == printed.ETHER_LEFT
    return Claim(
        "if we guessed ether and got rgggg, we can reduce our candidates to [other, ither]",
        holds,
        holds,
        "The later program and the game agree; the first program would colour the first e yellow.",
    )


def _frequency(bench: Bench) -> tuple[Claim, ...]:
    first, chart, truly = program.FIRST, program.FREQUENCY, without(program.FREQUENCY)
    opener, half, most = bench.opener(first), _solved(bench, first, 3), _solved(bench, chart, 6)
    half_truly, most_truly = _solved(bench, truly, 3), _solved(bench, truly, 6)
    return (
        Claim(
            "soare is the ideal first guess as it is made up of the most frequent characters",
            opener == "soare",
            bench.opener(truly) == "soare",
            "Its five letters are the five most frequent. arose and aeros have the same five; the "
            "reversed sort takes the last. The program behind the chart opened with "
            f"{bench.opener(chart)}.",
        ),
        Claim(
            "almost half the time, it only takes 3 attempts",
            45 <= half < 50,
            45 <= half_truly < 50,
            f"The first program solves {half:.1f}% of all 12,972 words, and its 3 attempts are 4 "
            f"guesses. Of the answers, {half_truly:.1f}% take 3 guesses or fewer.",
        ),
        Claim(
            "9 out of 10 times we are able to guess within 6 attempts",
            round(most) == 90,
            most_truly >= 90,
            f"As benchmarked, {most:.1f}% in 7 guesses and {_solved(bench, chart, 5):.1f}% in 6. "
            f"With the text's set(word) it is {most_truly:.1f}% in 6: one slip hides the other.",
        ),
    )


def _wares(bench: Bench) -> tuple[Claim, ...]:
    turns = bench.trace(program.FIRST, "wares")
    told = bench.trace(without(program.FIRST), "wares")
    family = _family(bench, [word for word, _ in turns])
    every = np.arange(len(bench.lexicon.allowed))
    stats = group_stats(bench.true_table, every, family)
    best = int(stats.groups.argmax())
    inside = int(stats.groups[bench.true_table.answer_guesses[family]].max())
    one_by_one = int(stats.groups[best]) <= inside
    possibilities = len(family) == printed.TRACE_POSSIBILITIES
    return (
        Claim(
            "it takes 13 attempts to predict wares",
            len(turns) - 1 == printed.TRACE_ATTEMPTS,
            len(told) == printed.TRACE_ATTEMPTS,
            f"13 steps of the first program are {len(turns)} guesses. The code that the text "
            f"prints needs {len(told)}: {', '.join(word for word, _ in told)}.",
        ),
        Claim(
            "once we reach the 3rd guess rales, there are 13 more possibilities for the first char",
            possibilities,
            possibilities,
            f"The trace says {turns[3][1]} after rales, and there are {len(family)}.",
        ),
        Claim(
            "the only way to find the right answer is to try all 13 possibilities",
            one_by_one,
            one_by_one,
            f"A guess need not be a candidate: {bench.lexicon.allowed[best]} splits the "
            f"{len(family)} words into {stats.groups[best]} groups, a candidate only into "
            f"{inside}.",
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
    explore, truly = program.EXPLORE, without(program.EXPLORE)
    drawn, corrected = bench.failed(explore), bench.failed(truly)
    told = bench.failed(without(program.PRINTED_EXPLORE, "steps_from_zero"))
    plain = bench.failed(program.FREQUENCY)[0]
    plain_truly = bench.failed(without(program.FREQUENCY))[0]
    won, as_run = bench.solved(truly, 6), bench.solved(explore, 6)
    return (
        Claim(
            "surprisingly this stochastic approach works better than the first method",
            bool(drawn.mean() < plain),
            bool(corrected.mean() + corrected.std(ddof=1) < plain_truly),
            f"As benchmarked it fails {drawn.mean():.0f} times, the first method {plain}: that one "
            "adds a letter for each copy and wastes guesses on words such as esses, and two random "
            "words waste less. With set(word) in both and six guesses, frequency loses "
            f"{plain_truly} games and exploring {corrected.mean():.0f} ± "
            f"{corrected.std(ddof=1):.0f} ({told.mean():.0f} with the code as printed).",
        ),
        Claim(
            "we don't do any scoring for the first 3 attempts",
            not explore.fixed_opener,
            not truly.fixed_opener,
            "As benchmarked the first word is the top-scoring one, esses, and only the next two "
            "are drawn; the code that the text prints draws three.",
        ),
        Claim(
            "we are able to win the game 93% of the time",
            bool(abs(as_run.mean() - 93) <= 2 * as_run.std(ddof=1)),
            bool(abs(won.mean() - 93) <= 2 * won.std(ddof=1)),
            f"As benchmarked, {as_run.mean():.1f} ± {as_run.std(ddof=1):.1f}% in 7 guesses and "
            f"{bench.solved(explore, 5).mean():.1f}% in 6. Corrected, {won.mean():.1f} ± "
            f"{won.std(ddof=1):.1f}% in 6: again two slips cancel.",
        ),
    )


def _entropy(bench: Bench) -> tuple[Claim, ...]:
    entropy, truly = program.ENTROPY, without(program.ENTROPY)
    failed, lost = int(bench.failed(entropy)[0]), int(bench.failed(truly)[0])
    others = (program.FREQUENCY, program.EXPLORE)
    failed_others = [bench.failed(one).mean() for one in others]
    lost_others = [bench.failed(without(one)).mean() for one in others]
    opens_with_tares = bench.opener(entropy) == "tares"
    alike = {str(pattern_of("east", word)) for word in ("fast", "last")} == {"-ggg"}
    in_four, in_four_truly = _solved(bench, entropy, 4), _solved(bench, truly, 4)
    return (
        Claim(
            "east and the partition [fast, last]: both give rggg",
            alike,
            alike,
            "The e is grey and the rest is green.",
        ),
        Claim(
            "p_i = i / n",
            as_published=False,
            survives=False,
            because="A slip of the pen: the probability of a partition is its size over n, "
            "k_i / n, and so the program has it.",
        ),
        Claim(
            "tares is the best starting word which will give us most information",
            opens_with_tares,
            opens_with_tares,
            "If any of the 12,972 words may be the answer, tares gives 6.194 bits; among the 2,315 "
            "answers soare gives most.",
        ),
        Claim(
            "it performs way better than the above 2 strategies",
            bool(failed < min(failed_others)),
            bool(lost < min(lost_others)),
            f"Within six guesses it loses {lost} games, frequency {lost_others[0]:.0f} and "
            f"exploring {lost_others[1]:.0f}.",
        ),
        Claim(
            "it only fails to guess around 35 words within the first 6 attempts: 98.4%",
            failed == printed.ENTROPY_FAILED,
            lost == printed.ENTROPY_FAILED,
            f"{failed} games take more than 7 guesses. {lost} take more than 6: "
            f"{_solved(bench, truly, 6):.1f}% are won.",
        ),
        Claim(
            "90% of the words can be guessed within the first 4 attempts",
            round(in_four, -1) == 90,
            round(in_four_truly, -1) == 90,
            f"{in_four:.2f}% in 5 guesses; {in_four_truly:.1f}% in 4.",
        ),
    )


def _solved(bench: Bench, procedure: Procedure, steps: int) -> float:
    return float(bench.solved(procedure, steps).mean())
