"""Invariants of all positions of Goldgräber, checked by Hypothesis over random games."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import Generator, Playthrough, Status
from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.rulesets.goldgraeber.chips import format_hoard, make_hoard, read_hoard
from engine.testing.driving import log_step, make_driver
from tests.engine.builders import header_for, seed_of
from tests.engine.goldgraeber import naive_walks
from tests.engine.goldgraeber.positions import HOUSES, KINDS, RAIL, STATION, all_chips
from tests.golden.tables import option_combinations

pytestmark = pytest.mark.long

OPTIONS = list(option_combinations(GOLDGRAEBER, GOLDGRAEBER.max_seats))
GAMES = st.tuples(st.integers(0, 2**64 - 1), st.integers(3, 6), st.sampled_from(OPTIONS))


def steps_of(game):
    """Yield (state before, action, state after) of a random game with uniformly random choices."""
    number, seats, options = game
    play, rng = Playthrough(header_for(seats, options, key=GOLDGRAEBER.key)), Generator(number)
    driver = make_driver(play, lambda legal, _: rng.choice(legal), seed=seed_of(number))
    while play.status is Status.PLAYING:
        before = play.state.clone()
        event = log_step(driver)
        yield before, GOLDGRAEBER.read(event.kind, event.payload), play.state


def chips_on_the_table(seen):
    """Count every chip: face down, face up, in piles, finds and banks."""
    hoards = [seen["chips_left"], *(robber["pile"] for robber in seen["robbers"])]
    hoards += [digger[name] for digger in seen["diggers"] for name in ("finds", "bank")]
    counted = Counter(("robbers", robber["strength"]) for robber in seen["robbers"])
    for one in hoards:
        counted.update((name, chip) for name, chips in one.items() for chip in chips)
    return counted


ALL = Counter((name, chip) for name, chips in all_chips().items() for chip in chips)


@given(game=GAMES)
def test_chips_are_conserved_over_every_transfer(game):
    for _, _, state in steps_of(game):
        seen = state.observation(None)
        assert chips_on_the_table(seen) == ALL
        left = seen["chips_left"]
        assert len(seen["face_down"]) == len(left["gold"]) + len(left["robbers"])


@given(game=GAMES)
def test_no_digger_stands_on_a_lake_without_its_raft_or_in_another_house(game):
    for _, _, state in steps_of(game):
        seen = state.observation(None)
        rafts = [tuple(raft["field"]) for raft in seen["rafts"]]
        assert len(set(rafts)) == len(rafts)
        afloat = []
        for digger in seen["diggers"]:
            field = tuple(digger["field"])
            assert KINDS[field] != "house" or field == HOUSES[digger["seat"]]
            if KINDS[field] == "lake":
                assert digger["raft"] is not None
                assert rafts[digger["raft"]] == field
                afloat.append(field)
        assert len(set(afloat)) == len(afloat), "a raft carries one digger"


@given(game=GAMES)
def test_no_digger_is_on_the_locomotives_field_until_the_game_is_over(game):
    for _, _, state in steps_of(game):
        seen = state.observation(None)
        if state.actor is not None:
            assert seen["locomotive"]["field"] not in [digger["field"] for digger in seen["diggers"]]


@given(game=st.tuples(st.integers(0, 2**64 - 1), st.integers(3, 6), st.sampled_from(OPTIONS[::7])))
def test_exact_count_is_exact(game):
    """Every listed move is the end of a walk of exactly the number rolled, and every such end is listed."""
    rng = Generator(game[0])
    for before, action, _ in steps_of(game):
        kind = GOLDGRAEBER.decode(action)[0]
        seen = before.observation(None)
        if kind != "digger_moved" or seen["pending"]["steps"] > 4 or rng.below(4):
            continue
        listed = [tuple(GOLDGRAEBER.decode(legal)[1]["to"]) for legal in before.legal_actions()]
        assert listed == sorted(ends_by_reference(seen))


def ends_by_reference(seen):
    seat = seen["actor"]
    standing = [tuple(digger["field"]) for digger in seen["diggers"]]
    here = standing[seat]
    found = naive_walks.ends(
        here,
        seen["pending"]["steps"],
        house=HOUSES[seat],
        rafts=[tuple(raft["field"]) for raft in seen["rafts"] if raft["digger"] is None],
        locomotive=tuple(seen["locomotive"]["field"]),
        shuttle=seen["options"]["shuttle"],
    )
    if seen["phase"] == "move":
        return set(found)
    in_town = [field for field in standing if KINDS[field] in ("street", "house") or field == STATION]
    return set(found) - {here} - {field for field in standing if field not in in_town}


@given(game=GAMES)
def test_every_path_shown_is_a_walk_of_the_number_rolled(game):
    for before, action, after in steps_of(game):
        for effect in GOLDGRAEBER.derive_effects(before, action, after):
            if effect.kind == "path_walked":
                fields = effect.data["fields"]
                seen = before.observation(None)
                assert len(fields) == seen["pending"]["steps"] + 1
                assert fields[0] == seen["diggers"][effect.seat]["field"]
                assert fields[-1] == GOLDGRAEBER.decode(action)[1]["to"]


@given(game=GAMES)
def test_the_bank_never_shrinks(game):
    points = [0] * game[1]
    for _, _, state in steps_of(game):
        now = state.points()
        assert all(one <= other for one, other in zip(points, now, strict=True))
        points = now


@given(game=GAMES)
def test_a_game_ends_at_the_station_or_for_lack_of_chips(game):
    *_, (_, _, state) = steps_of(game)
    seen = state.observation(None)

    if seen["end"] == "station":
        assert tuple(seen["locomotive"]["field"]) == RAIL[-1]
    else:
        assert seen["end"] == "chips"
        assert seen["chips_counted"] <= game[1]


@given(chips=st.lists(st.sampled_from(sorted(ALL.elements())), max_size=64))
def test_hoards_count_chips(chips):
    counted = Counter(chips) & ALL
    numbers = [value if name == "gold" else 5 + value for name, value in counted.elements()]
    data = format_hoard(make_hoard(numbers))

    assert Counter((name, value) for name, values in data.items() for value in values) == counted
    assert read_hoard(data) == make_hoard(numbers)


def test_diggers_come_home_ride_fight_and_lose_in_random_games():
    """The properties above are not vacuous: random games contain all but the rarest effects."""
    missing = set(GOLDGRAEBER.effect_kinds) - {"digger_stays", "fight_tied"}
    for number in range(40):
        for step in steps_of((number, 3 + number % 4, OPTIONS[number % len(OPTIONS)])):
            missing -= {effect.kind for effect in GOLDGRAEBER.derive_effects(*step)}
        if not missing:
            break

    assert not missing
