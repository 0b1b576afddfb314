from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from engine.bots import registry as builtin_bots
from games.bots import bots_register_builtin
from games.models import Bot, FailedAttempt, Game, GameStatus, JobStatus, PlayJob
from tests.tournaments.builders import games_of, jobs_of, make_bot, make_tournament, play_all, statuses_of
from tests.tournaments.race import RACE
from tournaments.domain import Rotation
from tournaments.entries import services as entries
from tournaments.errors import CODES, InvalidTournament, WrongTournamentStatus
from tournaments.models import (
    Match,
    PlannedGame,
    PlannedStatus,
    Round,
    Tournament,
    TournamentStatus,
)
from tournaments.planning import lifecycle as services
from tournaments.planning import (
    tournament_cancel,
    tournament_create,
    tournament_retry,
    tournament_start,
)
from tournaments.play import worker_record_heartbeat
from tournaments.play.settlement import tournaments_finish_due
from tournaments.selectors import BlockerCode, tournament_progress

pytestmark = pytest.mark.django_db


def make_plan(**fields):
    bots = fields.pop("bots", None) or [make_bot("ann"), make_bot("bob")]
    return {"name": "Open", "ruleset": RACE.key, "bots": bots, "seats": 2} | fields


def test_a_tournament_is_planned_down_to_its_games():
    tournament = make_tournament("ann", "bob", "cy", "dee", seats=2, deals=3, start=False)

    assert Round.objects.filter(stage__tournament=tournament).count() == 3
    assert Match.objects.filter(round__stage__tournament=tournament).count() == 6
    assert PlannedGame.objects.filter(tournament=tournament).count() == 6 * 3 * 2
    assert tournament.status == TournamentStatus.DRAFT


def test_every_entrant_sits_in_every_seat_equally_often():
    tournament = make_tournament("ann", "bob", "cy", "dee", "eve", seats=3, deals=2, start=False)

    seatings = PlannedGame.objects.filter(tournament=tournament).values_list("seating", flat=True)
    sat = Counter((seat, rank) for seating in seatings for seat, rank in enumerate(seating))
    assert set(sat.values()) == {6 * 2}
    assert len(sat) == 15


def test_all_seat_orders_are_played_with_rotation_all():
    tournament = make_tournament("ann", "bob", "cy", seats=3, rotation=Rotation.ALL, start=False)

    assert PlannedGame.objects.filter(tournament=tournament).count() == 6


def test_options_are_stored_with_every_default():
    assert make_tournament(start=False).options == {"laps": 3}


def test_the_same_bot_entered_twice_gets_two_names():
    tournament = make_tournament("ann", "bob", "ann", start=False)

    assert list(tournament.entrants.values_list("name", flat=True)) == ["ann 1", "bob", "ann 2"]


@pytest.mark.parametrize(
    ("field", "code", "fields"),
    [
        ("name", "blank_name", {"name": "  "}),
        ("name", "name_too_long", {"name": "x" * 201}),
        ("ruleset", "unknown_ruleset", {"ruleset": "chess@1"}),
        ("components", "unknown_components", {"components": "2"}),
        ("seats", "wrong_seat_count", {"seats": 6}),
        ("laps", "invalid_options", {"options": {"laps": 0}}),
        ("bots", "too_few_entrants", {"seats": 3}),
        ("deals", "too_few_deals", {"deals": 0}),
        ("deals", "too_many_games", {"deals": 10**9}),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(field, code, fields):
    with pytest.raises(InvalidTournament) as refusal:
        tournament_create(**make_plan(**fields))

    assert (refusal.value.code, refusal.value.details["field"]) == (code, field)
    assert code in CODES


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("bot_not_active", {"active": False}),
        ("bot_plays_other_rulesets", {"rulesets": ["chess@1"]}),
        ("bot_not_runnable", {"transport": "http"}),
        ("bot_not_runnable", {"parameters": {"builtin": "deep-thought"}}),
        ("bot_not_runnable", {"parameters": {"builtin": "random", "depth": 3}}),
    ],
)
def test_a_bot_that_cannot_play_is_refused(code, fields):
    with pytest.raises(InvalidTournament) as refusal:
        tournament_create(**make_plan(bots=[make_bot("ann"), make_bot("zed", **fields)]))

    assert refusal.value.code == code
    assert refusal.value.details["bot"] == "zed"


def test_every_code_that_can_be_raised_is_documented_and_no_other():
    source = "".join(open(module.__file__).read() for module in (services, entries))  # noqa: PTH123, SIM115

    raised = {code for code in CODES if f'"{code}"' in source}
    engines_own = {"unknown_ruleset", "unknown_components", "wrong_seat_count", "invalid_options"}
    assert raised | engines_own | {"tournament_not_found"} == set(CODES)


