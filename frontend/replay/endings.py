"""How a game ended, in words: who won, by which tie-break, who forfeited, why it is void."""

from collections.abc import Mapping, Sequence
from typing import Any

from frontend.replay.drawing import Position, letter
from frontend.replay.speech import counted, listed

__all__ = ["finish_words", "forfeit_words", "void_words"]

_FORFEITS = {
    "timeout": "ran out of time",
    "crash": "its bot crashed",
    "illegal": "its bot answered with an illegal action",
    "resigned": "it resigned",
}


def forfeit_words(data: Mapping[str, Any]) -> str:
    """Return a forfeit in words, without the seat."""
    return f"forfeits: {_FORFEITS[data['reason']]}; the house plays on for it"


def void_words(data: Mapping[str, Any]) -> str:
    """Return a voided game in words. The reason is text from outside."""
    return f"The game is voided and counts for nothing: {data['reason']}"


def finish_words(
    data: Mapping[str, Any],
    names: Sequence[str],
    position: Position | None,
    tie_breaks: Sequence[str] = (),
) -> str:
    """
    Return the end of a game: the winner, the score, and what decided.

    Args:
        tie_breaks: what tells equal scores apart, in order: ``the larger territory``.
    """
    seats = data["seats"]
    winners = [seat for seat, result in enumerate(seats) if result["place"] == 1]
    score = counted(seats[winners[0]]["score"], "point")
    prefix = "Game abandoned after forfeits: " if data["reason"] == "abandoned" else "Game over: "
    if len(winners) > 1:
        return f"{prefix}{listed([_who(seat, names) for seat in winners])} share the win with {score}"
    winner = winners[0]
    said = f"{prefix}{_who(winner, names)} wins with {score}"
    forfeits = position["forfeits"] if position is not None else ()
    return said + _decided(winner, seats, frozenset(forfeits), tie_breaks)


def _who(seat: int, names: Sequence[str]) -> str:
    return f"{letter(seat)} {names[seat]}".strip()


def _decided(
    winner: int, seats: Sequence[Mapping[str, Any]], forfeits: frozenset[int], tie_breaks: Sequence[str]
) -> str:
    """Return what decided between the winner and the best of the others, if it was not the score."""
    mine = seats[winner]
    ahead = [seat for seat, result in enumerate(seats) if seat != winner and result["score"] > mine["score"]]
    if ahead and forfeits.intersection(ahead):
        return f"; {listed([letter(seat) for seat in ahead])} forfeited"
    rivals = [
        seat
        for seat, result in enumerate(seats)
        if seat != winner and result["score"] == mine["score"] and seat not in forfeits
    ]
    if not rivals:
        return ""
    best = max(rivals, key=lambda seat: tuple(seats[seat]["ties"]))
    for words, value, other in zip(tie_breaks, mine["ties"], seats[best]["ties"], strict=True):
        if value != other:
            tied = listed([letter(seat) for seat in rivals])
            return f", level with {tied}, by {words} ({value} to {other})"
    return ""
