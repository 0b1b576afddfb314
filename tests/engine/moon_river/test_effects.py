"""Effects of steps for viewers. They are derived, so they must agree with the positions before and after."""

from collections import Counter
from typing import Any

import pytest

from engine.core import Effect, Generator, Playthrough, State, Status
from engine.rulesets import registry
from engine.testing.driving import log_step, make_driver
from tests.engine.builders import header_for, seed_of
from tests.engine.moon_river.option_sets import OPTION_SETS, name_of
from tests.engine.moon_river.positions import Holding, Position, last, ordinary
from tests.engine.moon_river.test_bonus_tiles import wall_in
from tests.engine.policies import pick

RULESET = registry.get("moon-river@1")


def find_effects(effects: list[Effect], kind: str) -> list[tuple[int | None, dict[str, Any]]]:
    """Return seat and data of the effects of a kind."""
    return [(effect.seat, dict(effect.data)) for effect in effects if effect.kind == kind]


def steps(option_set: tuple[int, dict[str, Any]], policy: str) -> list[tuple[State, State, list[Effect]]]:
    """Return before, after and effects of every step of a game."""
    seed = seed_of(40 + OPTION_SETS.index(option_set))
    play, rng = Playthrough(header_for(*option_set)), Generator(1)
    driver = make_driver(
        play, lambda legal, _: legal[pick(policy, [RULESET.decode(one) for one in legal], rng)], seed=seed
    )
    taken = []
    while play.status is Status.PLAYING:
        before = play.state.clone()
        event = log_step(driver)
        after = play.state.clone()
        action = RULESET.read(event.kind, event.payload)
        taken.append((before, after, RULESET.derive_effects(before, action, after)))
    return taken


@pytest.mark.parametrize("option_set", OPTION_SETS[::4], ids=name_of)
@pytest.mark.sampled(1)
def test_effects_agree_with_the_positions_before_and_after(option_set):
    kinds: Counter[str] = Counter()
    for before, after, effects in steps(option_set, "gang"):
        seen, then = before.observation(None), after.observation(None)
        points = {seat: (d["before"], d["after"]) for seat, d in find_effects(effects, "points_changed")}
        pairs = zip(before.points(), after.points(), strict=True)
        assert points == {seat: pair for seat, pair in enumerate(pairs) if pair[0] != pair[1]}
        cows = (seen["supply"]["cows"], then["supply"]["cows"])
        changes = [tuple(data["cows"]) for _, data in find_effects(effects, "supply_changed")]
        assert changes == ([cows] if cows[0] != cows[1] else [])
        left = {data["plot"] for _, data in find_effects(effects, "plot_left")}
        assert left == set(then["left_game"]) - set(seen["left_game"])
        kinds.update(effect.kind for effect in effects)

    assert set(kinds) <= set(RULESET.effect_kinds)
    assert {"plot_collected", "cows_placed", "territory_changed", "round_began"} <= set(kinds)


def test_parts_of_points_changed_add_up():
    for _, _, effects in steps(OPTION_SETS[3], "fill"):
        for _, data in find_effects(effects, "points_changed"):
            change = sum(after - before for before, after in data["parts"].values())
            assert change == data["after"] - data["before"]


def test_cows_placed_have_an_effect_per_cell():
    me = Holding(hand=["M5", "B1"])
    effects = ordinary(me=me).place(me.hand[0], (0, 0), me.hand[1], (0, 1))

    assert find_effects(effects, "cows_placed") == [
        (1, {"cell": [0, 0], "count": 2}),
        (1, {"cell": [0, 1], "count": 1}),
    ]
    assert [data["cows"] for _, data in find_effects(effects, "supply_changed")] == [[32, 29]]


def test_a_territory_that_grows_has_an_effect_with_its_points():
    me = Holding(ranch={(0, 0): "M1", (0, 1): "M1"}, cows={(0, 0): 1}, hand=["M3", "K1"])
    effects = ordinary(me=me).place(me.hand[0], (1, 0), me.hand[1], (1, 1))
    meadow = next(
        data for _, data in find_effects(effects, "territory_changed") if data["landscape"] == "meadow"
    )

    assert (meadow["before"], meadow["after"], meadow["points"]) == ([2, 1], [3, 2], [2, 6])


