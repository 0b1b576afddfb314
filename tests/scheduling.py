"""
Selection and order of tests per lane.

`make test` runs what is not marked `long`. Of a test marked `sampled(n)`, n sets of parameters run there, spread
evenly over all of them; the others are long.

The browser's tests come first and together, so that they share a running site and a Chromium. The processes of a run
begin with halves of that order and then take from each other what is left (``--dist worksteal``), so that neighbours,
which share what their module makes, mostly stay together too.
"""

from collections.abc import Iterator, Sequence

import pytest

_BROWSER = "tests/e2e/"


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """
    Mark the long sets of sampled tests before a lane is selected, and order the browser tests first.

    A browser test takes longest in one piece.
    """
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for alike in tests.values():
        mark_long_but_a_sample(alike)
    yield
    items.sort(key=lambda item: not item.nodeid.startswith(_BROWSER))


def mark_long_but_a_sample(items: Sequence[pytest.Item]) -> None:
    """Mark as long the items of one test that its mark `sampled` leaves to the long lane."""
    mark = items[0].get_closest_marker("sampled")
    if mark is None:
        return
    (size,) = mark.args
    kept = {number * len(items) // size for number in range(size)}
    for number, item in enumerate(items):
        if number not in kept:
            item.add_marker(pytest.mark.long)
