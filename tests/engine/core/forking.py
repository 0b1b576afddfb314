"""Games and forks of them played in tests, by bots that draw from (seed, seat, seq) as the built-in ones do."""

from collections.abc import Sequence
from typing import Any

from engine.core import (
    CHANCE,
    Chance,
    Fork,
    Generator,
    Header,
    LoggedEvent,
    Playthrough,
    Status,
    commitment,
    make_header,
    resume,
)
from engine.rulesets import registry
from tests.engine.builders import seed_of

__all__ = ["NEW", "NEWER", "OLD", "TABLES", "forked", "header_of", "to_the_end"]

OLD, NEW, NEWER = seed_of(11), seed_of(12), seed_of(13)

#: A table of each ruleset: seats and options; Goldgräber's with peeks.
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "moon-river@1": (3, {"mode": "base"}),
    "goldgraeber@1": (3, {"tactical": True}),
}


def header_of(ruleset: str, seed: bytes = OLD) -> Header:
    """Return the header of a game dealt from a seed."""
    seats, options = TABLES[ruleset]
    return make_header(
        registry.get(ruleset),
        seats=seats,
        options=options,
        players=[f"first {seat}" for seat in range(seats)],
        commitment=commitment(seed),
    )


def to_the_end(play: Playthrough, seed: bytes) -> list[LoggedEvent]:
    """Play on and return what is added to the log."""
    chance = Chance(seed, is_redrawn=play.header.stretches()[-1].is_redrawn)
    log: list[LoggedEvent] = []
    while play.status is Status.PLAYING:
        if play.due == CHANCE:
            log.append(play.take(chance.outcome(play.state, play.seq + 1)))
            continue
        actor = play.due
        assert actor is not None
        legal = play.state.legal_actions()
        rng = Generator.for_decision(seed, actor, play.seq + 1)
        log.append(play.take(legal[0] if play.house_plays else rng.choice(legal)))
    log.append(play.finish())
    return log


def forked(
    header: Header, log: Sequence[LoggedEvent], step: int, seed: bytes, players: str = "second"
) -> tuple[Header, list[LoggedEvent]]:
    """Return the header and the whole log of a game that goes on from a step of another one."""
    names = tuple(f"{players} {seat}" for seat in range(header.seats))
    header = header.forked(Fork(step, names, commitment(seed)))
    start = list(log[:step])
    return header, start + to_the_end(resume(header, start), seed)
