"""Fixtures of all tests of tournaments: the race, a ruleset small enough to be counted by hand."""

import pytest

from engine.core import registry
from games.play_jobs import NO_PAUSE, leases
from tests.tournaments.race import RACE
from tournaments import tasks


@pytest.fixture(autouse=True)
def race(monkeypatch):
    """Register the race during a test only, so that tests that walk the registry see the real rulesets only."""
    monkeypatch.setitem(registry._RULESETS, RACE.key, RACE)


@pytest.fixture(autouse=True)
def _nothing_sent(request, monkeypatch):
    """Send no tasks unless there is a worker; tests that check tasks record them instead."""
    if "celery_worker_of_test" not in request.fixturenames:
        for task in (tasks.play_planned_games, tasks.play_forks):
            monkeypatch.setattr(task, "apply_async", lambda *args, **options: None)


@pytest.fixture
def no_pauses(monkeypatch):
    """Retry failed games without a pause."""
    monkeypatch.setattr(leases, "FIRST_PAUSE", NO_PAUSE)
