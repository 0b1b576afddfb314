"""Effects of a step for viewers, derived from the positions before and after it. The rules never use them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.core import Effect
from engine.rulesets.moon_river import phases
from engine.rulesets.moon_river.actions import (
    BONUS_TILE_PLACED,
    DOMINO_PLACED,
    FIELDS,
    KIND_SHIFT,
    PARTNER_RECRUITED,
)
from engine.rulesets.moon_river.bitboards import (
    ALL,
    BIT,
    count_cows,
    get_coordinates,
    list_cells,
    split_territories,
)
from engine.rulesets.moon_river.constants import LANDSCAPES, NO_SEAT
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.ranch import find_territory
from engine.rulesets.moon_river.scoring import Score, score

__all__ = ["EFFECT_KINDS", "derive_effects"]

#: Description of the data of each effect kind, in the order of the effects.
EFFECT_KINDS: Final[Mapping[str, str]] = {
    "cows_placed": "cell, count: cows from the supply on the cell of a plot just placed.",
    "partner_protects": "cell, cells, cows: the territory (cells) that a new partner protects, and its cows.",
    "bonus_tile_removed": "tile: it could not be placed, so it left the game.",
    "cows_returned": "count: cows returned to the supply by overpopulation at the end of the game.",
    "territory_changed": (
        "landscape, cells, before, after, merged, points: a new or changed territory; before (null if new) and "
        "after are [size, cows], merged is the number of former territories it joins, points [before, after]."
    ),
    "points_changed": "before, after, parts: a seat's total, and [before, after] of each changed part.",
    "supply_changed": "cows: [before, after].",
    "plot_left": "plot: it left the game (seat: the seat whose hand it left, null from a column).",
    "round_began": "round, last: a new round; last is true for the last round.",
    "plot_collected": "plot: the seat's turn began by collecting it.",
    "turn_forced": "(nothing): the seat's storage was full, so it must place a domino.",
    "last_turn_began": "(nothing): the seat's last turn began; it must place dominoes as long as it can.",
}


def derive_effects(before: Position, action: int, after: Position) -> list[Effect]:
    """Return the effects of an action, in the order of the rules."""
    found = [*_derive_domino(before, action, after), *_derive_recruit(before, action, after)]
    found += _derive_bonus(before, action, after)
    if after.phase == phases.OVER:
        found += _derive_returned_cows(before, after)
    for seat in range(before.seats):
        found += _derive_territory_changes(before, after, seat)
    for seat in range(before.seats):
        found += _derive_point_changes(score(before, seat), score(after, seat), seat)
    if before.supply != after.supply:
        found.append(Effect("supply_changed", None, {"cows": [before.supply, after.supply]}))
    return [*found, *_derive_turn_changes(before, action, after)]


def _format_cell_set(mask: int) -> list[list[int]]:
    return [list(get_coordinates(cell)) for cell in list_cells(mask)]


def _derive_domino(before: Position, action: int, after: Position) -> Iterator[Effect]:
    seat = before.actor
    if action >> KIND_SHIFT != DOMINO_PLACED >> KIND_SHIFT or seat is None:
        return
    new = after.occupied[seat] & ~before.occupied[seat]
    for cell in list_cells(new & after.herds[seat]):
        count = count_cows(after.herds[seat], BIT[cell])
        yield Effect("cows_placed", seat, {"cell": list(get_coordinates(cell)), "count": count})


def _derive_recruit(before: Position, action: int, after: Position) -> Iterator[Effect]:
    seat = before.actor
    if action >> KIND_SHIFT != PARTNER_RECRUITED >> KIND_SHIFT or seat is None:
        return
    cell = (action & FIELDS) >> 4
    protected = find_territory(after, seat, cell)
    cows = sum(count_cows(after.herds[seat], BIT[other]) for other in list_cells(protected))
    data = {"cell": list(get_coordinates(cell)), "cells": _format_cell_set(protected), "cows": cows}
    yield Effect("partner_protects", seat, data)


def _derive_bonus(before: Position, action: int, after: Position) -> Iterator[Effect]:
    if action >> KIND_SHIFT == BONUS_TILE_PLACED >> KIND_SHIFT:
        return
    for tile in before.faces.tiles:
        if (before.tiles & ~after.tiles) >> tile & 1:
            yield Effect("bonus_tile_removed", before.actor, {"tile": tile})


def _derive_returned_cows(before: Position, after: Position) -> Iterator[Effect]:
    """Derive the effects of overpopulation; count cows per ranch, because the last step can also place or move cows."""
    for seat in range(before.seats):
        lost = before.herds[seat].bit_count() - after.herds[seat].bit_count()
        if lost > 0 and before.herds[seat] >> ALL.bit_length():
            yield Effect("cows_returned", seat, {"count": lost})


def _derive_territory_changes(before: Position, after: Position, seat: int) -> Iterator[Effect]:
    herd_before, herd_after = before.herds[seat] & ALL, after.herds[seat] & ALL
    moved = herd_before ^ herd_after
    for number, landscape in enumerate(LANDSCAPES):
        place = len(LANDSCAPES) * seat + number
        land = after.land[place]
        if land == before.land[place] and not land & moved:
            continue
        former = split_territories(before.land[place])
        for part in split_territories(land):
            joined = [old for old in former if old & part]
            if joined == [part] and part & herd_before == part & herd_after:
                continue
            yield _make_territory_change(seat, landscape, part, joined, herd_before, herd_after)


def _make_territory_change(
    seat: int, landscape: str, part: int, joined: list[int], herd_before: int, herd_after: int
) -> Effect:
    sizes = [[old.bit_count(), (old & herd_before).bit_count()] for old in joined]
    after = [part.bit_count(), (part & herd_after).bit_count()]
    data = {
        "landscape": landscape,
        "cells": _format_cell_set(part),
        "before": max(sizes, default=None),
        "after": after,
        "merged": len(joined),
        "points": [sum(size * cows for size, cows in sizes), after[0] * after[1]],
    }
    return Effect("territory_changed", seat, data)


def _derive_point_changes(before: Score, after: Score, seat: int) -> Iterator[Effect]:
    parts: dict[str, Any] = {
        name: [points, after.to_dict()[name]]
        for name, points in before.to_dict().items()
        if points != after.to_dict()[name]
    }
    if parts:
        data = {"before": before.total, "after": after.total, "parts": parts}
        yield Effect("points_changed", seat, data)


def _derive_turn_changes(before: Position, action: int, after: Position) -> Iterator[Effect]:
    """
    Derive the plots that left the game and the turns that began.

    In the last round one step may begin and end several turns.
    """
    collected = list(_find_collected(before, action, after))
    held = {seat: set(hand) for seat, hand in enumerate(before.hands)}
    for seat, plot in collected:
        held[seat].add(plot)
    on_table = {
        plot for plots in (after.plots, *after.hands, after.column, after.next_column) for plot in plots
    }
    gone = {seat: sorted(plots - on_table) for seat, plots in held.items()}
    if before.actor in gone:
        yield from _report_plots_left(before.actor, gone.pop(before.actor))
    yield from _report_plots_left(None, _list_unchosen(before, after))
    if after.round > before.round:
        yield Effect("round_began", None, {"round": after.round, "last": after.is_last_round})
    for seat, plot in collected:
        yield Effect("plot_collected", seat, {"plot": plot})
        yield from _report_plots_left(seat, gone.pop(seat, []))
    if collected and after.owed:
        kind = "last_turn_began" if after.is_last_turn else "turn_forced"
        yield Effect(kind, after.actor, {})


def _report_plots_left(seat: int | None, plots: list[int]) -> Iterator[Effect]:
    for plot in plots:
        yield Effect("plot_left", seat, {"plot": plot})


def _list_unchosen(before: Position, after: Position) -> list[int]:
    """Return the plots of the column that left the game unchosen with the step; only with three seats."""
    if before.phase not in (phases.CHOOSE, phases.PLACE_RANCHERO):
        return []
    kept = {*after.column, *after.next_column, *(plot for hand in after.hands for plot in hand)}
    standing = zip(before.next_column, before.next_rancheros, strict=True)
    free = [plot for plot, ranchero in standing if ranchero == NO_SEAT]
    return [plot for plot in free if plot not in kept] if before.seats == 3 else []


def _find_collected(before: Position, action: int, after: Position) -> Iterator[tuple[int, int]]:
    """Yield the seat and the plot of each turn that the step began, in order."""
    if not after.round:
        return
    column, rancheros = before.column, bytearray(before.rancheros)
    if after.round > before.round and before.phase != phases.SALOON_DUE:
        column, rancheros = before.next_column, bytearray(before.next_rancheros)
        if before.phase == phases.CHOOSE and before.actor is not None:
            rancheros[action & FIELDS] = before.actor
    for position, seat in enumerate(rancheros):
        if seat != NO_SEAT and not after.column[position]:
            yield seat, column[position]
