"""Drivers for tests and tools: every seat chooses by one function, and a seat that fails is an error, not a forfeit."""

from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.core import (
    Action,
    BotFault,
    Chance,
    Driver,
    Generator,
    LoggedEvent,
    Observation,
    Playthrough,
    State,
)

__all__ = ["Choose", "log_step", "log_step_with_draw", "make_driver", "refuse_fault"]

#: Returns one of the legal actions, which are at least two; the generator is the decision's own.
Choose = Callable[[Sequence[Action], Generator], Action]


class _Chooser:
    """A player that chooses by a function."""

    __slots__ = ("_choose",)

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Return what the function returns."""
        return self._choose(legal, rng)


def make_driver(
    play: Playthrough, choose: Choose, *, seed: bytes, deal: Callable[[State, int], Action] | None = None
) -> Driver:
    """
    Return a driver in whose game every seat chooses by one function.

    Args:
        play: the play-through to advance.
        choose: decides wherever a seat has a choice.
        seed: what decisions' generators are derived from.
        deal: returns chance outcomes; by default the seed deals as it deals a game from its beginning.
    """
    players = [_Chooser(choose)] * play.state.seats
    return Driver(play, players, seed=seed, deal=deal or Chance(seed).outcome, on_fault=refuse_fault)


def log_step(driver: Driver) -> LoggedEvent:
    """Advance a game by one event and return it; what was logged before must have been collected."""
    driver.advance(steps=1)
    (event,) = driver.collect().events
    return event


def log_step_with_draw(driver: Driver, rng: Generator) -> LoggedEvent:
    """
    Advance a game by one event as ``log_step`` does; a seat without a choice draws a number too.

    Kept records were made so, by one generator for all decisions, and stay the same.
    """
    play = driver.play
    if (
        play.due is not None
        and play.due >= 0
        and not play.is_house_play
        and len(play.state.legal_actions()) == 1
    ):
        rng.bits()
    return log_step(driver)


def refuse_fault(seat: int, fault: BotFault) -> NoReturn:
    """Raise the fault of a seat that is to have none."""
    raise AssertionError(f"seat {seat} fails: {fault}") from fault
