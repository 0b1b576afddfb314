"""
How tests are spread over the processes of a run: the browser tests stay together, all others go one by one.
"""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

_BROWSER = "tests/e2e/"


class OneBrowser(LoadScopeScheduling):
    """
    Keeps the browser tests in one process, begun first: they share a running site and a Chromium.

    A group mark would say the same, but pytest 9 keeps a test's id where pytest-xdist 3.8 does not write the mark.
    """

    def _split_scope(self, nodeid: str) -> str:
        return _BROWSER if nodeid.startswith(_BROWSER) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneBrowser:
    """
    Spread the tests in our way, whatever `--dist` says.
    """
    return OneBrowser(config, log)
