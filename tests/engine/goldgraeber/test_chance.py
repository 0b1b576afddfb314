"""Chance: outcomes of the seed, possible outcomes, and sampling for search."""

from collections import Counter

import pytest

from engine.core import Dealer, Generator, IllegalAction, MalformedEvent
from engine.rulesets.goldgraeber import GOLDGRAEBER
from tests.engine.goldgraeber.positions import META, SITES, gold, hoard, table

SITE = (-5, -2)
TACTICAL = {"tactical": True}
FACES = ["locomotive", 2, 3, 4, 5, 6]


def flipping(**more):
    position = table(diggers={0: (-5, -4)}, **more)
    position.roll(2)
    position.move(*SITE)
    return position


def deal_chips(position, dealer):
    return GOLDGRAEBER.decode(position.state.deal(dealer))


def spread_chips(seed):
    """Return the chips as the format says: gold 1-5, robbers 1-5, copies in a row, shuffled onto the sorted sites."""
    chips = META["chips"]
    stack = [
        {kind: int(value)}
        for kind in ("gold", "robber")
        for value, count in chips[kind].items()
        for _ in range(count)
    ]
    shuffled = Dealer(seed).shuffle("chips", range(64))
    return {site: stack[number] for site, number in zip(SITES, shuffled, strict=True)}


def test_the_die_is_one_number_below_6_per_roll():
    dealer = Dealer(bytes(32))
    position = table()
    rolls = []
    for _ in range(10):
        _, data = deal_chips(position, dealer)
        rolls.append(data["face"])
        position.roll("locomotive")

    assert rolls == [FACES[dealer.draw_number("die", 6, index)] for index in range(10)]


def test_rolls_are_counted_through_fights():
    dealer = Dealer(bytes(32))
    position = table(diggers={0: (-5, -4)}, robbers={SITE: (3, hoard())})
    position.roll(2)
    position.move(*SITE)
    position.roll(3)

    assert position.look()["rolls"] == 2
    assert deal_chips(position, dealer)[1]["face"] == FACES[dealer.draw_number("die", 6, 2)]


def test_a_flipped_chip_is_what_the_shuffle_laid_there():
    laid = spread_chips(bytes(32))

    assert deal_chips(flipping(), Dealer(bytes(32))) == (
        "chip_flipped",
        {"chip": laid[SITE], "field": list(SITE)},
    )


def test_peeked_chips_are_what_the_shuffle_laid_there():
    position = table(options=TACTICAL, diggers={0: (-8, -1)})
    position.do("peek_chosen")
    laid = spread_chips(bytes(32))

    assert deal_chips(position, Dealer(bytes(32)))[1]["chips"] == [
        {"chip": laid[site], "field": list(site)} for site in [(-8, -2), (-7, -2)]
    ]


@pytest.mark.parametrize("purpose", ["robber", "attack", "defend", "retreat"])
def test_a_die_for_another_purpose_is_refused(purpose):
    assert table().refusal("die_rolled", face=2, purpose=purpose) == "wrong_purpose"


def test_another_chance_step_is_refused():
    assert table().refusal("chip_flipped", chip={"gold": 1}, field=SITE) == "wrong_phase"
    assert flipping().refusal("die_rolled", face=2, purpose="move") == "wrong_phase"
    peek = [{"chip": {"gold": 1}, "field": list(SITE)}]
    assert flipping().refusal("chips_peeked", chips=peek) == "wrong_phase"


def test_only_the_chip_under_the_digger_is_flipped():
    assert flipping().refusal("chip_flipped", chip={"gold": 1}, field=(-7, -2)) == "wrong_field"


def test_no_chip_is_flipped_more_often_than_it_exists():
    """There is one robber of strength 1, and it is open."""
    position = flipping(robbers={(-7, -2): (1, hoard())})

    assert position.refusal("chip_flipped", chip={"robber": 1}, field=SITE) == "chip_not_left"
    position.flip(robber=2)


def test_chips_in_finds_piles_and_banks_are_not_left():
    position = flipping(
        finds={0: gold(5, 5)}, bank={1: gold(5, 5, 5)}, robbers={(-7, -2): (4, gold(5, 5, 5))}
    )

    assert position.refusal("chip_flipped", chip={"gold": 5}, field=SITE) == "chip_not_left"


