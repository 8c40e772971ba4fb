"""Let every resident of the arena play ``equilibrium``, and compare what is paid with the bounds.

    python scripts/check_duel.py --matches 40

The guesser ``equilibrium`` should pay no more than the upper bound, whoever sets; whoever guesses
its words should pay no less than the best tree that is known. In a match no word is set twice, so
that in a long one the dearest words are soon used up: many short matches are nearer to the game
that the bounds are for. The exit code is 1 if a resident does better than it may by more than two
standard errors.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

import numpy as np

from salet import Rules, make_game
from salet.arena.bots.player import HousePlayer, Limits, Seat
from salet.arena.bots.residents import RESIDENTS
from salet.arena.play.umpire import Umpire, play_duel
from salet.exact.search import Search, searchable
from salet.table import open_table
from salet.tree.forms import bundled_mixtures
from salet.tree.model import Mixtures
from salet.tree.verify import replay_mixture
from salet.view import Setting

US = "equilibrium"


def paid(name: str, matches: int, rounds: int) -> dict[str, tuple[float, float]]:
    """Return what a resident and we pay per word, each with its standard error."""
    costs: dict[str, list[int]] = {"it": [], "we": []}
    for seed in range(matches):
        seats = [
            Seat(label, HousePlayer(RESIDENTS[bot]()), Limits())
            for label, bot in (("it", name), ("we", US))
        ]
        umpire = Umpire(make_game(), Rules(), seed)
        for games in play_duel(umpire, *seats, rounds, ()):
            for game in games:
                costs[game.solver].append(game.cost)
    return {
        label: (float(np.mean(each)), float(np.std(each) / len(each) ** 0.5))
        for label, each in costs.items()
    }


def best_known(mixtures: Mixtures) -> float:
    """Return the mean of the best tree for the setter's mixture, of all openers of the guesser's.

    The trees are found by a beam: the best of all may take a little less.
    """
    game = mixtures.game
    view = Setting.of(open_table(game), mixtures.rules).start()
    weights = np.array([mixtures.setter.get(answer, 0) for answer in game.answers], np.int64)
    view = replace(view, candidates=np.flatnonzero(weights))
    search = Search(searchable(view.table), view.rules, weights=np.maximum(1, weights), beam=8)
    openers = [game.lexicon.guess_index(choice.guess) for choice in mixtures.guesser]
    return min(search.total_of(view, opener) for opener in openers) / int(weights.sum())


def main() -> int:
    """Print a line per resident."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=10, help="words a match")
    options = parser.parse_args()
    mixtures = bundled_mixtures(make_game(), Rules())
    assert mixtures is not None
    upper = float(max(replay_mixture(mixtures).values()))
    lower = best_known(mixtures)
    print(f"The guesser pays at most {upper:.4f} (proven), against the setter {lower:.4f} (found).")
    print("| resident | pays for our words | we pay for its words |\n|---|---|---|")
    faults = []
    for name in RESIDENTS:
        found = paid(name, options.matches, options.rounds)
        (its, its_error), (ours, our_error) = found["it"], found["we"]
        print(
            f"| {name} | {its:.3f} ± {its_error:.3f} | {ours:.3f} ± {our_error:.3f} |", flush=True
        )
        if its < lower - 2 * its_error or ours > upper + 2 * our_error:
            faults.append(name)
    print(f"better than they may: {', '.join(faults) or 'nobody'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
