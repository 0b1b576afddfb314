"""Changes of a step: numbered lines below the headline, and the marks that match them on the ranches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core import Effect
from frontend.replay.drawing import Change, Position, letter
from frontend.replay.moon_river.event_context import EventContext
from frontend.replay.moon_river.ranch import NO_MARKS, Disc, Marks
from frontend.replay.moon_river.vocabulary import count_landscapes
from frontend.replay.translation import RESULT, Translator, add_seat, join_and

__all__ = ["NO_CHANGES", "Changes", "describe_territory", "find_changes"]

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes of a step as lines, and per seat the marks on its ranch."""

    lines: tuple[Change, ...]
    marks: Mapping[int, Marks]

    def of(self, seat: int) -> Marks:
        """Return the marks of a seat's ranch."""
        return self.marks.get(seat, NO_MARKS)


NO_CHANGES = Changes((), {})


def find_changes(context: EventContext) -> Changes:
    """Return the changes of a step."""
    event = context.event
    marks = _event_marks(context)
    lines: list[Change] = []
    for effect in context.effects:
        if effect.kind == "territory_changed" and effect.seat is not None:
            number = sum(line.mark is not None for line in lines) + 1
            lines.append(_territory_line(context, effect, number))
            mine = marks.get(effect.seat, NO_MARKS)
            disc = Disc(_disc_cell(effect, mine), number)
            marks[effect.seat] = replace(mine, discs=(*mine.discs, disc))
        elif effect.kind == "plot_collected" and effect.seat is not None:
            mine = marks.get(effect.seat, NO_MARKS)
            came = mine.plots_came | {effect.data["plot"]}
            marks[effect.seat] = replace(mine, plots_came=came)
    lines += _part_lines(context)
    for effect in context.effects:
        describe = _OTHER_EFFECTS.get(effect.kind)
        if describe and (text := describe(context, effect)):
            lines.append(Change(text))
    if event.kind != "plots_discarded":  # that event's sentence names its plots
        lines += _plots_thrown_away(context)
    return Changes(tuple(lines), marks)


def describe_territory(tr: Translator, data: Mapping[str, Any]) -> Change:
    """Return a changed territory without its points: ``farm 3×3 → 4×4``, ``new forest 1×0``."""
    size, cows = data["after"]
    result = f"{size}×{cows}"
    if not data["before"]:
        text = tr.gettext("new {landscape} {result}").format(
            landscape=count_landscapes(tr, data["landscape"]), result=RESULT
        )
        return Change(text, result)
    old_size, old_cows = data["before"]
    before = f"{old_size}×{old_cows}"
    if data["merged"] > 1:
        # Translators: {landscapes} is a number of territories such as "2 farms"
        text = tr.gettext("{landscapes} joined, {before} → {result}").format(
            landscapes=count_landscapes(tr, data["landscape"], data["merged"]), before=before, result=RESULT
        )
    else:
        text = tr.pgettext("territory", "{landscape} {before} → {result}").format(
            landscape=count_landscapes(tr, data["landscape"]), before=before, result=RESULT
        )
    return Change(text, result)


def _territory_line(context: EventContext, effect: Effect, number: int) -> Change:
    change = describe_territory(context.tr, effect.data)
    before, after = effect.data["points"]
    return replace(change, text=_name_other(context, effect, change.text), gain=after - before, mark=number)


def _name_other(context: EventContext, effect: Effect, text: str) -> str:
    """Return a change with its seat, if that is not the seat that acts."""
    if effect.seat is None or effect.seat == context.event.actor:
        return text
    return add_seat(context.tr, letter(effect.seat), text)


_PARTS: Mapping[str, Callable[[Translator], str]] = {
    "resources": lambda tr: tr.gettext("resources"),
    "partners": lambda tr: tr.gettext("partners"),
    "scenario": lambda tr: tr.gettext("scenario"),
}


