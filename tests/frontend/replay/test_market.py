"""Things on the table: columns with rancheros, saloon, supply, scenario, bonus tiles."""

import pytest

from frontend.replay import ENGLISH
from frontend.replay.moon_river.market import draw_table
from tests.frontend.replay.positions import BOX, position, slots


def pieces(given, previous=None):
    return {piece.key: piece for piece in draw_table(ENGLISH, given, previous, BOX)}


def test_the_pieces_stand_in_the_order_of_play():
    assert list(pieces(position())) == ["current", "next", "saloon", "supply"]


def test_the_label_of_a_column_lists_its_places():
    current = pieces(position())["current"].drawing

    assert (
        'aria-label="taken; taken; corn field (5 corn), ranchero A; farm (cow, circle), ranchero D"'
        in current
    )


def test_a_ranchero_is_letter_colour_and_pattern():
    given = position(columns={"current": slots(("D1", 0), ("D1", 1), ("D1", 2), ("D1", 3)), "next": []})
    current = pieces(given)["current"].drawing

    for letter, figure in zip("ABCD", ("ranchero", "ranchero-b", "ranchero-c", "ranchero"), strict=True):
        assert f'<g class="seat-{letter.lower()}"><use href="#{figure}"' in current
        assert f'class="tl">{letter}</text>' in current


def test_the_notes_say_who_is_still_to_come_and_what_is_free():
    given = pieces(position())

    assert given["current"].note == "still to come A, D"
    assert given["next"].note == "3 free"


def test_in_the_set_up_the_note_says_who_is_to_choose():
    given = position(
        phase="setup",
        round=0,
        actor=1,
        ranchero_order=[1, 1, 0],
        columns={"current": [], "next": slots(("D1", 0), ("D1", None), ("D1", None), ("D1", None))},
    )

    assert pieces(given)["next"].title == "First column"
    assert pieces(given)["next"].note == "to choose B, A"
    assert pieces(given)["current"].note == "none yet"


def test_before_the_deal_there_is_no_column():
    given = pieces(position(round=0, phase="chance", columns={"current": [], "next": []}))

    assert given["next"].note == "not dealt yet"
    assert 'aria-label="no column"' in given["next"].drawing


def test_the_last_round_has_no_next_column_and_says_so():
    given = position(last_round=True, columns={"current": slots(("D1", 0), ("D1", 1)), "next": []})

    assert pieces(given)["next"].note == "none: last round"


def test_a_chosen_place_is_outlined():
    before = position()
    after = position(
        columns={
            "current": before["columns"]["current"],
            "next": slots(("D1", 2), ("F3", None), ("K2", None), ("B2", 1)),
        }
    )

    assert pieces(after, before)["next"].drawing.count('stroke="#a3341f"') == 1
    assert "#a3341f" not in pieces(after, after)["next"].drawing


def test_a_collected_place_is_outlined_broken():
    before = position()
    after = position(
        columns={
            "current": slots((None, None), (None, None), (None, None), ("B2", 3)),
            "next": before["columns"]["next"],
        }
    )

    assert (
        'stroke="#a3341f" stroke-width="4" stroke-dasharray="5 4"' in pieces(after, before)["current"].drawing
    )


def test_a_new_column_is_not_compared_with_the_old_one():
    before = position()
    after = position(
        columns={
            "current": slots(("D1", 0), ("F3", 2), ("K2", 3), ("B2", 1)),
            "next": slots(("M1", None), ("M2", None), ("M3", None), ("M4", None)),
        }
    )

    assert "#a3341f" not in pieces(after, before)["current"].drawing
    assert "#a3341f" not in pieces(after, before)["next"].drawing


def test_the_last_column_moves_up_without_marks():
    before = position(
        columns={
            "current": slots(*[(None, None)] * 4),
            "next": slots(("D1", 0), ("F3", 2), ("K2", 3), ("B2", 1)),
        }
    )
    after = position(columns={"current": before["columns"]["next"], "next": []}, last_round=True)

    assert "#a3341f" not in pieces(after, before)["current"].drawing


def test_the_saloon_counts_its_tokens_and_shows_its_gaps():
    saloon = pieces(position())["saloon"]

    assert saloon.note == "2 desperados, cattle thief"
    assert saloon.drawing.count("<use ") == 3
    assert saloon.drawing.count("stroke-dasharray") == 2
    assert pieces(position(saloon=[]))["saloon"].note == "empty"


def test_the_supply_counts_cows_plots_and_partners():
    supply = pieces(position())["supply"]

    assert supply.note == "20 plots, 8 partners left"
    assert '<span class="num">12</span><span class="soft">cows</span>' in supply.drawing
    assert ">cow</span>" in pieces(position(supply={"cows": 1, "plots": 0, "partners": 1}))["supply"].drawing


@pytest.mark.parametrize(
    ("scenario", "title"),
    [
        ("timber_rafting", "Timber rafting"),
        ("gold_rush", "Gold rush"),
        ("outlaws", "Outlaws"),
        ("moon_river_city", "Moon River City"),
    ],
)
def test_a_scenario_has_its_name_and_what_it_counts(scenario, title):
    piece = pieces(position(scenario=scenario))["scenario"]

    assert piece.title == title
    assert "10 points" in piece.drawing


def test_bonus_tiles_show_both_their_sides():
    piece = pieces(position(bonus_tiles=[1, 2]))["bonus"]

    assert piece.note == "2 left"
    assert 'aria-label="desert or meadow; canyon or forest"' in piece.drawing
    assert 'viewBox="-2 -8 192 82"' in piece.drawing
    assert 'viewBox="-2 -8 92 82"' in pieces(position(bonus_tiles=[2]))["bonus"].drawing
    assert "bonus" not in pieces(position())
