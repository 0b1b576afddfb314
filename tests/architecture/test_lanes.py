"""Which tests `make test` leaves to `make test-long`: all that are marked, and what a sample leaves out."""

from typing import Any, cast

import pytest

from tests.scheduling import mark_long_but_a_sample


class FakeItem:
    """A test with a set of parameters, as the lanes see it."""

    def __init__(self, *marks: pytest.MarkDecorator) -> None:
        self.marks = [mark.mark for mark in marks]

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark.mark)


def quick(count: int, *marks: pytest.MarkDecorator) -> list[int]:
    """Return which of the tests with those marks are quick."""
    items = [FakeItem(*marks) for _ in range(count)]
    mark_long_but_a_sample(cast(Any, items))
    return [number for number, item in enumerate(items) if item.get_closest_marker("long") is None]


@pytest.mark.parametrize(
    ("count", "size", "kept"),
    [(8, 1, [0]), (8, 2, [0, 4]), (8, 3, [0, 2, 5]), (3, 3, [0, 1, 2]), (2, 5, [0, 1]), (1, 1, [0])],
)
def test_a_sample_is_spread_over_all_sets_of_parameters(count: int, size: int, kept: list[int]):
    assert quick(count, pytest.mark.sampled(size)) == kept


def test_tests_without_a_sample_stay_as_they_are():
    assert quick(3) == [0, 1, 2]
    assert quick(3, pytest.mark.long) == []


def test_this_run_knows_both_lanes(pytestconfig: pytest.Config):
    names = {line.partition(":")[0].partition("(")[0] for line in pytestconfig.getini("markers")}

    assert {"long", "sampled", "flow", "browser"} <= names
    assert "slow" not in names
