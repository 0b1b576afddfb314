"""
Component sets of Goldgräber: board and chips, as data files with ids.

A game stores the id of its set, so a later set never changes the replay of an old game. The field ``about`` of each
file says which data is published and which is reconstructed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from engine.core import UnknownRuleset
from engine.rulesets.goldgraeber.hex_grid import DIRECTIONS, RADIUS, Hex

__all__ = ["COMPONENT_SETS", "ComponentSet", "House", "Lake", "Raft", "component_set"]

#: Ids of the sets, the default first.
COMPONENT_SETS = ("2026-1",)


@dataclass(frozen=True, slots=True)
class House:
    """A house: the colour of its seat, its field, and its door, the only field next to it from which it is entered."""

    color: str
    at: Hex
    door: Hex


@dataclass(frozen=True, slots=True)
class Lake:
    """A lake: its shore fields, on which rafts lie, and its other fields."""

    shore: tuple[Hex, ...]
    deep: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Raft:
    """A raft: its lake, and the pole field on which it starts."""

    lake: int
    pole: Hex


@dataclass(frozen=True, slots=True)
class ComponentSet:
    """
    The board and the chips of the box. Fields in none of the lists are plain land.

    ``houses`` are in the order of the seats, ``rail`` runs from the tunnel to the station, ``gold`` and ``robbers`` are
    the numbers of chips by value and strength.
    """

    id: str
    about: str
    houses: tuple[House, ...]
    streets: tuple[Hex, ...]
    rail: tuple[Hex, ...]
    lakes: tuple[Lake, ...]
    rafts: tuple[Raft, ...]
    dig_sites: tuple[Hex, ...]
    gold: Mapping[int, int]
    robbers: Mapping[int, int]

    @property
    def station(self) -> Hex:
        """The last rail field, part of the town. The game ends when the locomotive enters it."""
        return self.rail[-1]


@cache
def component_set(name: str) -> ComponentSet:
    """
    Load the component set of an id.

    Raises:
        UnknownRuleset: code ``unknown_components``.
    """
    if name not in COMPONENT_SETS:
        raise UnknownRuleset("unknown_components", field="components", expected=list(COMPONENT_SETS))
    text = (files(__package__) / "data" / f"{name}.json").read_text(encoding="utf-8")
    return _parse_components(json.loads(text))


def _parse_components(data: Mapping[str, Any]) -> ComponentSet:
    assert data["radius"] == RADIUS, "every board is this hexagon"
    assert _parse_hex_list(data["directions"]) == DIRECTIONS, "paths are shown by this order of directions"
    chips = data["chips"]
    return ComponentSet(
        id=data["id"],
        about=data["about"],
        houses=tuple(
            House(color=house["color"], at=_parse_hex(house["at"]), door=_parse_hex(house["door"]))
            for house in data["houses"]
        ),
        streets=_parse_hex_list(data["streets"]),
        rail=_parse_hex_list(data["rail"]),
        lakes=tuple(
            Lake(shore=_parse_hex_list(lake["shore"]), deep=_parse_hex_list(lake["deep"]))
            for lake in data["lakes"]
        ),
        rafts=tuple(Raft(lake=raft["lake"], pole=_parse_hex(raft["pole"])) for raft in data["rafts"]),
        dig_sites=_parse_hex_list(data["dig_sites"]),
        gold={int(value): count for value, count in chips["gold"].items()},
        robbers={int(strength): count for strength, count in chips["robber"].items()},
    )


def _parse_hex(pair: list[int]) -> Hex:
    return pair[0], pair[1]


def _parse_hex_list(pairs: list[list[int]]) -> tuple[Hex, ...]:
    return tuple(map(_parse_hex, pairs))
