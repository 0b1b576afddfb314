"""Geometry of the board: hexagons with pointy tops, twenty units from centre to corner."""

from collections.abc import Iterable, Sequence
from math import sqrt

from frontend.replay.markup import number

__all__ = [
    "HEX",
    "VIEW",
    "Field",
    "Point",
    "Window",
    "draw_hexes",
    "draw_trail",
    "field_of",
    "find_centre",
    "fit_window",
]

#: Axial coordinates (q, r) of a field.
Field = tuple[int, int]
Point = tuple[float, float]
#: x, y, width and height of a ``viewBox``.
Window = tuple[float, float, float, float]

_SIZE = 20
#: One hexagon from its top corner, relative.
HEX = "l17.3 10v20l-17.3 10-17.3-10v-20z"
#: The whole board.
VIEW: Window = (-368, -322, 736, 644)

#: Minimum side of the close-up, and the margin around the changes of the step.
_CLOSE, _MARGIN = 240, 60


def field_of(pair: Sequence[int]) -> Field:
    """Return the field of a ``[q, r]`` pair."""
    return pair[0], pair[1]


def find_centre(field: Field) -> Point:
    """Return the middle of a field."""
    q, r = field
    return sqrt(3) * _SIZE * (q + r / 2), 1.5 * _SIZE * r


def draw_hexes(fields: Iterable[Field]) -> str:
    """Return the outlines of fields as the data of one path."""
    return "".join(f"M{x:.1f} {number(y - _SIZE)}{HEX}" for x, y in map(find_centre, fields))


def draw_trail(fields: Iterable[Field]) -> str:
    """Return the data of a path through the middles of fields."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(find_centre, fields))


def fit_window(fields: Sequence[Field]) -> Window:
    """Return the square of the board around these fields, for a close-up; the middle of the board without any."""
    points = [find_centre(field) for field in fields] or [(0.0, 0.0)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    side = min(max(right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN, _CLOSE), VIEW[3])
    return (
        _clamped((left + right - side) / 2, VIEW[0], VIEW[2], side),
        _clamped((top + bottom - side) / 2, VIEW[1], VIEW[3], side),
        side,
        side,
    )


def _clamped(start: float, least: float, length: float, side: float) -> float:
    return min(max(start, least), least + length - side)