def test_games_are_created_at_the_start_and_not_before():
    tournament = make_tournament(deals=2, start=False)
    assert not Game.objects.exists()

    tournament_start(tournament)

    assert Game.objects.count() == 4
    assert set(Game.objects.values_list("status", flat=True)) == {GameStatus.SCHEDULED}
    assert tournament.status == TournamentStatus.RUNNING


def test_the_games_of_a_deal_share_a_seed_and_no_others_do():
    tournament = make_tournament("ann", "bob", "cy", "dee", deals=2)

    seeds = {}
    for planned in tournament.planned_games.select_related("game"):
        seeds.setdefault((planned.match_id, planned.deal), []).append(planned.game.seed_id)
    assert all(len(set(ids)) == 1 for ids in seeds.values())
    assert len({ids[0] for ids in seeds.values()}) == len(seeds) == 12


def test_games_are_committed_to_their_seed_and_name_their_players_by_seat():
    tournament = make_tournament("ann", "bob")

    first, second = games_of(tournament)
    assert first.commitment == second.commitment != ""
    assert [seat.player for seat in first.seating.order_by("number")] == ["ann", "bob"]
    assert [seat.player for seat in second.seating.order_by("number")] == ["bob", "ann"]
    assert first.seed.revealed_at is None


def test_a_tournament_starts_once():
    tournament = make_tournament()

    with pytest.raises(WrongTournamentStatus) as refusal:
        tournament_start(tournament)

    assert refusal.value.code == "not_draft"
    assert Game.objects.count() == 2


def test_cancelling_voids_unfinished_games():
    tournament = make_tournament(deals=2)

    tournament_cancel(tournament, reason="hail")

    assert tournament.status == TournamentStatus.CANCELLED
    assert set(Game.objects.values_list("status", flat=True)) == {GameStatus.VOIDED}
    assert set(statuses_of(tournament)) == {JobStatus.VOIDED}


def test_a_draft_can_be_cancelled():
    tournament = make_tournament(start=False)

    tournament_cancel(tournament)

    assert tournament.status == TournamentStatus.CANCELLED
    assert not Game.objects.exists()
    progress = tournament_progress(tournament)
    assert (progress.planned, progress.waiting, progress.voided) == (2, 0, 2)
    assert {planned.status for planned in tournament.planned_games.all()} == {PlannedStatus.VOIDED}


def test_a_finished_tournament_cannot_be_cancelled():
    tournament = make_tournament()
    tournament_cancel(tournament)

    with pytest.raises(WrongTournamentStatus) as refusal:
        tournament_cancel(tournament)

    assert refusal.value.code == "already_over"


def test_stuck_games_can_be_retried():
    tournament = make_tournament()
    jobs_of(tournament).update(status=JobStatus.STUCK, failures=5)

    assert tournament_retry(tournament) == 2
    assert set(jobs_of(tournament).values_list("status", "failures")) == {(JobStatus.WAITING, 0)}


def test_retrying_without_stuck_games_is_refused():
    with pytest.raises(WrongTournamentStatus) as refusal:
        tournament_retry(make_tournament())

    assert refusal.value.code == "nothing_stuck"


def test_built_in_bots_are_registered_once():
    first = bots_register_builtin()
    second = bots_register_builtin()

    assert first == second
    assert [bot.name for bot in first] == [bot.name for bot in builtin_bots.all_bots()]
    assert Bot.objects.count() == len(first)


def test_cancelling_ends_leases_and_is_no_failure():
    tournament = make_tournament()
    from tournaments.play.leases import leases_claim, leases_expire

    leases_claim(tournament.pk, worker="w", limit=1)
    tournament_cancel(tournament)

    assert not PlayJob.objects.filter(token__isnull=False).exists()
    assert leases_expire() == []
    assert not FailedAttempt.objects.exists()


@pytest.mark.parametrize("hours", [-1, 1])
def test_times_of_a_tournament_come_from_the_database_clock(hours, monkeypatch):
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(hours=hours))
    cancelled = tournament_cancel(make_tournament())
    finished = play_all(make_tournament())
    tournaments_finish_due([finished.pk])
    finished.refresh_from_db()

    for tournament in (cancelled, finished):
        assert abs(tournament.started_at - right()) < timedelta(minutes=1)
        assert tournament.started_at <= tournament.finished_at
    assert tournament_progress(finished).games_per_second > 0
    running = make_tournament()
    assert tournament_progress(running).blockers == ()
    worker_record_heartbeat("w")
    Tournament.objects.filter(pk=running.pk).update(started_at=right() - timedelta(minutes=2))
    assert [blocker.code for blocker in tournament_progress(running).blockers] == [BlockerCode.QUEUED]
