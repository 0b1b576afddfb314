"""Repeated actions: recognise an action that was taken before and is sent again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core import SeenEvent, canonical
from games.models import Event
from games.queries import game_events

__all__ = ["Repeat", "find_repeat"]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A stored action, and the events from it on as its seat may see them."""

    seat: int
    events: Sequence[SeenEvent]


def find_repeat(
    game_id: int, own_seats: Sequence[int], *, expected_seq: int, kind: str, data: Mapping[str, Any]
) -> Repeat | None:
    """
    Return the stored action if the same was sent before: by one of these seats, from the same event, of the same data.

    Only a remote bot's own action has a thinking time here, so house play is never taken for a repeat.
    """
    stored = Event.objects.filter(game_id=game_id, seq=expected_seq + 1).first()
    if stored is None or stored.actor not in own_seats or stored.thinking_ms is None:
        return None
    if (stored.kind, stored.payload) != (kind, canonical(dict(data)).decode()):
        return None
    lines = game_events(game_id, first=expected_seq + 1, viewer=stored.actor)
    seen = [SeenEvent(line.seq, line.actor, line.kind, line.payload, line.chain) for line in lines]
    return Repeat(stored.actor, seen)
