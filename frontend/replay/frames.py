"""
From the engine's frames to scenes and stories: the bridge between a replay and its drawing.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

from engine.core.events import Event, LoggedEvent
from engine.core.replay import Frame
from engine.core.ruleset import Observation, State
from frontend.replay.drawing import Drawing, Scene, Step, StepFacts, Story

__all__ = ["event_of", "first_scene", "frame_scene", "frame_step", "frames_story"]


def event_of(logged: LoggedEvent) -> Event:
    """
    Return the event of a stored row, its data read.
    """
    return Event(logged.seq, logged.actor, logged.kind, json.loads(logged.payload))


def first_scene(
    drawing: Drawing,
    state: State,
    *,
    names: Sequence[str],
    total: int,
    following: Event | None = None,
    notes: Sequence[str] = (),
) -> Scene:
    """
    Return the scene of step 0: the position before the first event.
    """
    facts = StepFacts(seq=0, total=total, event=None, names=names, following=following, notes=notes)
    return drawing.scene(state.observation(None), None, (), facts)


def frame_scene(
    drawing: Drawing,
    frame: Frame,
    *,
    names: Sequence[str],
    total: int,
    following: Event | None = None,
    notes: Sequence[str] = (),
) -> Scene:
    """
    Return the scene of one frame of a replay.
    """
    event = event_of(frame.event)
    facts = StepFacts(event.seq, total, event, names, following, notes)
    return drawing.scene(frame.after.observation(None), frame.before.observation(None), frame.effects, facts)


def frame_step(frame: Frame) -> Step:
    """
    Return a frame as a step of a story; its positions are looked at only where a line needs them.
    """
    before, after = frame.before, frame.after
    return Step(
        event=event_of(frame.event),
        effects=frame.effects,
        points=after.points(),
        turn=before.turn,
        position=Observation(lambda: after.observation(None)),
        previous=Observation(lambda: before.observation(None)),
    )


def frames_story(drawing: Drawing, frames: Iterable[Frame], names: Sequence[str]) -> Story:
    """
    Return the story of a game from its frames, from the first event on.
    """
    steps: Iterator[Step] = (frame_step(frame) for frame in frames)
    return drawing.story(steps, names)
