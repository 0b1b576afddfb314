"""Classification of faults while a game is driven: the bot's or the platform's (bot protocol)."""

import pickle
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from engine.core import (
    Action,
    BotFault,
    ForfeitReason,
    Generator,
    Observation,
    PlatformFault,
    State,
    Termination,
    resume,
)
from engine.rulesets.moon_river.state import MoonRiverState
from tests.engine.core.driving import (
    Choosing,
    answering,
    drive_to_end,
    driver_of,
    forfeits,
    raising,
    ticking,
)

# a bot's faults


class OfItsOwn(Exception):
    """An exception of the bot that cannot be formatted."""

    def __str__(self) -> str:
        raise ValueError("no words")


class Departure(BaseException):
    """An error that an ``except Exception`` does not catch."""


CRASHES = [
    *(ZeroDivisionError("by zero"), OSError(5, "no disk"), RecursionError(), MemoryError(), AssertionError()),
    *(StopIteration(), TimeoutError(), EOFError(), pickle.PickleError(), KeyError("bank"), OfItsOwn()),
    *(CancelledError(), BaseExceptionGroup("of tasks", [CancelledError()]), Departure()),
]


@pytest.mark.parametrize("error", CRASHES, ids=lambda error: type(error).__name__)
def test_any_exception_of_a_bot_is_a_crash_and_the_house_plays_for_it(error):
    bot = raising(error)
    log = drive_to_end(driver_of(Choosing(), bot))

    assert forfeits(log) == ['{"reason":"crash","seat":1}']
    assert len(bot.asked) == 1, "a seat that has forfeited is asked no more"
    assert log[-1].kind == "game_finished"


class Whole(int):
    """A subclass of int."""


class Unwritable:
    """An answer that cannot be formatted."""

    def __repr__(self) -> str:
        raise OSError


