"""Background of the board: land, water, town and railway; it never changes, so a page carries it once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from engine.rulesets.goldgraeber import COORDINATES, House, component_set
from frontend.replay.drawing import letter
from frontend.replay.goldgraeber.geometry import HEX, Field, draw_hexes, draw_trail, find_centre
from frontend.replay.goldgraeber.terrain import find_terrain
from frontend.replay.markup import Html, number

__all__ = ["draw_ground"]

_PRINT = "var(--print,#231a12)"
_LINE = "var(--hex-line,#c9b48b)"
_MARK = "var(--hex-mark,#a98f62)"
_WATER = "var(--water,#2f7286)"
#: Fill and outline of each kind of field, the softest outlines first.
_FILLS = {
    "plain": ("var(--hex-plain,#f1e3c4)", _LINE, 1.2),
    "rail": ("var(--hex-rail,#d8cbb0)", _LINE, 1.2),
    "dig": ("var(--hex-dig,#dcb679)", _LINE, 1.2),
    "shore": ("var(--shore,#8fb9b4)", _WATER, 1.2),
    "deep": (_WATER, _WATER, 1.2),
    "street": ("var(--hex-street,#e6c9a8)", _PRINT, 1.2),
}
#: Seats whose figures and houses have a pattern of the sprite over their colour.
_PATTERNED = "bcdef"


@cache
def draw_ground(components: str, seats: int) -> Html:
    """Return the background of the board for a number of seats: a group with the id ``ground``."""
    kinds = find_terrain(components)
    fields: dict[str, list[Field]] = {kind: [] for kind in _FILLS}
    for field in COORDINATES.values():
        kind = kinds.get(field, "plain")
        if kind in fields:
            fields[kind].append(field)
    drawn = "".join(
        (
            *(_land(fields[kind], *look) for kind, look in _FILLS.items()),
            _land_marks(fields),
            _railway(components),
            *(
                _house(house, letter(seat).lower() if seat < seats else "none")
                for seat, house in enumerate(component_set(components).houses)
            ),
        )
    )
    return Html(f'<g id="ground">{drawn}</g>')


def _land(fields: Iterable[Field], fill: str, line: str, width: float) -> str:
    return f'<path d="{draw_hexes(fields)}" fill="{fill}" stroke="{line}" stroke-width="{width}"/>'


def _land_marks(fields: dict[str, list[Field]]) -> str:
    """Return the prints on the fields: tufts, holes, waves and paving."""
    tufts = [field for field in fields["plain"] if (5 * field[0] + 3 * field[1]) % 4 == 0]
    holes = _printed(
        fields["dig"], lambda x, y: f"M{x(-11.2)} {y(7.2)}c2.4-5.6 4.8-8.8 11.2-8.8s8.8 3.2 11.2 8.8z"
    )
    return (
        _strokes(tufts, _tuft, _MARK, 1.6)
        + f'<path d="{holes}" fill="var(--hex-hole,#6b4a28)"/>'
        + _strokes(fields["dig"], _rubble, _PRINT, 1.6)
        + _strokes(fields["shore"], _ripple, _PRINT, 1.4)
        + _strokes(fields["deep"], _waves, "var(--block,#fbf3df)", 1.6, opacity=0.55)
        + _strokes(fields["street"], _paving, _MARK, 1.6)
    )


@dataclass(frozen=True, slots=True)
class _Shift:
    """Writes coordinates relative to the middle of a field."""

    start: float

    def __call__(self, distance: float) -> str:
        return f"{self.start + distance:.1f}"


def _printed(fields: Iterable[Field], draw: Callable[[_Shift, _Shift], str]) -> str:
    """Return one path's data with the same small print on each field."""
    return "".join(draw(_Shift(x), _Shift(y)) for x, y in map(find_centre, fields))


def _strokes(
    fields: Iterable[Field],
    draw: Callable[[_Shift, _Shift], str],
    color: str,
    width: float,
    opacity: float = 1,
) -> str:
    faint = f' stroke-opacity="{opacity}"' if opacity < 1 else ""
    return (
        f'<path d="{_printed(fields, draw)}" fill="none" stroke="{color}" stroke-width="{width}"{faint}'
        ' stroke-linecap="round"/>'
    )


def _tuft(x: _Shift, y: _Shift) -> str:
    return (
        f"M{x(-5.6)} {y(3.2)}c0-2.4-1.2-3.6-2.4-4.4M{x(-5.6)} {y(3.2)}v-5.6"
        f"M{x(-5.6)} {y(3.2)}c0-2.4 1.2-3.6 2.4-4.4M{x(4.8)} {y(9.6)}h4.8"
    )


def _rubble(x: _Shift, y: _Shift) -> str:
    return f"M{x(-12.8)} {y(7.2)}h25.6M{x(-10.4)} {y(10.8)}h5.6M{x(3.2)} {y(11.2)}h7.2"


def _ripple(x: _Shift, y: _Shift) -> str:
    return f"M{x(-9.6)} {y(8)}q2.4-2.4 4.8 0t4.8 0 4.8 0 4.8 0"


def _waves(x: _Shift, y: _Shift) -> str:
    return (
        f"M{x(-11.2)} {y(-3.2)}q2.8-2.8 5.6 0t5.6 0 5.6 0 5.6 0M{x(-7.2)} {y(5.6)}q2.8-2.8 5.6 0t5.6 0 5.6 0"
    )


def _paving(x: _Shift, y: _Shift) -> str:
    return (
        f"M{x(-12)} {y(-5.6)}h9.6M{x(1.6)} {y(-5.6)}h10.4M{x(-7.2)} {y(0.8)}h11.2"
        f"M{x(-12)} {y(7.2)}h8M{x(0)} {y(7.2)}h11.2"
    )


def _railway(components: str) -> str:
    """Return the rails: sleepers, bed and rails are three strokes of one path, from the tunnel to the station."""
    box = component_set(components)
    way = f'<path d="{draw_trail(box.rail)}" fill="none"'
    return (
        f'{way} stroke="{_PRINT}" stroke-width="15" stroke-dasharray="3.5 5.5"/>'
        f'{way} stroke="{_PRINT}" stroke-width="9"/>'
        f'{way} stroke="var(--hex-rail,#d8cbb0)" stroke-width="4.5"/>'
        + _symbol("hex-tunnel", box.rail[0])
        + _symbol("hex-station", box.station)
    )


def _symbol(name: str, field: Field, css: str = "") -> str:
    x, y = find_centre(field)
    return f'<use href="#{name}" x="{number(x - 20)}" y="{number(y - 20)}" width="40" height="40"{css}/>'


def _house(house: House, seat: str) -> str:
    """Return a house in its seat's colour and pattern, with a doorstep on the side of its door."""
    x, y = find_centre(house.at)
    door_x, door_y = find_centre(house.door)
    step_x, step_y = (x + door_x) / 2, (y + door_y) / 2
    pattern = (
        f'<path d="M{number(x)} {number(y - 20)}{HEX}" fill="url(#pat-{seat})"/>'
        if seat in _PATTERNED
        else ""
    )
    return (
        f'<g class="seat-{seat}">{_symbol("hex-house", house.at)}{pattern}</g>'
        f'<circle cx="{number(step_x)}" cy="{number(step_y)}" r="4" fill="var(--block,#fbf3df)"'
        f' stroke="{_PRINT}" stroke-width="1.6"/>'
    )
