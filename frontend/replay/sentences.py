"""Sentences of every game: the winner and the reason, forfeits, void games, headlines and announcements."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from frontend.replay.drawing import Headline, Position, letter, signed
from frontend.replay.translation import PLAYER, Translator, fill, join_and

__all__ = [
    "announce",
    "describe_finish",
    "describe_forfeit",
    "describe_void",
    "make_headline",
    "make_opening_headline",
]

#: A noun phrase for a tie-break: "the larger territory".
TieBreak = Callable[[Translator], str]

_FORFEITS: Mapping[str, Callable[[Translator], str]] = {
    "timeout": lambda tr: tr.gettext("{player} forfeits: ran out of time; the house plays on for it"),
    "crash": lambda tr: tr.gettext("{player} forfeits: its bot crashed; the house plays on for it"),
    "illegal": lambda tr: tr.gettext(
        "{player} forfeits: its bot answered with an illegal action; the house plays on for it"
    ),
    "resigned": lambda tr: tr.gettext("{player} forfeits: it resigned; the house plays on for it"),
}


def describe_forfeit(tr: Translator, data: Mapping[str, Any]) -> str:
    """Return a forfeit as a sentence about the player."""
    return _FORFEITS[data["reason"]](tr)


def describe_void(tr: Translator, data: Mapping[str, Any]) -> str:
    """Return a voided game as a sentence. The reason is text from outside."""
    return tr.gettext("The game is voided and counts for nothing: {reason}").format(reason=data["reason"])


def describe_finish(
    tr: Translator,
    data: Mapping[str, Any],
    names: Sequence[str],
    position: Position | None,
    tie_breaks: Sequence[TieBreak] = (),
) -> str:
    """
    Return the end of a game: the winner, the score, and the tie-break if one decided.

    Args:
        tie_breaks: the tie-breaks in order.
    """
    seats = data["seats"]
    winners = [seat for seat, result in enumerate(seats) if result["place"] == 1]
    if len(winners) > 1:
        score = seats[winners[0]]["score"]
        players = join_and(tr, [_name(seat, names) for seat in winners])
        result = tr.ngettext(
            "{players} share the win with {n} point", "{players} share the win with {n} points", score
        ).format(players=players, n=score)
    else:
        forfeits = frozenset(position["forfeits"] if position is not None else ())
        result = _describe_win(tr, winners[0], seats, forfeits, tie_breaks, _name(winners[0], names))
    if data["reason"] == "abandoned":
        return tr.gettext("Game abandoned after forfeits: {result}").format(result=result)
    return tr.gettext("Game over: {result}").format(result=result)


def _name(seat: int, names: Sequence[str]) -> str:
    return f"{letter(seat)} {names[seat]}".strip()


def _describe_win(
    tr: Translator,
    winner: int,
    seats: Sequence[Mapping[str, Any]],
    forfeits: frozenset[int],
    tie_breaks: Sequence[TieBreak],
    name: str,
) -> str:
    """Return a win as a sentence, with the forfeit or tie-break that decided it, if one did."""
    score = seats[winner]["score"]
    others = [(seat, result["score"]) for seat, result in enumerate(seats) if seat != winner]
    ahead = [seat for seat, points in others if points > score]
    if ahead and forfeits.intersection(ahead):
        return tr.ngettext(
            "{winner} wins with {n} point; {seats} forfeited",
            "{winner} wins with {n} points; {seats} forfeited",
            score,
        ).format(winner=name, n=score, seats=join_and(tr, [letter(seat) for seat in ahead]))
    level = [seat for seat, points in others if points == score and seat not in forfeits]
    if level and (said := _describe_tie_break(tr, seats, winner, level, tie_breaks, name)):
        return said
    return tr.ngettext("{winner} wins with {n} point", "{winner} wins with {n} points", score).format(
        winner=name, n=score
    )


def _describe_tie_break(
    tr: Translator,
    seats: Sequence[Mapping[str, Any]],
    winner: int,
    level: Sequence[int],
    tie_breaks: Sequence[TieBreak],
    name: str,
) -> str:
    """Return a win by a tie-break as a sentence; nothing if no tie-break decided."""
    score, values = seats[winner]["score"], seats[winner]["ties"]
    best = max((seats[seat]["ties"] for seat in level), key=tuple)
    for tie_break, value, other in zip(tie_breaks, values, best, strict=True):
        if value != other:
            # Translators: {tie_break} is a noun phrase such as "the larger territory"
            return tr.ngettext(
                "{winner} wins with {n} point, level with {seats}, by {tie_break} ({value} to {other})",
                "{winner} wins with {n} points, level with {seats}, by {tie_break} ({value} to {other})",
                score,
            ).format(
                winner=name,
                n=score,
                seats=join_and(tr, [letter(seat) for seat in level]),
                tie_break=tie_break(tr),
                value=value,
                other=other,
            )
    return ""


def make_opening_headline(tr: Translator) -> Headline:
    """Return the headline of step 0."""
    return Headline(None, "", tr.gettext("Before the first event"))


def make_headline(
    tr: Translator, seat: int | None, names: Sequence[str], text: str, *, gain: int, is_house_play: bool
) -> Headline:
    """
    Return the headline of a step.

    Args:
        text: the event as a sentence, with the placeholder of the player open.
        gain: points won or lost by the seat.
        is_house_play: the house played for a seat that has forfeited.
    """
    if seat is None:
        return Headline(None, "", text)
    if gain:
        # Translators: {event} is a whole sentence, {gain} a number with its sign
        text = tr.ngettext("{event}: {gain} point", "{event}: {gain} points", abs(gain)).format(
            event=text, gain=signed(gain)
        )
    if is_house_play:
        # Translators: {event} is a whole sentence
        text = tr.gettext("{event} (house play)").format(event=text)
    return Headline(seat, names[seat], text)


def announce(tr: Translator, seat: int | None, text: str) -> str:
    """Return the announcement of an event: ``Next: C recruits a trapper at b4``."""
    event = text if seat is None else fill(text, PLAYER, letter(seat))
    # Translators: {event} is a whole sentence
    return tr.gettext("Next: {event}").format(event=event)
