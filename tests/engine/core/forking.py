"""Games and forks for tests, played by bots that draw from (seed, seat, seq) like the built-in ones."""

from collections.abc import Sequence
from typing import Any

from engine.core import Chance, Fork, Header, LoggedEvent, Playthrough, commitment, make_header, resume
from engine.rulesets import registry
from engine.testing.driving import make_driver
from tests.engine.builders import seed_of

__all__ = ["NEW", "NEWER", "OLD", "TABLES", "fork_game", "header_of", "play_to_end"]

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


def play_to_end(play: Playthrough, seed: bytes) -> list[LoggedEvent]:
    """Play to the end and return the new events."""
    chance = Chance(seed, is_redrawn=play.header.list_stretches()[-1].is_redrawn)
    driver = make_driver(play, lambda legal, rng: rng.choice(legal), seed=seed, deal=chance.outcome)
    driver.advance()
    return driver.collect().events


def fork_game(
    header: Header, log: Sequence[LoggedEvent], step: int, seed: bytes, players: str = "second"
) -> tuple[Header, list[LoggedEvent]]:
    """Return the header and the whole log of a fork of a game at a step."""
    names = tuple(f"{players} {seat}" for seat in range(header.seats))
    header = header.add_fork(Fork(step, names, commitment(seed)))
    start = list(log[:step])
    return header, start + play_to_end(resume(header, start), seed)
