"""Measures whether bots that learn beat bots that do not, and writes the table of docs/arena.md.

Two questions, each answered by duels on the original lists with many seeds: what does a bot gain
by setting words that it has learned to set, and what by guessing with a prior that it has learned?
To keep them apart, the bots that are compared share their other half. Then all residents meet.

Usage: scripts/arena_study.py [--rounds 200] [--seeds 5] [--jobs 0] [--print]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from salet.arena import Cup, Difference, Store, Tournament, run_cup, standings_of
from salet.arena.bots.residents import ADAPTIVE, FIXED
from salet.arena.cup.standings import meetings

PAGE = Path(__file__).parents[1] / "docs" / "arena.md"
BEGIN, END = "<!-- study: begin -->", "<!-- study: end -->"

SETTERS = ("trapper", "statistician", "stalker", "gambler")
"""All guess as optimal does; they differ from it and from each other in what they set."""
SOLVERS = ("learner", "hedger")
"""Both set any word, as optimal does; they differ from it in how they guess."""


def main() -> None:
    """Play, count, write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=200)
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--jobs", type=int, default=0)
    options.add_argument("--print", action="store_true", help="print, do not write the page")
    chosen = options.parse_args()
    costs = play_all(chosen.rounds, chosen.seeds, chosen.jobs)
    text = tables(costs, chosen.rounds, chosen.seeds)
    if chosen.print:
        print(text)
        return
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def play_all(rounds: int, seeds: int, jobs: int) -> dict[tuple[str, str], list[int]]:
    """Return, for every ordered pair, what the first paid minus what the second paid."""
    differences: dict[tuple[str, str], list[int]] = {}
    names = [*FIXED, *ADAPTIVE]
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(seeds):
            values = {
                "name": f"study {seed}",
                "format": "duel",
                "words": rounds,
                "seed": seed,
                "secret": "",
                "bots": [f"resident:{name}" for name in names],
            }
            where = Path(folder) / f"{seed}.sqlite"
            tournament = run_cup(Cup.from_dict(values, Path()), where, jobs=jobs)
            with Store(where) as store:
                for pair, seen in rounds_of(store, tournament).items():
                    differences.setdefault(pair, []).extend(seen)
                    differences.setdefault(pair[::-1], []).extend(-one for one in seen)
                standings = standings_of(store, tournament)
            print(f"seed {seed}:", *(row.name for row in standings.rows), file=sys.stderr)
    return differences


def rounds_of(store: Store, tournament: Tournament) -> dict[tuple[str, str], list[int]]:
    """Return the differences of one tournament, round by round."""
    met = meetings(store.rounds(tournament), store.matches(tournament), store.all_games(tournament))
    return {(one.first, one.second): list(one.differences) for one in met}


def tables(differences: dict[tuple[str, str], list[int]], rounds: int, seeds: int) -> str:
    """Write the three tables."""
    lines = [
        f"Original lists, normal mode, {rounds} rounds a duel, seeds 0 to {seeds - 1}; written by",
        "`scripts/arena_study.py`. Guesses paid minus guesses the opponent paid, per round, with",
        "95% bootstrap intervals: negative is better.",
        "",
        "*Setting.* All of these guess by the proven tree; their opponent `optimal` sets any word:",
        "",
        "| setter | kind | against optimal |",
        "|---|---|---|",
    ]
    lines += [
        f"| {name} | {kind_of(name)} | {shown(differences[name, 'optimal'])} |" for name in SETTERS
    ]
    lines += [
        "",
        "*Guessing.* Both set any word, as `optimal` does; the opponents differ in what they set:",
        "",
        "| guesser | against optimal | against trapper | optimal itself against trapper |",
        "|---|---|---|---|",
    ]
    plain = shown(differences["optimal", "trapper"])
    lines += [
        f"| {name} | {shown(differences[name, 'optimal'])} | "
        f"{shown(differences[name, 'trapper'])} | {plain} |"
        for name in SOLVERS
    ]
    lines += [
        "",
        "*Everyone against all fixed bots, and against all that learn*:",
        "",
        "| bot | kind | against fixed | against learning |",
        "|---|---|---|---|",
    ]
    for name in [*FIXED, *ADAPTIVE]:
        fixed, learning = (pooled(differences, name, group) for group in (FIXED, ADAPTIVE))
        lines.append(f"| {name} | {kind_of(name)} | {shown(fixed)} | {shown(learning)} |")
    group = [one for name in ADAPTIVE for other in FIXED for one in differences[name, other]]
    overall = Difference.of(group)
    lines += [
        "",
        f"Bots that learn against bots that do not, {overall.rounds:,} rounds: "
        f"**{text_of(overall)}** guesses a round; they pay less in "
        f"{overall.better / overall.rounds:.0%} of the rounds and more in "
        f"{overall.worse / overall.rounds:.0%}.",
    ]
    return "\n".join(lines)


def pooled(
    differences: dict[tuple[str, str], list[int]], name: str, group: Iterable[str]
) -> list[int]:
    """Return a bot's differences against all of a group but itself."""
    return [one for other in group if other != name for one in differences[name, other]]


def kind_of(name: str) -> str:
    """Say whether a bot learns."""
    return "learns" if name in ADAPTIVE else "fixed"


def shown(differences: list[int]) -> str:
    """Write a difference with its interval."""
    return text_of(Difference.of(differences))


def text_of(seen: Difference) -> str:
    """Write a difference with its interval."""
    return f"{seen.mean:+.3f} ({seen.low:+.3f} to {seen.high:+.3f})"


if __name__ == "__main__":
    main()
