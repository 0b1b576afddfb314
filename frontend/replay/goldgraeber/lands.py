"""What each field of a board is, as a kind and in words."""

from collections.abc import Mapping
from functools import cache

from engine.rulesets.goldgraeber import component_set
from frontend.replay.goldgraeber.geometry import Field, centre

__all__ = ["field_name", "is_town", "lake_name", "land_words", "lands"]

_WORDS = {
    "dig": "a dig site",
    "street": "a street of the town",
    "house": "a house",
    "station": "the station",
    "tunnel": "the tunnel",
    "rail": "the railway",
    "shore": "the water",
    "deep": "the water",
    "plain": "open land",
}


@cache
def lands(components: str) -> Mapping[Field, str]:
    """Return the kind of every field that is not plain land."""
    box = component_set(components)
    kinds = dict.fromkeys(box.dig_sites, "dig")
    kinds |= dict.fromkeys(box.streets, "street")
    kinds |= {house.at: "house" for house in box.houses}
    for lake in box.lakes:
        kinds |= dict.fromkeys(lake.shore, "shore") | dict.fromkeys(lake.deep, "deep")
    kinds |= dict.fromkeys(box.rail, "rail")
    kinds |= {box.rail[0]: "tunnel", box.station: "station"}
    return kinds


def is_town(components: str, field: Field) -> bool:
    """Tell whether a field is part of the town: no fights there."""
    return lands(components).get(field) in ("street", "house", "station")


def land_words(components: str, field: Field) -> str:
    """Return what a field is, in words: ``a dig site``."""
    return _WORDS[lands(components).get(field, "plain")]


def field_name(field: Field) -> str:
    """Return a field as lists name it: ``4, −10``."""
    return f"{field[0]}, {field[1]}".replace("-", "−")


@cache
def lake_name(components: str, lake: int) -> str:
    """Return a lake by where it lies: ``northern lake``."""
    fields = component_set(components).lakes[lake].shore
    points = [centre(field) for field in fields]
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    if abs(y) > abs(x):
        return "northern lake" if y < 0 else "southern lake"
    return "western lake" if x < 0 else "eastern lake"
