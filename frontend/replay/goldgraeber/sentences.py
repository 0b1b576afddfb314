"""
Sentences about Goldgräber's events: for lists and announcements, and shorter ones for the headline.

Sentences about a seat leave the placeholder ``PLAYER`` open.
"""

from collections.abc import Callable, Mapping

from engine.core import SYSTEM, Event
from frontend.replay.drawing import Position
from frontend.replay.goldgraeber.chips import describe_chip
from frontend.replay.goldgraeber.event_context import EventContext
from frontend.replay.goldgraeber.geometry import field_of
from frontend.replay.goldgraeber.roll_sentences import describe_roll
from frontend.replay.goldgraeber.terrain import name_field, name_lake
from frontend.replay.sentences import announce, describe_finish, describe_forfeit, describe_void
from frontend.replay.translation import PLAYER, Translator

__all__ = ["announce_event", "describe_due", "describe_event", "describe_for_headline"]

_CATEGORIES = {
    "digger_moved": "moves",
    "raft_ridden": "moves",
    "turn_passed": "moves",
    "roll_chosen": "choices",
    "peek_chosen": "choices",
    "chip_flipped": "finds",
    "chips_peeked": "peeks",
}
_CATEGORY_TITLES: Mapping[str, Callable[[Translator], str]] = {
    "moves": lambda tr: tr.pgettext("kind of event", "moves"),
    "choices": lambda tr: tr.pgettext("kind of event", "choices"),
    "finds": lambda tr: tr.pgettext("kind of event", "finds"),
    "peeks": lambda tr: tr.pgettext("kind of event", "peeks"),
    "fights": lambda tr: tr.pgettext("kind of event", "fights"),
    "locomotive": lambda tr: tr.pgettext("kind of event", "locomotive"),
    "rolls": lambda tr: tr.pgettext("kind of event", "rolls"),
    "system": lambda tr: tr.pgettext("kind of event", "system"),
}

#: Rolls to come, by their purpose.
_ROLLS: Mapping[str, Callable[[Translator], str]] = {
    "move": lambda tr: tr.gettext("{player} rolls the die"),
    "robber": lambda tr: tr.gettext("{player} rolls against the robber"),
    "attack": lambda tr: tr.gettext("{player} rolls to attack"),
    "defend": lambda tr: tr.gettext("{player} rolls to defend"),
    "retreat": lambda tr: tr.gettext("{player} rolls to move away"),
}

#: Decisions that are due, by phase.
_DUE: Mapping[str, Callable[[Translator], str]] = {
    "choose": lambda tr: tr.gettext("{player} chooses: roll or look"),
    "move": lambda tr: tr.gettext("{player} moves its digger"),
    "move_away": lambda tr: tr.gettext("{player} moves its digger away"),
    "ride": lambda tr: tr.gettext("{player} rides the raft"),
}


def name_category(tr: Translator, event: Event) -> str:
    """Return the title of the category by which a list of events is filtered."""
    return _CATEGORY_TITLES[_category_key(event)](tr)


def _category_key(event: Event) -> str:
    if event.actor == SYSTEM:
        return "system"
    if event.kind != "die_rolled":
        return _CATEGORIES[event.kind]
    if event.data["purpose"] != "move":
        return "fights"
    return "locomotive" if event.data["face"] == "locomotive" else "rolls"


def describe_event(context: EventContext) -> str:
    """Return an event as a sentence."""
    return _SENTENCES[context.event.kind](context)


def describe_for_headline(context: EventContext) -> str:
    """Return an event as the sentence of a headline."""
    describe = _HEADLINES.get(context.event.kind) or _SENTENCES[context.event.kind]
    return describe(context)


def announce_event(context: EventContext) -> str:
    """Return the event to come as a sentence; a chance event is announced without its outcome."""
    event = context.event
    if event.actor >= 0:
        return announce(context.tr, event.actor, _SENTENCES[event.kind](context))
    seat = None if event.kind in ("game_finished", "game_voided") else context.seat
    return announce(context.tr, seat, _COMING[event.kind](context))


def describe_due(tr: Translator, position: Position) -> str:
    """Return the decision or roll that is due as a sentence."""
    actor, pending = position["actor"], position["pending"]
    if position["over"] or actor is None:
        return tr.gettext("The game is over.")
    if actor != "chance":
        return announce(tr, actor, _DUE[position["phase"]](tr))
    if pending["kind"] == "die_rolled":
        return announce(tr, pending["seat"], _ROLLS[pending["purpose"]](tr))
    if pending["kind"] == "chip_flipped":
        return tr.gettext("Next: the chip is flipped")
    return tr.gettext("Next: the chips are seen")


