"""What a step changed: numbered lines for the sentence, and the marks that match them on the board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.core import Effect
from frontend.replay.drawing import Change, letter
from frontend.replay.goldgraeber.chips import chip_words, hoard_points, hoard_words
from frontend.replay.goldgraeber.geometry import Field, field_of
from frontend.replay.goldgraeber.lands import field_name, lake_name
from frontend.replay.goldgraeber.telling import Telling, face_number, known_peeks
from frontend.replay.speech import counted

__all__ = ["NO_CHANGES", "Changes", "step_changes"]


@dataclass(frozen=True, slots=True)
class Changes:
    """
    What a step changed, in lines and as marks on the board.

    Args:
        discs: fields that wear a number, in the order of the numbers: the first wears 1.
        ways: what moved, each from field to field.
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
    """One change before it is numbered: with a field it wears a number, which the field wears too."""

    text: str
    field: Field | None = None
    result: str = ""
    gain: int = 0


def step_changes(telling: Telling) -> Changes:
    """Return what an event changed."""
    told = [
        line
        for effect in telling.effects
        if (tell := _TOLD.get(effect.kind)) and (line := tell(telling, effect)) is not None
    ]
    told += [*_seen_lines(telling), *_finds_lines(telling), *_due_lines(telling), *_end_lines(telling)]
    lines: list[Change] = []
    discs: list[Field] = []
    for line in told:
        if line.field is not None:
            discs.append(line.field)
        mark = None if line.field is None else len(discs)
        lines.append(Change(line.text, line.result, line.gain, mark))
    return Changes(tuple(lines), tuple(discs), _ways(telling), _fresh(telling))


def _field(effect: Effect) -> Field:
    return field_of(effect.data["field"])


def _boarded(telling: Telling, effect: Effect) -> _Line:
    lake = telling.previous["rafts"][effect.data["raft"]]["lake"]
    return _Line(f"on a raft of the {lake_name(telling.previous['components'], lake)}", _field(effect))


def _fight_began(telling: Telling, effect: Effect) -> _Line:
    defender = telling.previous["diggers"][effect.data["defender"]]
    points = hoard_points(defender["finds"])
    stake = f"has {counted(points, 'point')} of finds to lose" if points else "has no finds to lose"
    return _Line(f"{letter(effect.data['defender'])} {stake}", _field(effect))


def _robber_met(telling: Telling, effect: Effect) -> _Line:
    pile = effect.data["pile"]
    beneath = f", beneath it {hoard_words(pile)}" if hoard_points(pile) else ""
    return _Line(f"a robber fight against {effect.data['strength']}{beneath}", _field(effect))


def _robber_tied(telling: Telling, effect: Effect) -> _Line:
    return _Line("equal: the die is rolled again", _field(effect))


def _robber_captured(telling: Telling, effect: Effect) -> _Line:
    pile = effect.data["pile"]
    beneath = f", and {hoard_words(pile)} from beneath it" if hoard_points(pile) else ""
    return _Line(f"robber {effect.data['strength']} is an open find{beneath}", _field(effect))


def _robber_won(telling: Telling, effect: Effect) -> _Line:
    lost = effect.data["lost"]
    kept = f"keeps {hoard_words(lost)}" if hoard_points(lost) else "stays awake"
    return _Line(f"robber {effect.data['strength']} {kept}", _field(effect))


def _fight_tied(telling: Telling, effect: Effect) -> _Line:
    return _Line("equal: both roll again")


def _fight_won(telling: Telling, effect: Effect) -> _Line:
    winner, loser = letter(effect.data["winner"]), letter(effect.data["loser"])
    field = field_of(telling.previous["diggers"][effect.data["winner"]]["field"])
    return _Line(f"{winner} takes {hoard_words(effect.data['finds'])} from {loser}", field)


def _stays(telling: Telling, effect: Effect) -> _Line:
    steps = counted(effect.data["steps"], "field")
    return _Line(f"no way of exactly {steps}: {letter(effect.seat or 0)} stays", _field(effect))


def _locomotive_moved(telling: Telling, effect: Effect) -> _Line:
    rails = telling.previous["locomotive"]
    last = rails["rail"] + rails["to_go"]
    return _Line(
        f"the locomotive runs to rail field {last - effect.data['to_go']} of {last}",
        field_of(effect.data["to"]),
    )


def _finds_taken(telling: Telling, effect: Effect) -> _Line:
    return _Line(f"takes {hoard_words(effect.data['finds'])} from {letter(effect.data['owner'])}")


