"""The driver: who is asked, when it stops, and whose fault it is when something fails (bot protocol)."""

import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from engine.core import (
    CHANCE,
    SYSTEM,
    Action,
    BotFault,
    Chance,
    Driver,
    ForfeitReason,
    Generator,
    LoggedEvent,
    Observation,
    PlatformFault,
    Playthrough,
    State,
    Status,
    Stop,
    Termination,
    VerdictStatus,
    resume,
    verify,
)
from engine.rulesets.moon_river.state import MoonRiverState
from tests.engine.builders import header_for, seed_of

SEED = seed_of(21)
RULESETS = ["moon-river@1", "goldgraeber@1"]


class Choosing:
    """A bot that chooses by a function of what it is shown; it counts how often it was asked."""

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
    """Return a driver of a game in which these players sit, then random ones."""
    play = play or opened()
    seats = [*players, *(Choosing() for _ in range(play.state.seats - len(players)))]
    deal = keywords.pop("deal", Chance(SEED).outcome)
    return Driver(play, seats, seed=SEED, deal=deal, **keywords)


def ended(driver: Driver) -> list[LoggedEvent]:
    """Drive a game to its end and return its log, which must be right."""
    assert driver.advance() is Stop.END
    log = driver.collect().events
    verdict = verify(driver.play.header, log, seed=SEED, head=driver.play.head)
    assert verdict.status is VerdictStatus.EXACT, verdict
    return log


def forfeits(log: Sequence[LoggedEvent]) -> list[str]:
    return [event.payload for event in log if event.kind == "seat_forfeited"]


# who is asked


@pytest.mark.parametrize("key", RULESETS)
def test_a_game_is_driven_to_its_end_and_verifies(key):
    driver = driver_of(play=opened(key))
    log = ended(driver)

    assert driver.play.status is Status.FINISHED
    assert log[-1].kind == "game_finished"
    assert not forfeits(log)


@pytest.mark.parametrize("key", RULESETS)
def test_only_a_seat_that_has_a_choice_is_asked(key):
    players = [Choosing() for _ in range(3)]
    driver = driver_of(*players, play=opened(key))
    choices = 0
    while driver.play.status is Status.PLAYING:
        actor = driver.play.due
        choices += actor != CHANCE and len(driver.play.state.legal_actions()) > 1
        driver.advance(steps=1)

    assert sum(len(player.asked) for player in players) == choices
    assert all(len(legal) > 1 for player in players for legal in player.asked)


