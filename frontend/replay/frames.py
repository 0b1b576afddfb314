"""Convert the engine's replay frames into scenes and stories."""

import json
from collections.abc import Iterable, Iterator, Sequence

from engine.core import Event, SeenEvent, SeenFrame
from frontend.replay.drawing import Drawing, Position, Scene, Step, StepFacts, Story
from frontend.replay.translation import ENGLISH, Translator

__all__ = ["event_of", "first_scene", "frame_scene", "frame_step", "frames_story"]


def event_of(seen: SeenEvent) -> Event:
    """Return an event with its data parsed; a hidden event has empty data."""
    data = {} if seen.payload is None else json.loads(seen.payload)
    return Event(seen.seq, seen.actor, seen.kind, data)


def first_scene(
    drawing: Drawing,
    position: Position,
    *,
    names: Sequence[str],
    total: int,
    following: Event | None = None,
    notes: Sequence[str] = (),
    translator: Translator = ENGLISH,
) -> Scene:
    """Return the scene of step 0: the position before the first event."""
    facts = StepFacts(
        seq=0, total=total, event=None, names=names, following=following, notes=notes, translator=translator
    )
    return drawing.scene(position, None, (), facts)


def frame_scene(
    drawing: Drawing,
    frame: SeenFrame,
    *,
    names: Sequence[str],
    total: int,
    following: Event | None = None,
    notes: Sequence[str] = (),
    translator: Translator = ENGLISH,
) -> Scene:
    """Return the scene of one frame of a replay."""
    event = event_of(frame.event)
    facts = StepFacts(event.seq, total, event, names, following, notes, translator)
    return drawing.scene(frame.position, frame.previous, frame.effects, facts)


def frame_step(frame: SeenFrame) -> Step:
    """Return a frame as a step of a story; its positions stay lazy."""
    return Step(
        event=event_of(frame.event),
        effects=frame.effects,
        points=frame.points,
        turn=frame.turn,
        position=frame.position,
        previous=frame.previous,
    )


def frames_story(
    drawing: Drawing, frames: Iterable[SeenFrame], names: Sequence[str], translator: Translator = ENGLISH
) -> Story:
    """Return the story of a game from its frames, from the first event on."""
    steps: Iterator[Step] = (frame_step(frame) for frame in frames)
    return drawing.story(steps, names, translator)
