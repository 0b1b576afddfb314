"""
Rounds and turns in words: which round it is, whose turn, and what is due.
"""

from engine.core.events import CHANCE, SYSTEM, Event
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
    """
    Return the round of a position: ``Round 18 of 24``.
    """
    if position["phase"] == "setup" or not position["round"]:
        return "Set-up"
    return f"Round {position['round']} of {position['rounds']}"


def due_words(position: Position) -> str:
    """
    Return who decides what next, as a sentence.
    """
    actor = position["actor"]
    if position["over"] or actor is None:
        return "The game is over."
    if actor == "chance":
        return "Next: the box"
    return f"Next: {letter(actor)} {_due(position, actor)}"


def _due(position: Position, seat: int) -> str:
    if position["phase"] == "expand":
        is_forced = position["ranches"][seat]["forced"] or position["last_round"]
        return "must place a domino if one fits" if is_forced else "may place a domino"
    return _DUE.get(position["phase"], "decides")


def turn_heading(event: Event, position: Position, name: str) -> str:
    """
    Return the heading of the turn an event belongs to.

    Args:
        position: the observation before the event.
        name: the player of the acting seat; unused where no seat acts.
    """
    if event.actor == SYSTEM:
        return "The platform"
    is_setup = position["phase"] == "setup" or not position["round"]
    where = "Set-up" if is_setup else f"Round {position['round']}"
    if event.actor == CHANCE:
        return f"{where} · the box"
    return f"{where} · {name}" if is_setup else f"{where} · turn of {name}"
