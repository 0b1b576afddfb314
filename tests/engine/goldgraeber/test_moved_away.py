"""Rule 4: diggers moved away after a fight."""

from tests.engine.goldgraeber.positions import (
    HOUSES,
    LOCOMOTIVE,
    RAIL,
    Position,
    find_effect,
    gold,
    hoard,
    kinds_of,
    table,
)

SITE = (-5, -2)
#: The tunnel is a corner of the board: when the locomotive has just left it, two fields lead away.
TUNNEL, EXITS = RAIL[0], ((-10, 9), (-9, 10))


def lose_fight(steps: int | str, *, site: tuple[int, int] = SITE, start=None, **more) -> Position:
    """Return seat 0 beaten by a robber with a roll; it is to move away."""
    start = start or (site[0], site[1] - 2)
    position = table(
        more.pop("seats", 3),
        diggers={0: start, **more.pop("diggers", {})},
        robbers={site: (5, hoard()), **more.pop("robbers", {})},
        **more,
    )
    position.roll(2)
    position.move(*site)
    position.roll(steps)
    return position


def test_its_own_seat_chooses_the_path():
    position = lose_fight(2)

    assert (position.seat, position.phase) == (0, "move_away")
    assert position.kinds() == ["digger_moved"]
    assert position.refusal("turn_passed") == "wrong_phase"


def test_it_moves_by_the_ordinary_rules():
    """Exact count, and not straight back."""
    position = lose_fight(2)

    assert (-5, -5) not in position.find_ends()
    assert SITE not in position.find_ends()
    assert position.refusal("digger_moved", to=(-5, -5)) == "wrong_count"


def test_the_locomotive_is_in_the_way_as_on_any_move():
    position = lose_fight(2, site=(-5, 7), start=(-6, 9), rail=RAIL.index((-5, 8)))

    assert (-5, 8) not in position.find_ends()
    assert position.refusal("digger_moved", to=(-5, 8)) == "locomotive_in_the_way"


def test_nothing_is_flipped_where_it_ends():
    """The dig site (-7, -2) is two fields away."""
    position = lose_fight(2)
    assert (-7, -2) in position.face_down()
    position.move(-7, -2)

    assert (-7, -2) in position.face_down()
    assert (position.turn_seat, position.is_new_turn) == (1, True)


def test_no_fight_with_a_robber_follows():
    position = lose_fight(2, robbers={(-7, -2): (1, gold(5))})
    position.move(-7, -2)

    assert position.is_new_turn
    assert position.robbers()[(-7, -2)] == (1, gold(5))


def test_it_may_end_in_its_own_house_and_its_finds_are_banked():
    """The winner of a fight comes home with what it has won."""
    position = table(diggers={0: (0, -3), 1: (-1, -2)}, finds={0: gold(2), 1: gold(5)})
    position.roll(2)
    position.move(-1, -2)
    position.roll(6)
    position.roll(2)
    position.roll(3)
    assert HOUSES[0] in position.find_ends()
    effects = position.move(*HOUSES[0])

    assert (position.finds(0), position.bank(0)) == (hoard(), gold(2, 5))
    assert kinds_of(effects) == ["path_walked", "finds_banked", "turn_began"]
    assert position.turn_seat == 1


def test_a_winning_defender_may_come_home_too():
    position = table(diggers={0: (0, -3), 1: (-1, -2)}, finds={0: gold(2), 1: gold(5)})
    position.roll(2)
    position.move(-1, -2)
    position.roll(2)
    position.roll(6)
    position.roll(4)
    assert position.seat == 1
    position.move(*HOUSES[1])

    assert position.bank(1) == gold(2, 5)
    assert position.turn_seat == 1, "left of the attacker"


