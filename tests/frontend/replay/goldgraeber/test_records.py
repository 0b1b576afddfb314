"""
Whole games of Goldgräber drawn: every step of every example record, as scenes and as a story.
"""

import re
import statistics
import time
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from engine.core.playthrough import Playthrough
from frontend.parts import step_parts
from frontend.replay.frames import event_of, first_scene, frame_scene, frame_step
from tests.frontend.replay.drawn_records import DrawnRecords
from tests.frontend.replay.goldgraeber.drawn import DRAWING, board_of

RECORDS = DrawnRecords(DRAWING, "goldgraeber", is_over=False)
EXAMPLES, replayed, scenes, story = RECORDS.paths, RECORDS.replayed, RECORDS.scenes, RECORDS.story

games = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


def test_there_are_records_to_draw():
    assert len(EXAMPLES) == 4


@games
def test_every_frame_is_drawn_and_well_formed(path):
    record, _ = replayed(path)
    backdrop = DRAWING.backdrop(record.header.components, record.header.seats)
    for scene in scenes(path):
        page = f"<page><svg>{backdrop}</svg>{''.join(step_parts(scene).values())}</page>"
        root = ElementTree.fromstring(page)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        used = re.findall(r'<use href="#([^"]+)"', page)

        assert len(ids) == len(set(ids))
        assert set(used) <= {*ids, *DRAWING.symbols}
        assert scene.symbols <= DRAWING.symbols
        assert " style=" not in page


@games
def test_every_frame_says_what_happened_and_what_comes(path):
    *before, last = scenes(path)

    assert all(str(scene.headline) and scene.following for scene in before)
    assert str(last.headline).startswith("Game over: ")
    assert last.following == ""


@games
def test_the_lines_of_a_step_add_up_to_the_points_it_banks(path):
    for scene in scenes(path):
        told = sum(change.gain for change in scene.changes)

        assert told == sum(panel.gain for panel in scene.panels), scene.headline


@games
def test_discs_on_the_board_are_the_numbers_of_the_lines(path):
    for scene in scenes(path):
        marks = [change.mark for change in scene.changes if change.mark]

        assert marks == list(range(1, board_of(scene).count('class="tm"') + 1))


@games
def test_every_move_is_drawn_as_a_way_of_its_length(path):
    record, _ = replayed(path)
    moves = 0
    for scene, event in zip(scenes(path), record.events, strict=True):
        if event.kind == "digger_moved":
            (way,) = set(re.findall(r'<path d="(M[^"]+)"[^>]*stroke-linejoin="round"', board_of(scene)))
            steps = re.search(r"moves (\d) field", story(path).lines[event.seq - 1].text)
            assert way.count("L") == int(steps[1])
            moves += 1

    assert moves > 40


@games
def test_every_chip_face_down_is_drawn_face_down(path):
    for scene, frame in zip(scenes(path), replayed(path)[1], strict=True):
        backs = board_of(scene).count('href="#chip-back"') - 1  # one stands in the legend

        if not frame.position["over"]:
            assert backs == len(frame.position["face_down"])


@games
def test_gains_are_the_differences_of_banks(path):
    for before, after in pairwise(scenes(path)):
        for old, new in zip(before.panels, after.panels, strict=True):
            assert new.score - old.score == new.gain


@games
def test_the_last_scene_shows_the_places_of_the_record(path):
    record, _ = replayed(path)

    result = record.events[-1].data["seats"]
    assert [panel.place for panel in scenes(path)[-1].panels] == [seat["place"] for seat in result]
    assert [panel.score for panel in scenes(path)[-1].panels] == [seat["score"] for seat in result]
    for panel, seat in zip(scenes(path)[-1].panels, result, strict=True):
        assert {part.name: part.points for part in panel.parts} == seat["parts"]


@games
def test_the_opening_is_drawn(path):
    record, played = replayed(path)

    scene = first_scene(
        DRAWING,
        Playthrough(record.header).state.observation(None),
        names=record.header.players,
        total=len(played),
        following=event_of(played[0].event),
    )
    assert scene.seq == 0
    assert scene.round_text == "Turn 1"
    assert len(scene.panels) == record.header.seats
    assert board_of(scene).count('href="#chip-back"') == 65


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


@games
def test_the_story_knows_turns_rounds_and_decided_fights(path):
    record, played = replayed(path)
    told = story(path)

    turns = {frame.turn for frame in played if frame.event.actor >= -1}
    assert len(told.turns) == len(turns) + 1  # the platform ends the game
    assert told.turns[0] == told.rounds[0] == 1
    assert len(told.rounds) == len([turn for turn in turns if turn % record.header.seats == 0])
    decided = ("robber_captured", "robber_won", "fight_won")
    fights = [f.event.seq for f in played if any(effect.kind in decided for effect in f.effects)]
    assert [mark.seq for mark in told.marks] == fights
    assert {mark.symbol for mark in told.marks} <= DRAWING.symbols


@games
def test_lines_of_one_turn_stand_under_one_heading(path):
    for before, after in pairwise(story(path).lines):
        assert (after.turn_number == before.turn_number) is (after.seq not in story(path).turns)
        if after.turn_number == before.turn_number:
            assert after.turn == before.turn


@games
def test_a_line_alone_reads_as_in_the_story(path):
    record, played = replayed(path)

    for line, frame in list(zip(story(path).lines, played, strict=True))[::10]:
        assert line.text == DRAWING.line(frame_step(frame), record.header.players)


def test_a_scene_takes_far_less_than_the_ten_milliseconds_of_a_step():
    record, played = replayed(EXAMPLES[-1])
    times = []
    for frame in played:
        start = time.process_time()
        frame_scene(DRAWING, frame, names=record.header.players, total=len(played))
        times.append(time.process_time() - start)

    assert statistics.median(times) < 0.005