def _pushed(telling: Telling, effect: Effect) -> _Line:
    return _Line(f"{letter(effect.seat or 0)} is put back behind the locomotive", field_of(effect.data["to"]))


def _banked(telling: Telling, effect: Effect) -> _Line:
    assert effect.seat is not None, "a seat banks"
    before, after = effect.data["points"]
    house = field_of(telling.previous["diggers"][effect.seat]["house"])
    return _Line(f"{hoard_words(effect.data)}: in the bank {before} →", house, str(after), after - before)


_TOLD: Mapping[str, Callable[[Telling, Effect], _Line | None]] = {
    "raft_boarded": _boarded,
    "fight_began": _fight_began,
    "robber_met": _robber_met,
    "robber_tied": _robber_tied,
    "robber_captured": _robber_captured,
    "robber_won": _robber_won,
    "fight_tied": _fight_tied,
    "fight_won": _fight_won,
    "digger_stays": _stays,
    "locomotive_moved": _locomotive_moved,
    "finds_taken": _finds_taken,
    "digger_pushed": _pushed,
    "finds_banked": _banked,
}


def _seen_lines(telling: Telling) -> list[_Line]:
    """Return what a peek shows to who may know it, and that it is a secret to everybody else."""
    seen = telling.effect("chips_seen")
    if seen is None or telling.position is None:
        return []
    known = known_peeks(telling.position)
    fields = [field_of(field) for field in seen["fields"]]
    if not all(field in known for field in fields):
        return [_Line(f"only {letter(telling.seat)} knows what {_they(len(fields))}")]
    return [_Line(f"{chip_words(known[field])} at {field_name(field)}", field) for field in fields]


def _they(count: int) -> str:
    return "it is" if count == 1 else "they are"


def _finds_lines(telling: Telling) -> list[_Line]:
    """Return what all open finds of a seat are worth now, where that has changed and they were not banked."""
    if telling.position is None:
        return []
    banked = {effect.seat for effect in telling.effects if effect.kind == "finds_banked"}
    lines = []
    pairs = zip(telling.previous["diggers"], telling.position["diggers"], strict=True)
    for seat, (before, after) in enumerate(pairs):
        old, new = hoard_points(before["finds"]), hoard_points(after["finds"])
        if old != new and seat not in banked:
            whose = "" if seat == telling.seat else f"{letter(seat)}: "
            lines.append(_Line(f"{whose}open finds {old} →", None, str(new)))
    return lines


def _due_lines(telling: Telling) -> list[_Line]:
    """Return what a fight leaves to do."""
    position = telling.position
    if position is None or telling.event.kind != "die_rolled":
        return []
    if position["phase"] == "move_away" and telling.previous["phase"] != "move_away":
        seat, steps = position["actor"], position["pending"]["steps"]
        field = field_of(position["diggers"][seat]["field"])
        return [_Line(f"{letter(seat)} must move away exactly {counted(steps, 'field')}", field)]
    if telling.effect("attack_rolled"):
        defender = position["pending"]["fight"]["defender"]
        return [_Line(f"{letter(defender)} must beat {face_number(telling.data['face'])}")]
    return []


def _end_lines(telling: Telling) -> list[_Line]:
    """Return why the game is over, if it is."""
    ended = telling.effect("game_ended")
    if ended is None:
        return []
    if ended["reason"] == "station":
        return [_Line("the locomotive is in the station: the game is over")]
    left, seats = counted(ended["chips"], "chip"), telling.previous["seats"]
    return [_Line(f"{left} left for {seats} seats: the game is over")]


def _ways(telling: Telling) -> tuple[tuple[Field, ...], ...]:
    ways = []
    for effect in telling.effects:
        if effect.kind == "path_walked":
            ways.append(tuple(map(field_of, effect.data["fields"])))
        elif effect.kind in ("raft_moved", "digger_pushed", "locomotive_moved"):
            ways.append((field_of(effect.data["from"]), field_of(effect.data["to"])))
    return tuple(ways)


def _fresh(telling: Telling) -> tuple[Field, ...]:
    """Return the fields to outline: where a chip was flipped, where there is a fight, where a seat has looked."""
    if seen := telling.effect("chips_seen"):
        return tuple(map(field_of, seen["fields"]))
    outlined = ("chip_found", "robber_met", "robber_tied", "robber_captured", "robber_won", "fight_began")
    fields = [_field(effect) for effect in telling.effects if effect.kind in outlined]
    if telling.event.kind == "die_rolled" and "fight" in telling.previous["pending"]:
        fields.append(field_of(telling.previous["diggers"][telling.previous["turn_seat"]]["field"]))
    return tuple(fields)
