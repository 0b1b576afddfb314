"""Digests distinguish positions: everything that the rules depend on changes the digest."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine.core import Generator
from engine.rulesets import registry
from tests.engine.moon_river.positions import Holding, Position, ordinary

RULESET = registry.get("moon-river@1")
Change = Callable[[dict[str, Any]], None]


def table() -> Position:
    """Return a position with all kinds of content."""
    me = Holding(
        ranch={(0, 0): "D5", (0, 1): "D4", (1, 1): "C1"},
        cows={(0, 0): 1, (0, 1): 2},
        partners={(0, 0): ("farmer", "specialist")},
        hand=["D1", "F1"],
    )
    theirs = Holding(ranch={(4, 0): "M1", (4, 1): "M1"}, cows={(4, 0): 1}, hand=["K1"])
    return ordinary(2, me=me, others={0: theirs})


def _ranch(seen: dict[str, Any], seat: int) -> Any:
    return seen["ranches"][seat]


def _set(path: tuple[Any, ...], value: Any) -> Change:
    def change(seen: dict[str, Any]) -> None:
        inner: Any = seen
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return change


def _swap_hands(seen: dict[str, Any]) -> None:
    mine, theirs = _ranch(seen, 0), _ranch(seen, 1)
    mine["hand"], theirs["hand"] = theirs["hand"], mine["hand"]


def _move_cow(seen: dict[str, Any]) -> None:
    first, second = _ranch(seen, 0)["cells"]
    first["cows"], second["cows"] = second["cows"], first["cows"]


def _swap_plots(seen: dict[str, Any]) -> None:
    first, second = _ranch(seen, 0)["cells"]
    first["plot"], second["plot"] = second["plot"], first["plot"]


def _reverse_next_column(seen: dict[str, Any]) -> None:
    seen["columns"]["next"].reverse()


def _take_from_the_box(seen: dict[str, Any]) -> None:
    """Exchange the plots that are still to be dealt, keeping their number."""
    gone = seen["left_game"]
    held = [plot for ranch in seen["ranches"] for plot in ranch["hand"]]
    laid = [cell["plot"] for ranch in seen["ranches"] for cell in ranch["cells"]]
    columns = [space["plot"] for column in seen["columns"].values() for space in column]
    other = next(plot for plot in range(96, 0, -1) if plot not in {*gone, *held, *laid, *columns})
    gone[0] = other


CHANGES: dict[str, Change] = {
    "cows in the supply": _set(("supply", "cows"), 7),
    "tokens left": _set(("supply", "partners"), 3),
    "tokens in the saloon": _set(("saloon",), ["trapper"] * 5),
    "the round": _set(("round",), 3),
    "who deals with it": _set(("actor",), 0),
    "forfeits": _set(("forfeits",), [0]),
    "bonus tiles": _set(("bonus_tiles",), [2]),
    "a chance of a bonus tile": _set(("ranches", 1, "bonus_done"), True),
    "a forced turn": _set(("ranches", 1, "forced"), True),
    "dominoes left": _set(("ranches", 1, "dominoes_left"), 0),
    "a partner's side": _set(("ranches", 1, "cells", 0, "partner", "side"), "cowboy"),
    "a partner's name": _set(("ranches", 1, "cells", 0, "partner", "name"), "trapper"),
    "a herd": _set(("ranches", 1, "cells", 1, "cows"), 3),
    "hands": _swap_hands,
    "where a cow stands": _move_cow,
    "where a plot lies": _swap_plots,
    "the next column": _reverse_next_column,
    "a ranchero": _set(("columns", "next", 3, "ranchero"), 1),
    "the current column": _set(("columns", "current", 3, "plot"), 96),
    "the box": _take_from_the_box,
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_position_that_differs_in_one_thing_has_another_digest(what):
    position = table()
    seen = copy.deepcopy(position.look())
    same = RULESET.sample(seen, Generator(1))
    assert same.digest() == position.state.digest()
    changed = copy.deepcopy(seen)
    CHANGES[what](changed)
    assert changed != seen

    assert RULESET.sample(changed, Generator(1)).digest() != same.digest()


@pytest.mark.parametrize("options", [{"mode": "base"}, {"mode": "legends", "scenario": "outlaws"}])
def test_positions_of_other_options_or_seats_have_other_digests(options):
    digests = set()
    for seats in (2, 3, 4):
        digests.add(RULESET.create_state(RULESET.complete_options(options, seats), seats, "2026-1").digest())
    digests.add(
        RULESET.create_state(
            RULESET.complete_options({"mode": "legends", "scenario": "random"}, 2), 2, "2026-1"
        ).digest()
    )

    assert len(digests) == 4


def test_a_forfeit_changes_the_digest():
    position = table()
    digest = position.state.digest()
    position.state.forfeit(0)

    assert position.state.digest() != digest


def test_a_digest_has_32_bytes():
    assert len(table().state.digest()) == 32
