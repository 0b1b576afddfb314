"""Clocks of live games: the database's time decides; banks, increments, and the sweep."""

from datetime import timedelta

import pytest
from django.db import connection, transaction

from engine.bots.prospector import ProspectorBot
from engine.core import VerdictStatus
from games.errors import SeatForfeited, StaleSequence, TimeRanOut
from games.event_store import game_void
from games.live import live_clocks, live_sweep, live_take_up
from games.live.actions import live_go_on
from games.live.positions import position_cache
from games.live.timeouts import live_forfeit_late
from games.models import (
    AttemptOutcome,
    FailedAttempt,
    ForfeitReason,
    Game,
    GameStatus,
    JobStatus,
    LiveGame,
    PlayJob,
)
from games.queries import logged_events
from games.verification import verify_game
from tests.games.live_games import CLOCKED as CLOCK
from tests.games.live_games import (
    GOLDGRAEBER,
    acted,
    between,
    is_owed,
    job_time_passes,
    opened,
    played_out,
    time_passes,
    turn_in,
)
from tests.games.tampering import change_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("used", "left"), [(0, 62_000), (10_000, 62_000), (10_001, 61_999), (70_000, 2_000), (99_000, 2_000)]
)
def test_time_above_that_of_a_decision_is_taken_from_the_bank(used, left):
    assert CLOCK.bank_after(60_000, used) == left


@pytest.fixture
def offered(monkeypatch):
    """The games whose decisions the workers would have been asked for."""
    asked = []
    monkeypatch.setattr("games.tasks.live_decide.apply_async", lambda *, args, **options: asked.extend(args))
    monkeypatch.setattr(transaction, "on_commit", lambda returned: returned())
    return asked


def bank(game: Game, seat: int) -> int:
    return int(LiveGame.objects.get(pk=game.pk).banks[seat])


def test_a_seat_pays_for_its_own_time_only():
    game = between("ann", "ben", clock=CLOCK)
    turn = turn_in(game)
    assert turn.left_ms > 69_000
    time_passes(game, 30)

    acted(turn)

    assert 41_000 < bank(game, turn.seat) <= 42_000
    assert bank(game, 1 - turn.seat) == 60_000


def test_the_next_decision_has_time_of_its_own():
    game = between("ann", "ben", clock=CLOCK)
    first = turn_in(game)
    time_passes(game, 69)

    acted(first)

    assert turn_in(game).left_ms > 12_000 - 1_000


def test_the_sweep_forfeits_a_seat_whose_time_has_run_out():
    game = between("ann", "ben", "cleo", clock=CLOCK)
    late = turn_in(game)
    time_passes(game, 71)

    swept = live_sweep()

    assert swept.late == (game.pk,)
    game.refresh_from_db()
    assert [seat.forfeit for seat in game.seating.all() if seat.number == late.seat] == [
        ForfeitReason.TIMEOUT
    ]
    assert (game.status, turn_in(game).seat == late.seat) == (GameStatus.RUNNING, False)
    assert not live_sweep().late
    with pytest.raises(SeatForfeited):
        acted(late)


def test_the_last_seat_that_stays_wins_and_the_game_verifies():
    game = between("ann", "ben", clock=CLOCK)
    late = turn_in(game)
    time_passes(game, 71)
    live_sweep()

    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert {seat.number: seat.place for seat in game.seating.all()} == {late.seat: 2, 1 - late.seat: 1}
    assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_a_seat_in_time_is_left_alone():
    game = between("ann", "ben", clock=CLOCK)
    time_passes(game, 69)
    before = logged_events(game.pk)

    assert live_sweep().late == ()
    assert not live_forfeit_late(game_id=game.pk)
    assert logged_events(game.pk) == before


def test_an_action_after_the_deadline_forfeits_as_the_sweep_would():
    game = between("ann", "ben", "cleo", clock=CLOCK)
    turn = turn_in(game)
    time_passes(game, 71)

    with pytest.raises(TimeRanOut):
        acted(turn)

    log = logged_events(game.pk, first=turn.expected_seq + 1)
    assert log[0].kind == "seat_forfeited"
    assert live_sweep().late == ()
    with pytest.raises(SeatForfeited):
        acted(turn)


def test_house_play_is_not_taken_for_a_repeated_action():
    game = between("ann", "ben", "cleo", clock=CLOCK)
    turn = turn_in(game)
    time_passes(game, 71)
    live_sweep()
    house = logged_events(game.pk, first=turn.expected_seq + 2)[0]
    assert house.actor == turn.seat

    with pytest.raises((SeatForfeited, StaleSequence)):
        acted(turn, expected_seq=house.seq - 1)


def test_clocks_are_shown_of_remote_bots_that_still_play():
    game = between("ann", "random", "ben", clock=CLOCK)
    turn = turn_in(game)
    time_passes(game, 5)
    game.refresh_from_db()

    clocks = {clock.seat: clock for clock in live_clocks(game)}

    assert set(clocks) == {0, 2}
    left = clocks[turn.seat].left_ms
    assert left is not None
    assert 60_000 < left <= 65_000
    assert [clock.left_ms for clock in clocks.values()].count(None) == 1
    assert live_clocks(opened("ann", None)) == []


def test_a_voided_game_has_no_deadline():
    game = between("ann", "ben", clock=CLOCK)
    game_void(game_id=game.pk, reason="a test")
    time_passes(game, 71)

    assert live_sweep().late == ()
    assert LiveGame.objects.get(pk=game.pk).deadline is None


