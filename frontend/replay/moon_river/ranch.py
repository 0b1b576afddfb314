"""
Drawing of a ranch: the grid of plots, the river with its bridges, the board with the storage below.

Row 1 is at the water. Lines are thin between plots of one territory and thick around it, so that a reader sees
territories first. Changes of the step are outlined in brick; changed territories have numbered discs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from engine.rulesets.moon_river import Plot
from frontend.replay.drawing import letter
from frontend.replay.markup import Html, escaped, number
from frontend.replay.moon_river.boards import name_board
from frontend.replay.moon_river.plots import (
    COLUMN_LETTERS,
    UNIT,
    Content,
    describe_content,
    describe_plot,
    draw_content,
    draw_plot,
    name_cell,
)
from frontend.replay.moon_river.vocabulary import count_cows
from frontend.replay.translation import Translator, join_items

__all__ = ["Disc", "Marks", "compute_ratio", "draw_ranch", "read_contents"]

Cell = tuple[int, int]

_LEFT, _RIGHT, _TOP = -26, 491, -28
#: From the lower edge of row 1 to the lower edge of the picture: river, then board.
_BELOW = 118
#: Boards of Legends carry their character's name under the storage.
_NAME_BAND = 30
_SEATS_WITH_PATTERN = "bc"


@dataclass(frozen=True, slots=True)
class Disc:
    """A numbered disc on a cell."""

    cell: Cell
    mark: int


@dataclass(frozen=True, slots=True)
class Marks:
    """
    Changes of a step in one ranch.

    Args:
        came: cells on which something was put; two neighbours are outlined together.
        left: cells from which something was taken.
        path: start and end of a cow that moved.
        plots_came: plots new in the hand.
    """

    came: tuple[Cell, ...] = ()
    left: tuple[Cell, ...] = ()
    path: tuple[Cell, Cell] | None = None
    plots_came: frozenset[int] = frozenset()
    discs: tuple[Disc, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.came or self.left or self.plots_came or self.discs)


NO_MARKS = Marks()


class _Frame(NamedTuple):
    """The measures of one ranch's picture; a named tuple because it is a cache key."""

    rows: int
    has_name: bool

    @property
    def height(self) -> int:
        return self.rows * UNIT

    @property
    def bottom(self) -> int:
        return self.height + _BELOW + (_NAME_BAND if self.has_name else 0)

    def corner(self, cell: Sequence[int]) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        return cell[0] * UNIT, (self.rows - 1 - cell[1]) * UNIT


def compute_ratio(ranch: Mapping[str, Any]) -> float:
    """Return width / height of a ranch's picture."""
    frame = _Frame(ranch["rows"], ranch["board"] != "camp")
    return (_RIGHT - _LEFT) / (frame.bottom - _TOP)


def read_contents(ranch: Mapping[str, Any]) -> dict[Cell, Content]:
    """Return the contents of the occupied cells of a ranch, row by row from the river."""
    return {(cell["cell"][0], cell["cell"][1]): _content(cell) for cell in ranch["cells"]}


def _content(cell: Mapping[str, Any]) -> Content:
    partner = cell["partner"]
    name = None
    if partner:
        name = "cowboy" if partner["side"] == "cowboy" else partner["name"]
    return Content(
        landscape=cell["landscape"],
        cows=cell["cows"],
        skull=bool(cell["skull"]),
        circle=bool(cell["circle"]),
        partner=name,
        resource=cell["resource"],
        resource_count=cell["resource_count"],
        is_bonus=cell["plot"] is None,
    )


