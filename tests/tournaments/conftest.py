"""
What every test of tournaments has: the race, a ruleset small enough to be counted by hand.
"""

import pytest

from engine.core import registry
from tests.tournaments.race import RACE
from tournaments import forkruns, leases


@pytest.fixture(autouse=True)
def race(monkeypatch):
    """
    Register the race for the length of a test: tests that walk the registry are to see the real rulesets only.
    """
    monkeypatch.setitem(registry._RULESETS, RACE.key, RACE)


@pytest.fixture
def no_pauses(monkeypatch):
    """
    Let games that could not be played be tried again at once.
    """
    for room in (leases, forkruns):
        monkeypatch.setattr(room, "FIRST_PAUSE", leases.NO_PAUSE)
