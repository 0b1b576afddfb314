"""
The example records of a ruleset, replayed and drawn once for all tests that look at them, and what holds of them
whatever the ruleset.
"""

import statistics
import time
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import pytest

import tests.golden
from engine.core import Playthrough, Record, SeenFrame, parse_record
from engine.core.replay import iterate_frames, log_events
from frontend.replay import Drawing, Scene, Story, event_of, first_scene, frame_scene, frames_story
from frontend.replay.frames import frame_step

__all__ = ["DrawnRecords", "WholeGames"]


class DrawnRecords:
    """The records of a ruleset, seen by a spectator: after the game (``is_over``) or as while it went on."""

    def __init__(self, drawing: Drawing, prefix: str, *, is_over: bool) -> None:
        self.drawing = drawing
        self.is_over = is_over
        self.paths = sorted((Path(tests.golden.__file__).parent / "examples").glob(f"{prefix}-*.jsonl"))
        self.replayed = cache(self._replayed)
        self.scenes = cache(self._scenes)
        self.story = cache(self._story)
        self.each = pytest.mark.parametrize("path", self.paths, ids=lambda path: path.stem)

    def opening(self, path: Path) -> Scene:
        """Return the scene before the first event."""
        record, played = self.replayed(path)
        return first_scene(
            self.drawing,
            Playthrough(record.header).state.observation(None),
            names=record.header.players,
            total=len(played),
            following=event_of(played[0].event),
        )

    def seconds_a_scene(self) -> float:
        """Return how long the processor takes to draw a step of the last record, at the median."""
        record, played = self.replayed(self.paths[-1])
        times = []
        for frame in played:
            start = time.process_time()
            frame_scene(self.drawing, frame, names=record.header.players, total=len(played))
            times.append(time.process_time() - start)
        return statistics.median(times)

    def _replayed(self, path: Path) -> tuple[Record, list[SeenFrame]]:
        record = parse_record(path.read_bytes())
        logged = log_events(record)
        played: list[SeenFrame] = []
        for frame in iterate_frames(record.header, logged, first=1, last=len(logged)):
            previous = played[-1].position if played else None
            played.append(frame.show(None, is_over=self.is_over, previous=previous))
        return record, played

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


class WholeGames:
    """Base of the tests of whole games drawn; a ruleset's class is parametrised by ``DrawnRecords.each``."""

    records: ClassVar[DrawnRecords]
    #: How the last headline begins, and what the round of the opening is called.
    last_headline: ClassVar[str]
    first_round: ClassVar[str]

    def test_every_frame_says_what_happened_and_what_comes(self, path: Path):
        *before, last = self.records.scenes(path)

        assert all(str(scene.headline) and scene.following for scene in before)
        assert str(last.headline).startswith(self.last_headline)
        assert last.following == ""

    def test_the_lines_of_a_step_add_up_to_the_points_it_brings(self, path: Path):
        for scene in self.records.scenes(path):
            gained = sum(change.gain for change in scene.changes)

            assert gained == sum(panel.gain for panel in scene.panels), scene.headline

    def test_gains_are_the_differences_of_scores(self, path: Path):
        for before, after in pairwise(self.records.scenes(path)):
            for old, new in zip(before.panels, after.panels, strict=True):
                assert new.score - old.score == new.gain

    def test_the_last_scene_shows_the_places_of_the_record(self, path: Path):
        record, _ = self.records.replayed(path)
        panels = self.records.scenes(path)[-1].panels

        result = record.events[-1].data["seats"]
        assert [panel.place for panel in panels] == [seat["place"] for seat in result]
        assert [panel.score for panel in panels] == [seat["score"] for seat in result]

    def test_the_opening_is_drawn(self, path: Path):
        record, _ = self.records.replayed(path)
        scene = self.records.opening(path)

        assert (scene.seq, scene.round_text) == (0, self.first_round)
        assert len(scene.panels) == record.header.seats

    def test_the_story_has_a_line_and_points_for_every_event(self, path: Path):
        record, played = self.records.replayed(path)
        story = self.records.story(path)

        assert [line.seq for line in story.lines] == list(range(1, len(played) + 1))
        assert all(line.text and line.turn for line in story.lines)
        result = record.events[-1].data["seats"]
        assert [points[-1] for points in story.points] == [seat["score"] for seat in result]
        assert all(len(points) == len(played) + 1 for points in story.points)

    def test_lines_of_one_turn_stand_under_one_heading(self, path: Path):
        story = self.records.story(path)

        for before, after in pairwise(story.lines):
            assert (after.turn_number == before.turn_number) is (after.seq not in story.turns)
            if after.turn_number == before.turn_number:
                assert after.turn == before.turn

    def test_a_line_alone_begins_as_in_the_story(self, path: Path):
        record, played = self.records.replayed(path)

        for line, frame in list(zip(self.records.story(path).lines, played, strict=True))[::10]:
            alone = self.records.drawing.line(frame_step(frame), record.header.players)
            assert line.text.startswith(alone)
