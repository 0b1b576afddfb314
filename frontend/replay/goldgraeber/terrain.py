"""Terrain of the board: the kind and the description of each field, and names of fields and lakes."""

from collections.abc import Callable, Mapping
from functools import cache

from engine.rulesets.goldgraeber import component_set
from frontend.replay.goldgraeber.geometry import Field, find_centre
from frontend.replay.translation import Translator

__all__ = ["describe_field", "find_terrain", "is_town", "name_field", "name_lake"]

#: Noun phrases for the field that a digger moves to, or stands on.
_KINDS: Mapping[str, Callable[[Translator], str]] = {
    "dig": lambda tr: tr.pgettext("field", "a dig site"),
    "street": lambda tr: tr.pgettext("field", "a street of the town"),
    "house": lambda tr: tr.pgettext("field", "a house"),
    "station": lambda tr: tr.pgettext("field", "the station"),
    "tunnel": lambda tr: tr.pgettext("field", "the tunnel"),
    "rail": lambda tr: tr.pgettext("field", "the railway"),
    "shore": lambda tr: tr.pgettext("field", "the water"),
    "deep": lambda tr: tr.pgettext("field", "the water"),
    "plain": lambda tr: tr.pgettext("field", "open land"),
}


@cache
def find_terrain(components: str) -> Mapping[Field, str]:
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
    """Return whether a field is part of the town, where there are no fights."""
    return find_terrain(components).get(field) in ("street", "house", "station")


def describe_field(tr: Translator, components: str, field: Field) -> str:
    """Return a field's terrain as a noun phrase: ``a dig site``."""
    return _KINDS[find_terrain(components).get(field, "plain")](tr)


def name_field(field: Field) -> str:
    """Return the coordinates of a field as text: ``4, −10``."""
    return f"{field[0]}, {field[1]}".replace("-", "−")


def name_lake(tr: Translator, components: str, lake: int) -> str:
    """Return a lake by its direction from the middle: ``the northern lake``."""
    x, y = _lake_centre(components, lake)
    if abs(y) > abs(x):
        return tr.gettext("the northern lake") if y < 0 else tr.gettext("the southern lake")
    return tr.gettext("the western lake") if x < 0 else tr.gettext("the eastern lake")


@cache
def _lake_centre(components: str, lake: int) -> tuple[float, float]:
    points = [find_centre(field) for field in component_set(components).lakes[lake].shore]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
