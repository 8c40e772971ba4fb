"""Task: strategies on all answers, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.measures import shares_within
from salet.report import compare_plot, conditions_of, cumulative, run_plot
from salet.runs.result import RunComparison
from salet.web.tasks.played import played

if TYPE_CHECKING:
    from salet.report import Spec
    from salet.runs.result import Run
    from salet.table import Progress


def runs(
    *,
    progress: Progress,
    lexicon: dict[str, Any],
    strategies: list[str],
    opener: str | None,
    hard: str,
    max_guesses: int,
) -> dict[str, Any]:
    """Run each strategy; the figures, the pairs, and every game."""
    done: list[Run] = []
    for place, strategy in enumerate(strategies):

        def report(games: int, total: int, place: int = place) -> None:
            progress(place * total + games, len(strategies) * total)

        done.append(
            played(
                lexicon,
                strategy,
                hard=hard,
                max_guesses=max_guesses,
                opener=opener,
                progress=report,
            )
        )
    return {
        "figures": {
            "lexicon": done[0].lexicon.summary(),
            "runs": [run.to_dict() for run in done],
            "pairs": [pair.to_dict() for pair in RunComparison(tuple(done)).pairs],
            "charts": _charts(done),
        },
        "games": {
            "strategies": [run.strategy for run in done],
            "answers": list(done[0].answers),
            "lengths": [run.lengths.tolist() for run in done],
            "guesses": [_guesses(run) for run in done],
        },
    }


def _charts(done: list[Run]) -> list[Spec]:
    """Draw the runs as ``salet run --plot`` does, and the share of games solved in time."""
    shares = {
        run.strategy: shares_within(run.histogram, games=len(run.answers), upto=run.worst)
        for run in done
    }
    first = done[0]
    return [
        *(run_plot(run) for run in done),
        *([compare_plot(done)] if len(done) > 1 else []),
        cumulative(
            shares,
            title="Games solved within so many guesses",
            subtitle=conditions_of(first),
            max_guesses=first.rules.max_guesses,
        ),
    ]


def _guesses(run: Run) -> list[str]:
    """Write each game as the words played, with spaces between."""
    words = run.lexicon.allowed
    return [" ".join(words[guess] for guess in row if guess >= 0) for row in run.games.guesses]
