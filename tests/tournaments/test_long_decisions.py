"""A lease is renewed while a bot thinks for longer than the lease lasts."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest

from engine.core import VerdictStatus
from games.forks import ForkSeed
from games.models import FailedAttempt, GameStatus, JobStatus
from games.queries import logged_events
from games.verification import verify_game
from tests.games.rivals import rivals
from tests.tournaments.builders import (
    games_of,
    hold,
    jobs_of,
    make_bot,
    make_table,
    make_tournament,
    make_worker,
    play_all,
    statuses_of,
)
from tests.tournaments.test_playing import share_seeds
from tournaments.forks import ForkWorkerLoop, fork_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

LEASE = timedelta(seconds=1.2)


class Brooding:
    """The random bot, whose first decision holds the interpreter for more than three leases."""

    def __init__(self) -> None:
        self.seconds = 3.2 * LEASE.total_seconds()

    def choose(self, observation: Any, legal: Sequence[int], rng: Any) -> int:
        until = monotonic() + self.seconds
        self.seconds = 0.0
        while monotonic() < until:
            pass
        answer: int = rng.choice(legal)
        return answer


def assert_lease_is_kept(play: Callable[[], object]) -> None:
    """Play while another thread requeues expired leases; assert that there are none."""
    with rivals() as claimed:
        play()
    assert claimed == []
    assert not FailedAttempt.objects.exists()


def test_a_planned_game_is_kept_by_the_worker_whose_bot_thinks_for_long():
    quick, slow = (make_tournament("ann", "bob", options={"laps": 12}) for _ in range(2))
    share_seeds(quick, slow)
    play_all(quick)
    first, second = games_of(slow)
    hold(jobs_of(slow).filter(game=second))
    worker = make_worker("slow", table=make_table(ann=Brooding()), lease=LEASE)

    assert_lease_is_kept(lambda: worker.run(slow.pk, seconds=60))

    assert statuses_of(slow) == [JobStatus.FINISHED, JobStatus.LEASED]
    assert jobs_of(slow)[0].worker == "slow"
    assert logged_events(first.pk) == logged_events(games_of(quick)[0].pk)


def test_a_fork_is_kept_by_the_worker_whose_bot_thinks_for_long():
    parent = games_of(play_all(make_tournament("ann", "bob", options={"laps": 12})))[0]
    bots = [make_bot("ann"), make_bot("bob")]
    quick = fork_create(parent_id=parent.pk, step=10, bots=bots, seed=ForkSeed.SAME)
    ForkWorkerLoop("quick").run(seconds=60)
    slow = fork_create(parent_id=parent.pk, step=10, bots=bots, seed=ForkSeed.SAME)
    worker = ForkWorkerLoop("slow", table=make_table(ann=Brooding()), lease=LEASE)

    assert_lease_is_kept(lambda: worker.run(seconds=60))

    slow.refresh_from_db()
    assert slow.status == GameStatus.FINISHED
    assert [event[:4] for event in logged_events(slow.pk)] == [event[:4] for event in logged_events(quick.pk)]
    assert verify_game(slow.pk).status is VerdictStatus.EXACT
