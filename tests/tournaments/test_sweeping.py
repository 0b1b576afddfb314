from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.event_store import unfinished_games_void
from games.models import FailedAttempt, Game, GameStatus, JobStatus, PlayJob
from tests.tournaments.builders import (
    expire,
    games_of,
    jobs_of,
    make_tournament,
    make_worker,
    play_all,
    statuses_of,
)
from tournaments import tasks
from tournaments.models import Tournament, TournamentStatus, Worker
from tournaments.planning import tournament_start
from tournaments.play import publication_is_current, publication_open, sweep
from tournaments.play.leases import leases_claim

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(monkeypatch):
    """The arguments of the tasks that would have been sent."""
    messages = []
    monkeypatch.setattr(
        tasks.play_planned_games, "apply_async", lambda args, **options: messages.append(args)
    )
    return messages


def test_starting_dispatches_the_games_to_the_workers(sent):
    tournament = make_tournament(deals=3)

    assert sent == [(tournament.pk, 1)] * 6


def test_a_publication_has_a_limited_number_of_tasks(sent):
    make_tournament(deals=100)

    assert len(sent) == 16


def test_a_task_plays_and_ends_when_nothing_is_left(sent):
    tournament = make_tournament(deals=2)

    tasks.play_planned_games(*sent[0])

    assert {game.status for game in games_of(tournament)} == {GameStatus.FINISHED}
    assert len(sent) == 4
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED


def test_a_task_whose_time_is_up_sends_itself_again(sent, monkeypatch):
    monkeypatch.setattr(tasks, "_RUN_SECONDS", 0.0)
    tournament = make_tournament(deals=2)
    task = sent.pop()
    sent.clear()

    tasks.play_planned_games(*task)

    assert sent == [task]
    assert statuses_of(tournament).count(JobStatus.FINISHED) >= 1


def test_a_task_of_an_older_publication_does_nothing(sent):
    tournament = make_tournament()
    publication_open(tournament.pk)

    tasks.play_planned_games(*sent[0])

    assert not PlayJob.objects.exclude(leased_at=None).exists()


def test_a_task_delivered_again_after_the_end_does_nothing(sent):
    make_tournament()
    tasks.play_planned_games(*sent[0])
    jobs = list(PlayJob.objects.values())

    tasks.play_planned_games(*sent[0])

    assert list(PlayJob.objects.values()) == jobs


def test_an_unreachable_broker_does_not_stop_the_start(monkeypatch):
    def raise_unreachable(**options):
        raise OperationalError("connection refused")

    monkeypatch.setattr(tasks.play_planned_games, "apply_async", raise_unreachable)
    tournament = tournament_start(make_tournament(start=False))

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.RUNNING
    assert tournament.publish_fault == "connection refused"


def test_the_sweep_republishes_what_could_not_be_sent(sent):
    tournament = make_tournament(deals=2)
    Tournament.objects.update(publish_fault="connection refused")
    sent.clear()

    assert sweep().published == (tournament.pk,)

    assert sent == [(tournament.pk, 2)] * 4
    tournament.refresh_from_db()
    assert tournament.publish_fault == ""


def test_the_sweep_renews_a_publication_that_may_be_lost(sent):
    tournament = make_tournament()
    assert sweep().published == ()

    Tournament.objects.update(published_at=timezone.now() - timedelta(minutes=1))
    assert sweep().published == (tournament.pk,)

    assert not publication_is_current(tournament.pk, 1)
    assert publication_is_current(tournament.pk, 2)


def test_the_sweep_requeues_games_of_dead_workers_and_publishes_them_at_once(sent):
    tournament = make_tournament()
    leases_claim(tournament.pk, worker="gone", limit=2)
    expire(jobs_of(tournament))

    swept = sweep()

    assert len(swept.requeued) == 2
    assert swept.published == (tournament.pk,)
    assert set(jobs_of(tournament).values_list("status", "failures")) == {(JobStatus.WAITING, 1)}
    assert FailedAttempt.objects.count() == 2


def test_the_sweep_does_not_disturb_working_workers(sent):
    tournament = make_tournament()
    leases_claim(tournament.pk, worker="busy", limit=2)

    swept = sweep()

    assert (swept.requeued, swept.published) == ((), ())


def test_the_sweep_finishes_a_tournament_whose_event_was_lost(sent, settings):
    settings.SUBSCRIPTIONS = {}
    tournament = play_all(make_tournament())
    assert tournament.status == TournamentStatus.RUNNING

    assert sweep().finished == (tournament.pk,)

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED


def test_the_sweep_notices_games_voided_without_an_event(sent, settings):
    from games.event_store import game_void

    tournament = make_tournament()
    settings.SUBSCRIPTIONS = {}
    for game in games_of(tournament):
        game_void(game_id=game.pk, reason="by hand")

    sweep()

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED
    assert set(statuses_of(tournament)) == {JobStatus.VOIDED}


def test_voiding_the_last_unfinished_game_finishes_the_tournament(sent):
    from games.event_store import game_void

    tournament = make_tournament()
    make_worker().run(tournament.pk, seconds=0)
    game_void(game_id=Game.objects.exclude(status=GameStatus.FINISHED).get().pk, reason="by hand")

    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED


def test_a_sweep_records_a_heartbeat_of_its_worker():
    tasks.sweep()

    assert Worker.objects.get().heard_at <= timezone.now()


def test_publications_opened_concurrently_have_different_numbers():
    tournament = make_tournament()

    with ThreadPoolExecutor(4) as pool:
        publications = list(pool.map(lambda _: call_in_thread(publication_open, tournament.pk), range(8)))

    numbers = [publication.number for publication in publications]
    assert sorted(numbers) == list(range(min(numbers), min(numbers) + 8))
    assert [publication_is_current(tournament.pk, number) for number in numbers].count(True) == 1


def test_voiding_the_same_games_concurrently_ends_their_jobs():
    tournament = make_tournament(deals=20)
    games = [game.pk for game in games_of(tournament)]

    def settle(number):
        ids = games if number % 2 else games[::-1]
        call_in_thread(lambda: unfinished_games_void(game_ids=ids, reason="a test"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(settle, range(8)))

    assert set(statuses_of(tournament)) == {JobStatus.VOIDED}
    tournament.refresh_from_db()
    assert tournament.status == TournamentStatus.FINISHED


def call_in_thread(call, *arguments):
    """Make a call in a thread and close the thread's connection."""
    try:
        return call(*arguments)
    finally:
        connection.close()