def _distance(c: EventContext) -> str:
    """Return the length of a move as a noun phrase: ``3 fields``."""
    n = c.previous["pending"]["steps"]
    if c.previous["phase"] == "move_away":
        return c.tr.ngettext("{n} field away", "{n} fields away", n).format(n=n)
    return c.tr.ngettext("{n} field", "{n} fields", n).format(n=n)


def _move(c: EventContext) -> str:
    # Translators: {distance} is a distance such as "3 fields" or "3 fields away", {field} a pair of coordinates
    distance, field = _distance(c), name_field(c.goal)
    if c.banked is not None:
        if not c.banked:
            return c.tr.gettext("{player} moves {distance} home").format(player=PLAYER, distance=distance)
        return c.tr.gettext("{player} moves {distance} home: banks {points}").format(
            player=PLAYER, distance=distance, points=c.banked
        )
    if c.raft_at(c.goal):
        return c.tr.gettext("{player} moves {distance} onto a raft at {field}").format(
            player=PLAYER, distance=distance, field=field
        )
    if c.attacked:
        return c.tr.gettext("{player} moves {distance} to {field} and attacks {seat}").format(
            player=PLAYER, distance=distance, field=field, seat=c.attacked
        )
    return c.tr.gettext("{player} moves {distance} to {field}").format(
        player=PLAYER, distance=distance, field=field
    )


def _move_headline(c: EventContext) -> str:
    # Translators: {distance} is a distance such as "3 fields" or "3 fields away"
    if c.banked is not None:
        if c.banked:
            return c.tr.gettext("{player} comes home and banks its finds")
        return c.tr.gettext("{player} comes home")
    if c.raft_at(c.goal):
        return c.tr.gettext("{player} moves {distance} onto a raft").format(
            player=PLAYER, distance=_distance(c)
        )
    if c.attacked:
        return c.tr.gettext("{player} moves {distance} and attacks {seat}").format(
            player=PLAYER, distance=_distance(c), seat=c.attacked
        )
    # Translators: {terrain} is a noun phrase such as "a dig site" or "the railway"
    return c.tr.gettext("{player} moves {distance} to {terrain}").format(
        player=PLAYER, distance=_distance(c), terrain=c.terrain(c.goal)
    )


def _ride_headline(c: EventContext) -> str:
    raft = c.raft_at(field_of(c.previous["diggers"][c.seat]["field"]))
    assert raft is not None, "the digger stands on a raft"
    return c.tr.gettext("{player} rides a raft over {lake}").format(
        player=PLAYER, lake=name_lake(c.tr, c.previous["components"], raft["lake"])
    )


def _flip(c: EventContext) -> str:
    chip = describe_chip(c.tr, c.data["chip"])
    if "gold" in c.data["chip"]:
        return c.tr.gettext("{player} finds {chip}").format(player=PLAYER, chip=chip)
    return c.tr.gettext("{player} wakes {chip}").format(player=PLAYER, chip=chip)


def _peek(c: EventContext) -> str:
    n = len(c.previous["pending"]["fields"])
    return c.tr.ngettext(
        "{player} looks at the chip next to it", "{player} looks at {n} chips next to it", n
    ).format(player=PLAYER, n=n)


_SENTENCES: Mapping[str, Callable[[EventContext], str]] = {
    "digger_moved": _move,
    "raft_ridden": lambda c: c.tr.gettext("{player} rides its raft to {field}").format(
        player=PLAYER, field=name_field(c.goal)
    ),
    "turn_passed": lambda c: c.tr.gettext("{player} has no legal move and passes"),
    "roll_chosen": lambda c: c.tr.gettext("{player} chooses to roll"),
    "peek_chosen": lambda c: c.tr.gettext("{player} chooses to look instead of rolling"),
    "die_rolled": describe_roll,
    "chip_flipped": _flip,
    "chips_peeked": _peek,
    "seat_forfeited": lambda c: describe_forfeit(c.tr, c.data),
    "game_finished": lambda c: describe_finish(c.tr, c.data, c.names, c.position),
    "game_voided": lambda c: describe_void(c.tr, c.data),
}

#: Headlines that differ from the sentence: the picture shows the fields.
_HEADLINES: Mapping[str, Callable[[EventContext], str]] = {
    "digger_moved": _move_headline,
    "raft_ridden": _ride_headline,
}

_COMING: Mapping[str, Callable[[EventContext], str]] = {
    "die_rolled": lambda c: _ROLLS[c.data["purpose"]](c.tr),
    "chip_flipped": lambda c: c.tr.gettext("{player} flips the chip"),
    "chips_peeked": _peek,
    "seat_forfeited": lambda c: c.tr.gettext("{player} forfeits"),
    "game_finished": lambda c: c.tr.gettext("the game ends"),
    "game_voided": lambda c: c.tr.gettext("the game is voided"),
}
