"""
Records look their ruleset up by key: these tests register Goldgräber for themselves if nobody else has.

They do so while they run and not before: other tests collect whatever is registered.
"""

from collections.abc import Iterator

import pytest

from engine.core import registry
from engine.rulesets.goldgraeber import GOLDGRAEBER


@pytest.fixture(autouse=True, scope="package")
def registered() -> Iterator[None]:
    """
    Have the ruleset registered during these tests.
    """
    if GOLDGRAEBER in registry.all_rulesets():
        yield
        return
    registry.register(GOLDGRAEBER)
    yield
    del registry._RULESETS[GOLDGRAEBER.key]
