"""Rounds and turns in words: which round it is, whose turn, and what is due."""

from engine.core import CHANCE, SYSTEM, Event
from frontend.replay.drawing import Position, letter

__all__ = ["due_words", "round_text", "turn_heading"]

_DUE = {
    "setup": "chooses a plot of the column",
    "choose": "chooses a plot of the next column",
    "discard": "must discard two plots",
    "remove_cow": "removes a cow for a skull",
    "recruit": "recruits a partner",
    "move_cow": "may move a cow",
    "swap": "may swap a plot",
    "steal": "may steal a cow",
    "bonus": "places a bonus tile",
}


def round_text(position: Position) -> str:
    """Return the round of a position: ``Round 18 of 24``."""
    if not position["round"]:
        return "Set-up"
    return f"Round {position['round']} of {position['rounds']}"


def due_words(position: Position) -> str:
    """Return who decides what next, as a sentence."""
    actor = position["actor"]
    if position["over"] or actor is None:
        return "The game is over."
    if actor == "chance":
        return "Next: the box"
    return f"Next: {letter(actor)} {_due(position, actor)}"


def _due(position: Position, seat: int) -> str:
    if position["phase"] == "expand":
        return "must place a domino" if position["ranches"][seat]["forced"] else "may place a domino"
    return _DUE.get(position["phase"], "decides")


def turn_heading(event: Event, round_number: int, name: str) -> str:
    """
    Return the heading of the turn an event belongs to.

    Args:
        round_number: the round before the event, 0 in the set-up.
        name: the player of the acting seat; unused where no seat acts.
    """
    if event.actor == SYSTEM:
        return "The platform"
    if event.actor == CHANCE:
        return f"Round {round_number} · the box" if round_number else "Set-up · the box"
    return f"Round {round_number} · turn of {name}" if round_number else f"Set-up · {name}"
