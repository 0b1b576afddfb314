"""
The toy ruleset is registered for these tests only.
"""

from collections.abc import Iterator

import pytest

from engine.core import registry
from tests.tournaments.race import RACE


@pytest.fixture(autouse=True, scope="package")
def registered() -> Iterator[None]:
    """
    Have the race registered while tests of this package run.
    """
    registry.register(RACE)
    yield
    del registry._RULESETS[RACE.key]