def test_a_bot_is_shown_its_own_seats_observation_and_cannot_change_the_legal_actions():
    shown = []

    def look(observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        shown.append((observation["seat"], observation["actor"], type(legal)))
        return legal[0]

    driver = driver_of(*(Choosing(look) for _ in range(3)))
    driver.advance(steps=40)

    assert {seat for seat, _, _ in shown} == {0, 1, 2}
    assert all(seat == actor and kind is tuple for seat, actor, kind in shown)


def test_a_decisions_generator_depends_on_seed_seat_and_number_only():
    drawn: list[int] = []

    def note(observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        drawn.append(rng.bits())
        return legal[0]

    driver = driver_of(*(Choosing(note) for _ in range(3)))
    expected = []
    for _ in range(40):
        seq, seat, asked = driver.play.seq + 1, driver.play.due, len(drawn)
        driver.advance(steps=1)
        if len(drawn) > asked:
            expected.append(Generator.for_decision(SEED, seat, seq).bits())

    assert drawn == expected != []


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("broken_off", [1, 30, 31, 32, 77])
def test_a_game_resumed_from_its_log_ends_as_it_would_have(key, broken_off):
    whole = ended(driver_of(play=opened(key)))
    play = resume(opened(key).header, whole[:broken_off])
    driver = driver_of(play=play)
    driver.advance()

    assert driver.collect().events == whole[broken_off:]


# when it stops


def test_it_stops_where_a_seat_cannot_be_asked_here_and_continues_from_its_action():
    driver = driver_of(None)
    assert driver.advance() is Stop.ASK
    play = driver.play
    assert play.due == 0
    assert len(play.state.legal_actions()) > 1

    assert driver.advance() is Stop.ASK, "nothing has changed"
    action = play.state.legal_actions()[-1]
    seq = play.seq + 1
    driver.take(action, 1234)
    assert driver.advance() is Stop.ASK
    log, thinking = driver.collect()

    assert log[seq - 1].payload == play.ruleset.written(action)[1]
    assert thinking[seq - 1] == 1234
    assert len(log) == len(thinking) == play.seq


def test_the_house_plays_for_a_seat_that_cannot_be_asked_once_it_has_forfeited():
    driver = driver_of(None)
    driver.advance()
    driver.forfeit(0, ForfeitReason.TIMEOUT)

    assert forfeits(ended(driver)) == ['{"reason":"timeout","seat":0}']


def test_it_stops_after_a_number_of_steps():
    driver, whole = driver_of(), ended(driver_of())
    log = []
    while (stop := driver.advance(steps=1)) is Stop.BUDGET:
        (event,) = driver.collect().events
        log.append(event)
        assert driver.play.seq == len(log)
    log += driver.collect().events

    assert stop is Stop.END
    assert log == whole


def test_the_end_is_a_step_of_its_own():
    driver = driver_of()
    while driver.play.status is Status.PLAYING:
        assert driver.advance(steps=1) is Stop.BUDGET

    assert driver.play.due == SYSTEM
    assert driver.advance(steps=0) is Stop.BUDGET
    assert driver.play.due == SYSTEM
    assert driver.advance(steps=1) is Stop.END
    assert driver.play.due is None


def test_a_game_that_is_over_or_voided_is_left_alone():
    driver = driver_of()
    ended(driver)
    seq = driver.play.seq
    assert driver.advance() is Stop.END
    assert driver.play.seq == seq
    assert driver.collect() == ([], [])

    voided = opened()
    voided.void("called off")
    assert driver_of(play=voided).advance() is Stop.END
    assert voided.status is Status.VOIDED


def ticking(step: float = 1.0) -> Callable[[], float]:
    """Return a clock that goes on by some seconds each time it is read."""
    numbers = iter(range(10**9))
    return lambda: next(numbers) * step


def test_no_player_is_asked_once_the_time_is_up_but_one_always_is():
    players = [Choosing() for _ in range(3)]
    driver = driver_of(*players, clock=ticking())
    for turn in range(1, 6):
        assert driver.advance(until=0.0) is Stop.BUDGET
        assert sum(len(player.asked) for player in players) == turn


def test_what_needs_no_player_is_played_although_the_time_is_up():
    """A client that waits learns at once that its seat is due again."""
    driver = driver_of(None, None, clock=ticking())
    while driver.advance(until=0.0) is Stop.BUDGET:
        assert driver.play.due == 2

    assert driver.play.due in (0, 1)
    assert len(driver.play.state.legal_actions()) > 1


def test_games_stopped_by_time_and_driven_on_have_the_same_log():
    driver = driver_of(clock=ticking())
    log, thinking, due = [], [], 0.0
    while driver.advance(due) is Stop.BUDGET:
        due += 7.0
        part = driver.collect()
        log += part.events
        thinking += part.thinking_ms
    log += driver.collect().events

    assert log == ended(driver_of())


def test_each_decisions_thinking_time_is_recorded_with_its_event():
    players = [Choosing() for _ in range(3)]
    driver = driver_of(*players, clock=ticking(0.25))
    driver.advance()
    log, thinking = driver.collect()

    assert len(thinking) == len(log)
    assert set(thinking) == {None, 250}
    assert thinking.count(250) == sum(len(player.asked) for player in players)
    assert all(event.actor >= 0 for event, ms in zip(log, thinking, strict=True) if ms is not None)


# a bot's faults


class OfItsOwn(Exception):
    """An error that only the bot knows, and that cannot be written."""

    def __str__(self) -> str:
        raise ValueError("no words")


CRASHES = [
    *(ZeroDivisionError("by zero"), OSError(5, "no disk"), RecursionError(), MemoryError(), AssertionError()),
    *(StopIteration(), TimeoutError(), EOFError(), pickle.PickleError(), KeyError("bank"), OfItsOwn()),
]


@pytest.mark.parametrize("error", CRASHES, ids=lambda error: type(error).__name__)
def test_whatever_a_bot_raises_is_its_crash_and_the_house_plays_on(error):
    bot = raising(error)
    log = ended(driver_of(Choosing(), bot))

    assert forfeits(log) == ['{"reason":"crash","seat":1}']
    assert len(bot.asked) == 1, "a seat that has forfeited is asked no more"
    assert log[-1].kind == "game_finished"


class Whole(int):
    """An int that is more than one."""


class Unwritable:
    """An answer that cannot be written."""

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
def test_whatever_is_not_one_of_the_legal_ints_is_illegal(answer):
    log = ended(driver_of(Choosing(), Choosing(), answering(answer)))

    assert forfeits(log) == ['{"reason":"illegal","seat":2}']


@pytest.mark.parametrize("answer", [True, False, 0.0, 1.0])
def test_what_only_equals_a_legal_action_is_illegal(answer, monkeypatch):
    monkeypatch.setattr(MoonRiverState, "legal_actions", lambda state: [0, 1])
    faults: list[BotFault] = []
    driver = driver_of(answering(lambda legal: answer), on_fault=lambda seat, fault: faults.append(fault))
    while not faults:
        driver.advance(steps=1)

    assert faults[0].reason is ForfeitReason.ILLEGAL
    assert driver.play.state.forfeits == (0,)


def test_a_transport_says_for_what_else_a_seat_forfeits():
    log = ended(driver_of(raising(BotFault(ForfeitReason.TIMEOUT, "no answer within 5 s"))))

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
    log = ended(driver)

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
    """Choose without what cannot be seen, as a careful bot might."""
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
def test_a_failed_observation_is_the_platforms_whatever_the_bot_makes_of_it(choose, broken_observation):
    driver = driver_of(*(Choosing(choose) for _ in range(3)))
    with pytest.raises(PlatformFault, match="IndexError: a bug of the rules") as caught:
        driver.advance()

    assert isinstance(caught.value.__cause__, IndexError)
    assert not driver.play.state.forfeits
    assert not forfeits(driver.collect().events)


def test_a_game_the_platform_failed_in_is_resumed_from_its_log(monkeypatch):
    whole = ended(driver_of(*(Choosing(looking) for _ in range(3))))
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
def test_an_exception_of_the_rules_is_the_platforms(method, monkeypatch):
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
    assert [*log, *resumed.collect().events] == ended(driver_of())


def test_a_transport_that_fails_itself_costs_its_bot_nothing():
    failure = PlatformFault("the process could not be started", OSError("no memory"))
    driver = driver_of(raising(failure))
    with pytest.raises(PlatformFault) as caught:
        driver.advance()

    assert caught.value is failure
    assert not driver.play.state.forfeits


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(-241), GeneratorExit()], ids=repr)
def test_what_ends_the_process_passes_through_and_costs_no_bot_anything(error):
    driver = driver_of(raising(error))
    with pytest.raises(type(error)) as caught:
        driver.advance()

    assert caught.value is error
    assert not driver.play.state.forfeits


def test_a_caller_that_knows_its_own_end_judges_a_bots_exit_as_a_crash():
    stopping = SystemExit(0)
    driver = driver_of(raising(SystemExit(1)), is_interruption=lambda error: error is stopping)
    assert forfeits(ended(driver)) == ['{"reason":"crash","seat":0}']

    driver = driver_of(raising(stopping), is_interruption=lambda error: error is stopping)
    with pytest.raises(SystemExit):
        driver.advance()


def test_what_interrupts_a_player_from_outside_is_the_platforms():
    class TimeLimit(Exception):
        """The worker's, not the bot's."""

    driver = driver_of(raising(TimeLimit()), is_interruption=lambda error: isinstance(error, TimeLimit))
    with pytest.raises(PlatformFault, match="TimeLimit"):
        driver.advance()

    assert not driver.play.state.forfeits
