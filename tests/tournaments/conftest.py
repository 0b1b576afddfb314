"""
What every test of tournaments has: the race, a ruleset small enough to be counted by hand.
"""

import pytest

from engine.core import registry
from tests.tournaments.race import RACE


@pytest.fixture(autouse=True)
def race(monkeypatch):
    """
    Register the race for the length of a test: tests that walk the registry are to see the real rulesets only.
    """
    monkeypatch.setitem(registry._RULESETS, RACE.key, RACE)
