"""Games at the stage that a test needs."""

from typing import Any

import pytest

from engine.core import CHANCE, Dealer, EngineError, Event, Generator, Playthrough, Status
from tests.engine.builders import header_for, seed_of, step

SEED = seed_of(7)


def fresh(seats: int = 4) -> Playthrough:
    return Playthrough(header_for(seats, seed=SEED))


def at_a_decision(seats: int = 4, steps: int = 0) -> Playthrough:
    """Return a game in which a seat decides, some steps after the first decision."""
    play, dealer, rng = fresh(seats), Dealer(SEED), Generator(1)
    while play.due == CHANCE or steps > 0:
        steps -= play.due != CHANCE
        step(play, dealer, rng)
    return play


def over(seats: int = 4) -> Playthrough:
    """Return a game that is over by the rules but whose end is not logged."""
    play, dealer, rng = fresh(seats), Dealer(SEED), Generator(1)
    while play.status is Status.PLAYING:
        step(play, dealer, rng)
    return play


def refusal(
    play: Playthrough, actor: int, kind: str, data: dict[str, Any], seq: int | None = None
) -> EngineError:
    """Return the error for an event, after checking that nothing changed."""
    before = (play.seq, play.head, play.status, play.state.digest(), play.state.forfeits, play.outcome)
    with pytest.raises(EngineError) as caught:
        play.submit(Event(play.seq + 1 if seq is None else seq, actor, kind, data))
    assert (
        play.seq,
        play.head,
        play.status,
        play.state.digest(),
        play.state.forfeits,
        play.outcome,
    ) == before
    return caught.value


def first_event(play: Playthrough) -> tuple[int, str, dict[str, Any]]:
    """Return the first legal event of the seat due."""
    kind, data = play.ruleset.decode(play.state.legal_actions()[0])
    actor = play.due
    assert actor is not None
    return actor, kind, data
