"""``salet run`` and ``salet compare``: strategies on all answers; ``salet strategies``: which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from salet import boards as several
from salet.cli import options
from salet.cli.screen import Screen, game_line, hard_mode, histogram_lines, sparkline
from salet.cli.terminal import note_compiling_runs, notes_on_stderr, working
from salet.errors import counted
from salet.games.game import Game
from salet.games.registry import make_game

if TYPE_CHECKING:
    from salet.measures import Spread
    from salet.runs.conditions import Conditions
    from salet.runs.result import Pair, Run, RunComparison
    from salet.strategies.registry import Spec

_SHOWN_PROBLEMS = 3
_BOARDS_STRATEGY = "common"
_ONE_BOARD = ("hard", "on", "sample", "knowledge", "prior", "frequencies", "log", "plot")
_KINDS = {
    "ranking": "Rankings",
    "player": "Other players",
    "rule": "Decision rules",
    "tie rule": "Tie rules",
}


@click.command()
@options.players("strategies", metavar="STRATEGY")
@options.playing
@options.option("boards")
@options.option("games")
@options.files
@options.game
@options.output
def run(
    strategies: tuple[str, ...],
    playing: options.Playing,
    boards: int | None,
    games: int,
    files: options.Files,
    game: Game,
    output: options.Output,
) -> int:
    """Play a strategy on all answers and measure it.

    STRATEGY is a name, with decision rules after it if you like, such as
    letters+solutions_below(20), or path/to/file.py:Name. See salet strategies.

    With --boards, leave STRATEGY out: games of several boards have a strategy of their own.
    """
    if len(strategies) > 1:
        raise click.UsageError(f"run plays one strategy; try salet compare {' '.join(strategies)}")
    strategy = strategies[0] if strategies else None
    if boards is not None:
        if strategy not in (None, _BOARDS_STRATEGY):
            raise click.UsageError(
                f"{strategy} plays one board; leave the strategy out with --boards"
            )
        options.refuse(_ONE_BOARD, "does not go with --boards")
        output.emit(_run_boards(boards, games, playing, game), _show_boards)
        return 0
    options.refuse(["games"], "goes with --boards")
    if strategy is None:
        raise click.UsageError("Missing argument STRATEGY, such as entropy (see salet strategies)")
    from salet.runs.ground import Ground

    files.check()
    note_compiling_runs()
    with working("playing") as progress:
        ground = Ground.of(playing.conditions(game))
        result = ground.run(strategy, opener=playing.opener, jobs=playing.jobs, progress=progress)
    output.emit(result, _show)
    files.write(result, "run_plot")
    return 1 if result.problems else 0


def _run_boards(boards: int, games: int, playing: options.Playing, game: Game) -> several.BoardsRun:
    with working("playing") as progress:
        return several.run_boards(
            boards,
            games=games,
            seed=playing.seed,
            game=game,
            opener=playing.opener,
            max_guesses=playing.max_guesses if options.given("max_guesses") else None,
            jobs=playing.jobs,
            progress=progress,
        )


def _show(result: Run, screen: Screen) -> None:
    finished = int(result.finished.sum())
    if finished == 0:  # no figure would mean anything
        screen.line(f"{result.strategy} finished none of {counted(len(result.answers), 'game')}")
        _show_problems(screen, [result])
        return
    only = "" if result.finished.all() else f" over the {counted(finished, 'game')} it finished"
    screen.line(f"{result.strategy}: {result.mean:.4f} guesses on average{only}")
    for line in histogram_lines(result.histogram, ascii_only=screen.ascii_only):
        screen.line(line)
    cap = result.rules.max_guesses
    screen.line(
        f"{counted(len(result.answers), 'game')}, {result.total:,} guesses in all, {result.losses} "
        "lost "
        f"(mean {result.capped_mean:.4f} if a loss counts as {cap + 1}); "
        f"within 3: {result.within(3):.2%}, within 4: {result.within(4):.2%}; "
        f"worst {result.worst}; hardest: {' '.join(map(result.lexicon.shown, result.hardest()))}"
    )
    _show_problems(screen, [result])
    screen.fine_print(f"{_conditions_line(result)}{result.seconds:.2f} s; {game_line(result.game)}")


def _show_boards(result: several.BoardsRun, screen: Screen) -> None:
    between = "+-" if screen.ascii_only else "±"
    screen.line(
        f"{result.boards} boards: {result.mean:.4f} {between} {result.standard_error:.4f} guesses "
        f"on average"
    )
    for line in histogram_lines(result.histogram, ascii_only=screen.ascii_only):
        screen.line(line)
    screen.line(
        f"{counted(len(result.lengths), 'game')}, {result.losses} lost; within "
        f"{result.max_guesses}: {result.within_limit:.2%}; worst {result.worst}, such as "
        f"{' '.join(result.hardest())}"
    )
    screen.fine_print(
        f"{result.strategy}; seed {result.seed}; {result.seconds:.1f} s; {game_line(result.game)}"
    )


def _conditions_line(run: Run) -> str:
    """Say under which conditions a run was played, as far as they are not the usual ones."""
    facts = [hard_mode(run.rules)]
    if run.weights is not None:
        facts.append(f"mean and shares weighted by the prior {run.metadata['prior']}; ")
    drawn_from, seed = run.metadata["drawn_from"], run.metadata["seed"]
    if drawn_from is not None:
        facts.append(f"{len(run.answers):,} of {drawn_from:,} answers, seed {seed}; ")
    elif not run.metadata["deterministic"]:
        facts.append(f"seed {seed}; ")
    return "".join(facts)


def _show_problems(screen: Screen, runs: Sequence[Run]) -> None:
    """Name each strategy that failed, where, and why."""
    for run in runs:
        for problem in run.problems[:_SHOWN_PROBLEMS]:
            screen.line(f"! {run.strategy} {problem}")
        if len(run.problems) > _SHOWN_PROBLEMS:
            screen.line(f"! and {len(run.problems) - _SHOWN_PROBLEMS} more such positions")


# --- side by side ---


@click.command()
@options.players("strategies", required=True, metavar="STRATEGY...")
@options.playing
@options.option("tie-noise")
@options.files
@options.game
@options.output
def compare(
    strategies: tuple[str, ...],
    playing: options.Playing,
    tie_noise: int | None,
    files: options.Files,
    game: Game,
    output: options.Output,
) -> int:
    """Compare several strategies on the same answers.

    Every pair is compared answer by answer, with a confidence interval where one applies.
    """
    from salet.runs.ground import compare_under
    from salet.strategies.registry import make_strategy
    from salet.study.grid import reseeded

    files.check()
    if tie_noise:
        for text in strategies:
            reseeded(make_strategy(text), 0)  # refuses one that has no ties, before any game
    note_compiling_runs()
    with working("playing") as progress:
        conditions = playing.conditions(game)
        found = compare_under(
            conditions, strategies, opener=playing.opener, jobs=playing.jobs, progress=progress
        )
    noise = _tie_noise(strategies, tie_noise, conditions, playing) if tie_noise else {}
    told = found.to_dict() | {"tie_noise": {text: one.to_dict() for text, one in noise.items()}}
    output.emit(told, lambda _, screen: _show_compared(found, noise, screen))
    files.write([*found.runs], "compare_plot")
    return 1 if any(run.problems for run in found.runs) else 0


def _tie_noise(
    strategies: tuple[str, ...], orders: int, conditions: Conditions, playing: options.Playing
) -> dict[str, Spread]:
    """Play each strategy with ties broken in other orders."""
    from salet.study.runner import tie_noise

    opener, jobs = playing.opener, playing.jobs
    with working("orders of ties") as progress:
        return {
            text: tie_noise(text, orders, conditions, opener=opener, jobs=jobs, step=progress)
            for text in strategies
        }


def _show_compared(found: RunComparison, noise: dict[str, Spread], screen: Screen) -> None:
    from salet.study.summary import NOISE, noise_cells

    runs = found.runs
    screen.table(
        ["strategy", "opener", ">mean", ">losses", ">within 3", ">worst", "guesses", ">seconds"],
        [
            [
                run.strategy,
                run.opener or "varies",
                "-" if run.mean is None else f"{run.mean:.4f}",
                str(run.losses),
                f"{run.within(3):.1%}",
                str(run.worst) if run.histogram else "-",
                sparkline(run.histogram, ascii_only=screen.ascii_only),
                f"{run.seconds:.2f}",
            ]
            for run in runs
        ],
        spare=[">seconds", "guesses", "opener", ">worst"],
    )
    if found.pairs:
        show_pairs(found.pairs, screen)
        if any(not run.finished.all() for run in runs):
            screen.line(
                "A game that was not finished counts as worse; the difference is without it."
            )
    if noise:
        screen.line("Means with ties broken in other orders")
        rows = [(text, *noise_cells(one)) for text, one in noise.items()]
        screen.table(["~strategy", *NOISE], rows)
    _show_problems(screen, runs)
    games = f"{counted(len(runs[0].answers), 'game')} each"
    screen.fine_print(f"{_conditions_line(runs[0])}{games}; {game_line(runs[0].game)}")


def show_pairs(pairs: Sequence[Pair], screen: Screen) -> None:
    """Show how two players did on the same answers, for every pair."""
    from salet.study.summary import pairs_table

    table = pairs_table(pairs)
    screen.line("On the same answers")
    screen.table(table.columns, table.rows, spare=[">Wilcoxon", ">equal"])


# --- what can be played ---


@click.command()
@options.option("game")
@options.output
def strategies(game: str | None, output: options.Output) -> None:
    """List the strategies and the decision rules.

    With --game, list only those that can play the game.
    """
    from salet.strategies.registry import registry

    with notes_on_stderr():
        chosen = make_game(game)
        specs = [spec for spec in registry().values() if spec.suits(chosen)]
    told = {"strategies": [spec.to_dict() for spec in specs]}
    output.emit(told, lambda _, screen: _show_strategies(specs, chosen, screen))


def _show_strategies(specs: Sequence[Spec], game: Game, screen: Screen) -> None:
    for kind, title in _KINDS.items():
        screen.table(
            [title, "~what it does", "~parameters", "~also called"],
            [
                [
                    spec.name,
                    spec.summary.replace("`", ""),  # marks for the page
                    ", ".join(spec.written_parameters),
                    ", ".join(spec.aliases),
                ]
                for spec in specs
                if spec.kind == kind
            ],
            spare=["~also called", "~parameters"],
        )
    if any(spec.factory.needs_letters for spec in specs):
        examples = "letters+solutions_below(20)+popular_below(10) or entropy+ties(fewest_grey)"
    else:
        screen.fine_print(f"Those that go by letters and their colours are not for {game.name}.")
        examples = "entropy+solutions_below(20) or parts+ties(last)"
    screen.fine_print(f"Combine them, as in {examples}.")
