"""
The component sets of Goldgräber: board and chips, as data files with ids.

A game keeps the id of the set it was played with; a later set never changes an old game's replay. Each file says of
itself (``about``) what is published and what is reconstructed.
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

#: Ids of the sets, the default one first.
COMPONENT_SETS = ("2026-1",)


@dataclass(frozen=True, slots=True)
class House:
    """A house: its seat's colour, its field, and the one field it is entered and left by."""

    color: str
    at: Hex
    door: Hex


@dataclass(frozen=True, slots=True)
class Lake:
    """A lake: its fields next to land, where rafts lie, and the others."""

    shore: tuple[Hex, ...]
    deep: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Raft:
    """A raft: its lake, and the pole field where it lies at the start."""

    lake: int
    pole: Hex


@dataclass(frozen=True, slots=True)
class ComponentSet:
    """
    Everything in the box. Fields that no list names are plain land.

    ``houses`` stand in the order of the seats; ``rail`` runs from the tunnel to the station; ``gold`` and
    ``robbers`` tell how many chips there are of each value and strength.
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
        """Return the last rail field: the locomotive's entering it ends the game. It is part of the town."""
        return self.rail[-1]


@cache
def component_set(name: str) -> ComponentSet:
    """
    Return the component set of that id.

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
