"""The die next to the board: the last roll and its outcome, or the roll that comes next."""

from typing import Any

from engine.rulesets.goldgraeber import LOCOMOTIVE
from frontend.replay.drawing import Position, TablePiece, letter, seat_badge
from frontend.replay.goldgraeber.chips import (
    count_points,
    describe_chip,
    describe_hoard,
    draw_chip,
    draw_hoard,
)
from frontend.replay.goldgraeber.event_context import EventContext, count_face
from frontend.replay.markup import Html, escaped, format_markup
from frontend.replay.translation import Translator

__all__ = ["draw_die"]


def draw_die(tr: Translator, position: Position, context: EventContext | None) -> TablePiece:
    """Return the die as a thing on the table: an opponent, the roll, and the outcome."""
    content = None if context is None else _fight(context) or _flipped_chip(context)
    markup = content or _last_roll(tr, position)
    return TablePiece("die", tr.gettext("The die"), "", Html(f'<div class="fight">{markup}</div>'))


def _fight(c: EventContext) -> str | None:
    """Return the roll that decides or ties a fight in this step."""
    for effect in c.effects:
        if effect.kind in ("robber_tied", "robber_captured", "robber_won"):
            return _robber_fight(c.tr, effect.kind, effect.data)
        if effect.kind in ("fight_tied", "fight_won"):
            return _digger_fight(c, effect.data)
    return None


def _robber_fight(tr: Translator, kind: str, data: Any) -> str:
    rolled, strength = data["rolled"], data["strength"]
    if kind == "robber_tied":
        message = tr.gettext("Rolled {rolled}, the robber is {strength}. Equal: again.")
    elif kind == "robber_captured":
        message = tr.gettext("Rolled {rolled}, the robber is {strength}. Captured!")
    else:
        message = tr.gettext("Rolled {rolled}, the robber is {strength}. The robber wins.")
    text = format_markup(message, rolled=_bold(rolled), strength=_bold(strength))
    lost = data.get("lost")
    beneath = ""
    if lost and count_points(lost):
        # Translators: {pictures} are pictures of chips
        beneath = _soft(format_markup(tr.gettext("It keeps {pictures}"), pictures=_pictures(tr, lost)))
    return (
        f'{_die(tr, rolled)}<span class="num">{_compare(rolled, strength)}</span>'
        f"{draw_chip(tr, 'robber', strength)}<p>{text}{beneath}</p>"
    )


def _digger_fight(c: EventContext, data: Any) -> str:
    fight, tr = c.previous["pending"]["fight"], c.tr
    attack, defend = data["attack"], data["defend"]
    if "winner" not in data:
        message = tr.gettext("{attacker} rolled {attack}, {defender} {defend}. Equal: both again.")
    elif count_points(data["finds"]):
        message = tr.gettext("{attacker} rolled {attack}, {defender} {defend}. {winner} wins {hoard}.")
    else:
        message = tr.gettext("{attacker} rolled {attack}, {defender} {defend}. {winner} wins.")
    text = format_markup(
        message,
        attacker=seat_badge(fight["attacker"]),
        attack=_bold(attack),
        defender=seat_badge(fight["defender"]),
        defend=_bold(defend),
        winner=Html(letter(data.get("winner", fight["attacker"]))),
        hoard=Html(escaped(describe_hoard(tr, data["finds"]))) if "winner" in data else Html(""),
    )
    return f'{_die(tr, attack)}<span class="num">{_compare(attack, defend)}</span>{_die(tr, defend)}<p>{text}</p>'


def _flipped_chip(c: EventContext) -> str | None:
    """Return the chip that this step has flipped."""
    if c.event.kind != "chip_flipped":
        return None
    ((kind, value),) = c.data["chip"].items()
    die = c.previous["die"]
    rolled = _die(c.tr, count_face(die["face"])) if die else ""
    if kind == "gold":
        message = c.tr.gettext("{player} flips {chip}. An open find.")
    else:
        message = c.tr.gettext("{player} flips {chip}. It fights.")
    chip = Html(f"<b>{escaped(describe_chip(c.tr, c.data['chip']))}</b>")
    return (
        f'{rolled}<span class="num">→</span>{draw_chip(c.tr, kind, value)}'
        f"<p>{format_markup(message, player=seat_badge(c.seat), chip=chip)}</p>"
    )


