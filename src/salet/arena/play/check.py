"""The conformance test for bots: protocol, time, legality, determinism."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from salet.arena.bots.entrant import Entrant, Kind, read_entrant
from salet.arena.bots.player import DEFAULT_LIMITS, HousePlayer, Limits, Player, Seat
from salet.arena.bots.record import GameRecord, Verdict
from salet.arena.play.umpire import Umpire, play_duel, play_race, play_responder, race_words
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.words.lexicon import Lexicon

GAMES = 8
_ROUNDS = 4
_SEED = 1
_MEDIAN_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried.

    Attributes
    ----------
    holds
        whether the bot passed; None for something that is good to know but not required
    """

    what: str
    holds: bool | None
    detail: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


def check_bot(
    bot: Entrant | str, game: Game | Lexicon | str, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Finding]:
    """Try a bot in a game (a lexicon means Wordle) and give what was found, one thing at a time."""
    entrant = read_entrant(bot) if isinstance(bot, str) else bot
    trial = _Trial(entrant, make_game(game), limits)
    games, kind = trial.race(Rules())
    yield _protocol(games, kind)
    if games[0].verdict.is_fault and not games[0].turns:
        return  # it cannot answer at all; the rest would only say so again
    yield _legality([one for one in games if one.verdict.is_fault])
    yield _time(games, limits, clocked=not entrant.house)
    solved = sum(one.verdict is Verdict.SOLVED for one in games)
    mean = sum(one.cost for one in games) / len(games)
    yield Finding("solving", None, f"{solved} of {len(games)} words, {mean:.2f} guesses a word")
    yield _determinism(games, trial.race(Rules())[0])
    yield trial.hard_mode()
    yield trial.setting()
    yield trial.responding()


@dataclass(frozen=True, slots=True)
class _Trial:
    entrant: Entrant
    game: Game
    limits: Limits

    def race(self, rules: Rules) -> tuple[list[GameRecord], str]:
        """Play some words; say also how its process behaves."""
        umpire = Umpire(self.game, rules, _SEED)
        words = race_words(self.game, min(GAMES, len(self.game.answers)), _SEED, 0)
        with closing(self.entrant.player(self.game, self.limits)) as player:
            seat = Seat(self.entrant.name, player, self.limits)
            games = [one for played in play_race(umpire, seat, words, ()) for one in played]
            return games, _kind(self.entrant, player)

    def hard_mode(self) -> Finding:
        mode = "nyt" if "nyt" in self.game.modes else "strict"
        games, _ = self.race(Rules(hard=mode))
        faults = [one.message for one in games if one.verdict.is_fault]
        detail = f"does not play hard mode {mode}: {faults[0]}" if faults else None
        return Finding("hard mode", holds=None, detail=detail or f"plays hard mode {mode}")

    def setting(self) -> Finding:
        fault = self._fault_against_house(play_duel)
        if fault is not None:
            return Finding("setting", None, f"cannot set words, so it can only race: {fault}")
        return Finding("setting", None, "sets words, so it can duel")

    def responding(self) -> Finding:
        fault = self._fault_against_house(play_responder)
        if fault is not None:
            return Finding("responding", None, f"cannot respond: {fault}")
        return Finding("responding", None, "responds to guesses without a fixed word")

    def _fault_against_house(self, play: Callable[..., Iterator[list[GameRecord]]]) -> str | None:
        """Play a few rounds against a bot of the house; say how the bot fails as a setter."""
        from salet.arena.bots.strategist import StrategyBot

        name, opponent = self.entrant.name, HousePlayer(StrategyBot("alphabetical"))
        umpire = Umpire(self.game, Rules(), _SEED)
        rounds = max(1, min(_ROUNDS, len(self.game.answers) // 2))
        with closing(self.entrant.player(self.game, self.limits)) as player:
            seat = Seat(name, player, self.limits)
            house = Seat(f"house against {name}", opponent, self.limits)
            played = [one for games in play(umpire, seat, house, rounds, ()) for one in games]
        failed = (one.message for one in played if one.setter == name and one.setter_verdict)
        return next(failed, None)


def _kind(entrant: Entrant, player: Player) -> str:
    if entrant.kind in (Kind.CLASS, Kind.PROGRAM):
        one_shot = getattr(player, "one_shot", False)
        return "one process per question" if one_shot else "one process for all questions"
    elsewhere = {Kind.SERVER: "a server", Kind.CHAT: "a chat model"}
    return elsewhere.get(entrant.kind, "plays inside the arena")


def _protocol(games: Sequence[GameRecord], kind: str) -> Finding:
    first = games[0]
    if first.verdict.is_fault and not first.turns:
        return Finding("protocol", holds=False, detail=f"{first.verdict}: {first.message}")
    return Finding("protocol", holds=True, detail=f"answers questions; {kind}")


def _legality(faults: Sequence[GameRecord]) -> Finding:
    if not faults:
        return Finding("legality", holds=True, detail="every guess was allowed, in every game")
    first = faults[0]
    where = f" after {first.turns}" if first.turns else ""
    detail = f"{len(faults)} games lost; {first.verdict}{where}: {first.message}"
    return Finding("legality", holds=False, detail=detail)


def _time(games: Sequence[GameRecord], limits: Limits, *, clocked: bool) -> Finding:
    times = sorted(taken for game in games for taken in game.microseconds)
    median, worst = times[len(times) // 2] / 1000, times[-1] / 1000
    detail = f"median {median:.1f} ms a move, slowest {worst:.1f} ms"
    if not clocked:
        return Finding("time", holds=None, detail=f"{detail}; no time limit")
    allowed = limits.seconds_per_move * 1000
    holds = worst < allowed
    if holds and worst > _MEDIAN_SHARE * allowed:
        detail += f"; close to the limit of {allowed:g} ms"
    return Finding("time", holds=holds, detail=detail)


def _determinism(once: Sequence[GameRecord], again: Sequence[GameRecord]) -> Finding:
    same = sum(one.turns == other.turns for one, other in zip(once, again, strict=True))
    if same == len(once):
        return Finding("determinism", holds=True, detail="the same games when played again")
    detail = f"{same} of {len(once)} games the same when played again; allowed, but not repeatable"
    return Finding("determinism", holds=None, detail=detail)
