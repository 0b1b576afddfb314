"""Services that schedule, start and void games."""

from typing import Any

import orjson
import pytest

from engine.core import InvalidOptions, MalformedEvent, UnknownRuleset, VerdictStatus
from games.errors import ConcurrencyConflict, GameIsOver, UnknownGame
from games.event_store import (
    GamePlan,
    PlannedSeat,
    game_header,
    game_void,
    games_schedule,
    games_start,
    unfinished_games_void,
)
from games.event_store.lifecycle import MAX_VOID_REASON
from games.models import Game, GameOrigin, GameStatus, Seat
from games.queries import logged_events
from games.queries.selectors import game_headers
from games.verification import verify_game
from tests.games.factories import (
    MOON_RIVER,
    BotFactory,
    finished_game,
    game_append,
    kept_seed,
    log_of,
    running_game,
    scheduled_game,
    scheduled_games,
)
from tests.games.tampering import change_event

pytestmark = pytest.mark.django_db


def plan(**changes: Any) -> GamePlan:
    """A plan for two seats."""
    fields: dict[str, Any] = {
        "ruleset": MOON_RIVER,
        "options": {"mode": "base"},
        "seats": [PlannedSeat("ann"), PlannedSeat("ben")],
        "origin": GameOrigin.TOURNAMENT,
    }
    return GamePlan(**(fields | changes))


def test_the_head_of_a_scheduled_game_is_the_hash_of_its_header():
    seed = kept_seed(1)

    game = games_schedule(plans=[plan(seed=seed)])[0]

    header = game_header(Game.objects.get(pk=game.pk))
    assert header.commitment == seed.commitment
    assert header.players == ("ann", "ben")
    assert bytes(game.head_hash) == bytes(game.header_hash) == header.h0()
    assert (game.status, game.head_seq) == (GameStatus.SCHEDULED, 0)


def test_options_are_stored_with_every_default_written_out():
    options = {"mode": "legends", "scenario": "gold_rush"}

    game = games_schedule(plans=[plan(options=options)])[0]

    assert set(game.options_data) == {"mode", "scenario", "boards"}
    assert game.options == orjson.dumps(game.options_data, option=orjson.OPT_SORT_KEYS).decode()


def test_games_are_scheduled_in_the_order_of_their_plans():
    bots = [BotFactory.create(), BotFactory.create()]
    tables = [[PlannedSeat(a.name, a.pk), PlannedSeat(b.name, b.pk)] for a, b in (bots, bots[::-1])]

    games = games_schedule(plans=[plan(seats=table) for table in tables])

    assert [game_headers([game.pk])[game.pk].players for game in games] == [
        (bots[0].name, bots[1].name),
        (bots[1].name, bots[0].name),
    ]
    assert list(Seat.objects.filter(game=games[1]).order_by("number").values_list("bot", flat=True)) == [
        bots[1].pk,
        bots[0].pk,
    ]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"ruleset": "moon-river@99"}, UnknownRuleset),
        ({"components": "1999-1"}, UnknownRuleset),
        ({"options": {"mode": "fast"}}, InvalidOptions),
        ({"seats": [PlannedSeat("alone")]}, InvalidOptions),
    ],
)
def test_an_invalid_plan_schedules_nothing(changes, error):
    with pytest.raises(error):
        games_schedule(plans=[plan(), plan(**changes)])

    assert not Game.objects.exists()


def test_a_large_schedule_takes_few_statements(django_assert_max_num_queries):
    seed = kept_seed(1)

    with django_assert_max_num_queries(6):
        games_schedule(plans=[plan(seed=seed)] * 200)


def test_starting_marks_only_games_that_were_scheduled():
    scheduled, running, over = scheduled_game(), running_game(3), finished_game()
    ids = [scheduled.pk, running.pk, over.pk]

    assert games_start(game_ids=ids) == [scheduled.pk]
    assert games_start(game_ids=ids) == []
    scheduled.refresh_from_db()
    assert scheduled.status == GameStatus.RUNNING
    assert scheduled.started_at is not None


def test_the_service_raises_the_errors_of_the_store():
    game = running_game(3)

    with pytest.raises(ConcurrencyConflict):
        game_append(game_id=game.pk, expected_seq=2, events=log_of(game)[2:])


@pytest.mark.parametrize("make", [scheduled_game, lambda: running_game(10), finished_game])
def test_a_game_can_be_voided_at_any_time_and_its_log_verifies(make):
    game = make()
    before = logged_events(game.pk)

    game_void(game_id=game.pk, reason="x" * MAX_VOID_REASON)

    game.refresh_from_db()
    assert game.status == GameStatus.VOIDED
    assert logged_events(game.pk)[:-1] == before
    assert verify_game(game.pk).status in (VerdictStatus.EXACT, VerdictStatus.CHANCE_UNPROVEN)


def test_a_voided_game_cannot_be_voided_again():
    game = finished_game()
    game_void(game_id=game.pk, reason="first")

    with pytest.raises(GameIsOver):
        game_void(game_id=game.pk, reason="second")


def test_a_reason_longer_than_the_maximum_is_refused():
    game = finished_game()

    with pytest.raises(MalformedEvent):
        game_void(game_id=game.pk, reason="x" * (MAX_VOID_REASON + 1))


def test_an_unknown_game_cannot_be_voided():
    with pytest.raises(UnknownGame):
        game_void(game_id=404, reason="never was")


def test_a_diverged_game_can_be_voided():
    game = finished_game()
    change_event(game.pk, 4, "payload", "'{}'")

    game_void(game_id=game.pk, reason="tampered with")

    game.refresh_from_db()
    assert game.status == GameStatus.VOIDED


def test_voiding_many_games_skips_those_that_are_over():
    over, running = finished_game(), running_game(10)
    scheduled = scheduled_games(3)

    voided = unfinished_games_void(
        game_ids=[over.pk, running.pk, *(game.pk for game in scheduled)], reason="cancelled"
    )

    assert voided == [running.pk, *(game.pk for game in scheduled)]
    over.refresh_from_db()
    assert over.status == GameStatus.FINISHED
