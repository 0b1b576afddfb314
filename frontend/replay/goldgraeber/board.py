"""The board with all that stands on it: the whole, a close-up for phones, a legend, and a table for screen readers."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from frontend.replay.drawing import Position, TablePiece, letter
from frontend.replay.goldgraeber import pieces
from frontend.replay.goldgraeber.changes import Changes
from frontend.replay.goldgraeber.chips import hoard_words
from frontend.replay.goldgraeber.geometry import VIEW, Field, close_window, field_of
from frontend.replay.goldgraeber.lands import field_name, lake_name, lands
from frontend.replay.goldgraeber.telling import known_peeks
from frontend.replay.markup import Html, number
from frontend.replay.speech import counted

__all__ = ["board_piece"]

#: How far diggers on one field stand apart; how far they step aside for what else lies there.
_APART, _ASIDE = 15, -13
#: How far a digger on a raft stands above the middle, so that the raft is seen.
_ABOARD = -9


def board_piece(position: Position, changes: Changes, mover: int | None) -> TablePiece:
    """
    Return the board as a thing on the table.

    Args:
        mover: the seat that acts: where nothing moves, the close-up shows its digger.
    """
    focus = changes.focus
    if not focus and mover is not None:
        focus = (field_of(position["diggers"][mover]["field"]),)
    close = " ".join(map(number, close_window(focus)))
    whole = " ".join(map(number, VIEW))
    drawing = (
        f'<div class="boardwrap">{_legend(position)}'
        f'<div class="close"><svg viewBox="{close}" role="img" aria-label="Close-up of the board">'
        '<use href="#board"/></svg></div>'
        f'<svg class="whole" viewBox="{whole}" role="img" aria-label="{_said(position)}">'
        f'<g id="board">{_board(position, changes)}</g></svg></div><div class="vh">{_listing(position)}</div>'
    )
    return TablePiece("board", "The board", f"{position['components']}, a reconstruction", Html(drawing))


def _board(position: Position, changes: Changes) -> str:
    drawn = ['<use href="#ground"/>', *_chips(position)]
    drawn += [pieces.robber(robber, field_of(robber["field"])) for robber in position["robbers"]]
    drawn += [pieces.raft(field_of(raft["field"])) for raft in position["rafts"]]
    drawn += [pieces.fresh_outline(field) for field in changes.fresh]
    drawn += [pieces.way(way) for way in changes.ways]
    drawn.append(pieces.locomotive(field_of(position["locomotive"]["field"])))
    drawn += _diggers(position)
    drawn += [
        pieces.disc(index + 1, field, changes.discs[:index]) for index, field in enumerate(changes.discs)
    ]
    return "".join(drawn)


def _chips(position: Position) -> list[str]:
    """Return the face-down chips: by their backs, or as who looks has seen them."""
    known = known_peeks(position)
    seen_by: dict[Field, list[int]] = defaultdict(list)
    for digger in position["diggers"]:
        for peek in digger["peeks"]:
            seen_by[field_of(peek["field"])].append(digger["seat"])
    drawn = []
    for field in map(field_of, position["face_down"]):
        if field in known:
            ((kind, value),) = known[field].items()
            drawn.append(pieces.seen_chip(field, kind, value))
        else:
            drawn.append(pieces.chip_back(field))
        if seen_by[field]:
            drawn.append(pieces.peek_pips(field, tuple(seen_by[field])))
    return drawn


def _diggers(position: Position) -> list[str]:
    """Return the diggers; on one field they stand beside each other, and beside what else lies there."""
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
            drawn.append(pieces.digger(seat, field, across, _ABOARD if field in afloat else 0))
    return drawn


def _legend(position: Position) -> str:
    counts = _counts(position)
    return (
        '<ul class="legend">'
        f'<li><svg viewBox="0 0 64 64" aria-hidden="true"><use href="#chip-back"/></svg>{counts["face_down"]}</li>'
        f'<li><svg viewBox="0 0 64 64" aria-hidden="true"><use href="#chip-robber"/></svg>{counts["robbers"]}</li>'
        f'<li><svg viewBox="0 0 64 64" aria-hidden="true"><use href="#hex-dig"/></svg>{counts["dug"]}</li></ul>'
    )


def _counts(position: Position) -> Mapping[str, str]:
    sites = sum(kind == "dig" for kind in lands(position["components"]).values())
    face_down, robbers = len(position["face_down"]), len(position["robbers"])
    return {
        "face_down": f"{face_down} face down",
        "robbers": f"{counted(robbers, 'robber')} awake",
        "dug": f"{counted(sites - face_down - robbers, 'site')} dug out",
    }


def _said(position: Position) -> str:
    counts = _counts(position)
    to_go = counted(position["locomotive"]["to_go"], "field")
    return f"Board: the locomotive {to_go} from the station, {counts['face_down']}, {counts['robbers']}"


def _listing(position: Position) -> str:
    """Return where everything is that does not lie face down."""
    rows = [
        ("Locomotive", position["locomotive"]["field"], f"{position['locomotive']['to_go']} fields to go")
    ]
    rows += [_digger_row(position, digger) for digger in position["diggers"]]
    rows += [
        (
            f"Robber {robber['strength']}",
            robber["field"],
            f"beneath it {hoard_words(robber['pile'])}",
        )
        for robber in position["robbers"]
    ]
    rows += [
        ("Raft", raft["field"], lake_name(position["components"], raft["lake"])) for raft in position["rafts"]
    ]
    body = "".join(
        f'<tr><th scope="row">{name}</th><td>{field_name(field_of(field))}</td><td>{note}</td></tr>'
        for name, field, note in rows
    )
    return (
        '<table><caption>On the board</caption><thead><tr><th scope="col">What</th><th scope="col">Field</th>'
        f'<th scope="col">Note</th></tr></thead><tbody>{body}</tbody></table>'
    )


def _digger_row(position: Position, digger: Mapping[str, Any]) -> tuple[str, Any, str]:
    note = "at home" if digger["field"] == digger["house"] else ""
    return (
        f"Digger of {letter(digger['seat'])}",
        digger["field"],
        "on a raft" if digger["raft"] is not None else note,
    )
