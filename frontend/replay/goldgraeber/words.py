"""What each event of Goldgräber is called: a line for the list, a sentence for the headline, one for what comes."""

from collections.abc import Callable, Mapping

from engine.core import SYSTEM, Event
from frontend.replay.drawing import Position, letter
from frontend.replay.endings import finish_words, forfeit_words, void_words
from frontend.replay.goldgraeber.chips import chip_words, hoard_points
from frontend.replay.goldgraeber.geometry import field_of
from frontend.replay.goldgraeber.lands import lake_name
from frontend.replay.goldgraeber.telling import Telling, face_number
from frontend.replay.speech import counted

__all__ = ["announced", "category", "due_words", "headline_words", "line_words"]

_CATEGORIES = {
    "digger_moved": "moves",
    "raft_ridden": "moves",
    "turn_passed": "moves",
    "roll_chosen": "choices",
    "peek_chosen": "choices",
    "chip_flipped": "finds",
    "chips_peeked": "peeks",
}

_ROLLS = {
    "move": "rolls the die",
    "robber": "rolls against the robber",
    "attack": "rolls to attack",
    "defend": "rolls to defend",
    "retreat": "rolls to move away",
}

_DUE = {
    "choose": "chooses: roll or look",
    "move": "moves its digger",
    "move_away": "moves its digger away",
    "ride": "rides the raft",
}


def category(event: Event) -> str:
    """Return the category by which a list of events is filtered."""
    if event.actor == SYSTEM:
        return "system"
    if event.kind != "die_rolled":
        return _CATEGORIES[event.kind]
    if event.data["purpose"] != "move":
        return "fights"
    return "locomotive" if event.data["face"] == "locomotive" else "rolls"


def line_words(telling: Telling) -> str:
    """Return an event in one line, without the seat that it is about."""
    return _LINES[telling.event.kind](telling)


def headline_words(telling: Telling) -> str:
    """Return an event as a sentence without its subject and points."""
    tell = _HEADLINES.get(telling.event.kind) or _LINES[telling.event.kind]
    return tell(telling)


def announced(telling: Telling) -> str:
    """Return the event to come as a sentence; chance keeps its secret until it happens."""
    kind = telling.event.kind
    if telling.event.actor >= 0:
        return f"Next: {letter(telling.event.actor)} {_LINES[kind](telling)}"
    return f"Next: {_COMING[kind](telling)}"


def due_words(position: Position) -> str:
    """Return who decides what next, as a sentence."""
    actor = position["actor"]
    if position["over"] or actor is None:
        return "The game is over."
    if actor == "chance":
        pending = position["pending"]
        if pending["kind"] == "die_rolled":
            return f"Next: {letter(pending['seat'])} {_ROLLS[pending['purpose']]}"
        return (
            "Next: the chip is flipped" if pending["kind"] == "chip_flipped" else "Next: the chips are seen"
        )
    return f"Next: {letter(actor)} {_DUE[position['phase']]}"


def _moved(telling: Telling) -> str:
    arrived = _arrived(telling)
    if arrived.startswith(" home"):
        return f"{_moves(telling)}{arrived}"
    if arrived.startswith(" onto"):
        return f"{_moves(telling)}{arrived} at {telling.goal_name}"
    return f"{_moves(telling)} to {telling.goal_name}{arrived}"


def _moves(telling: Telling) -> str:
    fields = counted(telling.previous["pending"]["steps"], "field")
    return f"moves {fields} away" if telling.previous["phase"] == "move_away" else f"moves {fields}"


def _arrived(telling: Telling) -> str:
    """Return what happens where a digger ends, where that is more than the place."""
    digger = telling.previous["diggers"][telling.seat]
    if telling.goal == field_of(digger["house"]):
        return f" home: banks {hoard_points(digger['finds'])}" if hoard_points(digger["finds"]) else " home"
    if telling.raft_at(telling.goal):
        return " onto a raft"
    if telling.previous["phase"] == "move" and (rivals := telling.rivals(telling.goal)):
        clockwise = sorted(rivals, key=lambda seat: (seat - telling.seat) % telling.previous["seats"])
        return f" and attacks {letter(clockwise[0])}"
    return ""


def _headline_moved(telling: Telling) -> str:
    digger = telling.previous["diggers"][telling.seat]
    if telling.goal == field_of(digger["house"]):
        return "comes home and banks its finds" if hoard_points(digger["finds"]) else "comes home"
    if arrived := _arrived(telling):
        return f"{_moves(telling)}{arrived}"
    return f"{_moves(telling)} to {telling.place(telling.goal)}"


