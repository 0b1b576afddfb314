"""docs/tour.md works as printed."""

import doctest

from config.env import CHECKOUT

TOUR = CHECKOUT / "docs" / "tour.md"


def test_every_line_of_the_tour_gives_what_is_printed():
    failed, attempted = doctest.testfile(str(TOUR), module_relative=False, encoding="utf-8")

    assert failed == 0
    assert 15 <= attempted <= 25, "a tour is short"


def test_the_tour_needs_nothing_but_the_engine():
    lines = TOUR.read_text(encoding="utf-8").splitlines()
    imports = [line for line in lines if line.startswith((">>> from ", ">>> import "))]

    assert imports
    assert all(line.startswith(">>> from engine.") for line in imports)


def test_the_tour_can_be_found_from_the_readme():
    assert "(docs/tour.md)" in (CHECKOUT / "README.md").read_text(encoding="utf-8")
