"""
What a step changed: numbered lines for the sentence, and the marks that match them on the ranches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.events import Event
from engine.core.ruleset import Effect
from engine.rulesets.moon_river.components import Plot
from frontend.replay.drawing import Change, Position, letter
from frontend.replay.moon_river.plots import landscape_words, plot_words
from frontend.replay.moon_river.ranch import NO_MARKS, Disc, Marks
from frontend.replay.moon_river.speech import counted, with_article

__all__ = ["Changes", "step_changes", "territory_text"]

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Changes:
    """
    What a step changed, in lines, and per seat the marks on its ranch.
    """

    lines: tuple[Change, ...]
    marks: Mapping[int, Marks]

    def of(self, seat: int) -> Marks:
        """
        Return the marks of a seat's ranch.
        """
        return self.marks.get(seat, NO_MARKS)


def step_changes(
    event: Event,
    effects: Sequence[Effect],
    position: Position,
    previous: Position,
    plots: Mapping[int, Plot],
) -> Changes:
    """
    Return what an event changed.
    """
    marks = _event_marks(event, position, previous)
    lines: list[Change] = []
    for effect in effects:
        if effect.kind == "territory_changed" and effect.seat is not None:
            number = sum(line.mark is not None for line in lines) + 1
            lines.append(_territory_line(effect, event.actor, number))
            mine = marks.get(effect.seat, NO_MARKS)
            disc = Disc(_disc_cell(effect, mine), number)
            marks[effect.seat] = replace(mine, discs=(*mine.discs, disc))
        elif effect.kind == "plot_collected" and effect.seat is not None:
            mine = marks.get(effect.seat, NO_MARKS)
            came = mine.plots_came | {effect.data["plot"]}
            marks[effect.seat] = replace(mine, plots_came=came)
    lines += _part_lines(effects, event.actor)
    for effect in effects:
        line = _plain_line(effect, plots)
        if line:
            lines.append(line)
    return Changes(tuple(lines), marks)


def territory_text(data: Mapping[str, Any]) -> tuple[str, str]:
    """
    Return a changed territory as text and result: ``farm 3×3 →`` and ``4×4``, ``new forest`` and ``1×0``.
    """
    name = landscape_words(data["landscape"])
    size, cows = data["after"]
    result = f"{size}×{cows}"
    if not data["before"]:
        return f"new {name}", result
    old_size, old_cows = data["before"]
    return f"{name} {old_size}×{old_cows} →", result


def _territory_line(effect: Effect, actor: int, number: int) -> Change:
    text, result = territory_text(effect.data)
    size, cows = effect.data["after"]
    old_size, old_cows = effect.data["before"] or (0, 0)
    return Change(_whose(effect, actor) + text, result, size * cows - old_size * old_cows, number)


def _whose(effect: Effect, actor: int) -> str:
    """
    Return ``D: `` where an effect concerns another seat than the one that acted.
    """
    return "" if effect.seat in (actor, None) else f"{letter(effect.seat or 0)}: "


def _part_lines(effects: Sequence[Effect], actor: int) -> list[Change]:
    """
    Return lines for points that do not come from territories: those have lines of their own.
    """
    lines = []
    for effect in effects:
        if effect.kind != "points_changed":
            continue
        for part in ("resources", "partners", "scenario"):
            before, after = effect.data["parts"].get(part, (0, 0))
            if before != after:
                lines.append(Change(_whose(effect, actor) + part, gain=after - before))
    return lines


def _plain_line(effect: Effect, plots: Mapping[int, Plot]) -> Change | None:
    if effect.kind == "supply_changed":
        before, after = effect.data["cows"]
        cows = counted(abs(before - after), "cow")
        return Change(f"{cows} from the supply" if after < before else f"{cows} back to the supply")
    if effect.kind == "plot_collected" and effect.seat is not None:
        words = with_article(plot_words(plots[effect.data["plot"]]))
        return Change(f"{letter(effect.seat)} collects {words}")
    if effect.kind == "plot_left":
        return Change(f"{with_article(plot_words(plots[effect.data['plot']]))} leaves the game")
    return None


def _event_marks(event: Event, position: Position, previous: Position) -> dict[int, Marks]:
    data, seat = event.data, event.actor
    if event.kind == "domino_placed":
        return {seat: Marks(came=tuple(_cell(cell) for cell in data["cells"]))}
    if event.kind in ("bonus_tile_placed", "partner_recruited"):
        return {seat: Marks(came=(_cell(data["cell"]),))}
    if event.kind == "cow_removed":
        return {seat: Marks(left=(_cell(data["cell"]),))}
    if event.kind == "cow_moved":
        start, end = _cell(data["from"]), _cell(data["to"])
        return {seat: Marks(came=(end,), left=(start,), path=(start, end))}
    if event.kind == "cow_stolen":
        taken = Marks(came=_cells_with_more_cows(position, previous, seat))
        return {seat: taken, data["seat"]: Marks(left=(_cell(data["cell"]),))}
    if event.kind == "plots_swapped":
        return {
            seat: Marks(plots_came=frozenset((data["take"],))),
            data["seat"]: Marks(plots_came=frozenset((data["give"],))),
        }
    return {}


def _cell(cell: Sequence[int]) -> Cell:
    return cell[0], cell[1]


def _cells_with_more_cows(position: Position, previous: Position, seat: int) -> tuple[Cell, ...]:
    before = {_cell(cell["cell"]): cell["cows"] for cell in previous["ranches"][seat]["cells"]}
    return tuple(
        _cell(cell["cell"])
        for cell in position["ranches"][seat]["cells"]
        if cell["cows"] > before.get(_cell(cell["cell"]), 0)
    )


def _disc_cell(effect: Effect, marks: Marks) -> Cell:
    """
    Return the cell that wears a changed territory's disc: one that changed, and has no disc yet, if possible.
    """
    cells = [_cell(cell) for cell in effect.data["cells"]]
    worn = {disc.cell for disc in marks.discs}
    for cell in (*marks.came, *marks.left):
        if cell in cells and cell not in worn:
            return cell
    return next((cell for cell in cells if cell not in worn), cells[0])
