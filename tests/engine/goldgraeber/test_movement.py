"""Rule 3: the digger moves exactly the number rolled."""

import pytest

from engine.rulesets.goldgraeber.hex_grid import get_field
from engine.rulesets.goldgraeber.walk_search import Graph, Walks
from tests.engine.goldgraeber.positions import (
    DOORS,
    HOUSES,
    RAIL,
    STATION,
    Position,
    find_effect,
    gold,
    kinds_of,
    table,
)

LITERAL = {"shuttle": "literal"}
#: An open plain north of town, away from lakes, rails and dig sites.
PLAIN = (-3, -2)


def moving(steps: int, start: tuple[int, int] = PLAIN, **more) -> Position:
    """Return seat 0 about to move from a field."""
    diggers = {0: start, **more.pop("diggers", {})}
    position = table(diggers=diggers, **more)
    position.roll(steps)
    return position


def ring(center, radius):
    q, r = center
    return {
        (q + dq, r + dr)
        for dq in range(-radius, radius + 1)
        for dr in range(-radius, radius + 1)
        if max(abs(dq), abs(dr), abs(dq + dr)) == radius
    }


@pytest.mark.parametrize("steps", [2, 3, 4, 5, 6])
def test_a_roll_of_2_to_6_lets_the_digger_move(steps):
    position = moving(steps)

    assert (position.seat, position.phase, position.due) == (0, "move", {"steps": steps})
    assert position.kinds() == ["digger_moved"]


def test_the_digger_moves_exactly_the_number_rolled():
    """Two steps lead two fields away or, round a corner, next to the start; three also back to it."""
    start = (-3, -3)
    two, three = moving(2, start).find_ends(), moving(3, start).find_ends()
    near = ring(start, 1) | ring(start, 2)

    assert two == near
    assert three > near | {start}
    assert three <= near | {start} | ring(start, 3)


def test_a_move_is_its_last_field_and_the_next_seat_has_the_turn():
    position = moving(2)
    position.move(-3, -4)

    assert position.digger(0) == (-3, -4)
    assert (position.turn_seat, position.purpose()) == (1, "move")


def test_the_path_shown_is_the_first_in_the_order_of_directions():
    effects = moving(2).move(-2, -2)

    assert find_effect(effects, "path_walked") == {"fields": [[-3, -2], [-3, -1], [-2, -2]]}


def test_fields_with_diggers_may_be_crossed():
    wall = {1: (-2, -2), 2: (-3, -1)}
    position = moving(2, diggers=wall)

    assert (-1, -2) in position.find_ends()
    assert (-3, 0) in position.find_ends()


def test_fields_with_chips_may_be_crossed():
    """The dig sites (-8, -2) and (-7, -2) lie between the start and the end."""
    position = moving(3, (-9, -1), face_down=[(-8, -2), (-7, -2), (-10, 2), (-10, 4)])

    assert (-6, -2) in position.find_ends()


def test_the_field_of_the_locomotive_may_not_be_crossed():
    """Two steps straight on lead over a rail field, unless the locomotive stands there."""
    start, over, behind = (-5, 6), (-4, 5), (-3, 4)
    position = moving(2, start, rail=RAIL.index(over))

    assert over not in position.find_ends()
    assert behind not in position.find_ends()
    assert behind in moving(2, start).find_ends()


def test_the_field_of_the_locomotive_may_not_be_ended_on():
    rail = RAIL.index((-4, 8))
    position = moving(2, (-4, 10), rail=rail)

    assert (-4, 8) not in position.find_ends()
    assert position.refusal("digger_moved", to=(-4, 8)) == "locomotive_in_the_way"


def test_a_house_is_left_only_by_its_door():
    position = table()
    position.roll(2)
    q, r = DOORS[0]
    around_the_door = {(q + dq, r + dr) for dq, dr in [(1, 0), (0, 1), (-1, 1), (-1, 0), (1, -1)]}

    assert position.find_ends() == around_the_door


def test_a_house_is_entered_by_its_door_with_exact_count():
    q, r = DOORS[0]
    two_away = (q, r + 1)

    assert HOUSES[0] in moving(2, two_away).find_ends()
    assert HOUSES[0] not in moving(2, (q, r - 2)).find_ends(), "the house's own neighbour is no door"


def test_a_house_cannot_be_crossed():
    """From the door, two steps through the house would lead behind it."""
    q, r = DOORS[0]
    behind = (q, r - 2)

    assert behind not in moving(2, DOORS[0]).find_ends()


def test_a_house_is_entered_by_its_owner_only():
    for seat in (1, 2):
        q, r = DOORS[seat]
        around = [(q + dq, r + dr) for dq, dr in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]]
        start = next(at for at in around if at not in HOUSES)
        position = moving(2, start)
        assert HOUSES[seat] not in position.find_ends()
        assert position.refusal("digger_moved", to=HOUSES[seat]) == "house_not_yours"


def test_no_digger_enters_the_houses_of_seats_that_do_not_play():
    q, r = DOORS[5]

    assert HOUSES[5] not in moving(2, (q + 1, r)).find_ends()


