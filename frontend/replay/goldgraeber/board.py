"""The board with its pieces: the whole, a close-up for phones, a legend, and a table for screen readers."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from frontend.replay.drawing import Position, TablePiece, letter
from frontend.replay.goldgraeber import pieces
from frontend.replay.goldgraeber.chips import describe_hoard
from frontend.replay.goldgraeber.event_context import find_known_peeks
from frontend.replay.goldgraeber.geometry import VIEW, Field, field_of, fit_window
from frontend.replay.goldgraeber.step_changes import Changes
from frontend.replay.goldgraeber.terrain import find_terrain, name_field, name_lake
from frontend.replay.markup import Html, escaped, number
from frontend.replay.translation import Translator

__all__ = ["draw_board"]

#: Distance between diggers on one field; their shift if something else is there.
_APART, _ASIDE = 15, -13
#: Shift of a digger on a raft above the middle, so that the raft is visible.
_ABOARD = -9


def draw_board(tr: Translator, position: Position, changes: Changes, mover: int | None) -> TablePiece:
    """
    Return the board as a thing on the table.

    Args:
        mover: the seat that acts: if nothing moves, the close-up shows its digger.
    """
    focus = changes.focus
    if not focus and mover is not None:
        focus = (field_of(position["diggers"][mover]["field"]),)
    close = " ".join(map(number, fit_window(focus)))
    whole = " ".join(map(number, VIEW))
    drawing = (
        f'<div class="boardwrap">{_legend(tr, position)}'
        f'<div class="close"><svg viewBox="{close}" role="img"'
        f' aria-label="{escaped(tr.gettext("Close-up of the board"))}"><use href="#board"/></svg></div>'
        f'<svg class="whole" viewBox="{whole}" role="img" aria-label="{escaped(_describe(tr, position))}">'
        f'<g id="board">{_board(tr, position, changes)}</g></svg></div>'
        f'<div class="vh">{_listing(tr, position)}</div>'
    )
    # Translators: {components} is the number of a component set
    note = tr.gettext("{components}, a reconstruction").format(components=position["components"])
    return TablePiece("board", tr.gettext("The board"), note, Html(drawing))


def _board(tr: Translator, position: Position, changes: Changes) -> str:
    drawn = ['<use href="#ground"/>', *_chips(tr, position)]
    drawn += [pieces.draw_robber(tr, robber, field_of(robber["field"])) for robber in position["robbers"]]
    drawn += [pieces.draw_raft(field_of(raft["field"])) for raft in position["rafts"]]
    drawn += [pieces.draw_outline(field) for field in changes.fresh]
    drawn += [pieces.draw_path(way) for way in changes.ways]
    drawn.append(pieces.draw_locomotive(tr, field_of(position["locomotive"]["field"])))
    drawn += _diggers(tr, position)
    drawn += [
        pieces.draw_disc(index + 1, field, changes.discs[:index]) for index, field in enumerate(changes.discs)
    ]
    return "".join(drawn)


def _chips(tr: Translator, position: Position) -> list[str]:
    """Return the face-down chips: their backs, or their faces if the viewer's seat has seen them."""
    known = find_known_peeks(position)
    seen_by: dict[Field, list[int]] = defaultdict(list)
    for digger in position["diggers"]:
        for peek in digger["peeks"]:
            seen_by[field_of(peek["field"])].append(digger["seat"])
    drawn = []
    for field in map(field_of, position["face_down"]):
        if field in known:
            ((kind, value),) = known[field].items()
            drawn.append(pieces.draw_seen_chip(tr, field, kind, value))
        else:
            drawn.append(pieces.draw_chip_back(field))
        if seen_by[field]:
            drawn.append(pieces.draw_peek_pips(tr, field, tuple(seen_by[field])))
    return drawn


