"""
The context that the sentences of one event are made from.

Hidden chips: sentences and pictures of a peek use the position (``peeks``) and never the event, which holds the chips
even where the viewer may not see them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core import Effect, Event
from engine.rulesets.goldgraeber import LOCOMOTIVE
from frontend.replay.drawing import Position, letter
from frontend.replay.goldgraeber.chips import count_points
from frontend.replay.goldgraeber.geometry import Field, field_of
from frontend.replay.goldgraeber.terrain import describe_field, is_town
from frontend.replay.translation import Translator

__all__ = ["EventContext", "count_face", "find_known_peeks", "find_seat"]


@dataclass(frozen=True, slots=True)
class EventContext:
    """One event with the positions around it; of an event to come, effects and position are missing."""

    tr: Translator
    event: Event
    effects: Sequence[Effect]
    position: Position | None
    previous: Position
    names: Sequence[str]

    @property
    def data(self) -> Mapping[str, Any]:
        """The event's data."""
        return self.event.data

    @property
    def seat(self) -> int:
        """The seat the event is about."""
        seat = find_seat(self.event, self.previous)
        assert seat is not None, "the event is about a seat"
        return seat

    def effect(self, kind: str) -> Mapping[str, Any] | None:
        """Return the data of the first effect of a kind, or None."""
        return next((effect.data for effect in self.effects if effect.kind == kind), None)

    def terrain(self, field: Field) -> str:
        """Return a field's terrain as a noun phrase."""
        return describe_field(self.tr, self.previous["components"], field)

    @property
    def goal(self) -> Field:
        """The field a digger or raft moves to."""
        return field_of(self.data["to"])

    @property
    def banked(self) -> int | None:
        """The points that a move brings home, 0 without open finds; None if it does not end at home."""
        digger = self.previous["diggers"][self.seat]
        return count_points(digger["finds"]) if self.goal == field_of(digger["house"]) else None

    @property
    def attacked(self) -> str:
        """The letter of the seat that a move attacks first; empty if it attacks none."""
        rivals = self._rivals(self.goal) if self.previous["phase"] == "move" else []
        clockwise = sorted(rivals, key=lambda seat: (seat - self.seat) % self.previous["seats"])
        return letter(clockwise[0]) if clockwise else ""

    def raft_at(self, field: Field) -> Mapping[str, Any] | None:
        """Return the raft that lay on a field before the event, or None."""
        return next((raft for raft in self.previous["rafts"] if field_of(raft["field"]) == field), None)

    def _rivals(self, field: Field) -> list[int]:
        """Return the other seats whose diggers a digger that ends on a field would fight."""
        if is_town(self.previous["components"], field) or self.raft_at(field):
            return []
        return [
            digger["seat"]
            for digger in self.previous["diggers"]
            if field_of(digger["field"]) == field and digger["seat"] != self.seat
        ]


def find_seat(event: Event, previous: Position) -> int | None:
    """Return the seat an event is about: the one that acted, rolled, found or looked, or that forfeits."""
    if event.actor >= 0:
        return event.actor
    if event.kind == "seat_forfeited":
        seat: int = event.data["seat"]
    elif event.kind == "die_rolled":
        seat = previous["pending"]["seat"]
    elif event.kind in ("chip_flipped", "chips_peeked"):
        seat = previous["turn_seat"]
    else:
        return None
    return seat


def count_face(face: str | int) -> int:
    """Return the number of a face in a fight."""
    return LOCOMOTIVE if isinstance(face, str) else face


def find_known_peeks(position: Position) -> dict[Field, Mapping[str, Any]]:
    """Return the face-down chips that the position shows, by field: those that the viewer's seat has seen."""
    return {
        field_of(peek["field"]): peek["chip"]
        for digger in position["diggers"]
        for peek in digger["peeks"]
        if peek["chip"] is not None
    }
