"""
How strong the built-in bots are: duplicate games of two seats, each deal played in both seat orders.

``--quick`` plays fewer deals than the targets are stated for; the full run plays 200 games a pair, 100 with the
search bot.
"""

import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from engine.bots import registry as bots
from engine.bots.contract import Bot
from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.events import CHANCE
from engine.core.generator import Generator
from engine.core.outcome import Outcome
from engine.core.ruleset import Observation
from tests.benchmarks.harness import Figure, is_quick, report

__all__ = ["Duel", "Tally", "play", "play_duel"]

_RULESET = "moon-river@1"
_CHUNK = 2


@dataclass(frozen=True, slots=True)
class Duel:
    """
    A pairing and what the first bot should win: ``target`` is a share of the games, shared wins counting half.
    """

    first: str
    second: str
    deals: int
    quick_deals: int
    target: float


@dataclass(frozen=True, slots=True)
class Tally:
    """
    What some games of a duel came to, for the first bot.
    """

    won: int
    shared: int
    lost: int
    points: int
    points_against: int
    seconds: float

    @property
    def games(self) -> int:
        return self.won + self.shared + self.lost


DUELS: Sequence[Duel] = (
    Duel("greedy", "random", deals=100, quick_deals=30, target=0.9),
    Duel("rancher", "greedy", deals=100, quick_deals=12, target=0.6),
    Duel("mcts", "greedy", deals=50, quick_deals=3, target=0.6),
)


def play(players: Sequence[Bot], seed: bytes) -> Outcome:
    """
    Play one game of the base rules to its end and return its outcome.
    """
    ruleset = registry.get(_RULESET)
    seats = len(players)
    state = ruleset.initial(ruleset.options({"mode": "base"}, seats), seats, ruleset.component_sets[0])
    dealer = Dealer(seed)
    seq = 0
    while (seat := state.actor) is not None:
        seq += 1
        if seat == CHANCE:
            state.apply(state.deal(dealer))
            continue
        legal = state.legal_actions()
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        observation = Observation(partial(state.observation, seat))
        rng = Generator.for_decision(seed, seat, seq)
        state.apply(players[seat].choose(observation, legal, rng))
    return state.outcome()


def play_duel(first: str, second: str, deals: range) -> Tally:
    """
    Play these deals in both seat orders.
    """
    ruleset = registry.get(_RULESET)
    players = [bots.create(first, ruleset), bots.create(second, ruleset)]
    counts = [0, 0, 0]
    points = [0, 0]
    began = time.perf_counter()
    for deal in deals:
        seed = sha256(b"duel %d" % deal).digest()
        for seat in (0, 1):
            outcome = play(players if seat == 0 else players[::-1], seed)
            own, other = outcome.seats[seat], outcome.seats[1 - seat]
            counts[(own.place > other.place) - (own.place < other.place) + 1] += 1
            points[0] += own.score
            points[1] += other.score
    won, shared, lost = counts
    return Tally(won, shared, lost, points[0], points[1], time.perf_counter() - began)


def _tallied(parts: Sequence[Tally]) -> Tally:
    return Tally(
        won=sum(part.won for part in parts),
        shared=sum(part.shared for part in parts),
        lost=sum(part.lost for part in parts),
        points=sum(part.points for part in parts),
        points_against=sum(part.points_against for part in parts),
        seconds=sum(part.seconds for part in parts),
    )


def main() -> None:
    """
    Play every duel on all cores and print the table.
    """
    quick = is_quick(about=__doc__)
    figures, notes = [], []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for duel in DUELS:
            deals = duel.quick_deals if quick else duel.deals
            chunks = [range(start, min(start + _CHUNK, deals)) for start in range(0, deals, _CHUNK)]
            parts = pool.map(play_duel, [duel.first] * len(chunks), [duel.second] * len(chunks), chunks)
            tally = _tallied(list(parts))
            share = (tally.won + tally.shared / 2) / tally.games
            name = f"{duel.first} against {duel.second}"
            figures.append(Figure(name, share, "of the games", target=duel.target))
            notes.append(
                f"{name}: {tally.games} games, won {tally.won}, shared {tally.shared}, lost {tally.lost};"
                f" mean points {tally.points / tally.games:.1f} : {tally.points_against / tally.games:.1f};"
                f" {tally.seconds / tally.games:.2f} s a game"
            )
    report("bots", figures, notes)


if __name__ == "__main__":
    main()
