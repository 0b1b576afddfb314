"""Observations of seats and spectators, and positions sampled from them."""

import json
import re
from pathlib import Path

import pytest

from engine.core import Generator, Playthrough, Status
from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.testing.driving import make_driver
from tests.engine.builders import header_for, seed_of
from tests.engine.goldgraeber.positions import SITES, all_chips, gold, hoard, table

TACTICAL = GOLDGRAEBER.complete_options({"tactical": True}, 4)
SEEN = {(-8, -2): {"gold": 5}, (-7, -2): {"robber": 2}}
DOCUMENT = Path(__file__).parents[3] / "docs" / "rulesets" / "goldgraeber.md"


def play_game(number, seats=4, options=TACTICAL, steps=200):
    """Yield the states of a random game with the dealer's chips."""
    play, rng = Playthrough(header_for(seats, options, key=GOLDGRAEBER.key)), Generator(number)
    driver = make_driver(play, lambda legal, _: rng.choice(legal), seed=seed_of(number))
    yield play.state
    for _ in range(steps):
        if play.status is not Status.PLAYING:
            return
        driver.advance(steps=1)
        yield play.state


def test_no_observation_depends_on_a_chip_that_its_seat_has_not_seen():
    """Two games that differ only in face-down chips look the same to all seats that have not peeked."""
    one = table(4, options=TACTICAL, peeks={1: SEEN})
    other = table(4, options=TACTICAL, peeks={1: {(-8, -2): {"robber": 1}, (-7, -2): {"gold": 1}}})

    for seat in (None, 0, 2, 3):
        assert one.look(seat) == other.look(seat)
    assert one.look(1) != other.look(1)


@pytest.mark.parametrize("number", range(3))
def test_peeks_are_shown_to_their_seat_only_all_through_a_game(number):
    for state in play_game(number):
        for seat in (None, *range(4)):
            for digger in state.observation(seat)["diggers"]:
                shown = [peek["chip"] for peek in digger["peeks"] if peek["chip"] is not None]
                assert not shown or digger["seat"] == seat or state.actor is None


def test_chips_left_are_public():
    position = table(
        finds={0: gold(5)}, bank={1: hoard(gold=[4], robbers=[1])}, robbers={SITES[0]: (2, gold(3, 3))}
    )
    left = all_chips()
    for value in (5, 4, 3, 3):
        left["gold"].remove(value)
    for strength in (1, 2):
        left["robbers"].remove(strength)

    assert position.look()["chips_left"] == left
    assert len(position.look()["face_down"]) == len(left["gold"]) + len(left["robbers"])


def test_a_peek_does_not_change_the_chips_left():
    position = table(options=TACTICAL, peeks={1: SEEN})

    assert position.look(1)["chips_left"] == position.look()["chips_left"] == all_chips()


def test_observations_of_seats_differ_only_in_their_peeks():
    position = table(options=TACTICAL, peeks={1: SEEN})
    looks = [position.look(seat) for seat in (None, 0, 1, 2)]
    for look in looks:
        del look["seat"]
        for digger in look["diggers"]:
            digger["peeks"] = [peek["field"] for peek in digger["peeks"]]

    assert all(look == looks[0] for look in looks)


def test_the_last_roll_is_shown():
    position = table()
    assert position.look()["die"] is None
    position.roll(4)

    assert position.look()["die"] == {"face": 4, "purpose": "move"}


@pytest.mark.parametrize("number", range(2))
def test_a_sampled_state_looks_the_same_to_its_observer_in_every_position(number):
    rng = Generator(number)
    for state in play_game(number):
        for seat in (None, 0, 3):
            seen = json.loads(json.dumps(state.observation(seat)))
            imagined = GOLDGRAEBER.sample(seen, rng)
            assert imagined.observation(seat) == seen


def test_peeks_of_others_are_imagined_from_the_chips_that_are_left():
    """Seat 0 knows the field of the only robber of strength 1; no other seat is sampled to see it elsewhere."""
    mine = {SITES[0]: {"robber": 1}}
    theirs = {site: {"gold": 1} for site in SITES[5:12]}
    position = table(4, options=TACTICAL, peeks={0: mine, 2: theirs})
    seen = position.look(0)
    found = set()
    for number in range(40):
        imagined = GOLDGRAEBER.sample(seen, Generator(number))
        chips = [str(peek["chip"]) for peek in imagined.observation(2)["diggers"][2]["peeks"]]
        assert str({"robber": 1}) not in chips
        found.update(chips)

    assert len(found) == 9, "all chips but the one that seat 0 has seen"


def test_a_chip_that_two_seats_have_seen_is_sampled_once():
    position = table(4, options=TACTICAL, peeks={1: SEEN, 2: SEEN})
    for number in range(20):
        imagined = GOLDGRAEBER.sample(position.look(0), Generator(number))
        one, two = (imagined.observation(seat)["diggers"][seat]["peeks"] for seat in (1, 2))
        assert one == two


def test_an_observer_that_has_seen_the_same_chip_knows_it():
    position = table(4, options=TACTICAL, peeks={1: SEEN, 2: SEEN})
    imagined = GOLDGRAEBER.sample(position.look(1), Generator(3))

    peeks = imagined.observation(2)["diggers"][2]["peeks"]
    assert [peek["chip"] for peek in peeks] == [{"gold": 5}, {"robber": 2}]


def test_imagined_chips_are_those_that_are_left():
    position = table(
        options=TACTICAL,
        face_down=SITES[:4],
        left=hoard(gold=[1, 2], robbers=[3, 4]),
        peeks={1: {SITES[0]: {"gold": 1}, SITES[1]: {"robber": 4}}},
    )
    for number in range(20):
        imagined = GOLDGRAEBER.sample(position.look(0), Generator(number))
        assert imagined.observation(0)["chips_left"] == hoard(gold=[1, 2], robbers=[3, 4])


def test_more_chips_than_fields_are_drawn_from():
    """A position may be edited to have few chips without saying which they are."""
    lefts = set()
    for number in range(10):
        seen = table(face_down=SITES[:2]).look()
        seen["chips_left"] = hoard(gold=[1, 2, 3], robbers=[4])
        left = GOLDGRAEBER.sample(seen, Generator(number)).observation(None)["chips_left"]
        lefts.add(str(left))
        assert len(left["gold"]) + len(left["robbers"]) == 2

    assert len(lefts) > 1


def test_every_key_is_documented():
    text = DOCUMENT.read_text()
    position = table(options=TACTICAL, peeks={0: SEEN}, robbers={SITES[3]: (2, gold(1))})
    seen = position.look(0)
    keys = {*seen, *seen["rafts"][0], *seen["robbers"][0], *seen["diggers"][0], *seen["locomotive"]}

    assert not [key for key in sorted(keys) if f"`{key}`" not in text]


def test_every_word_of_the_ruleset_is_documented():
    text = DOCUMENT.read_text()
    kinds = [*GOLDGRAEBER.seat_kinds, *GOLDGRAEBER.chance_kinds, *GOLDGRAEBER.effect_kinds]

    assert not [kind for kind in kinds if f"| `{kind}` |" not in text]
    assert not [code for code, words in GOLDGRAEBER.codes.items() if f"| `{code}` | {words}" not in text]
    assert not [
        kind for kind, words in GOLDGRAEBER.effect_kinds.items() if f"| `{kind}` | {words}" not in text
    ]
    assert re.search("reconstruction", text)
