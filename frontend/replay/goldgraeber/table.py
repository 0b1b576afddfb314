"""What stands beside the board: the die and what it decides, how far the game is, and what still lies face down."""

from collections import Counter
from typing import Any

from engine.rulesets.goldgraeber import LOCOMOTIVE, MOST_STEPS, component_set
from frontend.replay.drawing import Position, TablePiece, letter
from frontend.replay.goldgraeber.chips import (
    chip_picture,
    chip_words,
    hoard_pictures,
    hoard_points,
    hoard_words,
)
from frontend.replay.goldgraeber.telling import Telling, face_number
from frontend.replay.markup import Html
from frontend.replay.speech import counted

__all__ = ["counts_piece", "die_piece", "left_piece"]

#: The class of a kind of chip of which there are none left, or some.
_PRESENCE = ("none", "some")


def die_piece(position: Position, telling: Telling | None) -> TablePiece:
    """Return the last roll of the die: against whom, and what it decided."""
    content = None if telling is None else _fight(telling) or _chip(telling)
    return TablePiece("die", "The die", "", Html(f'<div class="fight">{content or _waiting(position)}</div>'))


def _fight(telling: Telling) -> str | None:
    """Return the roll that this step decides a fight by, or ties it."""
    for effect in telling.effects:
        if effect.kind in ("robber_tied", "robber_captured", "robber_won"):
            return _robber_fight(effect.kind, effect.data)
        if effect.kind in ("fight_tied", "fight_won"):
            return _digger_fight(telling, effect.data)
    return None


def _robber_fight(kind: str, data: Any) -> str:
    rolled, strength = data["rolled"], data["strength"]
    lost = data.get("lost")
    said = {"robber_tied": "Equal: again.", "robber_captured": "Captured!", "robber_won": "The robber wins."}
    beneath = (
        f'<br/><span class="soft">It keeps {_pictured(lost)}</span>' if lost and hoard_points(lost) else ""
    )
    return (
        f'{_die(rolled)}<span class="num">{_against(rolled, strength)}</span>'
        f"{chip_picture('robber', str(strength))}<p>Rolled <b>{rolled}</b>, the robber is <b>{strength}</b>."
        f" {said[kind]}{beneath}</p>"
    )


def _digger_fight(telling: Telling, data: Any) -> str:
    fight = telling.previous["pending"]["fight"]
    attack, defend = data["attack"], data["defend"]
    result = "Equal: both again."
    if "winner" in data:
        finds = f" {hoard_words(data['finds'])}" if hoard_points(data["finds"]) else ""
        result = f"{letter(data['winner'])} wins{finds}."
    return (
        f'{_die(attack)}<span class="num">{_against(attack, defend)}</span>{_die(defend)}'
        f"<p>{_badge(fight['attacker'])} rolled <b>{attack}</b>, {_badge(fight['defender'])} <b>{defend}</b>."
        f" {result}</p>"
    )


def _chip(telling: Telling) -> str | None:
    """Return the chip that this step has flipped."""
    if telling.event.kind != "chip_flipped":
        return None
    ((kind, value),) = telling.data["chip"].items()
    die = telling.previous["die"]
    shown = _die(face_number(die["face"])) if die else ""
    words = chip_words(telling.data["chip"])
    result = "An open find." if kind == "gold" else "It fights."
    return (
        f'{shown}<span class="num">→</span>{chip_picture(kind, str(value))}'
        f"<p>{_badge(telling.seat)} flips <b>{words}</b>. {result}</p>"
    )


