"""Things between the ranches: both columns with their rancheros, saloon, supply, scenario, bonus tiles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.rulesets.moon_river import ComponentSet, Plot
from frontend.replay.drawing import Position, TablePiece, letter
from frontend.replay.markup import Html, escaped, format_markup
from frontend.replay.moon_river.boards import SCENARIOS
from frontend.replay.moon_river.plots import UNIT, describe_plot, draw_plot
from frontend.replay.moon_river.vocabulary import count_landscapes, count_partners
from frontend.replay.translation import Translator, join_and, join_clauses, join_items

__all__ = ["draw_table"]

#: Side of a plot in a column, and from one plot to the next.
_SIDE, _PITCH = 62, 70
_SALOON_SPACES = 5
_PATTERNED = "BC"

Slots = Sequence[Mapping[str, Any]]


def draw_table(
    tr: Translator, position: Position, previous: Position | None, components: ComponentSet
) -> tuple[TablePiece, ...]:
    """Return the things on the table in the order of play, with changes of the step outlined."""
    columns = position["columns"]
    pieces = [
        TablePiece(
            "current",
            tr.gettext("Current column"),
            _current_note(tr, position),
            _column(tr, columns["current"], _column_before(position, previous, "current"), components.plots),
        ),
        TablePiece(
            "next",
            tr.gettext("Next column") if position["round"] else tr.gettext("First column"),
            _next_note(tr, position),
            _column(tr, columns["next"], _column_before(position, previous, "next"), components.plots),
        ),
        TablePiece(
            "saloon",
            tr.gettext("Saloon"),
            _saloon_note(tr, position),
            _saloon(tr, tuple(position["saloon"])),
        ),
        _supply(tr, position),
    ]
    if position["scenario"]:
        pieces.append(_scenario(tr, position["scenario"]))
    if position["bonus_tiles"]:
        pieces.append(_bonus(tr, tuple(components.bonus_tiles[tile] for tile in position["bonus_tiles"])))
    return tuple(pieces)


def _column_before(position: Position, previous: Position | None, name: str) -> Slots:
    """Return a column before the step, to find the changes; empty if a new column replaces it."""
    if previous is None:
        return ()
    before: Slots = previous["columns"][name]
    after: Slots = position["columns"][name]
    is_same = all(new["plot"] in (old["plot"], None) for old, new in zip(before, after, strict=False))
    return before if is_same else ()


def _current_note(tr: Translator, position: Position) -> str:
    if not position["columns"]["current"]:
        return tr.gettext("none yet")
    rancheros = [slot["ranchero"] for slot in position["columns"]["current"]]
    waiting = [letter(seat) for seat in rancheros if seat is not None]
    if not waiting:
        return tr.gettext("all taken")
    return tr.gettext("still to come {seats}").format(seats=join_items(tr, waiting))


def _next_note(tr: Translator, position: Position) -> str:
    slots: Slots = position["columns"]["next"]
    if not slots:
        return tr.gettext("none: last round") if position["last_round"] else tr.gettext("not dealt yet")
    if position["phase"] == "setup":
        waiting = dict.fromkeys(letter(seat) for seat in position["ranchero_order"])
        return tr.gettext("to choose {seats}").format(seats=join_items(tr, list(waiting)))
    free = sum(slot["ranchero"] is None and slot["plot"] is not None for slot in slots)
    return tr.ngettext("{n} free", "{n} free", free).format(n=free)


def _column(tr: Translator, slots: Slots, before: Slots, plots: Mapping[int, Plot]) -> Html:
    if not slots:
        return _no_column(tr)
    label = join_clauses(tr, [_describe_slot(tr, slot, plots) for slot in slots])
    pieces = [f'<svg viewBox="-2 -8 280 90" role="img" aria-label="{escaped(label)}">']
    figures = []
    for index, slot in enumerate(slots):
        old = before[index] if index < len(before) else slot
        pieces.append(_slot(tr, index, slot["plot"], slot["plot"] is None and old["plot"] is not None, plots))
        if slot["ranchero"] is not None:
            is_new = old["ranchero"] is None
            figures.append(_ranchero(index, letter(slot["ranchero"]), is_new=is_new))
    return Html("".join(pieces) + "".join(figures) + "</svg>")


def _describe_slot(tr: Translator, slot: Mapping[str, Any], plots: Mapping[int, Plot]) -> str:
    if slot["plot"] is None:
        return tr.gettext("taken")
    plot = describe_plot(tr, plots[slot["plot"]])
    if slot["ranchero"] is None:
        return tr.gettext("{plot}, free").format(plot=plot)
    return tr.gettext("{plot}, ranchero {seat}").format(plot=plot, seat=letter(slot["ranchero"]))


def _slot(tr: Translator, index: int, plot_id: int | None, was_taken: bool, plots: Mapping[int, Plot]) -> str:
    x = index * _PITCH
    box = f'x="{x}" y="16" width="{_SIDE}" height="{_SIDE}" fill="none"'
    if plot_id is None:
        stroke = 'stroke="#a3341f" stroke-width="4"' if was_taken else 'stroke="var(--dash)" stroke-width="2"'
        return f'<rect {box} {stroke} stroke-dasharray="5 4"/>'
    return _column_plot(tr, x, plots[plot_id])


@lru_cache(maxsize=512)
def _column_plot(tr: Translator, x: int, plot: Plot) -> str:
    title = tr.gettext("{plot}, back number {n}").format(plot=describe_plot(tr, plot), n=plot.back)
    return (
        f'<g transform="translate({x} 16) scale({_SIDE / UNIT:.4f})">'
        f"<title>{escaped(title)}</title>{draw_plot(plot)}</g>"
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


@lru_cache(maxsize=8)
def _no_column(tr: Translator) -> Html:
    places = "".join(
        f'<rect x="{index * _PITCH}" y="16" width="{_SIDE}" height="{_SIDE}" fill="none"'
        ' stroke="var(--paper-edge)" stroke-width="2" stroke-dasharray="5 4"/>'
        for index in range(4)
    )
    label = escaped(tr.gettext("no column"))
    return Html(f'<svg viewBox="-2 -8 280 90" role="img" aria-label="{label}">{places}</svg>')


def _saloon_note(tr: Translator, position: Position) -> str:
    counts: Counter[str] = Counter(position["saloon"])
    if not counts:
        return tr.gettext("empty")
    return join_items(tr, [count_partners(tr, name, count) for name, count in counts.items()])


@lru_cache(maxsize=512)
def _saloon(tr: Translator, tokens: tuple[str, ...]) -> Html:
    names = [count_partners(tr, name) for name in tokens]
    label = join_and(tr, names) or tr.gettext("empty")
    pieces = [f'<svg viewBox="0 -14 292 82" role="img" aria-label="{escaped(label)}">']
    for index, name in enumerate(tokens):
        pieces.append(
            f"<g><title>{escaped(names[index])}</title>"
            f'<use href="#partner-{name}" x="{index * 59}" y="2" width="56" height="56"/></g>'
        )
    pieces += [
        f'<circle cx="{index * 59 + 28}" cy="30" r="24" fill="none" stroke="var(--paper-edge)"'
        ' stroke-width="2.5" stroke-dasharray="6 5"/>'
        for index in range(len(tokens), _SALOON_SPACES)
    ]
    return Html("".join(pieces) + "</svg>")


def _supply(tr: Translator, position: Position) -> TablePiece:
    supply = position["supply"]
    cows = supply["cows"]
    plots = tr.ngettext("{n} plot", "{n} plots", supply["plots"]).format(n=supply["plots"])
    partners = tr.ngettext("{n} partner", "{n} partners", supply["partners"]).format(n=supply["partners"])
    # Translators: below or beside the number
    unit = escaped(tr.npgettext("unit", "cow", "cows", cows))
    return TablePiece(
        "supply",
        tr.gettext("Supply"),
        tr.gettext("{plots}, {partners} left").format(plots=plots, partners=partners),
        Html(
            '<p class="supply"><svg viewBox="0 0 64 48" aria-hidden="true"><use href="#cow"/></svg>'
            f'<span class="num">{cows}</span><span class="soft">{unit}</span></p>'
        ),
    )


@lru_cache(maxsize=8)
def _scenario(tr: Translator, name: str) -> TablePiece:
    scenario = SCENARIOS[name]
    scoring = format_markup(scenario.scoring(tr), line_break=Html("<br/>"))
    return TablePiece(
        "scenario",
        scenario.title(tr),
        tr.gettext("scenario"),
        Html(
            '<p class="supply"><svg viewBox="0 0 64 64" aria-hidden="true">'
            f'<use href="#{scenario.symbol}"/></svg><span class="note">{scoring}</span></p>'
        ),
    )


@lru_cache(maxsize=16)
def _bonus(tr: Translator, tiles: tuple[tuple[str, str], ...]) -> TablePiece:
    names = []
    pieces = []
    for index, sides in enumerate(tiles):
        first, second = (count_landscapes(tr, side) for side in sides)
        names.append(tr.gettext("{first} or {second}").format(first=first, second=second))
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
    label = escaped(join_clauses(tr, names))
    return TablePiece(
        "bonus",
        tr.gettext("Bonus tiles"),
        tr.ngettext("{n} left", "{n} left", len(tiles)).format(n=len(tiles)),
        Html(
            f'<svg viewBox="-2 -8 {len(tiles) * 100 - 8} 82" role="img" aria-label="{label}">'
            f"{''.join(pieces)}</svg>"
        ),
    )
