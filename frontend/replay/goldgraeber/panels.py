"""A seat's panel: what it has brought home, what lies open before it, and what it has to do."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core import placed
from frontend.replay.drawing import Panel, Part, Position, StepFacts, letter, signed
from frontend.replay.goldgraeber.chips import hoard_pictures, hoard_points, hoard_words
from frontend.replay.goldgraeber.geometry import field_of
from frontend.replay.goldgraeber.lands import field_name, land_words
from frontend.replay.markup import Html
from frontend.replay.speech import counted

__all__ = ["seat_panels"]

_DUE = {"choose": "to roll or look", "ride": "to ride"}


def seat_panels(
    position: Position, previous: Position | None, step: StepFacts, mover: int | None
) -> tuple[Panel, ...]:
    """Return one panel per seat, in seat order; ``mover`` is the seat to bring forward."""
    places = _places(position)
    panels = []
    for seat, digger in enumerate(position["diggers"]):
        before = previous["diggers"][seat] if previous else None
        panels.append(
            Panel(
                seat=seat,
                player=step.names[seat],
                score=digger["points"],
                gain=digger["points"] - before["points"] if before else 0,
                is_mover=seat == mover,
                is_due=position["actor"] == seat,
                has_forfeited=bool(digger["forfeited"]),
                has_changed=before is not None and before != digger,
                facts=_facts(position, seat, step.notes, places),
                drawing=_drawing(digger, before),
                listing=_listing(position["components"], digger),
                parts=_parts(digger["bank"], before["bank"] if before else None),
                chips=(),
                place=places[seat] if places else None,
                unit="banked",
            )
        )
    return tuple(panels)


def _places(position: Position) -> list[int] | None:
    """Return each seat's place once the game is over."""
    if not position["over"]:
        return None
    return placed([(digger["points"],) for digger in position["diggers"]], position["forfeits"])


def _facts(
    position: Position, seat: int, notes: Sequence[str], places: Sequence[int] | None
) -> tuple[str, ...]:
    digger = position["diggers"][seat]
    facts = [notes[seat]] if seat < len(notes) and notes[seat] else []
    if places:
        facts.append(f"place {places[seat]}")
    if digger["forfeited"]:
        facts.append("forfeited" if places else "forfeited, house plays")
    if digger["peeks"]:
        facts.append(f"knows {counted(len(digger['peeks']), 'chip')}")
    if due := _due(position, seat):
        facts.append(due)
    return tuple(facts)


def _due(position: Position, seat: int) -> str:
    """Return what the seat has before it, if it is its turn to decide or to roll."""
    pending = position["pending"]
    if position["actor"] == seat:
        if position["phase"] in _DUE:
            return _DUE[position["phase"]]
        away = " away" if position["phase"] == "move_away" else ""
        return f"to move{away} {counted(pending['steps'], 'field')}"
    return "to roll" if pending.get("purpose") and pending["seat"] == seat else ""


def _parts(bank: Mapping[str, Any], before: Mapping[str, Any] | None) -> tuple[Part, ...]:
    now, then = _points_by_part(bank), _points_by_part(before) if before else None
    return tuple(
        Part(name, title, now[name], now[name] - then[name] if then else 0)
        for name, title in (("gold", "Gold"), ("robbers", "Robbers"))
    )


def _points_by_part(bank: Mapping[str, Any]) -> dict[str, int]:
    gold = sum(bank["gold"])
    return {"gold": gold, "robbers": hoard_points(bank) - gold}


def _drawing(digger: Mapping[str, Any], before: Mapping[str, Any] | None) -> Html:
    """Return the open finds with what they are worth, and the bank."""
    finds = digger["finds"]
    points = hoard_points(finds)
    change = points - hoard_points(before["finds"]) if before else 0
    gain = f' <b class="{"up" if change > 0 else "down"}">{signed(change)}</b>' if change else ""
    said = f"Open: {hoard_pictures(finds)} · {points} at risk" if points else "Nothing in the open"
    bank = digger["bank"]
    held = f'<p class="chips held">Bank: {hoard_pictures(bank)}</p>' if hoard_points(bank) else ""
    return Html(f'<p class="chips">{said}{gain}</p>{held}')


def _listing(components: str, digger: Mapping[str, Any]) -> Html:
    return _written_out(
        digger["seat"],
        f"{land_words(components, field_of(digger['field']))}, {field_name(field_of(digger['field']))}",
        hoard_words(digger["finds"]),
        hoard_words(digger["bank"]),
    )


@lru_cache(maxsize=256)
def _written_out(seat: int, place: str, finds: str, bank: str) -> Html:
    return Html(
        f"<table><caption>Seat {letter(seat)}</caption><tbody>"
        f'<tr><th scope="row">Digger</th><td>{place}</td></tr>'
        f'<tr><th scope="row">Open finds</th><td>{finds}</td></tr>'
        f'<tr><th scope="row">Bank</th><td>{bank}</td></tr></tbody></table>'
    )
