"""Changes of a step: numbered lines below the headline, and the marks that match them on the board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.core import Effect
from frontend.replay.drawing import Change, letter
from frontend.replay.goldgraeber.chips import count_points, describe_chip, describe_hoard
from frontend.replay.goldgraeber.event_context import EventContext, count_face, find_known_peeks
from frontend.replay.goldgraeber.geometry import Field, field_of
from frontend.replay.goldgraeber.terrain import name_field, name_lake
from frontend.replay.translation import RESULT, add_seat

__all__ = ["NO_CHANGES", "Changes", "find_changes"]


@dataclass(frozen=True, slots=True)
class Changes:
    """
    Changes of a step as lines and as marks on the board.

    Args:
        discs: fields with a number, in the order of the numbers from 1 on.
        ways: the paths of whatever moved, each from field to field.
        fresh: fields to outline.
    """

    lines: tuple[Change, ...]
    discs: tuple[Field, ...]
    ways: tuple[tuple[Field, ...], ...]
    fresh: tuple[Field, ...]

    @property
    def focus(self) -> tuple[Field, ...]:
        """All fields where something happened, for the close-up."""
        return (*(field for way in self.ways for field in way), *self.discs, *self.fresh)


NO_CHANGES = Changes((), (), (), ())


@dataclass(frozen=True, slots=True)
class _Line:
    """One change before it is numbered. A change with a field gets a number, which the field shows, too."""

    text: str
    field: Field | None = None
    result: str = ""
    gain: int = 0


def find_changes(context: EventContext) -> Changes:
    """Return the changes of a step."""
    found = [
        describe(context, effect)
        for effect in context.effects
        if (describe := _EFFECTS.get(effect.kind)) is not None
    ]
    found += [*_peek_lines(context), *_finds_lines(context), *_due_lines(context), *_end_lines(context)]
    lines: list[Change] = []
    discs: list[Field] = []
    for line in found:
        if line.field is not None:
            discs.append(line.field)
        mark = None if line.field is None else len(discs)
        lines.append(Change(line.text, line.result, line.gain, mark))
    return Changes(tuple(lines), tuple(discs), _ways(context), _fresh(context))


def _field(effect: Effect) -> Field:
    return field_of(effect.data["field"])


def _raft_boarded(c: EventContext, effect: Effect) -> _Line:
    components, raft = c.previous["components"], c.previous["rafts"][effect.data["raft"]]
    text = c.tr.gettext("on a raft of {lake}").format(lake=name_lake(c.tr, components, raft["lake"]))
    return _Line(text, _field(effect))


def _fight_began(c: EventContext, effect: Effect) -> _Line:
    defender = effect.data["defender"]
    points = count_points(c.previous["diggers"][defender]["finds"])
    if points:
        text = c.tr.ngettext(
            "{seat} has {n} point of finds to lose", "{seat} has {n} points of finds to lose", points
        ).format(seat=letter(defender), n=points)
    else:
        text = c.tr.gettext("{seat} has no finds to lose").format(seat=letter(defender))
    return _Line(text, _field(effect))


def _robber_met(c: EventContext, effect: Effect) -> _Line:
    strength, pile = effect.data["strength"], effect.data["pile"]
    if count_points(pile):
        # Translators: {hoard} is a list of chips such as "gold 3 and robber 2"
        text = c.tr.gettext("a robber fight against {strength}, beneath it {hoard}").format(
            strength=strength, hoard=describe_hoard(c.tr, pile)
        )
    else:
        text = c.tr.gettext("a robber fight against {strength}").format(strength=strength)
    return _Line(text, _field(effect))


def _robber_tied(c: EventContext, effect: Effect) -> _Line:
    return _Line(c.tr.gettext("equal: the die is rolled again"), _field(effect))


def _robber_captured(c: EventContext, effect: Effect) -> _Line:
    strength, pile = effect.data["strength"], effect.data["pile"]
    if count_points(pile):
        # Translators: {hoard} is a list of chips such as "gold 3 and robber 2"
        text = c.tr.gettext("robber {strength} is an open find, and {hoard} from beneath it").format(
            strength=strength, hoard=describe_hoard(c.tr, pile)
        )
    else:
        text = c.tr.gettext("robber {strength} is an open find").format(strength=strength)
    return _Line(text, _field(effect))


def _robber_won(c: EventContext, effect: Effect) -> _Line:
    strength, lost = effect.data["strength"], effect.data["lost"]
    if count_points(lost):
        # Translators: {hoard} is a list of chips such as "gold 3 and robber 2"
        text = c.tr.gettext("robber {strength} keeps {hoard}").format(
            strength=strength, hoard=describe_hoard(c.tr, lost)
        )
    else:
        text = c.tr.gettext("robber {strength} stays awake").format(strength=strength)
    return _Line(text, _field(effect))


def _fight_tied(c: EventContext, effect: Effect) -> _Line:
    return _Line(c.tr.gettext("equal: both roll again"))


def _fight_won(c: EventContext, effect: Effect) -> _Line:
    winner = effect.data["winner"]
    text = c.tr.gettext("{winner} takes {hoard} from {loser}").format(
        winner=letter(winner),
        hoard=describe_hoard(c.tr, effect.data["finds"]),
        loser=letter(effect.data["loser"]),
    )
    return _Line(text, field_of(c.previous["diggers"][winner]["field"]))


def _digger_stays(c: EventContext, effect: Effect) -> _Line:
    n = effect.data["steps"]
    text = c.tr.ngettext(
        "no way of exactly {n} field: {seat} stays", "no way of exactly {n} fields: {seat} stays", n
    ).format(n=n, seat=letter(effect.seat or 0))
    return _Line(text, _field(effect))


def _locomotive_moved(c: EventContext, effect: Effect) -> _Line:
    rails = c.previous["locomotive"]
    last = rails["rail"] + rails["to_go"]
    text = c.tr.gettext("the locomotive runs to rail field {n} of {last}").format(
        n=last - effect.data["to_go"], last=last
    )
    return _Line(text, field_of(effect.data["to"]))


def _finds_taken(c: EventContext, effect: Effect) -> _Line:
    # Translators: {hoard} is a list of chips such as "gold 3 and robber 2"
    text = c.tr.gettext("{player} takes {hoard} from {seat}").format(
        player=letter(c.seat),
        hoard=describe_hoard(c.tr, effect.data["finds"]),
        seat=letter(effect.data["owner"]),
    )
    return _Line(text)


def _digger_pushed(c: EventContext, effect: Effect) -> _Line:
    text = c.tr.gettext("{seat} is put back behind the locomotive").format(seat=letter(effect.seat or 0))
    return _Line(text, field_of(effect.data["to"]))


def _finds_banked(c: EventContext, effect: Effect) -> _Line:
    assert effect.seat is not None, "a seat banks"
    before, after = effect.data["points"]
    # Translators: {hoard} is a list of chips, {before} and {result} are points in the bank
    text = c.tr.gettext("{hoard}: in the bank {before} → {result}").format(
        hoard=describe_hoard(c.tr, effect.data), before=before, result=RESULT
    )
    house = field_of(c.previous["diggers"][effect.seat]["house"])
    return _Line(text, house, str(after), after - before)


_EFFECTS: Mapping[str, Callable[[EventContext, Effect], _Line]] = {
    "raft_boarded": _raft_boarded,
    "fight_began": _fight_began,
    "robber_met": _robber_met,
    "robber_tied": _robber_tied,
    "robber_captured": _robber_captured,
    "robber_won": _robber_won,
    "fight_tied": _fight_tied,
    "fight_won": _fight_won,
    "digger_stays": _digger_stays,
    "locomotive_moved": _locomotive_moved,
    "finds_taken": _finds_taken,
    "digger_pushed": _digger_pushed,
    "finds_banked": _finds_banked,
}


def _peek_lines(c: EventContext) -> list[_Line]:
    """Return the chips of a peek to a viewer who may know them, to others only that they are secret."""
    seen = c.effect("chips_seen")
    if seen is None or c.position is None:
        return []
    known = find_known_peeks(c.position)
    fields = [field_of(field) for field in seen["fields"]]
    if all(field in known for field in fields):
        return [
            _Line(
                c.tr.gettext("{chip} at {field}").format(
                    chip=describe_chip(c.tr, known[field]), field=name_field(field)
                ),
                field,
            )
            for field in fields
        ]
    text = c.tr.ngettext("only {seat} knows what it is", "only {seat} knows what they are", len(fields))
    return [_Line(text.format(seat=letter(c.seat)))]


def _finds_lines(c: EventContext) -> list[_Line]:
    """Return the new value of each seat's open finds, where it has changed and they were not banked."""
    if c.position is None:
        return []
    banked = {effect.seat for effect in c.effects if effect.kind == "finds_banked"}
    lines = []
    pairs = zip(c.previous["diggers"], c.position["diggers"], strict=True)
    for seat, (before, after) in enumerate(pairs):
        old, new = count_points(before["finds"]), count_points(after["finds"])
        if old != new and seat not in banked:
            text = c.tr.gettext("open finds {before} → {result}").format(before=old, result=RESULT)
            if seat != c.seat:
                text = add_seat(c.tr, letter(seat), text)
            lines.append(_Line(text, None, str(new)))
    return lines


