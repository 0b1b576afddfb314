"""Golden games: played from fixed seeds by fixed policies, so their bytes never change."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from engine.core import (
    CHANCE,
    Action,
    ForfeitReason,
    Generator,
    LoggedEvent,
    Playthrough,
    Status,
    commitment,
    make_header,
    write_record,
)
from engine.rulesets import registry
from engine.testing.driving import log_step_with_draw, make_driver
from tests.engine.policies import POLICIES, pick
from tests.golden.tables import Table

__all__ = ["Game", "policy_of", "record_of", "seed_of"]

#: A seat forfeits at these steps of a game with an odd ending.
_FORFEITS_AT = {"forfeited": (60, 90), "abandoned": (40, 70, 100), "voided": ()}
_VOIDED_AT = 50


def seed_of(table: Table) -> bytes:
    """Return the fixed seed of a golden game, derived from its name."""
    return sha256(f"golden {table}".encode()).digest()


class Game:
    """A golden game being played; its players are named after the policy that plays all of them."""

    def __init__(self, table: Table, policy: str, rng: Generator) -> None:
        seed, named = seed_of(table), policy_of(table)
        header = make_header(
            registry.get(table.ruleset),
            seats=table.seats,
            options=table.options,
            players=[f"{named} {seat}" for seat in range(table.seats)],
            commitment=commitment(seed),
        )
        self.play = Playthrough(header)
        self.driver = make_driver(self.play, self._pick, seed=seed)
        self._policy = policy
        self._rng = rng

    def advance(self) -> LoggedEvent:
        """Take one step: chance by the dealer, a seat by the policy, a forfeited seat by the house."""
        return log_step_with_draw(self.driver, self._rng)

    def _pick(self, legal: Sequence[Action], _: Generator) -> Action:
        choices = [self.play.ruleset.decode(action) for action in legal]
        return legal[pick(self._policy, choices, self._rng)]


def record_of(table: Table) -> bytes:
    """Play a golden game and return its record."""
    seed = seed_of(table)
    game = Game(table, policy_of(table), Generator(seed[0]))
    play = game.play
    log: list[LoggedEvent] = []
    left = list(_FORFEITS_AT.get(table.ending, ()))
    while play.status is Status.PLAYING:
        if table.ending == "voided" and play.seq == _VOIDED_AT:
            break
        if left and play.seq >= left[0] and play.due != CHANCE:
            log.append(_forfeit(play, len(left)))
            del left[0]
            continue
        log.append(game.advance())
    log.append(play.finish() if play.status is Status.OVER else play.void("The table was bumped."))
    return b"".join(write_record(play.header, log, play.head, seed))


def _forfeit(play: Playthrough, number: int) -> LoggedEvent:
    """Forfeit the seat that decides, or the first that can still forfeit."""
    gone: Any = play.state.forfeits
    seat = play.due if play.due not in gone else min(set(range(play.state.seats)) - set(gone))
    assert seat is not None, "a seat is due"
    return play.forfeit(seat, list(ForfeitReason)[number % len(ForfeitReason)])


def policy_of(table: Table) -> str:
    """Return the policy that plays a golden game."""
    return list(POLICIES)[seed_of(table)[0] % len(POLICIES)]