def _diggers(tr: Translator, position: Position) -> list[str]:
    """Return the diggers; on one field they stand side by side, next to anything else there."""
    crowded = {field_of(field) for field in position["face_down"]}
    crowded |= {field_of(robber["field"]) for robber in position["robbers"]}
    afloat = {field_of(raft["field"]) for raft in position["rafts"]}
    together: dict[Field, list[int]] = defaultdict(list)
    for digger in position["diggers"]:
        together[field_of(digger["field"])].append(digger["seat"])
    drawn = []
    for field, seats in sorted(together.items(), key=lambda item: item[0][1]):
        aside = _ASIDE if field in crowded else 0
        for index, seat in enumerate(seats):
            across = aside + _APART * (index - (len(seats) - 1) / 2)
            drawn.append(pieces.draw_digger(tr, seat, field, across, _ABOARD if field in afloat else 0))
    return drawn


def _legend(tr: Translator, position: Position) -> str:
    robbers = len(position["robbers"])
    sites = sum(kind == "dig" for kind in find_terrain(position["components"]).values())
    dug = sites - len(position["face_down"]) - robbers
    entries = (
        ("chip-back", _count_face_down(tr, position)),
        ("chip-robber", _count_robbers(tr, position)),
        ("hex-dig", tr.ngettext("{n} site dug out", "{n} sites dug out", dug).format(n=dug)),
    )
    items = "".join(
        f'<li><svg viewBox="0 0 64 64" aria-hidden="true"><use href="#{symbol}"/></svg>{escaped(text)}</li>'
        for symbol, text in entries
    )
    return f'<ul class="legend">{items}</ul>'


def _count_face_down(tr: Translator, position: Position) -> str:
    n = len(position["face_down"])
    return tr.ngettext("{n} face down", "{n} face down", n).format(n=n)


def _count_robbers(tr: Translator, position: Position) -> str:
    n = len(position["robbers"])
    return tr.ngettext("{n} robber awake", "{n} robbers awake", n).format(n=n)


def _describe(tr: Translator, position: Position) -> str:
    n = position["locomotive"]["to_go"]
    return tr.ngettext(
        "Board: the locomotive {n} field from the station, {face_down}, {robbers}",
        "Board: the locomotive {n} fields from the station, {face_down}, {robbers}",
        n,
    ).format(n=n, face_down=_count_face_down(tr, position), robbers=_count_robbers(tr, position))


def _listing(tr: Translator, position: Position) -> str:
    """Return the place of everything that does not lie face down, as a table."""
    locomotive = position["locomotive"]
    to_go = tr.ngettext("{n} field to go", "{n} fields to go", locomotive["to_go"])
    rows = [(tr.gettext("Locomotive"), locomotive["field"], to_go.format(n=locomotive["to_go"]))]
    rows += [_digger_row(tr, digger) for digger in position["diggers"]]
    rows += [
        (
            tr.gettext("Robber {strength}").format(strength=robber["strength"]),
            robber["field"],
            tr.gettext("beneath it {hoard}").format(hoard=describe_hoard(tr, robber["pile"])),
        )
        for robber in position["robbers"]
    ]
    rows += [
        (tr.gettext("Raft"), raft["field"], name_lake(tr, position["components"], raft["lake"]))
        for raft in position["rafts"]
    ]
    body = "".join(
        f'<tr><th scope="row">{escaped(name)}</th><td>{name_field(field_of(field))}</td>'
        f"<td>{escaped(note)}</td></tr>"
        for name, field, note in rows
    )
    titles = (tr.gettext("What"), tr.gettext("Field"), tr.gettext("Note"))
    head = "".join(f'<th scope="col">{escaped(title)}</th>' for title in titles)
    return (
        f"<table><caption>{escaped(tr.gettext('On the board'))}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _digger_row(tr: Translator, digger: Mapping[str, Any]) -> tuple[str, Any, str]:
    note = ""
    if digger["raft"] is not None:
        note = tr.gettext("on a raft")
    elif digger["field"] == digger["house"]:
        note = tr.gettext("at home")
    return tr.gettext("Digger of {seat}").format(seat=letter(digger["seat"])), digger["field"], note
