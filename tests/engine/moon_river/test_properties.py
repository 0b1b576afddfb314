"""Invariants of all positions of Moon River, checked by Hypothesis over random games."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import CHANCE, Action, Generator, IllegalAction, Playthrough, State, Status, resume, verify
from engine.rulesets import registry
from engine.testing.driving import log_step, make_driver
from tests.engine.builders import header_for, seed_of
from tests.engine.moon_river.option_sets import OPTION_SETS
from tests.engine.moon_river.test_events import sort_key
from tests.engine.policies import POLICIES, pick
from tests.engine.reference.naive_moon_river import COMPONENTS

pytestmark = pytest.mark.long

RULESET = registry.get("moon-river@1")

CELL = st.tuples(st.integers(0, 4), st.integers(0, 9)).map(list)
PLOT = st.integers(1, 96)
SEAT = st.integers(0, 3)
PAIR = st.lists(PLOT, min_size=2, max_size=2, unique=True).map(sorted)
#: Well-formed events of every kind a seat makes, most of them illegal.
EVENTS = st.one_of(
    st.tuples(st.just("plot_chosen"), st.fixed_dictionaries({"position": st.integers(0, 3)})),
    st.tuples(
        st.just("domino_placed"),
        st.fixed_dictionaries({"cells": st.tuples(CELL, CELL).map(list), "plots": PAIR}),
    ),
    st.tuples(st.just("expansion_declined"), st.just({})),
    st.tuples(st.just("plots_discarded"), st.fixed_dictionaries({"plots": PAIR})),
    st.tuples(st.just("cow_removed"), st.fixed_dictionaries({"cell": CELL})),
    st.tuples(
        st.just("partner_recruited"),
        st.fixed_dictionaries(
            {
                "cell": CELL,
                "partner": st.sampled_from(list(COMPONENTS["partners"])),
                "side": st.sampled_from(["specialist", "cowboy"]),
            }
        ),
    ),
    st.tuples(st.just("cow_moved"), st.fixed_dictionaries({"from": CELL, "to": CELL})),
    st.tuples(st.just("plots_swapped"), st.fixed_dictionaries({"give": PLOT, "seat": SEAT, "take": PLOT})),
    st.tuples(st.just("cow_stolen"), st.fixed_dictionaries({"cell": CELL, "seat": SEAT})),
    st.tuples(st.just("effect_declined"), st.just({})),
    st.tuples(
        st.just("bonus_tile_placed"),
        st.fixed_dictionaries(
            {
                "cell": CELL,
                "side": st.sampled_from(["desert", "meadow", "canyon", "forest"]),
                "tile": st.integers(1, 2),
            }
        ),
    ),
)
GAMES = st.tuples(st.sampled_from(OPTION_SETS), st.sampled_from(sorted(POLICIES)), st.integers(0, 2**32))


def walk(game: tuple[Any, str, int], steps: int = 1000) -> Iterator[tuple[Playthrough, Any]]:
    """Yield a game before each step, with the step's logged event from the one before (None at first)."""
    (seats, options), policy, number = game
    seed = seed_of(number)
    play, rng = Playthrough(header_for(seats, options, seed=seed)), Generator(number)
    driver = make_driver(
        play,
        lambda legal, _: legal[pick(policy, [RULESET.decode(action) for action in legal], rng)],
        seed=seed,
    )
    event = None
    while play.status is Status.PLAYING and steps:
        yield play, event
        steps -= 1
        event = log_step(driver)
    yield play, event


def is_accepted(state: State, action: Action) -> bool:
    try:
        state.check(action)
    except IllegalAction:
        return False
    return True


@given(GAMES, st.integers(10, 160), st.lists(EVENTS, min_size=30, max_size=30))
def test_an_event_is_accepted_exactly_if_it_is_listed(game, steps, events):
    *_, (play, _) = walk(game, steps)
    if play.due is None or play.due < 0:
        return
    legal = play.state.legal_actions()

    assert all(is_accepted(play.state, action) for action in legal)
    for kind, data in events:
        action = RULESET.encode(kind, data)
        assert is_accepted(play.state, action) == (action in legal), f"{kind} {data}"