ANSWERS: dict[str, Callable[[Sequence[Action]], Any]] = {
    "another int": lambda legal: max(legal) + 1,
    "an int too long to be written": lambda legal: 10**5000,
    "an equal float": lambda legal: float(legal[0]),
    "an int of a kind of its own": lambda legal: Whole(legal[0]),
    "True": lambda legal: True,
    "nothing": lambda legal: None,
    "text": lambda legal: str(legal[0]),
    "all of them": lambda legal: legal,
    "something that cannot be written": lambda legal: Unwritable(),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_that_is_not_a_legal_int_is_illegal(answer):
    log = drive_to_end(driver_of(Choosing(), Choosing(), answering(answer)))

    assert forfeits(log) == ['{"reason":"illegal","seat":2}']


@pytest.mark.parametrize("answer", [True, False, 0.0, 1.0])
def test_a_value_that_only_equals_a_legal_action_is_illegal(answer, monkeypatch):
    monkeypatch.setattr(MoonRiverState, "legal_actions", lambda state: [0, 1])
    faults: list[BotFault] = []
    driver = driver_of(answering(lambda legal: answer), on_fault=lambda seat, fault: faults.append(fault))
    while not faults:
        driver.advance(steps=1)

    assert faults[0].reason is ForfeitReason.ILLEGAL
    assert driver.play.state.forfeits == (0,)


def test_a_transport_gives_other_reasons_for_a_forfeit():
    log = drive_to_end(driver_of(raising(BotFault(ForfeitReason.TIMEOUT, "no answer within 5 s"))))

    assert forfeits(log) == ['{"reason":"timeout","seat":0}']


def test_a_fault_is_reported_with_its_seat_and_its_cause_before_the_seat_forfeits():
    error, reported = ZeroDivisionError("by zero"), []

    def report(seat: int, fault: BotFault) -> None:
        reported.append((seat, fault.reason, fault.detail, fault.__cause__, driver.play.state.forfeits))

    driver = driver_of(Choosing(), raising(error), answering(lambda legal: 1.5), on_fault=report)
    driver.advance()

    crash = (1, ForfeitReason.CRASH, "ZeroDivisionError: by zero", error)
    illegal = (2, ForfeitReason.ILLEGAL, "answered 1.5", None)
    assert sorted(each[:4] for each in reported) == [crash, illegal]
    assert [len(each[4]) for each in reported] == [0, 1]


def test_faults_that_leave_one_seat_end_the_game():
    driver = driver_of(raising(OSError()), answering(lambda legal: -1))
    log = drive_to_end(driver)

    assert len(forfeits(log)) == 2
    assert [event.kind for event in log][-2:] == ["seat_forfeited", "game_finished"]
    assert driver.play.outcome is not None
    assert driver.play.outcome.reason is Termination.ABANDONED


def test_a_forfeits_event_has_no_thinking_time():
    driver = driver_of(raising(OSError()), clock=ticking())
    driver.advance()
    log, thinking = driver.collect()

    assert [ms for event, ms in zip(log, thinking, strict=True) if event.kind == "seat_forfeited"] == [None]


# the platform's failures


def looking(observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
    return legal[observation["seat"] % len(legal)]


def catching(observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
    """Choose without the observation if it fails, as a careful bot might."""
    try:
        return looking(observation, legal, rng)
    except Exception:  # noqa: BLE001 - what a careless bot does
        return legal[0]


def rewording(observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
    try:
        return looking(observation, legal, rng)
    except PlatformFault as error:
        raise KeyError("the bank") from error


def misled(observation: Observation, legal: Sequence[Action], rng: Generator) -> Any:
    try:
        return looking(observation, legal, rng)
    except PlatformFault:
        return "what now?"


@pytest.fixture
def broken_observation(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def broken(state: State, seat: int) -> dict[str, Any]:
        raise IndexError("a bug of the rules")

    with monkeypatch.context() as patch:
        patch.setattr(MoonRiverState, "observation", broken)
        yield


@pytest.mark.parametrize("choose", [looking, catching, rewording, misled])
def test_a_failed_observation_is_a_platform_fault_even_if_the_bot_catches_it(choose, broken_observation):
    driver = driver_of(*(Choosing(choose) for _ in range(3)))
    with pytest.raises(PlatformFault, match="IndexError: a bug of the rules") as caught:
        driver.advance()

    assert isinstance(caught.value.__cause__, IndexError)
    assert not driver.play.state.forfeits
    assert not forfeits(driver.collect().events)


def test_a_game_the_platform_failed_in_is_resumed_from_its_log(monkeypatch):
    whole = drive_to_end(driver_of(*(Choosing(looking) for _ in range(3))))
    sound, calls = MoonRiverState.observation, iter(range(10**9))

    def failing(state: MoonRiverState, seat: int | None) -> dict[str, Any]:
        if next(calls) == 20:
            raise MemoryError
        return sound(state, seat)

    monkeypatch.setattr(MoonRiverState, "observation", failing)
    driver = driver_of(*(Choosing(catching) for _ in range(3)))
    with pytest.raises(PlatformFault):
        driver.advance()
    log = driver.collect().events
    resumed = driver_of(*(Choosing(looking) for _ in range(3)), play=resume(driver.play.header, log))
    resumed.advance()

    assert 20 <= len(log) < len(whole)
    assert [*log, *resumed.collect().events] == whole


@pytest.mark.parametrize("method", ["legal_actions", "apply", "digest", "deal", "outcome"])
def test_an_exception_of_the_rules_is_a_platform_fault(method, monkeypatch):
    sound, driver = getattr(MoonRiverState, method), driver_of()
    at = {"deal": 3, "outcome": 0, "digest": 5}.get(method, 30)
    calls = iter(range(10**9))

    def broken(state: MoonRiverState, *args: Any) -> Any:
        if next(calls) == at:
            raise LookupError("a bug of the rules")
        return sound(state, *args)

    monkeypatch.setattr(MoonRiverState, method, broken)
    with pytest.raises(PlatformFault, match="LookupError: a bug of the rules"):
        driver.advance()
    monkeypatch.undo()

    assert not driver.play.state.forfeits
    log = driver.collect().events
    resumed = driver_of(play=resume(driver.play.header, log))
    resumed.advance()
    assert [*log, *resumed.collect().events] == drive_to_end(driver_of())


def test_a_failed_transport_does_not_forfeit_the_seat():
    failure = PlatformFault("the process could not be started", OSError("no memory"))
    driver = driver_of(raising(failure))
    with pytest.raises(PlatformFault) as caught:
        driver.advance()

    assert caught.value is failure
    assert not driver.play.state.forfeits


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(-241), GeneratorExit()], ids=repr)
def test_an_exception_that_ends_the_process_passes_through_without_a_forfeit(error):
    driver = driver_of(raising(error))
    with pytest.raises(type(error)) as caught:
        driver.advance()

    assert caught.value is error
    assert not driver.play.state.forfeits


def test_a_caller_can_classify_a_bots_exit_as_a_crash():
    stopping = SystemExit(0)
    driver = driver_of(raising(SystemExit(1)), is_interruption=lambda error: error is stopping)
    assert forfeits(drive_to_end(driver)) == ['{"reason":"crash","seat":0}']

    driver = driver_of(raising(stopping), is_interruption=lambda error: error is stopping)
    with pytest.raises(SystemExit):
        driver.advance()


def test_an_interruption_from_outside_is_a_platform_fault():
    class TimeLimit(Exception):
        """A time limit of the worker, not of the bot."""

    driver = driver_of(raising(TimeLimit()), is_interruption=lambda error: isinstance(error, TimeLimit))
    with pytest.raises(PlatformFault, match="TimeLimit"):
        driver.advance()

    assert not driver.play.state.forfeits