def _part_lines(context: EventContext) -> list[Change]:
    """Return lines for points that do not come from territories: those have lines of their own."""
    lines = []
    for effect in context.effects:
        if effect.kind != "points_changed":
            continue
        for part, title in _PARTS.items():
            before, after = effect.data["parts"].get(part, (0, 0))
            if before != after:
                lines.append(Change(_name_other(context, effect, title(context.tr)), gain=after - before))
    return lines


def _supply(c: EventContext, effect: Effect) -> str:
    before, after = effect.data["cows"]
    n = abs(before - after)
    if after < before:
        return c.tr.ngettext("{n} cow from the supply", "{n} cows from the supply", n).format(n=n)
    return c.tr.ngettext("{n} cow back to the supply", "{n} cows back to the supply", n).format(n=n)


def _plot_left(c: EventContext, effect: Effect) -> str:
    if effect.seat is not None:
        return ""
    return c.tr.gettext("{plot} leaves the game").format(plot=c.plot(effect.data["plot"]))


def _plots_thrown_away(context: EventContext) -> list[Change]:
    """Return for each seat the plots that it could not place on its last turn."""
    hands: dict[int, list[str]] = {}
    for effect in context.effects:
        if effect.kind == "plot_left" and effect.seat is not None:
            hands.setdefault(effect.seat, []).append(context.plot(effect.data["plot"]))
    return [
        Change(
            context.tr.gettext("{seat} cannot place {plots}: out of the game").format(
                seat=letter(seat), plots=join_and(context.tr, hand)
            )
        )
        for seat, hand in hands.items()
    ]


def _protection(c: EventContext, effect: Effect) -> str:
    n = effect.data["cows"]
    if not n:
        return ""
    return c.tr.ngettext(
        "{n} cow is protected from thieves", "{n} cows are protected from thieves", n
    ).format(n=n)


def _round(c: EventContext, effect: Effect) -> str:
    if effect.data["last"]:
        return c.tr.gettext("the last round begins")
    return c.tr.gettext("round {n} begins").format(n=effect.data["round"])


#: Effects with lines of their own; they are empty where the headline says the same.
_OTHER_EFFECTS: Mapping[str, Callable[[EventContext, Effect], str]] = {
    "supply_changed": _supply,
    "cows_returned": lambda c, effect: c.tr.ngettext(
        "{seat} keeps one cow per plot and returns {n} cow",
        "{seat} keeps one cow per plot and returns {n} cows",
        effect.data["count"],
    ).format(seat=letter(effect.seat or 0), n=effect.data["count"]),
    # Translators: {plot} is an object such as "a farm"
    "plot_collected": lambda c, effect: c.tr.gettext("{seat} collects {plot}").format(
        seat=letter(effect.seat or 0), plot=c.plot_object(effect.data["plot"])
    ),
    "plot_left": _plot_left,
    "partner_protects": _protection,
    "bonus_tile_removed": lambda c, effect: c.tr.gettext(
        "no place for a bonus tile: tile {tile} leaves the game"
    ).format(tile=effect.data["tile"]),
    "round_began": _round,
    "turn_forced": lambda c, effect: c.tr.gettext("{seat}'s storage was full: it must place a domino").format(
        seat=letter(effect.seat or 0)
    ),
    "last_turn_began": lambda c, effect: c.tr.gettext("last turn of {seat}: it places while it can").format(
        seat=letter(effect.seat or 0)
    ),
}


def _event_marks(context: EventContext) -> dict[int, Marks]:
    event, data, seat = context.event, context.data, context.event.actor
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
        assert context.position is not None, "the step is shown"
        taken = Marks(came=_cells_with_more_cows(context.position, context.previous, seat))
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
    """Return the cell for a changed territory's disc: one that changed and has no disc yet, if possible."""
    cells = [_cell(cell) for cell in effect.data["cells"]]
    used = {disc.cell for disc in marks.discs}
    for cell in (*marks.came, *marks.left):
        if cell in cells and cell not in used:
            return cell
    return next((cell for cell in cells if cell not in used), cells[0])