def test_a_lake_is_entered_only_to_land_on_a_raft():
    """Of the shore fields next to (2, -3) and (3, -3) only the poles with rafts are possible ends."""
    lakes = {(0, -4), (1, -4), (2, -4), (3, -4), (4, -4)}

    assert moving(2, (2, -3)).find_ends() & lakes == {(1, -4), (3, -4)}


def test_a_lake_field_cannot_be_crossed():
    """Over the raft at (1, -4), two steps would lead from (0, -3) to (2, -4) with a raft."""
    position = moving(2, (0, -3), rafts={0: (1, -4), 1: (2, -5)})

    assert (1, -4) in position.find_ends()
    assert (2, -5) not in position.find_ends()


def test_a_raft_is_landed_on_by_exact_count():
    assert (1, -4) not in moving(2, (1, -1)).find_ends()
    assert (1, -4) in moving(3, (1, -1)).find_ends() | moving(4, (1, -1)).find_ends()
    assert (1, -4) in moving(2, (1, -2)).find_ends()


def test_a_raft_with_a_digger_is_not_landed_on():
    position = moving(2, (2, -3), diggers={1: (1, -4)})

    assert (1, -4) not in position.find_ends()
    assert (3, -4) in position.find_ends()
    assert position.refusal("digger_moved", to=(1, -4)) == "raft_taken"


def test_stepping_straight_back_is_forbidden():
    """A-B-A and A-B-A-B: no move of two steps ends on its first field; from a house none of four either."""
    assert PLAIN not in moving(2).find_ends()
    position = table()
    position.roll(4)

    assert HOUSES[0] not in position.find_ends()
    assert position.refusal("digger_moved", to=HOUSES[0]) == "to_and_fro"


def test_a_field_may_be_entered_more_than_once():
    """Out of the house, once round a triangle of streets and home again: the door is entered twice."""
    position = table()
    position.roll(5)
    effects = position.move(*HOUSES[0])
    fields = find_effect(effects, "path_walked")["fields"]

    assert fields.count(list(DOORS[0])) == 2


def test_literal_allows_stepping_back_in_a_longer_move():
    """Door, street, door, house: four steps out and home again."""
    position = table(options=LITERAL)
    position.roll(4)

    assert HOUSES[0] in position.find_ends()


@pytest.mark.parametrize("steps", [2, 4, 6])
def test_literal_forbids_a_move_that_is_nothing_but_going_to_and_fro(steps):
    """A digger whose only neighbour is its door cannot get home in two; three fields make it free."""
    position = table(options=LITERAL)
    position.roll(steps)

    assert (HOUSES[0] in position.find_ends()) is (steps > 2)


def test_literal_forbids_two_steps_that_end_where_they_began():
    position = moving(2, options=LITERAL)

    assert PLAIN not in position.find_ends()
    assert position.refusal("digger_moved", to=PLAIN) == "to_and_fro"
    assert PLAIN in moving(4, options=LITERAL).find_ends()


def test_a_move_may_end_on_the_field_it_began_on():
    position = moving(3)
    effects = position.move(*PLAIN)

    assert position.digger(0) == PLAIN
    assert len(find_effect(effects, "path_walked")["fields"]) == 4


def test_what_happens_where_a_move_began_happens_as_on_any_field():
    position = moving(3, (-5, -2), robbers={(-5, -2): (4, gold(2))})
    position.move(-5, -2)

    assert position.purpose() == "robber"


def test_all_points_must_be_used():
    """Home is next to the door, but not two steps from it; with four the digger gets there by a detour."""
    two = moving(2, DOORS[0])

    assert HOUSES[0] not in two.find_ends()
    assert two.refusal("digger_moved", to=HOUSES[0]) == "wrong_count"
    assert HOUSES[0] in moving(4, DOORS[0]).find_ends()


def lane(*fields: tuple[int, int]) -> Walks:
    """Return the walks on a board that is a single lane of land."""
    land = sum(1 << get_field(*field) for field in fields)
    return Walks(Graph(land=land, shore=0, doors=[]), "strict")


def test_without_a_legal_move_the_turn_passes():
    """The board has no dead end, so this one is cut down to two fields: after a step out, only a step back remains."""
    position = table(diggers={0: PLAIN})
    position.state.walks = lane(PLAIN, (-2, -2))
    position.roll(2)

    assert position.choices() == [("turn_passed", {})]
    assert position.refusal("digger_moved", to=PLAIN) == "to_and_fro"

    effects = position.do("turn_passed")

    assert kinds_of(effects) == ["turn_began"]
    assert position.digger(0) == PLAIN
    assert (position.turn_seat, position.purpose()) == (1, "move")


def test_passing_is_refused_while_a_move_is_legal():
    position = table(diggers={0: PLAIN})
    position.state.walks = lane(PLAIN, (-2, -2), (-1, -2))
    position.roll(2)

    assert position.find_ends() == {(-1, -2)}
    assert position.refusal("turn_passed") == "must_move"


def test_the_station_is_walked_on_like_a_street():
    assert STATION in moving(2, (0, 0)).find_ends()
