"""Drivers for tests and tools: one function decides for all seats, and a bot fault raises instead of a forfeit."""

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

#: Chooses one of at least two legal actions, with the generator of the decision.
Choose = Callable[[Sequence[Action], Generator], Action]


class _Chooser:
    """A player that delegates to a function."""

    __slots__ = ("_choose",)

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Return the function's choice."""
        return self._choose(legal, rng)


def make_driver(
    play: Playthrough, choose: Choose, *, seed: bytes, deal: Callable[[State, int], Action] | None = None
) -> Driver:
    """
    Return a driver of a game in which one function decides for all seats.

    Args:
        play: the play-through to advance.
        choose: called for each decision with at least two legal actions.
        seed: the seed from which the generators of decisions are derived.
        deal: returns chance outcomes; by default they are dealt from ``seed``.
    """
    players = [_Chooser(choose)] * play.state.seats
    return Driver(play, players, seed=seed, deal=deal or Chance(seed).outcome, on_fault=refuse_fault)


def log_step(driver: Driver) -> LoggedEvent:
    """Advance a game by one event and return it; earlier events must have been collected."""
    driver.advance(steps=1)
    (event,) = driver.collect().events
    return event


def log_step_with_draw(driver: Driver, rng: Generator) -> LoggedEvent:
    """
    Advance a game by one event as ``log_step`` does, but draw a number for a seat without a choice too.

    The golden records were made that way, with one generator for all decisions, and must not change.
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
    """Raise an AssertionError for the fault of a seat."""
    raise AssertionError(f"seat {seat} fails: {fault}") from fault
