"""``salet optimal``: exact values, and trees; ``salet duel``: the value of a mixed game."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from salet import exact
from salet.cli import options
from salet.cli.screen import Screen, game_line, hard_mode, percent
from salet.cli.terminal import note, note_compiling_search, notes_on_stderr, progress_bar, writing
from salet.errors import InvalidError, counted, few
from salet.games.game import Game
from salet.games.rules import Rules
from salet.storage import check_target

if TYPE_CHECKING:
    from salet.tree.model import Mixtures

_SHOWN = 8


@dataclass(frozen=True)
class Problem:
    """What is to be solved: from where, under which rules, and what counts as best."""

    position: str = options.by("optimal.from")
    hard: str = options.by("hard")
    max_guesses: int | None = options.by("optimal.max-guesses")
    no_cap: bool = options.by("no-cap")
    objective: str = options.by("objective")
    weights: Path | None = options.by("weights")
    jobs: int = options.by("optimal.jobs")

    def arguments(self, game: Game) -> dict[str, Any]:
        """Return what the search is called with."""
        if self.no_cap and self.max_guesses is not None:
            raise InvalidError("give either --max-guesses or --no-cap, not both")
        position = game.position(self.position)
        if len(position):
            from salet.coach.wider import check_possible

            check_possible(game, position)
        return {
            "position": position,
            "game": game,
            "hard": options.mode_of(game, self.hard),
            "max_guesses": None if self.no_cap else self.max_guesses or 6,
            "objective": self.objective,
            "weights": None if self.weights is None else _read_weights(self.weights, game),
            "jobs": self.jobs,
        }


@dataclass(frozen=True)
class AllOpeners:
    """Whether every opener is searched, and how."""

    every: bool = options.by("all")
    top: int | None = options.by("optimal.top")
    floor: int | None = options.by("optimal.floor")
    checkpoint: Path | None = options.by("checkpoint")
    cluster: str | None = options.by("optimal.cluster")


@dataclass(frozen=True)
class Limits:
    """When to stop before the proof is complete."""

    beam: int | None = options.by("beam")
    seconds: float | None = options.by("seconds")
    nodes: int | None = options.by("nodes")


@click.command()
@options.option("optimal.opener")
@options.bundle("all_openers", AllOpeners)
@options.bundle("problem", Problem)
@options.bundle("limits", Limits)
@options.option("tree")
@options.game
@options.output
def optimal(
    openers: tuple[str, ...],
    all_openers: AllOpeners,
    problem: Problem,
    limits: Limits,
    tree: Path | None,
    game: Game,
    output: options.Output,
) -> int:
    """Find the least total number of guesses, with proof.

    Name one or several openers, start from a position with at most 400 candidates, or ask for the
    best opener of all. The total is over all candidates; it is the least possible, unless a limit
    or Ctrl-C stopped the search.
    """
    from salet.tree.forms import check_output

    arguments = problem.arguments(game)
    checkpoint = all_openers.checkpoint
    if all_openers.every:
        options.refuse(["openers", "beam", "seconds", "nodes"], "does not go with --all")
    else:
        options.refuse(["top", "floor", "checkpoint", "cluster"], "goes with --all")
    if all_openers.floor is not None:
        options.refuse(["top", "tree"], "does not go with --floor")
    if tree is not None:
        check_output(tree)
    if checkpoint is not None:
        check_target(checkpoint, [checkpoint.suffix.lower()], "write")
    if all_openers.cluster is None:
        weighted = problem.weights is not None
        note_compiling_search(game, problem.hard, problem.objective, weighted=weighted)
    with notes_on_stderr():
        if all_openers.every:
            found = _search_all(all_openers, arguments)
        else:
            found = _search(openers, limits, arguments)
    output.emit(found, _show)
    if tree is not None and found.best is None:
        note("no tree was found, so none was written")
    elif tree is not None:
        _write_tree(found, tree)
    if found.floor is not None:
        return 0 if found.openers_proven and found.best is None else 1
    searched = {solution.opener for solution in found.solutions}
    missed = [one for one in openers if game.guesses[game.lexicon.guess_index(one)] not in searched]
    if missed:
        note(f"stopped; not searched: {few(missed)}")
    done = found.best is not None and (found.proven or limits.beam) and not missed
    return 0 if done else 1


def _search(openers: tuple[str, ...], limits: Limits, arguments: dict[str, Any]) -> exact.Optimum:
    with progress_bar("searching") as step:
        return exact.optimal(
            list(openers) or None,
            beam=limits.beam or 0,
            seconds=limits.seconds,
            nodes=limits.nodes,
            step=step,
            **arguments,
        )


def _search_all(wanted: AllOpeners, arguments: dict[str, Any]) -> exact.Optimum:
    with progress_bar("openers settled") as step:
        return exact.best_openers(
            top=wanted.top or 1,
            floor=wanted.floor,
            cluster=wanted.cluster,
            checkpoint=wanted.checkpoint,
            step=step,
            **arguments,
        )


def _show(found: exact.Optimum, screen: Screen) -> None:
    if found.solutions:
        _show_solutions(found, screen)
    if found.openers_proven is not None:
        screen.line(_openers_line(found))
    cap = f"at most {counted(found.rules.max_guesses, 'guess')}"
    if not found.capped:
        cap = "any number of guesses"
    after = f" after {found.position}" if len(found.position) else ""
    screen.fine_print(
        f"{_question(found)}{hard_mode(found.rules)}{cap}; "
        f"{counted(len(found.candidates), 'candidate')}{after}; "
        f"{game_line(found.game)}"
    )


def _question(found: exact.Optimum) -> str:
    """Name what was asked for, and the limits, where they are not the usual ones."""
    named = []
    if found.objective.name != "mean":
        named.append(f"objective {found.objective}")
    if found.weighted:
        named.append("with weights")
    if found.beam:
        named.append(f"beam {found.beam}")
    if found.seconds is not None:
        named.append(f"{found.seconds:g} s per opener")
    if found.nodes is not None:
        named.append(f"{found.nodes:,} sets per opener")
    return "".join(f"{name}; " for name in named)


def _show_solutions(found: exact.Optimum, screen: Screen) -> None:
    value = found.objective.unit
    if found.weighted and found.objective.takes_weights:
        value = f"weighted {value}"
    screen.table(
        [
            "guess" if len(found.position) else "opener",
            f">{value}",
            ">mean",
            ">worst",
            "proof",
            ">seconds",
            ">sets",
        ],
        [
            [
                solution.opener or "(best)",
                _number(solution.total if value == "total" else solution.value),
                "-" if solution.mean is None else f"{solution.mean:.4f}",
                _worst(solution),
                _proof(solution, found),
                f"{solution.seconds:.2f}",
                f"{solution.nodes:,}",
            ]
            for solution in found.solutions
        ],
        spare=[">sets", ">seconds"],
    )


def _worst(solution: exact.Solution) -> str:
    """Tell the longest game; an answer that is not found takes longer than any."""
    if solution.worst is None:
        return "-"
    return f"{solution.worst}" if solution.total is not None else f"> {solution.worst}"


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _openers_line(found: exact.Optimum) -> str:
    if not found.openers_proven:
        stopped = f"stopped after {found.settled:,} of {len(found.game.guesses):,} openers"
        if found.floor is None or found.best is not None:
            return f"{stopped}; another may be better"
        return f"{stopped}; none of them {found.objective.below.format(found.floor)}"
    if found.floor is not None:
        below = found.objective.below.format(found.floor)
        return f"proven: {'no opener' if found.best is None else found.best.opener} {below}"
    if found.best is None:
        most = counted(found.rules.max_guesses, "guess")
        return f"proven: no opener finds every answer in {most}; allow more with --max-guesses"
    return f"proven: {found.objective.proven}"


def _proof(solution: exact.Solution, found: exact.Optimum) -> str:
    if solution.lower_bound is None:
        return f"proven: impossible in {counted(found.rules.max_guesses, 'guess')}"
    if solution.proven:
        return "proven"
    if solution.value is None:
        return f"nothing found; at least {solution.lower_bound:,}"
    if not found.beam and solution.lower_bound >= solution.value:
        return solution.objective.half_proven
    return f"not proven: {solution.objective.bound} {solution.lower_bound:,}"


def _read_weights(path: Path, game: Game) -> dict[str, int]:
    from salet.words.frequencies import Frequencies

    weights = {}
    for word, weight in Frequencies.from_file(path, "weight").counts.items():
        if not weight.is_integer() or weight < 1:
            raise InvalidError(
                f"{path}: the weight of {word} is {weight:g}, not a positive integer"
            )
        weights[word] = int(weight)
    others = sorted(weights.keys() - set(game.answers))
    if others:
        note(f"{path}: ignored (not answers): {few(others)}")
    return weights


def _write_tree(found: exact.Optimum, path: Path) -> None:
    from salet.exact.solver import completed
    from salet.tree import Head, TreeFile
    from salet.tree.forms import write_tree
    from salet.tree.verify import verified_text

    best = found.best
    assert best is not None
    assert best.tree is not None
    tree, rules = best.tree, found.rules
    if best.total is None:
        tree = completed(tree, found.game, rules, found.position)
        rules = Rules(len(found.position) + tree.height, rules.hard)
        missed = len(found.candidates) - best.tree.size
        note(f"{counted(missed, 'answer')} take longer in the tree, {tree.height} guesses at most")
    head = Head.of(
        found.game,
        rules,
        position=found.position,
        total=tree.total,
        # A head claims the least total; other objectives do not look for it.
        proven=best.proven and not found.weighted and found.objective.is_total,
    )
    file = TreeFile(head, tree, found.game)
    verified_text(file)
    with writing(path):
        write_tree(file, path)


# --- the duel ---


@dataclass(frozen=True)
class Quest:
    """How mixtures are found, and where they are kept."""

    seconds: float = options.by("duel.seconds")
    within: float = options.by("duel.within")
    beam: int = options.by("duel.beam")
    checkpoint: Path | None = options.by("duel.checkpoint")
    no_proof: bool = options.by("duel.no-proof")
    jobs: int = options.by("optimal.jobs")
    out: Path | None = options.by("duel.out")

    @property
    def proof(self) -> Path | None:
        """The file that keeps the proof of the lower bound."""
        path = self.checkpoint
        return None if path is None else path.with_name(f"{path.stem}-proof{path.suffix}")


@click.command()
@options.bundle("quest", Quest)
@options.option("duel.verify")
@options.option("hard")
@options.option("max-guesses")
@options.game
@options.output
def duel(
    quest: Quest,
    verify: Path | None,
    hard: str,
    max_guesses: int,
    game: Game,
    output: options.Output,
) -> int:
    """Bound the value of a duel in which both sides mix.

    A setter mixes answers, a guesser mixes trees, and the value is the mean number of guesses.

    The guesser's mixture proves the upper bound, by a replay of every answer; the setter's mixture
    proves the lower bound, by an exact search of all openers.
    """
    from salet.exact.duel import solve_duel
    from salet.exact.openers import prove_setter
    from salet.tree.forms import write_mixtures

    hard = options.mode_of(game, hard)
    if verify is not None:
        own = ["seconds", "within", "beam", "out", "no_proof", "hard", "max_guesses"]
        options.refuse(own, "does not go with --verify")
        return _verify_duel(verify, quest, game, output)
    if quest.out is not None:
        check_target(quest.out, [".json", ".json.xz"], "write")
    if quest.checkpoint is not None:
        check_target(quest.checkpoint, [quest.checkpoint.suffix.lower()], "write")
    note_compiling_search(game, hard, weighted=True)
    with notes_on_stderr(), progress_bar("seconds") as step:
        found = solve_duel(
            game=game,
            hard=hard,
            max_guesses=max_guesses,
            within=quest.within,
            seconds=quest.seconds,
            beam=quest.beam,
            jobs=quest.jobs,
            checkpoint=quest.checkpoint,
            step=step,
        )
    if not quest.no_proof:
        floor = found.upper - Fraction(quest.within)
        with notes_on_stderr(), progress_bar("openers settled") as step:
            lower = prove_setter(found, floor, jobs=quest.jobs, checkpoint=quest.proof, step=step)
        found = replace(found, lower=max(found.lower, lower))
    if quest.out is not None:
        with writing(quest.out):
            write_mixtures(found, quest.out)
    output.emit(found, _show_duel)
    return 0 if float(found.upper - found.lower) <= quest.within else 1


def _verify_duel(path: Path, quest: Quest, game: Game, output: options.Output) -> int:
    """Hold a file to what it claims."""
    from salet.exact.openers import prove_setter
    from salet.tree.forms import read_mixtures
    from salet.tree.verify import replay_mixture

    try:
        claimed = read_mixtures(path.read_bytes(), game)
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    except InvalidError as error:
        raise InvalidError(f"{path}: {error}") from None
    note_compiling_search(game, claimed.rules.hard, weighted=True)
    upper = max(replay_mixture(claimed).values())
    with notes_on_stderr(), progress_bar("openers settled") as step:
        lower = prove_setter(
            claimed, claimed.lower, jobs=quest.jobs, checkpoint=quest.checkpoint, step=step
        )
    output.emit(replace(claimed, lower=max(Fraction(1), lower), upper=upper), _show_duel)
    return 0 if upper <= claimed.upper and lower >= claimed.lower else 1


def _bracket(lower: Fraction, upper: Fraction) -> str:
    """Write two bounds with four digits; each is rounded so that it is still a bound.

    >>> _bracket(Fraction(7920, 2315), Fraction(3592701, 998000))
    'at least 3.4211 and at most 3.6000'
    >>> _bracket(Fraction(29, 12), Fraction(29, 12))
    'at least 2.4167 and at most 2.4167'
    """
    if lower < upper:
        lower = Fraction(math.floor(lower * 10_000), 10_000)
        upper = Fraction(math.ceil(upper * 10_000), 10_000)
    return f"at least {float(lower):.4f} and at most {float(upper):.4f}"


def _show_duel(found: Mixtures, screen: Screen) -> None:
    screen.line(f"The value is {_bracket(found.lower, found.upper)} guesses.")
    for side, weights in (
        ("setter", dict(found.setter)),
        ("guesser", {choice.guess: choice.weight for choice in found.guesser}),
    ):
        total, often = sum(weights.values()), sorted(weights, key=weights.__getitem__, reverse=True)
        shown = few([f"{word} {percent(weights[word] / total)}" for word in often], _SHOWN)
        screen.line(f"The {side} plays {shown}.")
    cap = f"at most {counted(found.rules.max_guesses, 'guess')}"
    screen.fine_print(f"{hard_mode(found.rules)}{cap}; {game_line(found.game)}")