def test_a_game_whose_log_is_not_right_is_voided_and_no_seat_forfeits():
    game = between("ann", "ben", clock=CLOCK)
    acted(turn_in(game))
    change_event(game.pk, 4, "payload", """'{"position":9}'""")
    position_cache.clear()
    time_passes(game, 100)

    live_sweep()

    game.refresh_from_db()
    assert game.status == GameStatus.VOIDED
    assert {seat.forfeit for seat in game.seating.all()} == {""}


def test_a_slow_bot_decides_in_a_worker_and_the_game_continues():
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    rounds = 0
    while rounds < 3:
        live = LiveGame.objects.get(pk=game.pk)
        assert (live.due_seat is None) is is_owed(game)
        if live.due_seat is None:
            rounds += 1
            live_go_on(game_id=game.pk, seconds=20.0)
        else:
            acted(turn_in(game))

    assert turn_in(game).bot == "ann"


def test_the_sweep_offers_a_lost_decision_again(offered):
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=game.pk).due_seat is not None:
        acted(turn_in(game))
    assert live_sweep().offered == ()
    before = logged_events(game.pk)
    offered.clear()

    job_time_passes(game)

    assert live_sweep().offered == (game.pk,)
    assert offered == [game.pk]
    assert logged_events(game.pk) == before  # a sweep thinks for nobody: others wait for it
    assert live_sweep().offered == ()
    live_take_up(game_id=game.pk, seconds=20.0)
    assert len(logged_events(game.pk)) > len(before)


def test_the_sweep_does_not_offer_a_decision_that_a_worker_is_making(offered, monkeypatch):
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=game.pk).due_seat is not None:
        acted(turn_in(game))
    job_time_passes(game)  # its message waited in the queue for so long
    swept = []
    choose = ProspectorBot.choose

    def thinking(bot, *position):
        swept.append(live_sweep().offered)
        return choose(bot, *position)

    monkeypatch.setattr(ProspectorBot, "choose", thinking)
    live_take_up(game_id=game.pk, seconds=20.0)

    assert set(swept) == {()}


def test_a_worker_offers_to_others_only_what_it_does_not_continue_itself(offered, monkeypatch):
    monkeypatch.setattr("games.live.advance._TIMEOUT", 0.0)  # one decision at a time
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    turn_in(game)
    time_passes(game, 71 + 330)
    live_sweep()  # ann forfeits: the others play to the end
    offered.clear()

    live_take_up(game_id=game.pk, seconds=0.01)
    assert offered == [game.pk]
    live_take_up(game_id=game.pk, seconds=60.0)

    assert offered == [game.pk]
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED


def test_a_worker_voids_a_game_whose_log_is_not_right(offered):
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=game.pk).due_seat is not None:
        acted(turn_in(game))
    change_event(game.pk, 1, "payload", """'{"seats":[9]}'""")
    position_cache.clear()

    live_take_up(game_id=game.pk, seconds=1.0)
    live_take_up(game_id=game.pk, seconds=1.0)

    game.refresh_from_db()
    assert (game.status, PlayJob.objects.get(pk=game.pk).status) == (GameStatus.VOIDED, JobStatus.VOIDED)
    assert FailedAttempt.objects.get(job=game.pk).outcome == AttemptOutcome.FAILED


def test_two_workers_make_the_same_decision():
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=game.pk).due_seat is not None:
        acted(turn_in(game))
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT here")
    live_go_on(game_id=game.pk, seconds=20.0)
    first = logged_events(game.pk)
    with connection.cursor() as cursor:
        cursor.execute("ROLLBACK TO here")
    live_go_on(game_id=game.pk, seconds=20.0)

    assert logged_events(game.pk) == first


def test_an_open_game_that_expires_is_voided():
    game = opened("ann", None, open_for=timedelta(minutes=5))
    assert live_sweep().expired == ()

    time_passes(game, 301, columns=("expires_at",))

    assert live_sweep().expired == (game.pk,)
    game.refresh_from_db()
    assert game.status == GameStatus.VOIDED
    assert "nobody joined" in logged_events(game.pk)[0].payload
    assert verify_game(game.pk).status is VerdictStatus.CHANCE_UNPROVEN
    assert live_sweep().expired == ()


def test_a_game_is_played_through_although_every_seat_but_the_bots_forfeits():
    game = between("ann", "random", "greedy", clock=CLOCK)
    time_passes(game, 71)

    live_sweep()
    played_out(game)

    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert [seat.forfeit for seat in game.seating.all()] == [ForfeitReason.TIMEOUT, "", ""]
    assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_a_game_whose_forfeit_fails_does_not_stop_the_sweep(monkeypatch, caplog):
    broken, game = between("ann", "ben", clock=CLOCK), between("ann", "cleo", clock=CLOCK)
    time_passes(broken, 99)
    time_passes(game, 71)

    def settled(*, game_id: int) -> bool:
        if game_id == broken.pk:
            raise LookupError("no such bot any more")
        return live_forfeit_late(game_id=game_id)

    monkeypatch.setattr("games.live.sweep.live_forfeit_late", settled)

    assert live_sweep().late == (game.pk,)
    assert f"game {broken.pk}: a seat's time is up" in caplog.text
