"""
The example records of a ruleset, replayed and drawn once for all tests that look at them.
"""

from functools import cache
from pathlib import Path

import tests.golden
from engine.core.record import Record, parse_record
from engine.core.replay import SeenFrame, frames, logged_events
from frontend.replay.drawing import Drawing, Scene, Story
from frontend.replay.frames import event_of, frame_scene, frames_story

__all__ = ["DrawnRecords"]


class DrawnRecords:
    """
    The records of a ruleset, seen by a spectator: after the game (``is_over``) or as while it went on.
    """

    def __init__(self, drawing: Drawing, prefix: str, *, is_over: bool) -> None:
        self.drawing = drawing
        self.is_over = is_over
        self.paths = sorted((Path(tests.golden.__file__).parent / "examples").glob(f"{prefix}-*.jsonl"))
        self.replayed = cache(self._replayed)
        self.scenes = cache(self._scenes)
        self.story = cache(self._story)

    def _replayed(self, path: Path) -> tuple[Record, list[SeenFrame]]:
        record = parse_record(path.read_bytes())
        logged = logged_events(record)
        played = frames(record.header, logged, first=1, last=len(logged))
        return record, [frame.seen(None, is_over=self.is_over) for frame in played]

    def _scenes(self, path: Path) -> list[Scene]:
        record, played = self.replayed(path)
        return [
            frame_scene(
                self.drawing,
                frame,
                names=record.header.players,
                total=len(played),
                following=event_of(following.event) if following else None,
            )
            for frame, following in zip(played, [*played[1:], None], strict=True)
        ]

    def _story(self, path: Path) -> Story:
        record, played = self.replayed(path)
        return frames_story(self.drawing, played, record.header.players)
