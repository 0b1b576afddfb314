"""Rule 3.2: a digger that lands on a raft rides it to another shore field of the lake."""

from tests.engine.goldgraeber.positions import BOARD, POLES, Position, find_effect, gold, kinds_of, table

SHORES = {
    lake: {(h["q"], h["r"]) for h in BOARD["hexes"] if h.get("lake") == lake and h["shore"]}
    for lake in range(3)
}


def land(**more) -> Position:
    """Return seat 0 just landed on raft 0, at its pole."""
    position = table(diggers={0: (2, -3), **more.pop("diggers", {})}, **more)
    position.roll(2)
    position.move(*POLES[0])
    return position


def test_the_seat_chooses_where_to_ride():
    position = land()

    assert (position.seat, position.phase) == (0, "ride")
    assert position.kinds() == ["raft_ridden"]


def test_it_rides_to_another_free_shore_field_of_the_same_lake():
    """Neither to the raft's own field nor to the field of the lake's other raft."""
    assert land().find_ends() == SHORES[0] - {POLES[0], POLES[1]}
    assert land(rafts={1: (6, -6)}).find_ends() == SHORES[0] - {POLES[0], (6, -6)}


def test_digger_and_raft_move_at_once_and_at_no_cost():
    position = land()
    effects = position.ride(0, -6)

    assert position.digger(0) == position.raft(0) == (0, -6)
    assert position.rafts()[1:] == POLES[1:]
    assert find_effect(effects, "raft_moved") == {"raft": 0, "from": [1, -4], "to": [0, -6]}
    assert (position.turn_seat, position.is_new_turn) == (1, True)


def test_landing_has_an_effect():
    position = table(diggers={0: (2, -3)})
    position.roll(2)
    effects = position.move(1, -4)

    assert kinds_of(effects) == ["path_walked", "raft_boarded"]
    assert find_effect(effects, "raft_boarded") == {"raft": 0, "field": [1, -4]}


def test_a_raft_is_found_where_it_was_left():
    position = table(diggers={0: (-1, -7)}, rafts={0: (0, -6)})
    position.roll(2)

    assert (0, -6) in position.find_ends()
    assert (1, -4) not in position.find_ends()


def aboard(steps: int | str, **more) -> Position:
    """Return seat 0 on raft 0 at (0, -6), after a roll."""
    position = table(
        diggers={0: (0, -6), **more.pop("diggers", {})}, rafts={0: (0, -6), **more.pop("rafts", {})}
    )
    position.roll(steps)
    return position


def test_on_the_next_turn_with_a_2_to_6_the_digger_must_go_ashore():
    """Every end is on land, or on another raft."""
    position = aboard(3)
    lakes = {(h["q"], h["r"]) for h in BOARD["hexes"] if h["type"] == "lake"}

    assert position.kinds() == ["digger_moved"]
    assert not position.find_ends() & lakes


def test_it_cannot_end_on_the_same_raft():
    position = aboard(3)

    assert (0, -6) not in position.find_ends()
    assert position.refusal("digger_moved", to=(0, -6)) == "must_go_ashore"


def test_it_may_end_on_another_free_raft():
    position = aboard(2, rafts={1: (0, -5)})

    assert (0, -5) in position.find_ends()
    position.move(0, -5)
    assert position.phase == "ride"


def test_another_raft_with_a_digger_is_not_free():
    assert (0, -5) not in aboard(2, rafts={1: (0, -5)}, diggers={1: (0, -5)}).find_ends()


def test_the_raft_stays_where_it_is_when_the_digger_goes_ashore():
    position = aboard(2)
    position.move(-2, -6)

    assert position.raft(0) == (0, -6)
    assert position.digger(0) == (-2, -6)


def test_with_the_locomotive_the_digger_stays_on_the_raft():
    position = aboard("locomotive")

    assert position.digger(0) == position.raft(0) == (0, -6)
    assert position.turn_seat == 1


def test_finds_are_safe_from_no_one_but_stay_with_the_digger_on_a_raft():
    position = land(finds={0: gold(5)})
    position.ride(0, -6)

    assert position.finds(0) == gold(5)
    assert position.bank(0) == gold()


def test_what_a_ride_may_not_do():
    position = land()

    assert position.refusal("raft_ridden", to=(1, -4)) == "same_shore"
    assert position.refusal("raft_ridden", to=(3, -4)) == "shore_taken"
    assert position.refusal("raft_ridden", to=(2, -5)) == "wrong_shore", "that field is not next to land"
    assert position.refusal("raft_ridden", to=(4, 0)) == "wrong_shore", "that is another lake"
    assert position.refusal("raft_ridden", to=(2, -3)) == "wrong_shore", "that is land"
    assert position.refusal("digger_moved", to=(2, -3)) == "wrong_phase"
