"""Whole games of Goldgräber drawn: every step of every example record, as scenes and as a story."""

import re
from xml.etree import ElementTree

import pytest

from frontend.replay.frames import frame_step
from frontend.viewer.parts import render_parts
from tests.frontend.replay.drawn_records import DrawnRecords, WholeGames
from tests.frontend.replay.goldgraeber.drawn import DRAWING, board_of

pytestmark = pytest.mark.sampled(1)

RECORDS = DrawnRecords(DRAWING, "goldgraeber", is_over=False)
EXAMPLES, replayed, scenes, story = RECORDS.paths, RECORDS.replayed, RECORDS.scenes, RECORDS.story

games = RECORDS.each


@games
class TestWholeGames(WholeGames):
    records = RECORDS
    last_headline = "Game over: "
    first_round = "Turn 1"


def test_there_are_records_to_draw():
    assert len(EXAMPLES) == 4


@games
def test_every_frame_is_drawn_and_well_formed(path):
    record, _ = replayed(path)
    backdrop = DRAWING.backdrop(record.header.components, record.header.seats)
    for scene in scenes(path):
        page = f"<page><svg>{backdrop}</svg>{''.join(render_parts(scene).values())}</page>"
        root = ElementTree.fromstring(page)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        used = re.findall(r'<use href="#([^"]+)"', page)

        assert len(ids) == len(set(ids))
        assert set(used) <= {*ids, *DRAWING.symbols}
        assert scene.symbols <= DRAWING.symbols
        assert " style=" not in page


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
def test_the_story_knows_turns_rounds_and_decided_fights(path):
    record, played = replayed(path)
    game = story(path)

    turns = {frame.turn for frame in played if frame.event.actor >= -1}
    assert len(game.turns) == len(turns) + 1  # the platform ends the game
    assert game.turns[0] == game.rounds[0] == 1
    assert len(game.rounds) == len([turn for turn in turns if turn % record.header.seats == 0])
    decided = ("robber_captured", "robber_won", "fight_won")
    fights = [f.event.seq for f in played if any(effect.kind in decided for effect in f.effects)]
    assert [mark.seq for mark in game.marks] == fights
    assert {mark.symbol for mark in game.marks} <= DRAWING.symbols


@games
def test_the_panels_at_the_end_have_the_parts_of_the_record(path):
    record, _ = replayed(path)

    for panel, seat in zip(scenes(path)[-1].panels, record.events[-1].data["seats"], strict=True):
        assert {part.name: part.points for part in panel.parts} == seat["parts"]


@games
def test_at_the_opening_every_chip_lies_face_down(path):
    assert board_of(RECORDS.opening(path)).count('href="#chip-back"') == 65


@games
def test_a_line_alone_reads_as_in_the_story(path):
    record, played = replayed(path)

    for line, frame in list(zip(story(path).lines, played, strict=True))[::10]:
        assert line.text == DRAWING.line(frame_step(frame), record.header.players)


def test_a_scene_takes_far_less_than_the_ten_milliseconds_of_a_step():
    assert RECORDS.seconds_a_scene() < 0.005