def draw_ranch(
    tr: Translator,
    ranch: Mapping[str, Any],
    contents: Mapping[Cell, Content],
    plots: Mapping[int, Plot],
    marks: Marks = NO_MARKS,
) -> Html:
    """
    Return the picture of a ranch as one ``svg`` element with title and description.

    Args:
        ranch: one of an observation's ``ranches``.
        contents: the contents of its cells, from ``read_contents``.
        plots: the component set's plots by id.
        marks: the changes of the step here.
    """
    seat = letter(ranch["seat"])
    frame = _Frame(ranch["rows"], ranch["board"] != "camp")
    bridges = tuple(sorted((cell[0], cell[1]) for cell in ranch["bridges"]))
    cows = sum(content.cows for content in contents.values())
    name = seat.lower()
    title = tr.gettext("Ranch of {seat}").format(seat=seat)
    spaces = ranch["storage_spaces"]
    description = _describe(tr, ranch["board"], bridges, len(contents), cows, len(ranch["hand"]), spaces)
    return Html(
        f'<svg viewBox="{_LEFT} {_TOP} {_RIGHT - _LEFT} {frame.bottom - _TOP}" role="img"'
        f' aria-labelledby="ranch-{name}-title ranch-{name}-text" class="seat-{name}">'
        f'<title id="ranch-{name}-title">{escaped(title)}</title>'
        f'<desc id="ranch-{name}-text">{description}</desc>'
        f"{_ground(frame)}{_grid(tr, frame, tuple(contents.items()))}"
        f"{_river(frame, bridges)}{_board_letter(frame, seat)}"
        f"{_storage(tr, frame, ranch, plots, marks)}{_cow_count(tr, frame, cows)}"
        f"{_outlines(frame, marks)}{_discs(frame, marks)}</svg>"
    )


@lru_cache(maxsize=1024)
def _describe(
    tr: Translator, board: str, bridges: tuple[Cell, ...], placed: int, cows: int, hand: int, spaces: int
) -> str:
    """Return the description of a ranch's picture: its board, then the number of things on it."""
    text = tr.gettext(
        "{board} board, bridges at {bridges}; {plots}, {cows}; {hand}, {spaces}. Listed in the table below."
    ).format(
        board=name_board(tr, board),
        bridges=join_items(tr, list(map(name_cell, bridges))),
        plots=tr.ngettext("{n} plot", "{n} plots", placed).format(n=placed),
        cows=count_cows(tr, cows),
        hand=tr.ngettext("{n} plot in hand", "{n} plots in hand", hand).format(n=hand),
        spaces=tr.ngettext("{n} storage space", "{n} storage spaces", spaces).format(n=spaces),
    )
    return escaped(text)


@lru_cache(maxsize=8)
def _ground(frame: _Frame) -> str:
    """Return the lowest layer: names of columns and rows, the board."""
    pieces = []
    for column, name in enumerate(COLUMN_LETTERS):
        pieces.append(f'<text x="{column * UNIT + 48}" y="-10" class="co">{name}</text>')
    for row in range(frame.rows):
        y = frame.height - 41 - row * UNIT
        pieces.append(f'<text x="-14" y="{y}" class="co">{row + 1}</text>')
    top = frame.height + 25
    grain = "".join(f"M{_LEFT} {y}H{_RIGHT}" for y in range(top + 19, frame.bottom - 8, 21))
    pieces.append(
        f'<path d="M{_LEFT} {top}H{_RIGHT}V{frame.bottom}H{_LEFT}z" fill="var(--camp)"/>'
        f'<path d="{grain}" stroke="var(--print)" stroke-opacity=".16" stroke-width="2"/>'
        f'<path d="M204 {frame.height - 72}h72v97h-72z" fill="var(--camp)"/>'
    )
    return "".join(pieces)


@lru_cache(maxsize=256)
def _grid(tr: Translator, frame: _Frame, occupied: tuple[tuple[Cell, Content], ...]) -> str:
    """Return free cells, plots and the lines between them; cached, since a step changes two ranches at most."""
    contents = dict(occupied)
    return _free_cells(frame, contents) + _plots(tr, frame, contents) + _borders(frame, contents)


@lru_cache(maxsize=512)
def _free_cell(x: int, y: int) -> str:
    return (
        f'<rect x="{x + 3}" y="{y + 3}" width="90" height="90" fill="none" stroke="var(--dash)"'
        ' stroke-width="2" stroke-dasharray="6 6"/>'
    )


def _free_cells(frame: _Frame, contents: Mapping[Cell, Content]) -> str:
    # the middle of row 1 is the board itself: nothing can be placed there
    return "".join(
        _free_cell(*frame.corner((column, row)))
        for row in range(frame.rows)
        for column in range(5)
        if (column, row) not in contents and (column, row) != (2, 0)
    )


@lru_cache(maxsize=8192)
def _plot(tr: Translator, content: Content, cell: Cell, x: int, y: int) -> str:
    title = f"{name_cell(cell)}: {describe_content(tr, content)}"
    return f'<g transform="translate({x} {y})"><title>{escaped(title)}</title>{draw_content(content)}</g>'


