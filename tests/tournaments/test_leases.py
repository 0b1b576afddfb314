from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from engine.core import Playthrough
from games.db import execute
from games.event_store import Appending
from games.models import AttemptOutcome, Event, FailedAttempt, GameStatus, JobKind, JobStatus, PlayJob
from games.play_jobs import MAX_FAILURES, Report, jobs_give_back
from games.realtime import topics
from tests.tournaments.builders import (
    expire,
    games_of,
    jobs_of,
    make_tournament,
    make_worker,
    read_logs,
    statuses_of,
)
from tournaments.planning import tournament_cancel
from tournaments.play import load_games
from tournaments.play.leases import leases_claim, leases_expire, leases_fail, leases_report

pytestmark = pytest.mark.django_db(transaction=True)


def claim(tournament, *, worker="w", limit=1):
    return leases_claim(tournament.pk, worker=worker, limit=limit)


def make_report(lease, *, steps=1):
    """Return a report of the first steps of a game."""
    from engine.testing.driving import make_driver
    from games.event_store import game_secrets

    play: Playthrough = load_games([lease.game_id])[lease.game_id].play()
    before = play.seq
    driver = make_driver(play, lambda legal, _: legal[0], seed=game_secrets([lease.game_id])[lease.game_id])
    driver.advance(steps=steps)
    events = driver.collect().events
    return Report(lease, Appending(lease.game_id, before, events), False)


def expire_all():
    """Expire every lease."""
    expire(PlayJob.objects.all())


def run_in_threads(work, count):
    """Do the work in that many threads at the same moment; return the results."""
    barrier = Barrier(count)

    def run(number):
        try:
            barrier.wait()
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_games_are_claimed_in_the_order_of_play():
    tournament = make_tournament(deals=3)

    leases = claim(tournament, limit=4)

    assert [lease.game_id for lease in leases] == [game.pk for game in games_of(tournament)[:4]]


def test_a_share_leaves_games_to_others():
    tournament = make_tournament(deals=5)

    sizes = [len(leases_claim(tournament.pk, worker="w", limit=9, share=4)) for _ in range(8)]

    assert sizes == [3, 2, 2, 1, 1, 1, 0, 0]


def test_no_game_is_claimed_twice():
    tournament = make_tournament("ann", "bob", "cy", deals=5)

    claims = run_in_threads(lambda number: claim(tournament, worker=f"w{number}", limit=7), 4)

    games = [lease.game_id for claim in claims for lease in claim]
    assert len(games) == len(set(games)) == 28


def test_two_leases_of_one_game_are_impossible():
    tournament = make_tournament()
    lease = claim(tournament)[0]

    with pytest.raises(IntegrityError), transaction.atomic():
        PlayJob.objects.create(game_id=lease.game_id, kind=JobKind.PLANNED, worker="intruder")


@pytest.mark.parametrize("fields", [{"token": None}, {"expires_at": None}, {"status": JobStatus.WAITING}])
def test_a_job_is_leased_by_a_token_until_a_time_or_not_at_all(fields):
    claim(make_tournament())

    with pytest.raises(IntegrityError), transaction.atomic():
        PlayJob.objects.filter(status=JobStatus.LEASED).update(**fields)


def test_a_report_renews_the_lease():
    tournament = make_tournament()
    (lease,) = leases_claim(tournament.pk, worker="w", limit=1, lease=timedelta(hours=1))
    expire(jobs_of(tournament))

    assert leases_report([make_report(lease)]) == set()

    assert PlayJob.objects.get(pk=lease.game_id).expires_at > timezone.now() + timedelta(minutes=50)


def test_a_report_is_refused_after_its_lease_expired_and_was_swept():
    tournament = make_tournament()
    lease = claim(tournament)[0]
    report = make_report(lease)
    expire_all()
    assert [each.game_id for each in leases_expire()] == [lease.game_id]

    assert leases_report([report]) == {lease.token}

    assert not Event.objects.exists()


def test_a_late_report_is_refused_while_the_next_holder_plays_on():
    tournament = make_tournament()
    slow, _ = claim(tournament, worker="slow", limit=2)
    late = make_report(slow, steps=2)
    expire_all()
    leases_expire()
    (second,) = claim(tournament, worker="quick", limit=2)
    assert second.game_id == slow.game_id

    assert leases_report([make_report(second)]) == set()
    assert leases_report([late]) == {slow.token}
    assert leases_report([make_report(second)]) == set()

    assert Event.objects.filter(game=slow.game_id).count() == 2


def test_a_report_delivered_twice_is_written_once():
    tournament = make_tournament()
    lease = claim(tournament)[0]
    report = make_report(lease)

    answers = run_in_threads(lambda number: leases_report([report]), 2)

    assert Event.objects.filter(game=lease.game_id).count() == 1
    assert {lease.token} in answers


def test_a_report_is_accepted_after_its_lease_expired_but_before_a_sweep():
    tournament = make_tournament()
    lease = claim(tournament)[0]
    expire_all()

    assert leases_report([make_report(lease)]) == set()
    assert leases_expire() == []


