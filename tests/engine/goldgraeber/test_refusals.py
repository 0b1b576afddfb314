"""Every refusal code of Goldgräber, by one small example; the rule behind each is tested with its section."""

import pytest

from engine.core import CORE_CODES, IllegalAction
from engine.rulesets.goldgraeber import GOLDGRAEBER
from tests.engine.goldgraeber.positions import HOUSES, RAIL, hoard, table

SITE = (-5, -2)
TACTICAL = {"tactical": True}


def moving(steps, start, **more):
    position = table(diggers={0: start, **more.pop("diggers", {})}, **more)
    position.roll(steps)
    return position


def riding():
    position = moving(2, (2, -3))
    position.move(1, -4)
    return position


def lose_fight(**more):
    position = moving(2, (-5, -4), robbers={SITE: (5, hoard())}, **more)
    position.move(*SITE)
    position.roll(3)
    return position


def flipping():
    position = moving(2, (-5, -4))
    position.move(*SITE)
    return position


def peeking(**more):
    position = table(options=TACTICAL, diggers={0: (-8, -1)}, **more)
    position.do("peek_chosen")
    return position


def peek(chip, *fields):
    return {"chips": [{"chip": chip, "field": list(field)} for field in fields]}


TO = "digger_moved"
EXAMPLES = {
    "wrong_phase": lambda: riding().refusal(TO, to=(2, -3)),
    "house_not_yours": lambda: moving(2, (0, 0)).refusal(TO, to=HOUSES[1]),
    "no_raft_there": lambda: moving(2, (2, -3)).refusal(TO, to=(2, -4)),
    "must_go_ashore": lambda: moving(3, (1, -4)).refusal(TO, to=(1, -4)),
    "raft_taken": lambda: moving(2, (2, -3), diggers={1: (1, -4)}).refusal(TO, to=(1, -4)),
    "field_of_fight": lambda: lose_fight().refusal(TO, to=SITE),
    "field_taken": lambda: lose_fight(diggers={1: (-5, -4)}).refusal(TO, to=(-5, -4)),
    "locomotive_in_the_way": lambda: moving(2, (-5, 6), rail=RAIL.index((-4, 5))).refusal(TO, to=(-3, 4)),
    "to_and_fro": lambda: moving(2, (-3, -2)).refusal(TO, to=(-3, -2)),
    "wrong_count": lambda: moving(2, (-3, -2)).refusal(TO, to=(-3, -5)),
    "not_reachable": lambda: moving(2, (-3, -2)).refusal(TO, to=(10, 0)),
    "must_move": lambda: moving(2, (-3, -2)).refusal("turn_passed"),
    "wrong_shore": lambda: riding().refusal("raft_ridden", to=(4, 0)),
    "same_shore": lambda: riding().refusal("raft_ridden", to=(1, -4)),
    "shore_taken": lambda: riding().refusal("raft_ridden", to=(3, -4)),
    "nothing_new": lambda: table(options=TACTICAL).refusal("peek_chosen"),
    "wrong_purpose": lambda: table().refusal("die_rolled", face=2, purpose="attack"),
    "wrong_field": lambda: flipping().refusal("chip_flipped", chip={"gold": 1}, field=(-7, -2)),
    "wrong_fields": lambda: peeking().refusal("chips_peeked", **peek({"gold": 1}, (-8, -2))),
    "chip_changed": lambda: peeking(peeks={1: {(-8, -2): {"gold": 3}}}).refusal(
        "chips_peeked", **peek({"gold": 1}, (-8, -2), (-7, -2))
    ),
    "chip_not_left": lambda: peeking().refusal("chips_peeked", **peek({"robber": 1}, (-8, -2), (-7, -2))),
}


def test_every_code_has_an_example():
    assert set(EXAMPLES) == set(GOLDGRAEBER.codes)
    assert not set(GOLDGRAEBER.codes) & set(CORE_CODES)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_refusal_says_which_rule_is_broken(code):
    assert EXAMPLES[code]() == code


def refusal(position, kind, **data):
    with pytest.raises(IllegalAction) as refused:
        position.state.check(GOLDGRAEBER.encode(kind, data))
    return refused.value


def test_a_refused_move_says_where_the_digger_stands_and_how_far_it_must_go():
    error = refusal(moving(2, (-3, -2)), TO, to=[-3, -5])

    assert error.details == {"field": "to", "to": [-3, -5], "digger": [-3, -2], "steps": 2}


def test_a_wrong_phase_says_what_is_expected():
    error = refusal(riding(), "roll_chosen")

    assert error.details == {"phase": "ride", "expected": ["raft_ridden"]}


def test_one_step_away_nothing_is_to_and_fro():
    """A beaten digger that moves one field may step anywhere around; two fields away is another count."""
    position = moving(2, (-5, -4), robbers={SITE: (5, hoard())})
    position.move(*SITE)
    position.roll("locomotive")

    assert position.refusal(TO, to=(-5, -4)) == "wrong_count"


def test_a_house_is_entered_only_through_its_door():
    """The field (0, -3) is next to the house; round to its door it takes four steps."""
    neighbour = (0, -3)

    assert moving(2, neighbour).refusal(TO, to=HOUSES[0]) == "wrong_count"
    assert HOUSES[0] in moving(4, neighbour).find_ends()