def _plots(tr: Translator, frame: _Frame, contents: Mapping[Cell, Content]) -> str:
    return "".join(_plot(tr, content, cell, *frame.corner(cell)) for cell, content in contents.items())


def _borders(frame: _Frame, contents: Mapping[Cell, Content]) -> str:
    """Return the lines between plots: thin inside a territory, thick around it."""
    thin: list[str] = []
    thick: list[str] = []
    for (column, row), content in contents.items():
        x, y = frame.corner((column, row))
        for neighbour, line in (
            ((column + 1, row), f"M{x + UNIT} {y}v96"),
            ((column, row + 1), f"M{x} {y}h96"),
        ):
            other = contents.get(neighbour)
            is_inside = other is not None and other.landscape == content.landscape
            (thin if is_inside else thick).append(line)
        if (column - 1, row) not in contents:
            thick.append(f"M{x} {y}v96")
        if (column, row - 1) not in contents:
            thick.append(f"M{x} {y + UNIT}h96")
    if not contents:
        return ""
    return (
        f'<path d="{"".join(thin)}" stroke="var(--print)" stroke-width="1.5" stroke-opacity=".45"/>'
        f'<path d="{"".join(thick)}" stroke="var(--print)" stroke-width="6" stroke-linecap="square"/>'
    )


@lru_cache(maxsize=64)
def _river(frame: _Frame, bridges: tuple[Cell, ...]) -> str:
    bed = frame.height + 13
    notch = frame.height - 84
    course = f"M{_LEFT} {bed}H204V{notch}H276V{bed}H{_RIGHT}"
    wave = (
        'fill="none" stroke="var(--block)" stroke-opacity=".75" stroke-width="2.2" stroke-linecap="round"'
        ' stroke-dasharray="11 23"'
    )
    pieces = [
        f'<path d="{course}" fill="none" stroke="var(--print)" stroke-width="27"/>'
        f'<path d="{course}" fill="none" stroke="var(--water)" stroke-width="22"/>'
        f'<path d="M{_LEFT} {bed - 5}H209V{notch + 5}H271V{bed - 5}H{_RIGHT}" {wave}/>'
        f'<path d="M{_LEFT} {bed + 5}H199V{notch - 5}H281V{bed + 5}H{_RIGHT}" {wave} stroke-dashoffset="17"/>'
    ]
    for column, row in bridges:
        x, y = column * UNIT + 24, frame.height - 6 - row * UNIT
        height = 36 if row else 38
        pieces.append(f'<use href="#bridge" x="{x}" y="{y}" width="48" height="{height}"/>')
    return "".join(pieces)


@lru_cache(maxsize=32)
def _board_letter(frame: _Frame, seat: str) -> str:
    y = frame.height - 22
    pattern = ""
    if seat.lower() in _SEATS_WITH_PATTERN:
        pattern = f'<circle cx="240" cy="{y}" r="27" fill="url(#pat-{seat.lower()})"/>'
    return (
        f'<circle cx="240" cy="{y}" r="29" fill="var(--seat)" stroke="var(--print)" stroke-width="4"/>'
        f'{pattern}<text x="240" y="{y + 13}" font-size="36" class="tl">{seat}</text>'
    )


def _storage(
    tr: Translator, frame: _Frame, ranch: Mapping[str, Any], plots: Mapping[int, Plot], marks: Marks
) -> str:
    """Return the storage: its spaces, the plots on them, and then the plots of the hand beyond its size."""
    spaces = ranch["storage_spaces"]
    hand = ranch["hand"]
    pitch = min(78, 346 / max(spaces, len(hand)))
    side = pitch - 12
    y = frame.height + 40 + (66 - side) / 2
    pieces = []
    for index in range(max(spaces, len(hand))):
        x = 14 + index * pitch
        box = f'x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}"'
        if index >= len(hand):
            pieces.append(
                f'<rect {box} fill="var(--paper)" fill-opacity=".6" stroke="var(--print)" stroke-width="3"'
                ' stroke-dasharray="7 5"/>'
            )
            continue
        plot = plots[hand[index]]
        name = tr.gettext("In hand: {plot}").format(plot=describe_plot(tr, plot))
        pieces.append(
            f'<g transform="translate({number(x)} {number(y)}) scale({number(side / UNIT)})">'
            f"<title>{escaped(name)}</title>{draw_plot(plot)}</g>"
        )
        if plot.id in marks.plots_came:
            pieces.append(
                f'<rect {box} fill="none" stroke="var(--block)" stroke-width="9"/>'
                f'<rect class="fresh" {box} fill="none" stroke="#a3341f" stroke-width="5"/>'
            )
        else:
            pieces.append(f'<rect {box} fill="none" stroke="var(--print)" stroke-width="4"/>')
    if frame.has_name:
        title = escaped(name_board(tr, ranch["board"]))
        pieces.append(f'<text x="14" y="{frame.bottom - 15}" font-size="26" class="tk">{title}</text>')
    return "".join(pieces)