def _last_roll(tr: Translator, position: Position) -> str:
    """Return the die with its last roll, or the roll that a fight waits for."""
    pending, die = position["pending"], position["die"]
    if pending.get("purpose") == "robber":
        return _robber_waits(tr, position)
    if pending.get("purpose") in ("attack", "defend"):
        return _digger_waits(tr, pending["fight"])
    if die is None:
        return f"{_blank()}<p>{escaped(tr.gettext('Not rolled yet.'))}</p>"
    return f"{_die(tr, count_face(die['face']))}<p>{_describe_roll(tr, position, die)}</p>"


def _robber_waits(tr: Translator, position: Position) -> str:
    strength, field = position["pending"]["strength"], position["pending"]["field"]
    text = format_markup(
        tr.gettext("{player} must roll more than {n}."),
        player=seat_badge(position["pending"]["seat"]),
        n=_bold(strength),
    )
    pile = next((robber["pile"] for robber in position["robbers"] if robber["field"] == field), None)
    beneath = ""
    if pile is not None and count_points(pile):
        # Translators: {pictures} are pictures of chips
        beneath = _soft(format_markup(tr.gettext("Beneath it {pictures}"), pictures=_pictures(tr, pile)))
    return f'{_blank()}<span class="num">?</span>{draw_chip(tr, "robber", strength)}<p>{text}{beneath}</p>'


def _digger_waits(tr: Translator, fight: Any) -> str:
    attack = fight["attack"]
    if attack:
        message = tr.gettext("{attacker} attacks; {defender} must roll more than {n}.")
    else:
        message = tr.gettext("{attacker} attacks; {defender} rolls second.")
    text = format_markup(
        message,
        attacker=seat_badge(fight["attacker"]),
        defender=seat_badge(fight["defender"]),
        n=_bold(attack),
    )
    first = _die(tr, attack) if attack else _blank()
    return f'{first}<span class="num">:</span>{_blank()}<p>{text}</p>'


def _describe_roll(tr: Translator, position: Position, die: Any) -> Html:
    rolled = count_face(die["face"])
    if die["purpose"] == "move" and rolled == LOCOMOTIVE:
        to_go = position["locomotive"]["to_go"]
        if not to_go:
            return Html(escaped(tr.gettext("The locomotive is in the station.")))
        return format_markup(
            tr.ngettext("The locomotive runs: {n} to go.", "The locomotive runs: {n} to go.", to_go),
            n=_bold(to_go),
        )
    if position["phase"] not in ("move", "move_away"):
        return format_markup(tr.gettext("Last roll: {n}."), n=_bold(rolled))
    if position["phase"] == "move_away":
        message = tr.gettext("{player} moves away exactly {distance}.")
    else:
        message = tr.gettext("{player} moves exactly {distance}.")
    fields = tr.ngettext("{n} field", "{n} fields", rolled).format(n=rolled)
    return format_markup(
        message, player=seat_badge(position["actor"]), distance=Html(f"<b>{escaped(fields)}</b>")
    )


def _pictures(tr: Translator, hoard: Any) -> Html:
    return Html(f'<span class="in">{draw_hoard(tr, hoard)}</span>')


def _soft(text: Html) -> str:
    return f'<br/><span class="soft">{text}</span>'


def _bold(value: int) -> Html:
    return Html(f"<b>{value}</b>")


def _compare(one: int, other: int) -> str:
    return "&lt;" if one < other else "&gt;" if one > other else "="


def _die(tr: Translator, rolled: int) -> str:
    if rolled == LOCOMOTIVE:
        face, label = "locomotive", tr.gettext("rolled the locomotive, which counts 1")
    else:
        face, label = str(rolled), tr.gettext("rolled {n}").format(n=rolled)
    return (
        f'<svg viewBox="0 0 64 64" role="img" aria-label="{escaped(label)}"><use href="#die-{face}"/></svg>'
    )


def _blank() -> str:
    return (
        '<svg viewBox="0 0 64 64" aria-hidden="true"><rect x="4" y="4" width="56" height="56" rx="9" fill="none"'
        ' stroke="var(--dash,#8a7458)" stroke-width="3" stroke-dasharray="7 5"/></svg>'
    )
