"""
Whole games drawn: every step of every example record, as scenes and as a story.
"""

import statistics
import time
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from engine.core.playthrough import Playthrough
from frontend.replay.frames import event_of, first_scene, frame_scene, frame_step
from frontend.replay.registry import drawing
from tests.frontend.replay.drawn_records import DrawnRecords

DRAWING = drawing("moon-river@1")
RECORDS = DrawnRecords(DRAWING, "moon-river", is_over=True)
EXAMPLES, replayed, scenes, story = RECORDS.paths, RECORDS.replayed, RECORDS.scenes, RECORDS.story

games = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


@games
def test_every_frame_is_drawn_and_well_formed(path):
    for scene in scenes(path):
        panels = "".join(panel.drawing + panel.listing for panel in scene.panels)
        table = "".join(piece.drawing for piece in scene.table)
        root = ElementTree.fromstring(f"<page>{panels}{table}</page>")
        ids = [element.get("id") for element in root.iter() if element.get("id")]

        assert len(ids) == len(set(ids))
        assert scene.symbols <= DRAWING.symbols
        assert " style=" not in panels + table


@games
def test_every_frame_says_what_happened_and_what_comes(path):
    *before, last = scenes(path)

    assert all(str(scene.headline) and scene.following for scene in before)
    assert str(last.headline).startswith("Game ")
    assert last.following == ""


@games
def test_the_lines_of_a_step_add_up_to_the_points_it_brings(path):
    for scene in scenes(path):
        told = sum(change.gain for change in scene.changes)

        assert told == sum(panel.gain for panel in scene.panels), scene.headline


@games
def test_discs_on_the_ranches_are_the_numbers_of_the_lines(path):
    for scene in scenes(path):
        marks = [change.mark for change in scene.changes if change.mark]
        discs = sum(panel.drawing.count('class="tm"') for panel in scene.panels)

        assert marks == list(range(1, discs + 1))


@games
def test_gains_are_the_differences_of_scores(path):
    for before, after in pairwise(scenes(path)):
        for old, new in zip(before.panels, after.panels, strict=True):
            assert new.score - old.score == new.gain


@games
def test_the_last_scene_shows_the_places_of_the_record(path):
    record, _ = replayed(path)

    result = record.events[-1].data["seats"]
    assert [panel.place for panel in scenes(path)[-1].panels] == [seat["place"] for seat in result]
    assert [panel.score for panel in scenes(path)[-1].panels] == [seat["score"] for seat in result]


@games
def test_the_opening_is_drawn(path):
    record, played = replayed(path)

    position = Playthrough(record.header).state.observation(None)
    scene = first_scene(
        DRAWING,
        position,
        names=record.header.players,
        total=len(played),
        following=event_of(played[0].event),
    )
    assert scene.seq == 0
    assert scene.round_text == "Set-up"
    assert len(scene.panels) == record.header.seats


@games
def test_the_story_has_a_line_and_points_for_every_event(path):
    record, played = replayed(path)
    told = story(path)

    assert [line.seq for line in told.lines] == list(range(1, len(played) + 1))
    assert all(line.text and line.turn for line in told.lines)
    assert [points[-1] for points in told.points] == [
        seat["score"] for seat in record.events[-1].data["seats"]
    ]
    assert all(len(points) == len(played) + 1 for points in told.points)
    assert told.lines[-1].points == tuple(points[-1] for points in told.points)


@games
def test_the_story_knows_rounds_turns_and_partners(path):
    record, _ = replayed(path)
    told = story(path)

    recruited = [event.seq for event in record.events if event.kind == "partner_recruited"]
    assert [mark.seq for mark in told.marks] == recruited
    assert {mark.symbol for mark in told.marks} <= DRAWING.symbols
    assert len(told.rounds) == 24
    assert list(told.turns) == sorted(set(told.turns))
    assert told.turns[0] == 1


@games
def test_lines_of_one_turn_stand_under_one_heading(path):
    told = story(path)

    for before, after in pairwise(told.lines):
        assert (after.turn_number == before.turn_number) is (after.seq not in told.turns)
        if after.turn_number == before.turn_number:
            assert after.turn == before.turn


@games
def test_a_line_alone_reads_as_in_the_story(path):
    record, played = replayed(path)
    told = story(path)

    for line, frame in list(zip(told.lines, played, strict=True))[::10]:
        assert line.text.startswith(DRAWING.line(frame_step(frame), record.header.players))


def test_a_scene_takes_far_less_than_the_ten_milliseconds_of_a_step():
    record, played = replayed(EXAMPLES[-1])
    times = []
    for frame in played:
        start = time.process_time()
        frame_scene(DRAWING, frame, names=record.header.players, total=len(played))
        times.append(time.process_time() - start)

    assert statistics.median(times) < 0.005
