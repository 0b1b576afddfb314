"""
In which order tests run: the browser's first and together, so that they share a running site and a Chromium.

The processes of a run begin with halves of that order and then take from each other what is left
(``--dist worksteal``), so that neighbours, which share what their module makes, mostly stay together too.
"""

import pytest

_BROWSER = "tests/e2e/"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests first: what takes longest in one piece must begin soonest."""
    items.sort(key=lambda item: not item.nodeid.startswith(_BROWSER))
