"""What stands between the ranches: both columns with their rancheros, saloon, supply, scenario, bonus tiles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.rulesets.moon_river import ComponentSet, Plot
from frontend.replay.drawing import Position, TablePiece, letter
from frontend.replay.markup import Html
from frontend.replay.moon_river.boards import SCENARIOS
from frontend.replay.moon_river.plots import UNIT, landscape_words, plot_drawing, plot_words
from frontend.replay.moon_river.speech import partner_words
from frontend.replay.speech import counted, listed

__all__ = ["table_pieces"]

#: Side of a plot in a column, and from one plot to the next.
_SIDE, _PITCH = 62, 70
_SALOON_SPACES = 5
_PATTERNED = "BC"

Slots = Sequence[Mapping[str, Any]]


def table_pieces(
    position: Position, previous: Position | None, components: ComponentSet
) -> tuple[TablePiece, ...]:
    """Return the pieces on the table in the order of play; what the step changed is outlined."""
    columns = position["columns"]
    pieces = [
        TablePiece(
            "current",
            "Current column",
            _current_note(position),
            _column(columns["current"], _column_before(position, previous, "current"), components.plots),
        ),
        TablePiece(
            "next",
            "Next column" if position["round"] else "First column",
            _next_note(position),
            _column(columns["next"], _column_before(position, previous, "next"), components.plots),
        ),
    ]
    pieces.append(TablePiece("saloon", "Saloon", _saloon_note(position), _saloon(tuple(position["saloon"]))))
    pieces.append(_supply(position))
    if position["scenario"]:
        pieces.append(_scenario(position["scenario"]))
    if position["bonus_tiles"]:
        pieces.append(_bonus(tuple(components.bonus_tiles[tile] for tile in position["bonus_tiles"])))
    return tuple(pieces)


def _column_before(position: Position, previous: Position | None, name: str) -> Slots:
    """Return a column as it was, so that a step's changes stand out; empty where another one lies there now."""
    if previous is None:
        return ()
    before: Slots = previous["columns"][name]
    after: Slots = position["columns"][name]
    is_same = all(new["plot"] in (old["plot"], None) for old, new in zip(before, after, strict=False))
    return before if is_same else ()


def _current_note(position: Position) -> str:
    if not position["columns"]["current"]:
        return "none yet"
    rancheros = [slot["ranchero"] for slot in position["columns"]["current"]]
    waiting = [letter(seat) for seat in rancheros if seat is not None]
    return f"still to come {', '.join(waiting)}" if waiting else "all taken"


def _next_note(position: Position) -> str:
    slots: Slots = position["columns"]["next"]
    if not slots:
        return "none: last round" if position["last_round"] else "not dealt yet"
    if position["phase"] == "setup":
        waiting = dict.fromkeys(letter(seat) for seat in position["ranchero_order"])
        return f"to choose {', '.join(waiting)}"
    return f"{sum(slot['ranchero'] is None and slot['plot'] is not None for slot in slots)} free"


def _column(slots: Slots, before: Slots, plots: Mapping[int, Plot]) -> Html:
    if not slots:
        return _no_column()
    said = "; ".join(_slot_words(slot, plots) for slot in slots)
    pieces = [f'<svg viewBox="-2 -8 280 90" role="img" aria-label="{said}">']
    figures = []
    for index, slot in enumerate(slots):
        old = before[index] if index < len(before) else slot
        pieces.append(_slot(index, slot["plot"], slot["plot"] is None and old["plot"] is not None, plots))
        if slot["ranchero"] is not None:
            is_new = old["ranchero"] is None
            figures.append(_ranchero(index, letter(slot["ranchero"]), is_new=is_new))
    return Html("".join(pieces) + "".join(figures) + "</svg>")


def _slot_words(slot: Mapping[str, Any], plots: Mapping[int, Plot]) -> str:
    if slot["plot"] is None:
        return "taken"
    stands = "free" if slot["ranchero"] is None else f"ranchero {letter(slot['ranchero'])}"
    return f"{plot_words(plots[slot['plot']])}, {stands}"


def _slot(index: int, plot_id: int | None, was_taken: bool, plots: Mapping[int, Plot]) -> str:
    x = index * _PITCH
    box = f'x="{x}" y="16" width="{_SIDE}" height="{_SIDE}" fill="none"'
    if plot_id is None:
        stroke = 'stroke="#a3341f" stroke-width="4"' if was_taken else 'stroke="var(--dash)" stroke-width="2"'
        return f'<rect {box} {stroke} stroke-dasharray="5 4"/>'
    return _column_plot(x, plots[plot_id])


