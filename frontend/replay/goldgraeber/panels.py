"""A seat's panel: its bank, its open finds, and the decision or roll that is due."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core import rank_seats
from frontend.replay.drawing import Panel, Part, Position, StepFacts, letter, signed
from frontend.replay.goldgraeber.chips import count_points, describe_hoard, draw_hoard
from frontend.replay.goldgraeber.geometry import field_of
from frontend.replay.goldgraeber.terrain import describe_field, name_field
from frontend.replay.markup import Html, escaped, format_markup
from frontend.replay.seats import list_result_remarks, list_time_remarks
from frontend.replay.translation import Translator

__all__ = ["make_panels"]

_DUE: Mapping[str, Callable[[Translator], str]] = {
    "choose": lambda tr: tr.gettext("to roll or look"),
    "ride": lambda tr: tr.gettext("to ride"),
}


def make_panels(
    position: Position, previous: Position | None, step: StepFacts, mover: int | None
) -> tuple[Panel, ...]:
    """Return one panel per seat, in seat order; ``mover`` is the seat to bring forward."""
    tr = step.translator
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
                facts=_facts(position, seat, step, places),
                drawing=_drawing(tr, digger, before),
                listing=_listing(tr, position["components"], digger),
                parts=_parts(tr, digger["bank"], before["bank"] if before else None),
                chips=(),
                place=places[seat] if places else None,
                unit=tr.npgettext("unit", "banked", "banked", digger["points"]),
            )
        )
    return tuple(panels)


def _places(position: Position) -> list[int] | None:
    """Return each seat's place once the game is over."""
    if not position["over"]:
        return None
    return rank_seats([(digger["points"],) for digger in position["diggers"]], position["forfeits"])


def _facts(position: Position, seat: int, step: StepFacts, places: Sequence[int] | None) -> tuple[str, ...]:
    tr, digger = step.translator, position["diggers"][seat]
    facts = list_time_remarks(step.notes, seat)
    facts += list_result_remarks(tr, places, seat, has_forfeited=bool(digger["forfeited"]))
    if known := len(digger["peeks"]):
        facts.append(tr.ngettext("knows {n} chip", "knows {n} chips", known).format(n=known))
    if due := _due(tr, position, seat):
        facts.append(due)
    return tuple(facts)


def _due(tr: Translator, position: Position, seat: int) -> str:
    """Return the decision or roll that the seat has to make; nothing if it is not its turn."""
    pending = position["pending"]
    if position["actor"] != seat:
        return tr.gettext("to roll") if pending.get("purpose") and pending["seat"] == seat else ""
    if position["phase"] in _DUE:
        return _DUE[position["phase"]](tr)
    n = pending["steps"]
    if position["phase"] == "move_away":
        return tr.ngettext("to move away {n} field", "to move away {n} fields", n).format(n=n)
    return tr.ngettext("to move {n} field", "to move {n} fields", n).format(n=n)


def _parts(tr: Translator, bank: Mapping[str, Any], before: Mapping[str, Any] | None) -> tuple[Part, ...]:
    now, then = _points_by_part(bank), _points_by_part(before) if before else None
    return tuple(
        Part(name, title, now[name], now[name] - then[name] if then else 0)
        for name, title in (("gold", tr.gettext("Gold")), ("robbers", tr.gettext("Robbers")))
    )


def _points_by_part(bank: Mapping[str, Any]) -> dict[str, int]:
    gold = sum(bank["gold"])
    return {"gold": gold, "robbers": count_points(bank) - gold}


def _drawing(tr: Translator, digger: Mapping[str, Any], before: Mapping[str, Any] | None) -> Html:
    """Return the open finds with their points, and the bank."""
    finds = digger["finds"]
    points = count_points(finds)
    change = points - count_points(before["finds"]) if before else 0
    gain = f' <b class="{"up" if change > 0 else "down"}">{signed(change)}</b>' if change else ""
    if points:
        text = format_markup(
            # Translators: {pictures} are pictures of chips, {points} the points that they are worth
            tr.gettext("Open: {pictures} · {points} at risk"),
            pictures=Html(draw_hoard(tr, finds)),
            points=Html(points),
        )
    else:
        text = Html(escaped(tr.gettext("Nothing in the open")))
    bank = digger["bank"]
    held = ""
    if count_points(bank):
        pictures = Html(draw_hoard(tr, bank))
        # Translators: {pictures} are pictures of chips
        held = f'<p class="chips held">{format_markup(tr.gettext("Bank: {pictures}"), pictures=pictures)}</p>'
    return Html(f'<p class="chips">{text}{gain}</p>{held}')


def _listing(tr: Translator, components: str, digger: Mapping[str, Any]) -> Html:
    field = field_of(digger["field"])
    return _write_listing(
        tr,
        digger["seat"],
        tr.pgettext("place", "{terrain}, {field}").format(
            terrain=describe_field(tr, components, field), field=name_field(field)
        ),
        describe_hoard(tr, digger["finds"]),
        describe_hoard(tr, digger["bank"]),
    )


@lru_cache(maxsize=256)
def _write_listing(tr: Translator, seat: int, place: str, finds: str, bank: str) -> Html:
    caption = tr.gettext("Seat {seat}").format(seat=letter(seat))
    rows = ((tr.gettext("Digger"), place), (tr.gettext("Open finds"), finds), (tr.gettext("Bank"), bank))
    body = "".join(
        f'<tr><th scope="row">{escaped(title)}</th><td>{escaped(text)}</td></tr>' for title, text in rows
    )
    return Html(f"<table><caption>{escaped(caption)}</caption><tbody>{body}</tbody></table>")
