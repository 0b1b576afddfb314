"""Goldgräber has a sentence for every event, and a terrain for every field."""

import pytest

from engine.core import CHANCE, Event
from engine.rulesets.registry import get
from frontend.replay import ENGLISH
from frontend.replay.goldgraeber import sentences, step_changes
from frontend.replay.goldgraeber.chips import describe_hoard
from frontend.replay.goldgraeber.geometry import VIEW, find_centre, fit_window
from frontend.replay.goldgraeber.ground import draw_ground
from frontend.replay.goldgraeber.sentences import name_category
from frontend.replay.goldgraeber.terrain import describe_field, name_lake
from tests.engine.goldgraeber.positions import HOUSES, KINDS, RAIL, SITES, STATION, hoard

SYSTEM_KINDS = ("seat_forfeited", "game_finished", "game_voided")
BOX = "2026-1"

#: Shown by the sentence or the drawing, not by a line of their own.
SAID_ELSEWHERE = {
    "path_walked",
    "raft_moved",
    "chip_found",
    "attack_rolled",
    "chips_seen",
    "turn_began",
    "game_ended",
}


def test_there_are_sentences_for_every_kind_of_event():
    ruleset = get("goldgraeber@1")

    assert set(sentences._SENTENCES) == {*ruleset.seat_kinds, *ruleset.chance_kinds, *SYSTEM_KINDS}
    assert set(sentences._COMING) == {*ruleset.chance_kinds, *SYSTEM_KINDS}


def test_every_kind_of_effect_is_shown():
    assert {*step_changes._EFFECTS, *SAID_ELSEWHERE} == set(get("goldgraeber@1").effect_kinds)


@pytest.mark.parametrize(
    ("face", "purpose", "expected"),
    [(4, "move", "rolls"), ("locomotive", "move", "locomotive"), (4, "robber", "fights")],
)
def test_rolls_are_filtered_by_what_they_are_for(face, purpose, expected):
    assert (
        name_category(ENGLISH, Event(1, CHANCE, "die_rolled", {"face": face, "purpose": purpose})) == expected
    )


def test_hoards_name_their_chips_the_best_first():
    assert describe_hoard(ENGLISH, hoard([1, 5, 1], [2])) == "gold 5, 2 × gold 1 and robber 2"
    assert describe_hoard(ENGLISH, hoard()) == "nothing"


def test_lands_are_called_by_what_the_board_says():
    assert describe_field(ENGLISH, BOX, SITES[0]) == "a dig site"
    assert describe_field(ENGLISH, BOX, HOUSES[0]) == "a house"
    assert describe_field(ENGLISH, BOX, STATION) == "the station"
    assert describe_field(ENGLISH, BOX, RAIL[0]) == "the tunnel"
    assert describe_field(ENGLISH, BOX, RAIL[1]) == "the railway"


def test_lakes_are_called_by_where_they_lie():
    assert [name_lake(ENGLISH, BOX, lake) for lake in range(3)] == [
        "the northern lake",
        "the eastern lake",
        "the western lake",
    ]


def test_every_field_is_inside_the_picture():
    left, top, width, height = VIEW
    for x, y in map(find_centre, KINDS):
        assert left <= x - 18
        assert x + 18 <= left + width
        assert top <= y - 20
        assert y + 20 <= top + height


def test_a_close_up_stays_on_the_board():
    left, top, width, height = VIEW
    for field in KINDS:
        x, y, across, down = fit_window([field])

        assert left <= x
        assert x + across <= left + width
        assert top <= y
        assert y + down <= top + height


def test_every_field_is_drawn_once_and_houses_in_their_seats_colours():
    drawn = draw_ground(BOX, 4)

    # houses, station and tunnel are symbols; the others a piece of one path per kind, patterns apart
    symbols = drawn.count('<use href="#hex-')
    assert symbols == 6 + 1 + 1
    assert drawn.count("l17.3 10v20") - drawn.count("url(#pat-") == len(KINDS) - symbols
    for seat in "abcd":
        assert f'<g class="seat-{seat}"><use href="#hex-house"' in drawn
    assert drawn.count('<g class="seat-none">') == 2