def _rode(telling: Telling) -> str:
    return f"rides its raft to {telling.goal_name}"


def _headline_rode(telling: Telling) -> str:
    raft = telling.raft_at(field_of(telling.previous["diggers"][telling.seat]["field"]))
    assert raft is not None, "who rides stands on a raft"
    return f"rides a raft over the {lake_name(telling.previous['components'], raft['lake'])}"


def _rolled(telling: Telling) -> str:
    rolled = face_number(telling.data["face"])
    purpose = telling.data["purpose"]
    if purpose == "move":
        if rolled > 1:
            return f"rolls {rolled}"
        moved = telling.effect("locomotive_moved")
        return f"rolls the locomotive: {_to_go(moved['to_go'])}" if moved else "rolls the locomotive"
    if purpose == "robber":
        return _against_robber(telling, rolled)
    if purpose == "attack":
        return f"attacks {letter(telling.previous['pending']['fight']['defender'])} with {rolled}"
    if purpose == "defend":
        return _defended(telling, rolled)
    return f"rolls {rolled} to move away"


def _to_go(fields: int) -> str:
    return f"{counted(fields, 'field')} to the station" if fields else "it is in the station"


def _against_robber(telling: Telling, rolled: int) -> str:
    strength = telling.previous["pending"]["strength"]
    if telling.effect("robber_tied"):
        return f"rolls {rolled} against robber {strength}: again"
    if lost := telling.effect("robber_won"):
        points = hoard_points(lost["lost"])
        found = f"{counted(points, 'point')} of finds lost" if points else "nothing to lose"
        return f"rolls {rolled} against robber {strength}: {found}"
    captured = telling.effect("robber_captured")
    pile = hoard_points(captured["pile"]) if captured else 0
    return f"captures robber {strength} with {rolled}" + (f" and {pile} points beneath it" if pile else "")


def _defended(telling: Telling, rolled: int) -> str:
    fight = telling.previous["pending"]["fight"]
    said = f"rolls {rolled} against {letter(fight['attacker'])}'s {fight['attack']}"
    won = telling.effect("fight_won")
    if won is None:
        return f"{said}: both again"
    points = hoard_points(won["finds"])
    if won["winner"] == telling.seat:
        return (
            f"{said}: wins {counted(points, 'point')} of finds" if points else f"{said}: wins, finds nothing"
        )
    return f"{said}: loses {counted(points, 'point')} of finds" if points else f"{said}: loses, had no finds"


def _flipped(telling: Telling) -> str:
    chip = telling.data["chip"]
    return f"{'finds' if 'gold' in chip else 'wakes'} {chip_words(chip)}"


def _peeked(telling: Telling) -> str:
    count = len(telling.previous["pending"]["fields"])
    return f"looks at {'the chip' if count == 1 else f'{count} chips'} next to it"


_LINES: Mapping[str, Callable[[Telling], str]] = {
    "digger_moved": _moved,
    "raft_ridden": _rode,
    "turn_passed": lambda t: "has no legal move and passes",
    "roll_chosen": lambda t: "chooses to roll",
    "peek_chosen": lambda t: "chooses to look instead of rolling",
    "die_rolled": _rolled,
    "chip_flipped": _flipped,
    "chips_peeked": _peeked,
    "seat_forfeited": lambda t: forfeit_words(t.data),
    "game_finished": lambda t: finish_words(t.data, t.names, t.position),
    "game_voided": lambda t: void_words(t.data),
}

#: Where the headline reads otherwise than the line: it leaves fields to the picture.
_HEADLINES: Mapping[str, Callable[[Telling], str]] = {
    "digger_moved": _headline_moved,
    "raft_ridden": _headline_rode,
}

_COMING: Mapping[str, Callable[[Telling], str]] = {
    "die_rolled": lambda t: f"{letter(t.seat)} {_ROLLS[t.data['purpose']]}",
    "chip_flipped": lambda t: f"{letter(t.seat)} flips the chip",
    "chips_peeked": lambda t: f"{letter(t.seat)} {_peeked(t)}",
    "seat_forfeited": lambda t: f"{letter(t.data['seat'])} forfeits",
    "game_finished": lambda t: "the game ends",
    "game_voided": lambda t: "the game is voided",
}
