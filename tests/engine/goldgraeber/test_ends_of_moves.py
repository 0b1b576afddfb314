"""Rule 3: consequences of the end of a move, the first of five that applies and only that."""

import pytest

from tests.engine.goldgraeber.positions import (
    DOORS,
    HOUSES,
    STATION,
    Position,
    find_effect,
    gold,
    hoard,
    kinds_of,
    table,
)

SITE = (-5, -2)


def end_move(end: tuple[int, int], start: tuple[int, int], steps: int = 2, **more) -> Position:
    """Return the position after seat 0 has moved from start to end."""
    position = table(diggers={0: start, **more.pop("diggers", {})}, **more)
    position.roll(steps)
    position.move(*end)
    return position


def test_in_its_own_house_all_open_finds_go_to_the_bank():
    finds = hoard(gold=[1, 1, 5], robbers=[3])
    position = table(diggers={0: (0, 0)}, finds={0: finds}, bank={0: gold(2)})
    position.roll(2)
    effects = position.move(*HOUSES[0])

    assert position.finds(0) == hoard()
    assert position.bank(0) == hoard(gold=[1, 1, 2, 5], robbers=[3])
    assert find_effect(effects, "finds_banked") == {**finds, "points": [2, 11]}
    assert position.is_new_turn


def test_coming_home_with_nothing_is_a_move_like_any_other():
    position = end_move(HOUSES[0], (0, 0))

    assert position.bank(0) == hoard()
    assert position.is_new_turn


@pytest.mark.parametrize("field", [(0, 0), DOORS[1], STATION])
def test_in_town_there_are_no_fights_and_fields_may_be_shared(field):
    q, r = field
    start = next((q + dq, r + dr) for dq, dr in [(-2, 1), (-1, -1)] if (q + dq, r + dr) not in HOUSES)
    position = end_move(field, start, diggers={1: field, 2: field}, finds={1: gold(5)})

    assert position.digger(0) == field
    assert position.is_new_turn


def test_on_a_plain_field_nothing_happens():
    position = end_move((-3, -4), (-3, -2))

    assert position.is_new_turn


def test_on_a_field_with_another_digger_there_is_a_fight():
    position = end_move((-3, -4), (-3, -2), diggers={1: (-3, -4)})

    assert position.due == {
        "kind": "die_rolled",
        "purpose": "attack",
        "seat": 0,
        "fight": {"attacker": 0, "defender": 1, "attack": None, "winner": None},
    }


def test_on_a_rail_field_outside_town_there_are_fights_too():
    position = end_move((-2, 3), (-2, 5), diggers={1: (-2, 3)})

    assert position.purpose() == "attack"


def test_nothing_is_flipped_in_a_fight_even_if_a_chip_lies_there():
    position = end_move(SITE, (-5, -4), face_down=[SITE, (-4, -5), (1, -9), (1, -7)], diggers={1: SITE})

    assert position.purpose() == "attack"
    position.roll(6)
    position.roll(2)
    position.roll(3)
    position.move(-3, -3)

    assert SITE in position.face_down()
    assert position.is_new_turn


def test_a_digger_comes_before_a_face_up_robber():
    position = end_move(SITE, (-5, -4), robbers={SITE: (3, hoard())}, diggers={1: SITE})

    assert position.purpose() == "attack"


def test_a_face_down_chip_is_flipped_for_all_to_see():
    position = end_move(SITE, (-5, -4))

    assert position.due == {"kind": "chip_flipped", "field": list(SITE)}
    position.flip(robber=2)

    assert SITE not in position.face_down()
    assert position.robbers() == {SITE: (2, hoard())}


def test_gold_is_taken_as_an_open_find():
    position = end_move(SITE, (-5, -4), finds={0: gold(3)})
    effects = position.flip(gold=4)

    assert position.finds(0) == gold(3, 4)
    assert position.bank(0) == hoard()
    assert find_effect(effects, "chip_found") == {"chip": {"gold": 4}, "field": list(SITE)}
    assert (position.turn_seat, position.is_new_turn) == (1, True)


def test_a_flipped_robber_fights():
    position = end_move(SITE, (-5, -4))
    effects = position.flip(robber=4)

    assert position.due == {
        "kind": "die_rolled",
        "purpose": "robber",
        "seat": 0,
        "field": list(SITE),
        "strength": 4,
    }
    assert find_effect(effects, "robber_met") == {"strength": 4, "field": list(SITE), "pile": hoard()}


def test_a_face_up_robber_always_fights():
    position = table(diggers={0: (-5, -4)}, robbers={SITE: (5, gold(2, 3))})
    position.roll(2)
    effects = position.move(*SITE)

    assert position.purpose() == "robber"
    assert find_effect(effects, "robber_met") == {"strength": 5, "field": list(SITE), "pile": gold(2, 3)}


def test_an_emptied_dig_site_is_like_a_plain_field():
    position = end_move(SITE, (-5, -4), face_down=[(1, -9), (1, -7), (1, 6), (1, 8)])

    assert position.is_new_turn


def test_crossed_chips_and_robbers_do_nothing():
    """From (-6, -2) to (-4, -2) straight over the dig site."""
    position = end_move((-4, -2), (-6, -2), robbers={SITE: (1, gold(1))})

    assert position.is_new_turn
    assert position.robbers() == {SITE: (1, gold(1))}


def test_effects_of_a_move_are_in_the_order_of_the_rules():
    position = table(diggers={0: (-5, -4)}, robbers={SITE: (5, hoard())})
    position.roll(2)

    assert kinds_of(position.move(*SITE)) == ["path_walked", "robber_met"]