def test_it_may_end_on_a_free_raft_and_rides():
    position = table(diggers={0: (2, -3), 1: (3, -2)}, finds={1: gold(5)})
    position.roll(2)
    position.move(3, -2)
    position.roll(6)
    position.roll(2)
    position.roll(2)
    assert (3, -4) in position.find_ends()
    position.move(3, -4)

    assert (position.seat, position.phase) == (0, "ride")
    position.ride(6, -6)
    assert position.digger(0) == position.raft(1) == (6, -6)
    assert (position.turn_seat, position.is_new_turn) == (1, True)


def test_a_raft_with_a_digger_is_not_free():
    position = table(diggers={0: (2, -3), 1: (3, -2), 2: (3, -4)})
    position.roll(2)
    position.move(3, -2)
    position.roll(6)
    position.roll(2)
    position.roll(2)

    assert (3, -4) not in position.find_ends()
    assert position.refusal("digger_moved", to=(3, -4)) == "raft_taken"


def test_it_may_not_end_on_the_field_of_the_fight():
    """With three steps an ordinary move could."""
    position = lose_fight(3)

    assert SITE not in position.find_ends()
    assert position.refusal("digger_moved", to=SITE) == "field_of_fight"


def test_it_may_not_end_on_a_field_with_another_digger_outside_town():
    position = lose_fight(2, diggers={1: (-5, -4)})

    assert (-5, -4) not in position.find_ends()
    assert position.refusal("digger_moved", to=(-5, -4)) == "field_taken"


def test_it_may_end_with_another_digger_in_town():
    street = (-1, -1)
    position = table(diggers={0: (0, -3), 1: (-1, -2), 2: street})
    position.roll(2)
    position.move(-1, -2)
    position.roll(6)
    position.roll(2)
    position.roll(2)
    position.move(*street)

    assert position.digger(0) == position.digger(2) == street
    assert position.is_new_turn


def test_it_may_cross_other_diggers():
    wall = {1: (-5, -3), 2: (-4, -3)}
    position = lose_fight(2, diggers=wall)

    assert (-5, -4) in position.find_ends()


def attack_in_corner(seats: int = 4, *, others: tuple[int, ...] = (2, 3)) -> Position:
    """Return seat 0 after attacking seat 1 in the tunnel, with other diggers on the ways out."""
    diggers = {0: (-10, 8), 1: TUNNEL, **dict(zip(others, EXITS, strict=False))}
    position = table(seats, rail=1, diggers=diggers, finds={0: gold(2), 1: gold(5)})
    position.roll(2)
    position.move(*TUNNEL)
    return position


def test_without_a_legal_path_the_winner_stays_without_an_event():
    position = attack_in_corner()
    position.roll(6)
    position.roll(2)
    effects = position.roll(LOCOMOTIVE)

    assert position.digger(0) == position.digger(1) == TUNNEL
    assert position.finds(0) == gold(2, 5)
    assert find_effect(effects, "digger_stays") == {"steps": 1, "field": list(TUNNEL)}
    assert (position.turn_seat, position.is_new_turn) == (1, True)


def test_with_one_way_out_it_must_take_it():
    position = attack_in_corner(others=(2,))
    position.roll(6)
    position.roll(2)
    position.roll(LOCOMOTIVE)

    assert position.choices() == [("digger_moved", {"to": list(EXITS[1])})]


def test_without_a_legal_path_the_beaten_digger_stays_without_an_event():
    """A dig site with six neighbours, all of them taken: five diggers and the locomotive."""
    site = (-5, 7)
    q, r = site
    around = [(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)]
    assert (-5, 8) in around
    rail = RAIL.index((-5, 8))
    free = [at for at in around if at != (-5, 8)]
    diggers = dict(zip(range(1, 6), free, strict=True))
    position = lose_fight(
        LOCOMOTIVE, seats=6, site=site, start=(-6, 9), rail=rail, diggers=diggers, finds={0: gold(3)}
    )

    assert position.digger(0) == site
    assert position.robbers()[site] == (5, gold(3))
    assert (position.turn_seat, position.is_new_turn) == (1, True)
