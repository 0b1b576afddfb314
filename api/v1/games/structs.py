"""The JSON of events and frames: structs, because logs are long and their payloads are stored as JSON."""

from typing import Annotated, Literal, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.structs import ApiStruct, JsonObject, RawObject
from engine.core import SeenEvent, SeenFrame, format_actor
from games.queries import EventLine
from games.verification import GameFrames

__all__ = ["Actor", "Event", "Frames"]

Actor = Annotated[
    Annotated[int, Meta(ge=0)] | Literal["chance", "system"],
    Meta(description="A seat's number, `chance` or `system`."),
]


class Event(ApiStruct, frozen=True):
    """One event. A private event has no `data` until the game is over; its `hash` still continues the chain."""

    seq: int
    actor: Actor
    kind: str
    hash: Annotated[str, Meta(description="Hash of the chain after this event.")]
    data: RawObject | UnsetType = UNSET

    @classmethod
    def from_line(cls, line: EventLine | SeenEvent) -> "Event":
        """Return the JSON of an event; its stored payload is not parsed."""
        payload = UNSET if line.payload is None else msgspec.Raw(line.payload.encode())
        actor = cast("Actor", format_actor(line.actor))
        return cls(line.seq, actor, line.kind, bytes(line.chain).hex(), payload)


class Effect(ApiStruct, frozen=True):
    """A change that the rules derive from a step."""

    kind: str
    seat: int | None
    data: JsonObject


class Frame(ApiStruct, frozen=True):
    """One step: the event, the position after it as a spectator may see it, and its effects. Step 0 has no event."""

    step: int
    event: Event | None
    position: JsonObject
    effects: list[Effect]

    @classmethod
    def from_seen(cls, frame: SeenFrame) -> "Frame":
        """Return the JSON of one step."""
        effects = [Effect(effect.kind, effect.seat, effect.data) for effect in frame.effects]
        return cls(frame.event.seq, Event.from_line(frame.event), dict(frame.position), effects)


class Divergence(ApiStruct, frozen=True):
    """Where the stored log breaks the rules."""

    step: int
    code: str


class Frames(ApiStruct, frozen=True):
    """Frames of a range of steps; none from a divergence on."""

    game: int
    head: Annotated[int, Meta(description="The last step so far.")]
    diverged: Divergence | None
    frames: list[Frame]

    @classmethod
    def from_found(cls, found: GameFrames, start: JsonObject | None) -> "Frames":
        """Return the JSON of frames; ``start`` is the position before the first event, if step 0 is wanted."""
        frames = [] if start is None else [Frame(0, None, start, [])]
        frames += [Frame.from_seen(frame) for frame in found.frames]
        diverged = None if found.stopped_at is None else Divergence(found.stopped_at, found.code)
        return cls(found.game.pk, found.game.head_seq, diverged, frames)