@given(GAMES, st.integers(10, 200))
def test_every_domino_of_two_plots_in_hand_is_accepted_as_listed(game, steps):
    """All cells are tried, not a sample: 50 x 50 pairs of cells for one pair of plots."""
    decided = (
        play.state for play, _ in walk(game) if play.seq >= steps and play.due is not None and play.due >= 0
    )
    state = next(decided, None)
    if state is None or state.actor is None:
        return
    hand = state.observation(None)["ranches"][state.actor]["hand"]
    listed = {json.dumps(RULESET.decode(action)) for action in state.legal_actions()}
    cells = [[c, r] for r in range(10) for c in range(5)]
    for first in cells if len(hand) > 1 else []:
        for second in cells:
            data = {"cells": [first, second], "plots": sorted(hand)[:2]}
            accepted = is_accepted(state, RULESET.encode("domino_placed", data))
            assert accepted == (json.dumps(["domino_placed", data]) in listed), data


@given(GAMES)
def test_legal_actions_are_in_canonical_order_without_repeats(game):
    for play, _ in walk(game):
        if play.due is not None and play.due >= 0:
            keys = [sort_key(*RULESET.decode(action)) for action in play.state.legal_actions()]
            assert keys == sorted(keys)
            assert len(keys) == len(set(keys))


@given(GAMES)
def test_cows_plots_and_tokens_are_conserved(game):
    for play, _ in walk(game):
        seen = play.state.observation(None)
        cells = [cell for ranch in seen["ranches"] for cell in ranch["cells"]]
        assert seen["supply"]["cows"] + sum(cell["cows"] for cell in cells) == 32
        tokens = Counter([*seen["saloon"], *(cell["partner"]["name"] for cell in cells if cell["partner"])])
        assert seen["supply"]["partners"] + tokens.total() == 20
        assert all(count <= COMPONENTS["partners"][name] for name, count in tokens.items())
        plots = [
            *(cell["plot"] for cell in cells if cell["plot"] is not None),
            *(plot for ranch in seen["ranches"] for plot in ranch["hand"]),
            *(
                space["plot"]
                for column in seen["columns"].values()
                for space in column
                if space["plot"] is not None
            ),
        ]
        assert len(plots) == len(set(plots))
        assert len(plots) + seen["supply"]["plots"] + len(seen["left_game"]) == 96


@given(GAMES)
def test_no_cow_stands_on_a_corn_field_and_every_partner_on_a_circle(game):
    *_, (play, _) = walk(game)
    cells = [cell for ranch in play.state.observation(None)["ranches"] for cell in ranch["cells"]]

    assert cells
    assert all(cell["cows"] == 0 for cell in cells if cell["landscape"] == "corn_field")
    assert all(cell["circle"] for cell in cells if cell["partner"])


@given(GAMES)
def test_storages_hold_no_more_than_their_spaces_between_turns(game):
    for play, _ in walk(game):
        for ranch in play.state.observation(None)["ranches"]:
            if ranch["seat"] != play.due:
                assert len(ranch["hand"]) <= ranch["storage_spaces"]


@given(GAMES)
def test_a_replay_gives_the_same_digests(game):
    log = [event for _, event in walk(game) if event is not None]
    (seats, options), _, number = game
    header = header_for(seats, options, seed=seed_of(number))
    *_, (play, _) = walk(game)
    log.append(play.finish())
    verdict = verify(header, log, seed=seed_of(number))

    assert verdict.is_good
    assert resume(header, log).state.digest() == play.state.digest()


@given(GAMES, st.integers(0, 150))
def test_a_clone_is_independent(game, steps):
    *_, (play, _) = walk(game, steps)
    clone, digest = play.state.clone(), play.state.digest()
    assert clone.digest() == digest
    seen = json.dumps(play.state.observation(None))
    rng = Generator(steps)
    for _ in range(30):
        if clone.actor is None:
            break
        clone.apply(clone.draw(rng) if clone.actor == CHANCE else rng.choice(clone.legal_actions()))

    assert play.state.digest() == digest
    assert json.dumps(play.state.observation(None)) == seen


@given(GAMES)
def test_every_position_of_a_game_has_its_own_digest(game):
    digests = [play.state.digest() for play, _ in walk(game)]

    assert len(digests) == len(set(digests))


@given(GAMES, st.integers(5, 200))
def test_the_points_so_far_are_what_an_end_here_would_score(game, steps):
    *_, (play, _) = walk(game, steps)
    outcome = play.state.outcome()

    assert [seat.score for seat in outcome.seats] == play.state.points()
    for seat in outcome.seats:
        assert sum(seat.parts.values()) == seat.score
