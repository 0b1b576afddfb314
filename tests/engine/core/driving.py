"""Scripted players, and drivers of games with them."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.core import (
    Action,
    Chance,
    Driver,
    Generator,
    LoggedEvent,
    Observation,
    Playthrough,
    Stop,
    VerdictStatus,
    verify,
)
from tests.engine.builders import header_for, seed_of

SEED = seed_of(21)
RULESETS = ["moon-river@1", "goldgraeber@1"]


class Choosing:
    """A bot that chooses by a function of its arguments and counts its calls."""

    def __init__(
        self, choose: Callable[[Observation, Sequence[Action], Generator], Any] | None = None
    ) -> None:
        self._choose = choose or (lambda observation, legal, rng: rng.choice(legal))
        self.asked: list[Sequence[Action]] = []

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Any:
        self.asked.append(legal)
        return self._choose(observation, legal, rng)


def raising(error: BaseException) -> Choosing:
    def choose(*_: Any) -> Action:
        raise error

    return Choosing(choose)


def answering(answer: Callable[[Sequence[Action]], Any]) -> Choosing:
    return Choosing(lambda observation, legal, rng: answer(legal))


def opened(key: str = "moon-river@1", seats: int = 3) -> Playthrough:
    options: dict[str, Any] = {"mode": "base"} if key == "moon-river@1" else {"tactical": True}
    return Playthrough(header_for(seats, options, key=key, seed=SEED))


def driver_of(*players: Choosing | None, play: Playthrough | None = None, **keywords: Any) -> Driver:
    """Return a driver of a game with the given players, then random ones."""
    play = play or opened()
    seats = [*players, *(Choosing() for _ in range(play.state.seats - len(players)))]
    deal = keywords.pop("deal", Chance(SEED).outcome)
    return Driver(play, seats, seed=SEED, deal=deal, **keywords)


def drive_to_end(driver: Driver) -> list[LoggedEvent]:
    """Drive a game to its end and return its log, which must verify."""
    assert driver.advance() is Stop.END
    log = driver.collect().events
    verdict = verify(driver.play.header, log, seed=SEED, head=driver.play.head)
    assert verdict.status is VerdictStatus.EXACT, verdict
    return log


def forfeits(log: Sequence[LoggedEvent]) -> list[str]:
    return [event.payload for event in log if event.kind == "seat_forfeited"]


def ticking(step: float = 1.0) -> Callable[[], float]:
    """Return a clock that advances by some seconds on each call."""
    numbers = iter(range(10**9))
    return lambda: next(numbers) * step
