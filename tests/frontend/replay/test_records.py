"""Whole games drawn: every step of every example record, as scenes and as a story."""

from xml.etree import ElementTree

import pytest

from frontend.replay import drawing
from tests.frontend.replay.drawn_records import DrawnRecords, WholeGames

pytestmark = pytest.mark.sampled(1)

DRAWING = drawing("moon-river@1")
RECORDS = DrawnRecords(DRAWING, "moon-river", is_over=True)
replayed, scenes, story = RECORDS.replayed, RECORDS.scenes, RECORDS.story

games = RECORDS.each


@games
class TestWholeGames(WholeGames):
    records = RECORDS
    last_headline = "Game "
    first_round = "Set-up"


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
def test_discs_on_the_ranches_are_the_numbers_of_the_lines(path):
    for scene in scenes(path):
        marks = [change.mark for change in scene.changes if change.mark]
        discs = sum(panel.drawing.count('class="tm"') for panel in scene.panels)

        assert marks == list(range(1, discs + 1))


@games
def test_the_story_knows_rounds_turns_and_partners(path):
    record, _ = replayed(path)
    game = story(path)

    recruited = [event.seq for event in record.events if event.kind == "partner_recruited"]
    assert [mark.seq for mark in game.marks] == recruited
    assert {mark.symbol for mark in game.marks} <= DRAWING.symbols
    assert len(game.rounds) == 24
    assert list(game.turns) == sorted(set(game.turns))
    assert game.turns[0] == 1


@games
def test_the_last_line_of_the_story_has_the_points(path):
    game = story(path)

    assert game.lines[-1].points == tuple(points[-1] for points in game.points)


def test_a_scene_takes_far_less_than_the_ten_milliseconds_of_a_step():
    assert RECORDS.seconds_a_scene() < 0.005
