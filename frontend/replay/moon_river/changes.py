"""What a step changed: numbered lines for the sentence, and the marks that match them on the ranches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core import Effect, Event
from engine.rulesets.moon_river import Plot
from frontend.replay.drawing import Change, Position, letter
from frontend.replay.moon_river.plots import landscape_words, plot_words
from frontend.replay.moon_river.ranch import NO_MARKS, Disc, Marks
from frontend.replay.moon_river.speech import with_article
from frontend.replay.speech import counted, listed

__all__ = ["Changes", "step_changes", "territory_text"]

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Changes:
    """What a step changed, in lines, and per seat the marks on its ranch."""

    lines: tuple[Change, ...]
    marks: Mapping[int, Marks]

    def of(self, seat: int) -> Marks:
        """Return the marks of a seat's ranch."""
        return self.marks.get(seat, NO_MARKS)


def step_changes(
    event: Event,
    effects: Sequence[Effect],
    position: Position,
    previous: Position,
    plots: Mapping[int, Plot],
) -> Changes:
    """Return what an event changed."""
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
    lines += [Change(said) for effect in effects if (said := _plain_words(effect, event, plots))]
    lines += _thrown_away(effects, event, plots)
    return Changes(tuple(lines), marks)


def territory_text(data: Mapping[str, Any]) -> tuple[str, str]:
    """Return a changed territory as text and result: ``farm 3×3 →`` and ``4×4``, ``new forest`` and ``1×0``."""
    name = landscape_words(data["landscape"])
    size, cows = data["after"]
    result = f"{size}×{cows}"
    if not data["before"]:
        return f"new {name}", result
    old_size, old_cows = data["before"]
    joined = f"{data['merged']} {name}s joined," if data["merged"] > 1 else name
    return f"{joined} {old_size}×{old_cows} →", result


def _territory_line(effect: Effect, actor: int, number: int) -> Change:
    text, result = territory_text(effect.data)
    before, after = effect.data["points"]
    return Change(_whose(effect, actor) + text, result, after - before, number)


def _whose(effect: Effect, actor: int) -> str:
    """Return ``D: `` where an effect concerns another seat than the one that acted."""
    return "" if effect.seat in (actor, None) else f"{letter(effect.seat or 0)}: "


def _part_lines(effects: Sequence[Effect], actor: int) -> list[Change]:
    """Return lines for points that do not come from territories: those have lines of their own."""
    lines = []
    for effect in effects:
        if effect.kind != "points_changed":
            continue
        for part in ("resources", "partners", "scenario"):
            before, after = effect.data["parts"].get(part, (0, 0))
            if before != after:
                lines.append(Change(_whose(effect, actor) + part, gain=after - before))
    return lines


def _plain_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    """Return what else an effect tells; nothing where the sentence or another line says it already."""
    tell = _PLAIN.get(effect.kind)
    return tell(effect, event, plots) if tell else ""


def _supply_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    before, after = effect.data["cows"]
    cows = counted(abs(before - after), "cow")
    return f"{cows} from the supply" if after < before else f"{cows} back to the supply"


def _collected_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    return f"{letter(effect.seat or 0)} collects {with_article(plot_words(plots[effect.data['plot']]))}"


def _forced_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    return f"{letter(effect.seat or 0)}'s storage was full: a domino is owed"


def _last_turn_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    return f"last turn of {letter(effect.seat or 0)}: it places while it can"


def _left_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    if effect.seat is not None:
        return ""
    return f"{plot_words(plots[effect.data['plot']])} leaves the game"


def _thrown_away(effects: Sequence[Effect], event: Event, plots: Mapping[int, Plot]) -> list[Change]:
    """Return for each seat what it could not place on its last turn; a discard tells its plots itself."""
    if event.kind == "plots_discarded":
        return []
    hands: dict[int, list[str]] = {}
    for effect in effects:
        if effect.kind == "plot_left" and effect.seat is not None:
            hands.setdefault(effect.seat, []).append(plot_words(plots[effect.data["plot"]]))
    return [
        Change(f"{letter(seat)} cannot place {listed(hand)}: out of the game") for seat, hand in hands.items()
    ]


def _protected_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    cows = effect.data["cows"]
    return f"protects {counted(cows, 'cow')} from thieves" if cows else ""


def _returned_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    return (
        f"{letter(effect.seat or 0)}: one cow a plot stays, {counted(effect.data['count'], 'cow')} too many"
    )


def _tile_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    return f"no place for a bonus tile: tile {effect.data['tile']} leaves the game"


def _round_words(effect: Effect, event: Event, plots: Mapping[int, Plot]) -> str:
    return "the last round begins" if effect.data["last"] else f"round {effect.data['round']} begins"


_PLAIN: Mapping[str, Callable[[Effect, Event, Mapping[int, Plot]], str]] = {
    "supply_changed": _supply_words,
    "cows_returned": _returned_words,
    "plot_collected": _collected_words,
    "plot_left": _left_words,
    "partner_protects": _protected_words,
    "bonus_tile_removed": _tile_words,
    "round_began": _round_words,
    "turn_forced": _forced_words,
    "last_turn_began": _last_turn_words,
}


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
    """Return the cell that wears a changed territory's disc: one that changed, and has no disc yet, if possible."""
    cells = [_cell(cell) for cell in effect.data["cells"]]
    worn = {disc.cell for disc in marks.discs}
    for cell in (*marks.came, *marks.left):
        if cell in cells and cell not in worn:
            return cell
    return next((cell for cell in cells if cell not in worn), cells[0])