def test_one_refused_game_does_not_affect_the_others_of_its_chunk():
    from games.event_store import game_void

    tournament = make_tournament(deals=2)
    leases = claim(tournament, limit=3)
    reports = [make_report(lease) for lease in leases]
    game_void(game_id=leases[1].game_id, reason="by hand")

    assert leases_report(reports) == {leases[1].token}

    assert [game.head_seq for game in games_of(tournament)[:3]] == [1, 1, 1]
    assert statuses_of(tournament)[:3] == [JobStatus.LEASED, JobStatus.VOIDED, JobStatus.LEASED]


def test_a_game_that_fails_is_played_again():
    tournament = make_tournament()
    lease = claim(tournament)[0]

    leases_fail([lease], reason="no space left on device")

    job = PlayJob.objects.get(pk=lease.game_id)
    assert (job.status, job.failures) == (JobStatus.WAITING, 1)
    attempt = FailedAttempt.objects.get()
    assert (attempt.outcome, attempt.reason) == (AttemptOutcome.FAILED, "no space left on device")


def test_after_five_failures_a_game_is_stuck(no_pauses):
    tournament = make_tournament()
    first, second = claim(tournament, limit=2)
    leases_fail([first], reason="once")
    for _ in range(MAX_FAILURES - 1):
        (again,) = claim(tournament, limit=2)
        leases_fail([again], reason="again")

    statuses = dict(jobs_of(tournament).values_list("pk", "status"))
    assert statuses == {first.game_id: JobStatus.STUCK, second.game_id: JobStatus.LEASED}
    assert claim(tournament, limit=2) == []


def test_games_that_have_failed_are_leased_alone():
    tournament = make_tournament(deals=3)
    jobs_of(tournament).update(failures=1)

    assert len(claim(tournament, limit=9)) == 1


def test_games_that_never_failed_go_first():
    tournament = make_tournament(deals=2)
    first = jobs_of(tournament)[0]
    jobs_of(tournament).filter(pk=first.pk).update(failures=2)

    leases = claim(tournament, limit=9)

    assert first.pk not in [lease.game_id for lease in leases]
    assert len(leases) == 3


def test_giving_a_lease_back_is_no_failure():
    tournament = make_tournament()

    jobs_give_back(claim(tournament, limit=2))

    assert set(jobs_of(tournament).values_list("status", "failures")) == {(JobStatus.WAITING, 0)}
    assert not FailedAttempt.objects.exists()


def test_cancelling_while_workers_report_leaves_every_game_voided_or_finished():
    tournament = make_tournament("ann", "bob", "cy", deals=10, options={"laps": 8})

    def work(number):
        if number == 0:
            tournament_cancel(tournament)
        else:
            make_worker(f"w{number}").run(tournament.pk, seconds=60)

    run_in_threads(work, 4)

    assert {game.status for game in games_of(tournament)} <= {GameStatus.VOIDED, GameStatus.FINISHED}
    ends = {log[-1].kind for log in read_logs(tournament).values()}
    assert ends <= {"game_voided", "game_finished"}
    assert not PlayJob.objects.filter(token__isnull=False).exists()
    pairs = jobs_of(tournament).values_list("status", "game__status")
    assert all(status == game_status for status, game_status in pairs)


@pytest.mark.long
def test_concurrent_workers_and_expiries_neither_lose_nor_repeat_a_game():
    tournament = make_tournament("ann", "bob", "cy", deals=8, options={"laps": 8})

    def work(number):
        if number:
            for _ in range(40):
                make_worker(f"w{number}").run(tournament.pk, seconds=0)
        else:
            for _ in range(20):
                expire_all()
                leases_expire()

    run_in_threads(work, 4)
    jobs_of(tournament).filter(status=JobStatus.STUCK).update(status=JobStatus.WAITING, failures=0)
    expire_all()
    leases_expire()
    make_worker("last").run(tournament.pk, seconds=60)

    assert {game.status for game in games_of(tournament)} == {GameStatus.FINISHED}
    for log in read_logs(tournament).values():
        assert [event.seq for event in log] == list(range(1, len(log) + 1))


@pytest.fixture
def returned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The payloads of notifications, taken from the statements that send them."""
    payloads: list[str] = []

    def record(statement, values):
        payloads.append(" ".join(values[1]))
        return execute(statement, values)

    monkeypatch.setattr(topics, "execute", record)
    return payloads


def test_a_report_of_several_games_sends_one_notification_of_the_tournament(returned):
    tournament = make_tournament(deals=3)
    reports = [make_report(lease) for lease in claim(tournament, limit=3)]
    returned.clear()

    leases_report(reports)

    assert len(returned) == 2
    assert sum(f"tournament {tournament.pk}" in each for each in returned) == 1


def test_a_failed_game_sends_a_notification_of_the_tournament(returned):
    tournament = make_tournament()
    leases = claim(tournament)
    returned.clear()

    leases_fail(leases, reason="a test")

    assert returned == [f"tournament {tournament.pk}"]


def test_the_end_of_a_tournament_sends_a_notification(returned):
    tournament = make_tournament()
    returned.clear()

    tournament_cancel(tournament)

    assert f"tournament {tournament.pk}" in returned
