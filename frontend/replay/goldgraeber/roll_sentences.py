"""Sentences about rolls of the die: moves, the locomotive, fights with robbers and between diggers."""

from frontend.replay.drawing import letter
from frontend.replay.goldgraeber.chips import count_points
from frontend.replay.goldgraeber.event_context import EventContext, count_face
from frontend.replay.translation import PLAYER

__all__ = ["describe_roll"]


def describe_roll(c: EventContext) -> str:
    """Return a roll of the die with its outcome as a sentence."""
    rolled, purpose = count_face(c.data["face"]), c.data["purpose"]
    if purpose == "robber":
        return _robber_roll(c, rolled)
    if purpose == "defend":
        return _defence_roll(c, rolled)
    if purpose == "attack":
        defender = letter(c.previous["pending"]["fight"]["defender"])
        return c.tr.gettext("{player} attacks {seat} with {n}").format(player=PLAYER, seat=defender, n=rolled)
    if purpose == "retreat":
        return c.tr.gettext("{player} rolls {n} to move away").format(player=PLAYER, n=rolled)
    if rolled > 1:
        return c.tr.gettext("{player} rolls {n}").format(player=PLAYER, n=rolled)
    return _locomotive_roll(c)


def _locomotive_roll(c: EventContext) -> str:
    moved = c.effect("locomotive_moved")
    if moved is None:
        return c.tr.gettext("{player} rolls the locomotive")
    if not moved["to_go"]:
        return c.tr.gettext("{player} rolls the locomotive: it is in the station")
    return c.tr.ngettext(
        "{player} rolls the locomotive: {n} field to the station",
        "{player} rolls the locomotive: {n} fields to the station",
        moved["to_go"],
    ).format(player=PLAYER, n=moved["to_go"])


def _robber_roll(c: EventContext, rolled: int) -> str:
    strength = c.previous["pending"]["strength"]
    if c.effect("robber_tied"):
        return c.tr.gettext("{player} rolls {rolled} against robber {strength}: again").format(
            player=PLAYER, rolled=rolled, strength=strength
        )
    if won := c.effect("robber_won"):
        points = count_points(won["lost"])
        if not points:
            return c.tr.gettext("{player} rolls {rolled} against robber {strength}: nothing to lose").format(
                player=PLAYER, rolled=rolled, strength=strength
            )
        return c.tr.ngettext(
            "{player} rolls {rolled} against robber {strength}: {n} point of finds lost",
            "{player} rolls {rolled} against robber {strength}: {n} points of finds lost",
            points,
        ).format(player=PLAYER, rolled=rolled, strength=strength, n=points)
    captured = c.effect("robber_captured")
    pile = count_points(captured["pile"]) if captured else 0
    if not pile:
        return c.tr.gettext("{player} captures robber {strength} with {rolled}").format(
            player=PLAYER, rolled=rolled, strength=strength
        )
    return c.tr.ngettext(
        "{player} captures robber {strength} with {rolled} and {n} point beneath it",
        "{player} captures robber {strength} with {rolled} and {n} points beneath it",
        pile,
    ).format(player=PLAYER, rolled=rolled, strength=strength, n=pile)


def _defence_roll(c: EventContext, rolled: int) -> str:
    fight, won = c.previous["pending"]["fight"], c.effect("fight_won")
    seat, attack = letter(fight["attacker"]), fight["attack"]
    points = count_points(won["finds"]) if won else 0
    if won is None:
        text = c.tr.gettext("{player} rolls {rolled} against {seat}'s {attack}: both again")
    elif won["winner"] == c.seat:
        text = (
            c.tr.ngettext(
                "{player} rolls {rolled} against {seat}'s {attack}: wins {n} point of finds",
                "{player} rolls {rolled} against {seat}'s {attack}: wins {n} points of finds",
                points,
            )
            if points
            else c.tr.gettext("{player} rolls {rolled} against {seat}'s {attack}: wins, finds nothing")
        )
    else:
        text = (
            c.tr.ngettext(
                "{player} rolls {rolled} against {seat}'s {attack}: loses {n} point of finds",
                "{player} rolls {rolled} against {seat}'s {attack}: loses {n} points of finds",
                points,
            )
            if points
            else c.tr.gettext("{player} rolls {rolled} against {seat}'s {attack}: loses, had no finds")
        )
    return text.format(player=PLAYER, rolled=rolled, seat=seat, attack=attack, n=points)