def test_a_chip_that_a_seat_has_seen_elsewhere_is_not_left():
    position = table(options=TACTICAL, diggers={0: (-5, -4)}, peeks={1: {(-7, -2): {"robber": 1}}})
    position.do("roll_chosen")
    position.roll(2)
    position.move(*SITE)

    assert position.refusal("chip_flipped", chip={"robber": 1}, field=SITE) == "chip_not_left"


def peeking(**more):
    position = table(options=TACTICAL, diggers={0: (-8, -1)}, **more)
    position.do("peek_chosen")
    return position


def seen(*chips):
    fields = [(-8, -2), (-7, -2)]
    return [{"chip": chip, "field": list(field)} for field, chip in zip(fields, chips, strict=False)]


def test_a_peek_shows_exactly_the_chips_around_in_order():
    position = peeking()
    both = seen({"gold": 1}, {"gold": 2})

    assert position.refusal("chips_peeked", chips=both[:1]) == "wrong_fields"
    assert position.refusal("chips_peeked", chips=both[::-1]) == "wrong_fields"
    assert position.refusal("chips_peeked", chips=[*both, {**both[0], "field": [1, 6]}]) == "wrong_fields"
    position.do("chips_peeked", chips=both)


def test_a_peek_shows_no_chip_more_often_than_it_exists():
    assert peeking().refusal("chips_peeked", chips=seen({"robber": 1}, {"robber": 1})) == "chip_not_left"


def test_a_peek_shows_a_known_chip_as_it_was():
    position = peeking(peeks={1: {(-8, -2): {"robber": 1}}})

    assert position.refusal("chips_peeked", chips=seen({"gold": 1}, {"gold": 1})) == "chip_changed"
    position.do("chips_peeked", chips=seen({"robber": 1}, {"gold": 1}))


def test_a_refusal_does_not_reveal_what_was_seen():
    position = peeking(peeks={1: {(-8, -2): {"robber": 5}}})
    action = GOLDGRAEBER.encode("chips_peeked", {"chips": seen({"gold": 1}, {"gold": 1})})
    with pytest.raises(IllegalAction) as refused:
        position.state.check(action)

    assert "5" not in str(refused.value)


def draw_many(position, count=3000):
    rng = Generator(7)
    return [GOLDGRAEBER.decode(position.state.draw(rng)) for _ in range(count)]


def test_every_face_is_drawn_equally_often():
    faces = Counter(data["face"] for _, data in draw_many(table()))

    assert set(faces) == set(FACES)
    assert all(420 < count < 580 for count in faces.values())


def test_chips_are_drawn_as_often_as_they_are_left():
    position = flipping(left=hoard(gold=[1, 1, 1], robbers=[4]), face_down=[SITE, *SITES[:3]])
    chips = Counter(str(data["chip"]) for _, data in draw_many(position))

    assert set(chips) == {"{'gold': 1}", "{'robber': 4}"}
    assert 650 < chips["{'robber': 4}"] < 850


def test_a_chip_that_was_seen_is_drawn_as_it_is():
    position = table(options=TACTICAL, diggers={0: (-5, -4)}, peeks={2: {SITE: {"gold": 4}}})
    position.do("roll_chosen")
    position.roll(2)
    position.move(*SITE)

    assert {str(data["chip"]) for _, data in draw_many(position, 100)} == {"{'gold': 4}"}


def test_a_peek_is_drawn_without_putting_back():
    position = peeking(
        left=hoard(gold=[1], robbers=[2, 3, 3]), face_down=[(-8, -2), (-7, -2), (8, 1), (8, 2)]
    )
    for _, data in draw_many(position, 300):
        chips = [str(chip["chip"]) for chip in data["chips"]]
        assert len(set(chips)) == 2 or set(chips) == {"{'robber': 3}"}
        position.state.check(GOLDGRAEBER.encode("chips_peeked", data))


@pytest.mark.parametrize("face", [1, 7, 0, "tender", True, "2", None, [2]])
def test_a_face_the_die_has_not_is_malformed(face):
    with pytest.raises(MalformedEvent):
        GOLDGRAEBER.encode("die_rolled", {"face": face, "purpose": "move"})
