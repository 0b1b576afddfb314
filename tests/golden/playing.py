"""Golden games are played from fixed seeds by fixed policies: the same bytes every time."""

from hashlib import sha256
from typing import Any

from engine.core import (
    CHANCE,
    Dealer,
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
from tests.engine.policies import POLICIES, pick
from tests.golden.tables import Table

__all__ = ["advance", "opened", "record_of", "seed_of"]

#: A seat forfeits at these steps of a game with an odd ending.
_FORFEITS_AT = {"forfeited": (60, 90), "abandoned": (40, 70, 100), "voided": ()}
_VOIDED_AT = 50


def seed_of(table: Table) -> bytes:
    """Return the fixed seed of a golden game; it follows from the game's name, so other games do not change it."""
    return sha256(f"golden {table}".encode()).digest()


def opened(table: Table) -> Playthrough:
    """Return the game before its first event; its players are the policies that play it."""
    policy = _policy_of(table)
    header = make_header(
        registry.get(table.ruleset),
        seats=table.seats,
        options=table.options,
        players=[f"{policy} {seat}" for seat in range(table.seats)],
        commitment=commitment(seed_of(table)),
    )
    return Playthrough(header)


def advance(play: Playthrough, dealer: Dealer, policy: str, rng: Generator) -> LoggedEvent:
    """Take one step: chance by the dealer, a seat by the policy, a forfeited seat by the house."""
    if play.due == CHANCE:
        return play.deal(dealer)
    legal = play.state.legal_actions()
    choices = [play.ruleset.decode(action) for action in legal]
    return play.take(legal[0 if play.house_plays else pick(policy, choices, rng)])


def record_of(table: Table) -> bytes:
    """Play a golden game and return its record."""
    seed, policy = seed_of(table), _policy_of(table)
    play, dealer, rng = opened(table), Dealer(seed), Generator(seed[0])
    log: list[LoggedEvent] = []
    left = list(_FORFEITS_AT.get(table.ending, ()))
    while play.status is Status.PLAYING:
        if table.ending == "voided" and play.seq == _VOIDED_AT:
            break
        if left and play.seq >= left[0] and play.due != CHANCE:
            log.append(_forfeit(play, len(left)))
            del left[0]
            continue
        log.append(advance(play, dealer, policy, rng))
    log.append(play.finish() if play.status is Status.OVER else play.void("The table was bumped."))
    return b"".join(write_record(play.header, log, play.head, seed))


def _forfeit(play: Playthrough, number: int) -> LoggedEvent:
    """Let the seat due forfeit, or the first that still may."""
    gone: Any = play.state.forfeits
    seat = play.due if play.due not in gone else min(set(range(play.state.seats)) - set(gone))
    assert seat is not None, "a seat is due"
    return play.forfeit(seat, list(ForfeitReason)[number % len(ForfeitReason)])


def _policy_of(table: Table) -> str:
    return list(POLICIES)[seed_of(table)[0] % len(POLICIES)]