def _due_lines(c: EventContext) -> list[_Line]:
    """Return the move or the defence that a fight requires next."""
    position = c.position
    if position is None or c.event.kind != "die_rolled":
        return []
    if position["phase"] == "move_away" and c.previous["phase"] != "move_away":
        seat, n = position["actor"], position["pending"]["steps"]
        text = c.tr.ngettext(
            "{seat} must move away exactly {n} field", "{seat} must move away exactly {n} fields", n
        ).format(seat=letter(seat), n=n)
        return [_Line(text, field_of(position["diggers"][seat]["field"]))]
    if c.effect("attack_rolled"):
        defender = position["pending"]["fight"]["defender"]
        text = c.tr.gettext("{seat} must beat {n}").format(
            seat=letter(defender), n=count_face(c.data["face"])
        )
        return [_Line(text)]
    return []


def _end_lines(c: EventContext) -> list[_Line]:
    """Return the reason for the end of the game, if this step ends it."""
    ended = c.effect("game_ended")
    if ended is None:
        return []
    if ended["reason"] == "station":
        return [_Line(c.tr.gettext("the locomotive is in the station: the game is over"))]
    text = c.tr.ngettext(
        "{n} chip left for {seats} seats: the game is over",
        "{n} chips left for {seats} seats: the game is over",
        ended["chips"],
    ).format(n=ended["chips"], seats=c.previous["seats"])
    return [_Line(text)]


def _ways(context: EventContext) -> tuple[tuple[Field, ...], ...]:
    ways = []
    for effect in context.effects:
        if effect.kind == "path_walked":
            ways.append(tuple(map(field_of, effect.data["fields"])))
        elif effect.kind in ("raft_moved", "digger_pushed", "locomotive_moved"):
            ways.append((field_of(effect.data["from"]), field_of(effect.data["to"])))
    return tuple(ways)


def _fresh(context: EventContext) -> tuple[Field, ...]:
    """Return the fields to outline: flipped chips, fights, and peeks."""
    if seen := context.effect("chips_seen"):
        return tuple(map(field_of, seen["fields"]))
    outlined = ("chip_found", "robber_met", "robber_tied", "robber_captured", "robber_won", "fight_began")
    fields = [_field(effect) for effect in context.effects if effect.kind in outlined]
    if context.event.kind == "die_rolled" and "fight" in context.previous["pending"]:
        fields.append(field_of(context.previous["diggers"][context.previous["turn_seat"]]["field"]))
    return tuple(fields)
