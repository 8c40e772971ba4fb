"""What the document says in words, checked on the grid as published and corrected."""

from __future__ import annotations

from collections.abc import Callable

from salet.replication.chow.figures import (
    MEAN,
    METRICS,
    SUCCESS,
    Metric,
    Outcomes,
    best,
    composite,
    of_config,
    rank,
)
from salet.replication.chow.program import CONFIGURATIONS
from salet.replication.findings import Claim

Check = Callable[[Outcomes], tuple[bool, str]]
"""Whether a claim holds, and what was found."""


def claims(published: Outcomes, corrected: Outcomes) -> tuple[Claim, ...]:
    """Judge every claim on both grids, then those about the program itself."""
    judged = []
    for text, check in _checks():
        (as_published, found), (survives, found_corrected) = check(published), check(corrected)
        because = f"As published: {found}. Corrected: {found_corrected}."
        judged.append(Claim(text, as_published, survives, because))
    return (*judged, *_ABOUT_THE_PROGRAM)


def _checks() -> tuple[tuple[str, Check], ...]:
    return (
        ('The "best" opener depends on the configuration.', _best_by_config),
        ('The "best" opener depends on the metric.', _best_by_metric),
        ("Each metric had a different optimal strategy.", _strategy_by_metric),
        *(
            (
                "Every opener of lf beats the best of gyx-pop, and every opener of ncands the best "
                f"of lf ({metric.title}).",
                _all_beat_the_best(metric),
            )
            for metric in METRICS
        ),
        (
            "raile is 13th under gyx but 2nd under ncands.",
            _places(("raile", "gyx", (13,)), ("raile", "ncands", (2,))),
        ),
        (
            "tales ranks within the top two for gyx and ncands.",
            _places(("tales", "gyx", (1, 2)), ("tales", "ncands", (1, 2))),
        ),
        (
            "tales ranks 7-8th for letter frequencies.",
            _places(("tales", "lf", (7,)), ("tales", "lf-pop", (8,))),
        ),
        ("The top 5 by every metric all use ncands with the baseline rule.", _top_is_ncands),
        ("The first three places by success are one word apart each.", _one_word_apart),
        ("tales, raile and tares lead by the composite.", _leading_by_composite),
    )


def _best_by_config(outcomes: Outcomes) -> tuple[bool, str]:
    winners = {c.name: _winner(of_config(outcomes, c.name), MEAN) for c in CONFIGURATIONS}
    return len(set(winners.values())) > 1, _listed(winners)


def _best_by_metric(outcomes: Outcomes) -> tuple[bool, str]:
    winners = {
        f"{config.name} {metric.name}": _winner(of_config(outcomes, config.name), metric)
        for config in CONFIGURATIONS
        for metric in METRICS
    }
    differ = [
        len({winners[f"{config.name} {metric.name}"] for metric in METRICS}) > 1
        for config in CONFIGURATIONS
    ]
    return all(differ), f"the winner differs between metrics in {sum(differ)} of 5 configurations"


def _strategy_by_metric(outcomes: Outcomes) -> tuple[bool, str]:
    winners = {metric.name: _winner(outcomes, metric) for metric in METRICS}
    return len(set(winners.values())) == len(METRICS), _listed(winners)


def _all_beat_the_best(metric: Metric) -> Check:
    def check(outcomes: Outcomes) -> tuple[bool, str]:
        held, found = [], []
        for better, worse in (("lf", "gyx-pop"), ("ncands", "lf")):
            least = min(metric.games(outcome) for outcome in of_config(outcomes, better))
            held.append(least > max(map(metric.games, of_config(outcomes, worse))))
            found.append(f"{better} over {worse} {'yes' if held[-1] else 'no'}")
        return all(held), ", ".join(found)

    return check


def _places(*wanted: tuple[str, str, tuple[int, ...]]) -> Check:
    """Check openers in configurations, each with the places that it may have."""

    def check(outcomes: Outcomes) -> tuple[bool, str]:
        here = [rank(outcomes, config, opener) for opener, config, _ in wanted]
        holds = all(place in places for place, (*_, places) in zip(here, wanted, strict=True))
        found = (f"{one[0]} {one[1]} is number {n}" for one, n in zip(wanted, here, strict=True))
        return holds, ", ".join(found)

    return check


def _top_is_ncands(outcomes: Outcomes) -> tuple[bool, str]:
    others = {
        f"{one.opener} {one.config} ({metric.name})": None
        for metric in METRICS
        for row in best(outcomes, metric.games, 5)
        for one in row.strategies
        if one.config != "ncands"
    }
    return not others, ", ".join(others) or "no other configuration is among them"


def _one_word_apart(outcomes: Outcomes) -> tuple[bool, str]:
    wins = sorted({SUCCESS.games(outcome) for outcome in outcomes}, reverse=True)[:3]
    losses = [outcomes[0].games - won for won in wins]
    return wins[0] - wins[1] == wins[1] - wins[2] == 1, f"{', '.join(map(str, losses))} games lost"


def _leading_by_composite(outcomes: Outcomes) -> tuple[bool, str]:
    together = composite(outcomes)
    rows = best(outcomes, together.__getitem__, 3)
    leading = [row.strategies[0].opener for row in rows]
    return leading == ["tales", "raile", "tares"], ", ".join(leading)


def _winner(outcomes: Outcomes, metric: Metric) -> str:
    winners = best(outcomes, metric.games, 1)[0].strategies
    return " and ".join(winner.opener for winner in winners)


def _listed(winners: dict[str, str]) -> str:
    return ", ".join(f"{name} {winner}" for name, winner in winners.items())


_ABOUT_THE_PROGRAM = (
    Claim(
        "The bot starts off with all 12,972 accepted words.",
        as_published=False,
        survives=None,
        because="It starts off with only 9,071 of them; see the switch short_list.",
    ),
    Claim(
        "The feedback filters the candidate set as well as the solution set.",
        as_published=False,
        survives=None,
        because="The program filters the solutions alone, and every logged game agrees with that.",
    ),
    Claim(
        "Candidates that were already guessed are eliminated.",
        as_published=False,
        survives=None,
        because="They are eliminated one turn late, and never in lf and in gyx with rales; 165 "
        "games each of gyx and gyx-pop guess the same word twice in a row.",
    ),
    Claim(
        "Candidates that contain letters no longer present in the solutions are eliminated.",
        as_published=False,
        survives=None,
        because="The program compares letters place by place; see positional_elimination.",
    ),
    Claim(
        "GYX = 2 * greens + yellows.",
        as_published=False,
        survives=None,
        because="A green counts 3 in the program; see three_for_green.",
    ),
    Claim(
        "The number of remaining candidates is averaged over the solutions.",
        as_published=False,
        survives=None,
        because="The program takes the maximum, as the same section says further down.",
    ),
)