def _waiting(position: Position) -> str:
    """Return the die as it lies, and what it is for."""
    pending, die = position["pending"], position["die"]
    if pending.get("purpose") == "robber":
        strength = pending["strength"]
        return (
            f'{_blank()}<span class="num">?</span>{chip_picture("robber", str(strength))}'
            f"<p>{_badge(pending['seat'])} must roll more than <b>{strength}</b>.{_beneath(position)}</p>"
        )
    if pending.get("purpose") in ("attack", "defend"):
        fight = pending["fight"]
        first = _die(fight["attack"]) if fight["attack"] else _blank()
        must = f" must roll more than <b>{fight['attack']}</b>" if fight["attack"] else " rolls second"
        return (
            f'{first}<span class="num">:</span>{_blank()}<p>{_badge(fight["attacker"])} attacks;'
            f" {_badge(fight['defender'])}{must}.</p>"
        )
    if die is None:
        return f"{_blank()}<p>Not rolled yet.</p>"
    return f"{_die(face_number(die['face']))}<p>{_roll_words(position, die)}</p>"


def _roll_words(position: Position, die: Any) -> str:
    rolled = face_number(die["face"])
    if die["purpose"] == "move" and rolled == LOCOMOTIVE:
        to_go = position["locomotive"]["to_go"]
        return f"The locomotive runs: <b>{to_go}</b> to go." if to_go else "The locomotive is in the station."
    if position["phase"] in ("move", "move_away"):
        away = "away " if position["phase"] == "move_away" else ""
        return f"{_badge(position['actor'])} moves {away}exactly <b>{counted(rolled, 'field')}</b>."
    return f"Last roll: <b>{rolled}</b>."


def _beneath(position: Position) -> str:
    field = position["pending"]["field"]
    pile = next((robber["pile"] for robber in position["robbers"] if robber["field"] == field), None)
    if pile is None or not hoard_points(pile):
        return ""
    return f'<br/><span class="soft">Beneath it {_pictured(pile)}</span>'


def _pictured(hoard: Any) -> str:
    return f'<span class="in">{hoard_pictures(hoard)}</span>'


def _against(one: int, other: int) -> str:
    return "&lt;" if one < other else "&gt;" if one > other else "="


def _badge(seat: int) -> str:
    return f'<b class="seat seat-{letter(seat).lower()}">{letter(seat)}</b>'


def _die(rolled: int) -> str:
    face = "locomotive" if rolled == LOCOMOTIVE else str(rolled)
    said = "the locomotive, which counts 1" if rolled == LOCOMOTIVE else face
    return f'<svg viewBox="0 0 64 64" role="img" aria-label="rolled {said}"><use href="#die-{face}"/></svg>'


def _blank() -> str:
    return (
        '<svg viewBox="0 0 64 64" aria-hidden="true"><rect x="4" y="4" width="56" height="56" rx="9" fill="none"'
        ' stroke="var(--dash,#8a7458)" stroke-width="3" stroke-dasharray="7 5"/></svg>'
    )


def counts_piece(position: Position) -> TablePiece:
    """Return how near the two ends of the game are."""
    rails = len(component_set(position["components"]).rail) - 1
    numbers = (
        ("Locomotive", f"{rails - position['locomotive']['to_go']} / {rails}"),
        ("Chips counted", str(position["chips_counted"])),
        ("Ends at", f"≤ {position['seats']} chips"),
    )
    cells = "".join(f"<div><dt>{name}</dt><dd>{said}</dd></div>" for name, said in numbers)
    return TablePiece("counts", "How far the game is", "", Html(f'<dl class="parts block">{cells}</dl>'))


def left_piece(position: Position) -> TablePiece:
    """Return what the face-down chips are, all together: what has been flipped, everybody can count."""
    left = position["chips_left"]
    gold, robbers = Counter(left["gold"]), Counter(left["robbers"])
    items = "".join(
        f'<li class="{_PRESENCE[counts[value] > 0]}">{chip_picture(kind, str(value))}× {counts[value]}</li>'
        for kind, counts in (("gold", gold), ("robber", robbers))
        for value in range(1, MOST_STEPS)
    )
    count = counted(len(position["face_down"]), "chip")
    return TablePiece("left", "Still face down", count, Html(f'<ul class="left">{items}</ul>'))
