"""
Playing strength of the built-in bots.

Moon River: duplicate games of two seats, each deal played in both seat orders. Goldgräber: one bot against three
random ones, each deal played from every seat; a win is a sole first place. ``--quick`` plays fewer deals than the
targets require; the full run plays 200 games each, 100 with the search bot.
"""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, Final

from engine.bots import registry as bots
from engine.core import registry
from tests.benchmarks.harness import Figure, is_quick, report
from tests.benchmarks.works import play

__all__ = ["Duel", "Guest", "Tally", "Visit", "play_duel", "play_visit"]

_MOON_RIVER: Final = "moon-river@1"
_GOLDGRAEBER: Final = "goldgraeber@1"
_BASE: Final = {"mode": "base"}
_CHUNK: Final = 2
#: Seats of a table with a guest.
_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Duel:
    """A pairing; ``target`` is the share of games that the first bot should win, with shared wins counted as half."""

    first: str
    second: str
    deals: int
    quick_deals: int
    target: float


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of some games of a duel, for the first bot."""

    won: int
    shared: int
    lost: int
    points: int
    points_against: int
    seconds: float

    @property
    def games(self) -> int:
        return self.won + self.shared + self.lost


@dataclass(frozen=True, slots=True)
class Guest:
    """
    A bot at a Goldgräber table with three random players: ``target`` is the share of games that it alone should win.
    """

    name: str
    deals: int
    quick_deals: int
    target: float


@dataclass(frozen=True, slots=True)
class Visit:
    """Results of some games of a guest; ``points_against`` is the sum of all others' points."""

    games: int
    won_alone: int
    won_share: float
    points: int
    points_against: int
    seconds: float


DUELS: Sequence[Duel] = (
    Duel("greedy", "random", deals=100, quick_deals=30, target=0.9),
    Duel("rancher", "greedy", deals=100, quick_deals=12, target=0.6),
    Duel("mcts", "greedy", deals=50, quick_deals=3, target=0.6),
)

GUESTS: Sequence[Guest] = (
    Guest("prospector", deals=50, quick_deals=10, target=0.9),
    Guest("greedy", deals=50, quick_deals=10, target=0.5),
    Guest("mcts", deals=25, quick_deals=2, target=0.8),
)


def play_duel(first: str, second: str, deals: range) -> Tally:
    """Play the deals in both seat orders."""
    ruleset = registry.get(_MOON_RIVER)
    players = [bots.create(first, ruleset), bots.create(second, ruleset)]
    counts = [0, 0, 0]
    points = [0, 0]
    began = time.perf_counter()
    for deal in deals:
        seed = sha256(b"duel %d" % deal).digest()
        for seat in (0, 1):
            outcome = play(players if seat == 0 else players[::-1], seed, ruleset=ruleset, options=_BASE)
            own, other = outcome.seats[seat], outcome.seats[1 - seat]
            counts[(own.place > other.place) - (own.place < other.place) + 1] += 1
            points[0] += own.score
            points[1] += other.score
    won, shared, lost = counts
    return Tally(won, shared, lost, points[0], points[1], time.perf_counter() - began)


def play_visit(name: str, deals: range) -> Visit:
    """Play the deals with the bot in each seat and random players in the others."""
    ruleset = registry.get(_GOLDGRAEBER)
    guest, host = bots.create(name, ruleset), bots.create("random", ruleset)
    won_alone, won_share, points, points_against = 0, 0.0, 0, 0
    began = time.perf_counter()
    for deal in deals:
        seed = sha256(b"visit %d" % deal).digest()
        for seat in range(_SEATS):
            players = [guest if other == seat else host for other in range(_SEATS)]
            results = play(players, seed, ruleset=ruleset, options={}).seats
            if results[seat].place == 1:
                winners = sum(result.place == 1 for result in results)
                won_alone += winners == 1
                won_share += 1 / winners
            points += results[seat].score
            points_against += sum(result.score for result in results) - results[seat].score
    games = _SEATS * len(deals)
    return Visit(games, won_alone, won_share, points, points_against, time.perf_counter() - began)


def _sum(parts: Iterable[Any], kind: type[Any]) -> Any:
    """Return the sum of tallies or of visits, field by field."""
    listed = list(parts)
    return kind(*(sum(getattr(part, field.name) for part in listed) for field in fields(kind)))


def _split(deals: int) -> list[range]:
    return [range(start, min(start + _CHUNK, deals)) for start in range(0, deals, _CHUNK)]


def _duels(pool: Executor, *, quick: bool) -> Iterator[tuple[Figure, str]]:
    for duel in DUELS:
        chunks = _split(duel.quick_deals if quick else duel.deals)
        parts = pool.map(play_duel, [duel.first] * len(chunks), [duel.second] * len(chunks), chunks)
        tally = _sum(parts, Tally)
        share = (tally.won + tally.shared / 2) / tally.games
        name = f"{duel.first} against {duel.second}"
        note = (
            f"{name}: {tally.games} games, won {tally.won}, shared {tally.shared}, lost {tally.lost};"
            f" mean points {tally.points / tally.games:.1f} : {tally.points_against / tally.games:.1f};"
            f" {tally.seconds / tally.games:.2f} s a game"
        )
        yield Figure(name, share, "of the games", target=duel.target), note


def _visits(pool: Executor, *, quick: bool) -> Iterator[tuple[Figure, str]]:
    for guest in GUESTS:
        chunks = _split(guest.quick_deals if quick else guest.deals)
        visit = _sum(pool.map(play_visit, [guest.name] * len(chunks), chunks), Visit)
        name = f"{guest.name} against three random"
        others = visit.points_against / (_SEATS - 1)
        note = (
            f"{name}: {visit.games} games of Goldgräber, won alone {visit.won_alone},"
            f" share of wins {visit.won_share:.1f};"
            f" mean points {visit.points / visit.games:.1f} : {others / visit.games:.1f};"
            f" {visit.seconds / visit.games:.2f} s a game"
        )
        yield Figure(name, visit.won_alone / visit.games, "of the games alone", target=guest.target), note


def main() -> None:
    """Play every duel and every visit on all cores and print the table."""
    quick = is_quick(about=__doc__)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = [*_duels(pool, quick=quick), *_visits(pool, quick=quick)]
    report("bots", [figure for figure, _ in played], [note for _, note in played])


if __name__ == "__main__":
    main()