def test_a_domino_that_joins_two_territories_has_an_effect():
    me = Holding(ranch={(0, 0): "M1", (0, 2): "M1"}, hand=["M2", "K1"])
    effects = ordinary(me=me).place(me.hand[0], (0, 1), me.hand[1], (1, 1))
    meadow = next(
        data for _, data in find_effects(effects, "territory_changed") if data["landscape"] == "meadow"
    )

    assert meadow["merged"] == 2
    assert meadow["after"] == [3, 0]


def test_a_partner_has_an_effect_with_the_cells_it_protects():
    me = Holding(ranch={(1, 0): "M1"}, cows={(1, 0): 2}, hand=["M6", "D1"])
    position = ordinary(me=me, saloon=["farmer"])
    position.place(me.hand[0], (0, 0), me.hand[1], (0, 1))
    effects = position.do("partner_recruited", cell=(0, 0), partner="farmer", side="specialist")
    ((seat, data),) = find_effects(effects, "partner_protects")

    assert (seat, data["cell"]) == (1, [0, 0])
    assert data["cells"] == [[0, 0], [1, 0]]
    assert data["cows"] == 2


def test_a_choice_has_an_effect_for_the_plot_collected_next():
    position = ordinary(me=Holding(hand=["D1"]), others={2: Holding()})
    upcoming = next(
        space["plot"] for space in position.look()["columns"]["current"] if space["ranchero"] == 2
    )
    effects = position.do("plot_chosen", position=1)

    assert find_effects(effects, "plot_collected") == [(2, {"plot": upcoming})]


def test_a_full_storage_has_the_effect_of_a_forced_turn():
    position = ordinary(others={2: Holding(hand=["C1", "C1", "C1"])})
    effects = position.do("plot_chosen", position=1)

    assert [seat for seat, _ in find_effects(effects, "turn_forced")] == [2]


def test_discarded_plots_have_the_effect_plot_left():
    from tests.engine.moon_river.test_expand import make_full_ranch

    me = Holding(ranch=make_full_ranch(), hand=["K1", "K2", "K2", "B1"])
    position = ordinary(me=me)
    gone = sorted(me.hand)[:2]
    effects = position.do("plots_discarded", plots=gone)

    assert find_effects(effects, "plot_left") == [(1, {"plot": plot}) for plot in gone]


def test_the_last_turn_has_an_effect():
    position = last(me=Holding(hand=["D1", "D1"]), others={1: Holding(hand=["C1", "C1"])})
    effects = position.place(*position.hand(0)[:1], (0, 0), *position.hand(0)[1:], (0, 1))

    assert [seat for seat, _ in find_effects(effects, "last_turn_began")][:1] == [1]


def test_a_bonus_tile_that_fits_nowhere_has_the_effect_of_its_removal():
    me = Holding(ranch=wall_in(["B1"]), hand=["K2", "B1"])
    position = ordinary(2, me=me)
    effects = position.place(me.hand[0], (0, 9), me.hand[1], (1, 9))

    assert [data for _, data in find_effects(effects, "bonus_tile_removed")] == [{"tile": 1}]


def finish(me: Holding) -> list[Effect]:
    """Return the effects of the step that ends the game."""
    position: Position = last(me=me)
    effects: list[Effect] = []
    while position.state.actor is not None:
        kind, data = position.choices()[0]
        effects = position.do(kind, **data)
    return effects


def test_overpopulation_has_an_effect_at_the_end():
    me = Holding(ranch={(4, 4): "M1"}, cows={(4, 4): 4}, hand=["D1", "D1"])
    effects = finish(me)

    assert (0, {"count": 3}) in find_effects(effects, "cows_returned")


def test_effects_never_change_the_positions():
    for before, after, _ in steps(OPTION_SETS[0], "climb")[:80]:
        assert before.digest() != after.digest()