@lru_cache(maxsize=256)
def _cow_count(tr: Translator, frame: _Frame, cows: int) -> str:
    # two digits need more room, but the storage of four and one plot more ends at 348
    x = 374 if cows < 10 else 354
    title = tr.gettext("Cows on this ranch: {n}").format(n=cows)
    return (
        f"<g><title>{escaped(title)}</title>"
        f'<use href="#cow" x="{x}" y="{frame.height + 50}" width="60" height="45"/>'
        f'<text x="{x + 66}" y="{frame.height + 89}" font-size="42" class="tk">{cows}</text></g>'
    )


def _outlines(frame: _Frame, marks: Marks) -> str:
    pieces = [
        f'<rect class="fresh" {box} fill="none" stroke="var(--block)" stroke-width="12"/>'
        f'<rect {box} fill="none" stroke="#a3341f" stroke-width="6" stroke-dasharray="14 9"/>'
        for box in _boxes(frame, marks.left)
    ]
    pieces += [
        f'<rect class="fresh" {box} fill="none" stroke="var(--block)" stroke-width="15"/>'
        f'<rect {box} fill="none" stroke="#a3341f" stroke-width="8"/>'
        for box in _boxes(frame, marks.came)
    ]
    if marks.path:
        pieces.append(_arrow(frame, *marks.path))
    return "".join(pieces)


def _boxes(frame: _Frame, cells: Sequence[Cell]) -> list[str]:
    """Return rectangles around the cells: one around two cells side by side, else one each."""
    if len(cells) == 2 and abs(cells[0][0] - cells[1][0]) + abs(cells[0][1] - cells[1][1]) == 1:
        (x, y), (other_x, other_y) = map(frame.corner, cells)
        left, top = min(x, other_x), min(y, other_y)
        width, height = abs(x - other_x) + UNIT, abs(y - other_y) + UNIT
        return [f'x="{left}" y="{top}" width="{width}" height="{height}"']
    return ['x="{}" y="{}" width="96" height="96"'.format(*frame.corner(cell)) for cell in cells]


def _arrow(frame: _Frame, start: Cell, end: Cell) -> str:
    """Return an arrow from the cow's old place to its new one."""
    (x, y), (to_x, to_y) = frame.corner(start), frame.corner(end)
    dx, dy = (to_x - x) // UNIT, (to_y - y) // UNIT
    x, y, to_x, to_y = x + 40 + dx * 18, y + 40 + dy * 18, to_x + 40 - dx * 14, to_y + 40 - dy * 14
    head = (
        f"M{to_x} {to_y}L{to_x - dx * 20 - dy * 13} {to_y - dy * 20 - dx * 13}"
        f"L{to_x - dx * 20 + dy * 13} {to_y - dy * 20 + dx * 13}z"
    )
    shaft = f"M{x} {y}L{to_x - dx * 16} {to_y - dy * 16}"
    return (
        f'<g class="fresh"><path d="{shaft}{head}" fill="none" stroke="#fbf3df" stroke-width="17"'
        f' stroke-linejoin="round"/><path d="{shaft}" stroke="#a3341f" stroke-width="9"/>'
        f'<path d="{head}" fill="#a3341f"/></g>'
    )


def _discs(frame: _Frame, marks: Marks) -> str:
    return "".join(_disc(*frame.corner(disc.cell), disc.mark) for disc in marks.discs)


def _disc(x: int, y: int, mark: int) -> str:
    return (
        f'<g class="fresh"><circle cx="{x + 82}" cy="{y + 16}" r="17" fill="#a3341f" stroke="#fbf3df"'
        f' stroke-width="4"/><text x="{x + 82}" y="{y + 24}" font-size="23" class="tm">{mark}</text></g>'
    )
