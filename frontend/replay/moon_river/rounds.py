"""Rounds and turns of Moon River as text: the round, the headings of turns, and the decision that is due."""

from collections.abc import Callable, Mapping

from engine.core import CHANCE, SYSTEM, Event
from frontend.replay.drawing import Position
from frontend.replay.sentences import announce
from frontend.replay.translation import Translator

__all__ = ["describe_due", "describe_round", "name_turn"]

_DUE: Mapping[str, Callable[[Translator], str]] = {
    "setup": lambda tr: tr.gettext("{player} chooses a plot of the column"),
    "choose": lambda tr: tr.gettext("{player} chooses a plot of the next column"),
    "discard": lambda tr: tr.gettext("{player} must discard two plots"),
    "remove_cow": lambda tr: tr.gettext("{player} removes a cow for a skull"),
    "recruit": lambda tr: tr.gettext("{player} recruits a partner"),
    "move_cow": lambda tr: tr.gettext("{player} may move a cow"),
    "swap": lambda tr: tr.gettext("{player} may swap a plot"),
    "steal": lambda tr: tr.gettext("{player} may steal a cow"),
    "bonus": lambda tr: tr.gettext("{player} places a bonus tile"),
    "expand": lambda tr: tr.gettext("{player} may place a domino"),
}


def describe_round(tr: Translator, position: Position) -> str:
    """Return the round of a position: ``Round 18 of 24``."""
    if not position["round"]:
        return tr.gettext("Set-up")
    return tr.gettext("Round {n} of {total}").format(n=position["round"], total=position["rounds"])


def describe_due(tr: Translator, position: Position) -> str:
    """Return the decision that is due as a sentence: ``Next: C may place a domino``."""
    actor = position["actor"]
    if position["over"] or actor is None:
        return tr.gettext("The game is over.")
    if actor == "chance":
        return tr.gettext("Next: the box")
    if position["phase"] == "expand" and position["ranches"][actor]["forced"]:
        return announce(tr, actor, tr.gettext("{player} must place a domino"))
    return announce(tr, actor, _DUE[position["phase"]](tr))


def name_turn(tr: Translator, event: Event, round_number: int, name: str) -> str:
    """
    Return the heading of the turn that an event belongs to.

    Args:
        round_number: the round before the event, 0 in the set-up.
        name: the player of the acting seat; unused where no seat acts.
    """
    if event.actor == SYSTEM:
        return tr.gettext("The platform")
    if event.actor == CHANCE:
        if not round_number:
            return tr.gettext("Set-up · the box")
        return tr.gettext("Round {n} · the box").format(n=round_number)
    if not round_number:
        return tr.gettext("Set-up · {name}").format(name=name)
    return tr.gettext("Round {n} · turn of {name}").format(n=round_number, name=name)
