"""Remarks of a seat's panel that every game shares: thinking time, place, forfeit."""

from collections.abc import Sequence

from frontend.replay.translation import Translator

__all__ = ["list_result_remarks", "list_time_remarks"]


def list_time_remarks(notes: Sequence[str], seat: int) -> list[str]:
    """Return the page's own remark about a seat, if it has one."""
    return [notes[seat]] if seat < len(notes) and notes[seat] else []


def list_result_remarks(
    tr: Translator, places: Sequence[int] | None, seat: int, *, has_forfeited: bool
) -> list[str]:
    """
    Return a seat's place once the game is over, and whether it has forfeited.

    Args:
        places: the place of each seat, None while the game goes on.
    """
    remarks = [tr.gettext("place {n}").format(n=places[seat])] if places else []
    if has_forfeited:
        remarks.append(tr.gettext("forfeited") if places else tr.gettext("forfeited, house plays"))
    return remarks
