"""
Sentences about Moon River's events: for lists and announcements, and shorter ones for the headline.

Sentences about a seat leave the placeholder ``PLAYER`` open.
"""

from collections.abc import Callable, Mapping

from engine.core import CHANCE, SYSTEM, Event
from frontend.replay.drawing import letter
from frontend.replay.moon_river.boards import SCENARIOS
from frontend.replay.moon_river.event_context import EventContext
from frontend.replay.moon_river.plots import name_cell
from frontend.replay.moon_river.step_changes import describe_territory
from frontend.replay.moon_river.vocabulary import (
    count_landscapes,
    count_partners,
    name_landscape_object,
    name_partner_object,
)
from frontend.replay.sentences import announce, describe_finish, describe_forfeit, describe_void
from frontend.replay.translation import PLAYER, Translator, join_and, join_clauses, join_items

__all__ = ["announce_event", "describe_event", "describe_for_headline"]

_CATEGORIES = {
    "plot_chosen": "choices",
    "domino_placed": "dominoes",
    "bonus_tile_placed": "dominoes",
    "expansion_declined": "dominoes",
    "plots_discarded": "dominoes",
    "partner_recruited": "partners",
    "plots_swapped": "partners",
    "effect_declined": "partners",
    "cow_removed": "cows",
    "cow_moved": "cows",
    "cow_stolen": "cows",
}
_CATEGORY_TITLES: Mapping[str, Callable[[Translator], str]] = {
    "choices": lambda tr: tr.pgettext("kind of event", "choices"),
    "dominoes": lambda tr: tr.pgettext("kind of event", "dominoes"),
    "partners": lambda tr: tr.pgettext("kind of event", "partners"),
    "cows": lambda tr: tr.pgettext("kind of event", "cows"),
    "box": lambda tr: tr.pgettext("kind of event", "box"),
    "system": lambda tr: tr.pgettext("kind of event", "system"),
}
_TIE_BREAKS: tuple[Callable[[Translator], str], ...] = (
    lambda tr: tr.pgettext("tie-break", "the larger territory"),
    lambda tr: tr.pgettext("tie-break", "more cows"),
)


def name_category(tr: Translator, event: Event) -> str:
    """Return the title of the category by which a list of events is filtered."""
    if event.actor == CHANCE:
        return _CATEGORY_TITLES["box"](tr)
    return _CATEGORY_TITLES["system" if event.actor == SYSTEM else _CATEGORIES[event.kind]](tr)


def describe_event(context: EventContext) -> str:
    """Return an event as a sentence, with the territories that it changed."""
    text = _SENTENCES[context.event.kind](context)
    changes = [
        describe_territory(context.tr, effect.data).plain
        for effect in context.effects
        if effect.kind == "territory_changed"
    ]
    if not changes:
        return text
    # Translators: {event} is a whole sentence, {changes} a list such as "new forest 1×0; farm 3×3 → 4×4"
    return context.tr.pgettext("event", "{event}: {changes}").format(
        event=text, changes=join_clauses(context.tr, changes)
    )


def describe_for_headline(context: EventContext) -> str:
    """Return an event as the sentence of a headline."""
    describe = _HEADLINES.get(context.event.kind) or _SENTENCES[context.event.kind]
    return describe(context)


def announce_event(context: EventContext) -> str:
    """Return the event to come as a sentence; a chance event is announced without its outcome."""
    event = context.event
    if event.actor >= 0:
        return announce(context.tr, event.actor, _SENTENCES[event.kind](context))
    seat = event.data["seat"] if event.kind == "seat_forfeited" else None
    return announce(context.tr, seat, _COMING[event.kind](context.tr))


def _partners(c: EventContext) -> list[str]:
    return [count_partners(c.tr, name) for name in c.data["partners"]]


def _seats(c: EventContext) -> str:
    return join_items(c.tr, list(map(letter, c.data["seats"])))


