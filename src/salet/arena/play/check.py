"""The conformance test for bots: protocol, time, legality, determinism."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from salet.arena.bots.entrant import Entrant, Kind
from salet.arena.bots.player import HousePlayer, Limits, Seat
from salet.arena.bots.record import GameRecord, Verdict
from salet.arena.play.formats import play_duel, play_race, play_responder, race_words
from salet.arena.play.umpire import Umpire
from salet.games.rules import HardMode, Rules
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


def check_bot(entrant: Entrant, lexicon: Lexicon, limits: Limits) -> Iterator[Finding]:
    """Try a bot and give what was found, one thing at a time."""
    games, kind = _race(entrant, lexicon, Rules(), limits)
    faults = [game for game in games if game.verdict.is_fault]
    yield _protocol(games, kind)
    if games[0].verdict.is_fault and not games[0].turns:
        return  # it cannot answer at all; the rest would only say so again
    yield _legality(faults)
    yield _time(games, limits, clocked=not entrant.house)
    solved = sum(game.verdict is Verdict.SOLVED for game in games)
    mean = sum(game.cost for game in games) / len(games)
    yield Finding("solving", None, f"{solved} of {len(games)} words, {mean:.2f} guesses a word")
    yield _determinism(games, _race(entrant, lexicon, Rules(), limits)[0])
    yield _hard_mode(entrant, lexicon, limits)
    yield _setting(entrant, lexicon, limits)
    yield _responding(entrant, lexicon, limits)


def _race(
    entrant: Entrant, lexicon: Lexicon, rules: Rules, limits: Limits
) -> tuple[list[GameRecord], str]:
    """Play some words; say also how its process behaves."""
    umpire = Umpire(lexicon, rules, _SEED)
    words = race_words(lexicon, min(GAMES, len(lexicon.answers)), _SEED, 0)
    player = entrant.player(lexicon, limits)
    try:
        seat = Seat(entrant.name, player, limits)
        games = [game for played in play_race(umpire, seat, words, ()) for game in played]
        return games, _kind(entrant, player)
    finally:
        player.close()


def _kind(entrant: Entrant, player: object) -> str:
    if entrant.kind in (Kind.CLASS, Kind.PROGRAM):
        one_shot = getattr(player, "one_shot", False)
        return "one process per question" if one_shot else "one process for all questions"
    return {Kind.SERVER: "a server"}.get(entrant.kind, "plays inside the arena")


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
    detail = f"{median:.1f} ms a move in the middle, {worst:.1f} ms at most"
    if not clocked:
        return Finding("time", holds=None, detail=f"{detail}; not clocked")
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


def _hard_mode(entrant: Entrant, lexicon: Lexicon, limits: Limits) -> Finding:
    games, _ = _race(entrant, lexicon, Rules(hard=HardMode.NYT), limits)
    faults = [game for game in games if game.verdict.is_fault]
    if not faults:
        return Finding("hard mode", holds=None, detail="plays hard mode nyt")
    detail = f"does not play hard mode nyt: {faults[0].message}"
    return Finding("hard mode", holds=None, detail=detail)


def _setting(entrant: Entrant, lexicon: Lexicon, limits: Limits) -> Finding:
    games = _against_house(entrant, lexicon, limits, responder=False)
    failed = [game for game in games if game.setter == entrant.name and game.setter_verdict]
    if failed:
        detail = f"cannot set words, so it can only race: {failed[0].message}"
        return Finding("setting", holds=None, detail=detail)
    return Finding("setting", holds=None, detail="sets words, so it can duel")


def _responding(entrant: Entrant, lexicon: Lexicon, limits: Limits) -> Finding:
    games = _against_house(entrant, lexicon, limits, responder=True)
    failed = [game for game in games if game.setter == entrant.name and game.setter_verdict]
    if failed:
        return Finding("responding", holds=None, detail=f"cannot respond: {failed[0].message}")
    return Finding("responding", holds=None, detail="responds to guesses without a fixed word")


def _against_house(
    entrant: Entrant, lexicon: Lexicon, limits: Limits, *, responder: bool
) -> list[GameRecord]:
    """Play a few rounds against a bot of the house."""
    from salet.arena.bots.strategist import StrategyBot

    umpire = Umpire(lexicon, Rules(), _SEED)
    player = entrant.player(lexicon, limits)
    try:
        seat = Seat(entrant.name, player, limits)
        house = Seat(f"house against {entrant.name}", HousePlayer(StrategyBot("letters")), limits)
        rounds = max(1, min(_ROUNDS, len(lexicon.answers) // 2))
        play = play_responder if responder else play_duel
        return [game for games in play(umpire, seat, house, rounds, ()) for game in games]
    finally:
        player.close()