@lru_cache(maxsize=512)
def _column_plot(x: int, plot: Plot) -> str:
    return (
        f'<g transform="translate({x} 16) scale({_SIDE / UNIT:.4f})">'
        f"<title>{plot_words(plot)}, back number {plot.back}</title>{plot_drawing(plot)}</g>"
        f'<rect x="{x}" y="16" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="var(--print)"'
        ' stroke-width="3"/>'
    )


@lru_cache(maxsize=64)
def _ranchero(index: int, seat: str, *, is_new: bool) -> str:
    x = index * _PITCH + 36
    figure = f"ranchero-{seat.lower()}" if seat in _PATTERNED else "ranchero"
    ring = (
        f'<rect class="fresh" x="{index * _PITCH}" y="16" width="{_SIDE}" height="{_SIDE}" fill="none"'
        ' stroke="#a3341f" stroke-width="5"/>'
        if is_new
        else ""
    )
    return (
        f'{ring}<g class="seat-{seat.lower()}"><use href="#{figure}" x="{x}" y="-4" width="30" height="40"/>'
        f'<text x="{x + 15}" y="32" font-size="15" class="tl">{seat}</text></g>'
    )


@lru_cache(maxsize=1)
def _no_column() -> Html:
    places = "".join(
        f'<rect x="{index * _PITCH}" y="16" width="{_SIDE}" height="{_SIDE}" fill="none"'
        ' stroke="var(--paper-edge)" stroke-width="2" stroke-dasharray="5 4"/>'
        for index in range(4)
    )
    return Html(f'<svg viewBox="-2 -8 280 90" role="img" aria-label="no column">{places}</svg>')


def _saloon_note(position: Position) -> str:
    counts: Counter[str] = Counter(position["saloon"])
    if not counts:
        return "empty"
    return ", ".join(
        partner_words(name) if count == 1 else counted(count, partner_words(name))
        for name, count in counts.items()
    )


@lru_cache(maxsize=512)
def _saloon(tokens: tuple[str, ...]) -> Html:
    said = listed([partner_words(name) for name in tokens]) or "empty"
    pieces = [f'<svg viewBox="0 -14 292 82" role="img" aria-label="{said}">']
    for index, name in enumerate(tokens):
        pieces.append(
            f"<g><title>{partner_words(name)}</title>"
            f'<use href="#partner-{name}" x="{index * 59}" y="2" width="56" height="56"/></g>'
        )
    pieces += [
        f'<circle cx="{index * 59 + 28}" cy="30" r="24" fill="none" stroke="var(--paper-edge)"'
        ' stroke-width="2.5" stroke-dasharray="6 5"/>'
        for index in range(len(tokens), _SALOON_SPACES)
    ]
    return Html("".join(pieces) + "</svg>")


def _supply(position: Position) -> TablePiece:
    supply = position["supply"]
    note = f"{counted(supply['plots'], 'plot')}, {counted(supply['partners'], 'partner')} left"
    cows = supply["cows"]
    return TablePiece(
        "supply",
        "Supply",
        note,
        Html(
            '<p class="supply"><svg viewBox="0 0 64 48" aria-hidden="true"><use href="#cow"/></svg>'
            f'<span class="num">{cows}</span><span class="soft">{"cow" if cows == 1 else "cows"}</span></p>'
        ),
    )


@lru_cache(maxsize=8)
def _scenario(name: str) -> TablePiece:
    scenario = SCENARIOS[name]
    return TablePiece(
        "scenario",
        scenario.title,
        "scenario",
        Html(
            '<p class="supply"><svg viewBox="0 0 64 64" aria-hidden="true">'
            f'<use href="#{scenario.symbol}"/></svg>'
            f'<span class="note">3 {scenario.members}:<br/>10 points, each one more 10</span></p>'
        ),
    )


@lru_cache(maxsize=16)
def _bonus(tiles: tuple[tuple[str, str], ...]) -> TablePiece:
    said = []
    pieces = []
    for index, sides in enumerate(tiles):
        said.append(" or ".join(landscape_words(side) for side in sides))
        x = index * 100
        pieces += [
            f'<use href="#land-{side}" x="{x + number * 44}" y="20" width="44" height="44"/>'
            for number, side in enumerate(sides)
        ]
        pieces.append(
            f'<rect x="{x}" y="20" width="88" height="44" fill="none" stroke="var(--print)" stroke-width="3"/>'
            f'<path d="M{x + 44} 20v44" stroke="var(--print)" stroke-width="2" stroke-dasharray="4 3"/>'
            f'<use href="#circle" x="{x + 33}" y="42" width="22" height="22"/>'
        )
    return TablePiece(
        "bonus",
        "Bonus tiles",
        f"{len(tiles)} left",
        Html(
            f'<svg viewBox="-2 -8 {len(tiles) * 100 - 8} 82" role="img" aria-label="{"; ".join(said)}">'
            f"{''.join(pieces)}</svg>"
        ),
    )