def _column(c: EventContext) -> str:
    """Return the dealt plots' landscapes in their order in the column: by back number."""
    dealt = sorted(c.data["plots"], key=lambda plot: c.plots[plot].back)
    return join_items(c.tr, [c.landscape(plot) for plot in dealt])


def _choice(c: EventContext) -> str:
    return c.tr.gettext("{player} chooses {plot}, place {n}").format(
        player=PLAYER, plot=c.plot(c.chosen), n=c.data["position"] + 1
    )


def _domino(c: EventContext) -> str:
    plots = [
        # Translators: a plot with the cell it is placed on
        c.tr.pgettext("plot", "{cell} {landscape}").format(cell=name_cell(cell), landscape=c.landscape(plot))
        for cell, plot in zip(c.data["cells"], c.data["plots"], strict=True)
    ]
    return c.tr.gettext("{player} places {plots}").format(player=PLAYER, plots=join_items(c.tr, plots))


def _domino_headline(c: EventContext) -> str:
    first, second = (c.plots[plot].landscape for plot in c.data["plots"])
    if first == second:
        plots = name_landscape_object(c.tr, first, 2)
    else:
        plots = join_and(c.tr, [name_landscape_object(c.tr, first), name_landscape_object(c.tr, second)])
    # Translators: {plots} is an object such as "a farm and a forest" or "two farms"
    return c.tr.pgettext("object", "{player} places {plots}").format(player=PLAYER, plots=plots)


def _kept_plots(c: EventContext) -> str:
    assert c.position is not None, "a headline is about a step that is shown"
    hand = len(c.position["ranches"][c.event.actor]["hand"])
    return c.tr.ngettext("{player} keeps its {n} plot", "{player} keeps its {n} plots", hand).format(
        player=PLAYER, n=hand
    )


def _recruitment(c: EventContext) -> str:
    cell, partner = name_cell(c.data["cell"]), c.data["partner"]
    if c.data["side"] == "cowboy":
        return c.tr.gettext("{player} recruits a cowboy at {cell} ({partner} turned over)").format(
            player=PLAYER, cell=cell, partner=count_partners(c.tr, partner)
        )
    # Translators: {partner} is an object such as "a trapper"
    return c.tr.gettext("{player} recruits {partner} at {cell}").format(
        player=PLAYER, cell=cell, partner=name_partner_object(c.tr, partner)
    )


def _recruitment_headline(c: EventContext) -> str:
    partner = c.data["partner"]
    if c.data["side"] == "cowboy":
        return c.tr.gettext("{player} recruits a cowboy ({partner} turned over)").format(
            player=PLAYER, partner=count_partners(c.tr, partner)
        )
    # Translators: {partner} is an object such as "a trapper"
    return c.tr.gettext("{player} recruits {partner}").format(
        player=PLAYER, partner=name_partner_object(c.tr, partner)
    )


#: The effect that a seat does without, by the phase in which it declines.
_DECLINED: Mapping[str, Callable[[Translator], str]] = {
    "move_cow": lambda tr: tr.gettext("{player} moves no more cows"),
    "swap": lambda tr: tr.gettext("{player} swaps no plot"),
    "steal": lambda tr: tr.gettext("{player} steals no cow"),
}

_SENTENCES: Mapping[str, Callable[[EventContext], str]] = {
    "scenario_drawn": lambda c: c.tr.gettext("Scenario: {title}").format(
        title=SCENARIOS[c.data["scenario"]].title(c.tr)
    ),
    "saloon_filled": lambda c: c.tr.gettext("To the saloon: {partners}").format(
        partners=join_items(c.tr, _partners(c))
    ),
    "column_dealt": lambda c: c.tr.gettext("New column: {plots}").format(plots=_column(c)),
    "rancheros_drawn": lambda c: c.tr.gettext("Rancheros drawn: {seats}").format(seats=_seats(c)),
    "plot_chosen": _choice,
    "domino_placed": _domino,
    "expansion_declined": lambda c: c.tr.gettext("{player} keeps its plots"),
    "plots_discarded": lambda c: c.tr.gettext("{player} must discard {plots}").format(
        player=PLAYER, plots=join_and(c.tr, [c.plot_object(plot) for plot in c.data["plots"]])
    ),
    "cow_removed": lambda c: c.tr.gettext("{player} loses a cow at {cell} to a skull").format(
        player=PLAYER, cell=name_cell(c.data["cell"])
    ),
    "partner_recruited": _recruitment,
    "cow_moved": lambda c: c.tr.gettext("{player} moves a cow {start} → {end}").format(
        player=PLAYER, start=name_cell(c.data["from"]), end=name_cell(c.data["to"])
    ),
    "plots_swapped": lambda c: c.tr.gettext("{player} swaps {given} for {seat}'s {taken}").format(
        player=PLAYER, given=c.plot(c.data["give"]), seat=c.other, taken=c.plot(c.data["take"])
    ),
    "cow_stolen": lambda c: c.tr.gettext("{player} steals a cow from {seat} at {cell}").format(
        player=PLAYER, seat=c.other, cell=name_cell(c.data["cell"])
    ),
    "effect_declined": lambda c: _DECLINED[c.previous["phase"]](c.tr),
    "bonus_tile_placed": lambda c: c.tr.gettext(
        "{player} places the bonus tile {landscape} at {cell}"
    ).format(
        player=PLAYER,
        landscape=count_landscapes(c.tr, c.data["side"]),
        cell=name_cell(c.data["cell"]),
    ),
    "seat_forfeited": lambda c: describe_forfeit(c.tr, c.data),
    "game_finished": lambda c: describe_finish(c.tr, c.data, c.names, c.position, _TIE_BREAKS),
    "game_voided": lambda c: describe_void(c.tr, c.data),
}

#: Headlines that differ from the sentence: the picture shows the cells.
_HEADLINES: Mapping[str, Callable[[EventContext], str]] = {
    "saloon_filled": lambda c: c.tr.gettext("The saloon is filled: {partners}").format(
        partners=join_and(c.tr, _partners(c))
    ),
    "column_dealt": lambda c: c.tr.gettext("A new column is dealt: {plots}").format(plots=_column(c)),
    "rancheros_drawn": lambda c: c.tr.gettext("The rancheros are drawn: {seats}").format(seats=_seats(c)),
    "scenario_drawn": lambda c: c.tr.gettext("The scenario is drawn: {title}").format(
        title=SCENARIOS[c.data["scenario"]].title(c.tr)
    ),
    # Translators: {plot} is an object such as "a farm"
    "plot_chosen": lambda c: c.tr.gettext("{player} chooses {plot}").format(
        player=PLAYER, plot=c.plot_object(c.chosen)
    ),
    "domino_placed": _domino_headline,
    "expansion_declined": _kept_plots,
    "partner_recruited": _recruitment_headline,
    "cow_moved": lambda c: c.tr.gettext("{player} moves a cow from {start} to {end}").format(
        player=PLAYER, start=name_cell(c.data["from"]), end=name_cell(c.data["to"])
    ),
    "cow_stolen": lambda c: c.tr.gettext("{player} steals a cow from {seat}").format(
        player=PLAYER, seat=c.other
    ),
    "bonus_tile_placed": lambda c: c.tr.gettext("{player} places the bonus tile {landscape}").format(
        player=PLAYER, landscape=count_landscapes(c.tr, c.data["side"])
    ),
}

_COMING: Mapping[str, Callable[[Translator], str]] = {
    "scenario_drawn": lambda tr: tr.gettext("the scenario is drawn"),
    "saloon_filled": lambda tr: tr.gettext("the saloon is filled"),
    "column_dealt": lambda tr: tr.gettext("a new column is dealt"),
    "rancheros_drawn": lambda tr: tr.gettext("the rancheros are drawn"),
    "seat_forfeited": lambda tr: tr.gettext("{player} forfeits"),
    "game_finished": lambda tr: tr.gettext("the game ends"),
    "game_voided": lambda tr: tr.gettext("the game is voided"),
}
