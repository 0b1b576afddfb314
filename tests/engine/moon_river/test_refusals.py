"""Every refusal code of Moon River, by one small example; the rule behind each is tested with its section."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.core import CHANCE, CORE_CODES
from engine.rulesets import registry
from tests.engine.moon_river.positions import SPECIALIST, Holding, Position, ordinary
from tests.engine.moon_river.scripts import SALOON, Script, begin_game, draw_setup
from tests.engine.moon_river.test_bonus_tiles import reaching
from tests.engine.moon_river.test_expand import make_full_ranch

RULESET = registry.get("moon-river@1")
TWO = {"cells": [(0, 0), (0, 1)]}


def holding_two(**more: Any) -> tuple[Position, list[int]]:
    me = Holding(hand=["D1", "D1"], **more)
    return ordinary(me=me), me.hand


def domino(*cells: tuple[int, int], **more: Any) -> str:
    position, plots = holding_two(**more)
    return position.refusal("domino_placed", cells=list(cells), plots=plots)


def skull(cell: tuple[int, int]) -> str:
    me = Holding(ranch={(1, 0): "D1", (4, 4): "D1"}, cows={(1, 0): 1, (4, 4): 1}, hand=["D3", "F1"])
    position = ordinary(me=me)
    position.place(me.hand[0], (0, 0), me.hand[1], (0, 1))
    return position.refusal("cow_removed", cell=cell)


def circle(kind: str, **data: Any) -> str:
    me = Holding(hand=["M6", "D1"])
    position = ordinary(me=me, saloon=["trapper"])
    position.place(me.hand[0], (0, 0), me.hand[1], (0, 1))
    return position.refusal(kind, **data)


def effect(partner: str, side: str, kind: str, **data: Any) -> str:
    me = Holding(ranch={(1, 0): "K1", (1, 1): "D1"}, cows={(1, 1): 1}, hand=["M6", "D1", "F1"])
    theirs = Holding(
        ranch={(0, 0): "D5"}, cows={(0, 0): 1}, partners={(0, 0): ("farmer", SPECIALIST)}, hand=["K2"]
    )
    open_herd = Holding(ranch={(0, 0): "M1"}, cows={(0, 0): 1})
    position = ordinary(3, me=me, others={0: theirs, 2: open_herd}, saloon=[partner])
    position.place(me.hand[0], (0, 0), me.hand[1], (0, 1))
    position.do("partner_recruited", cell=(0, 0), partner=partner, side=side)
    if data.get("give") == "mine":
        data["give"] = me.hand[2]
    return position.refusal(kind, **data)


def bonus(**data: Any) -> str:
    position, _ = reaching(bonus_tiles=[2])
    return position.refusal("bonus_tile_placed", **data)


def chance(kind: str, **data: Any) -> str:
    script = Script(4)
    if kind != "saloon_filled":
        script.chance("saloon_filled", partners=SALOON)
    if kind == "rancheros_drawn":
        script.chance("column_dealt", plots=[1, 2, 3, 4])
    return script.refusal(CHANCE, kind, **data)


def deal_twice() -> str:
    script = draw_setup(4, plots=[1, 22, 44, 67])
    for seat in range(4):
        script.seat(seat, "plot_chosen", position=seat)
    return script.refusal(CHANCE, "column_dealt", plots=[1, 2, 3, 4])


def full(hand: list[str], kind: str) -> str:
    me = Holding(ranch=make_full_ranch(), hand=hand)
    data = {} if kind == "expansion_declined" else {"plots": sorted(me.hand[:2])}
    position = ordinary(me=me)
    return position.refusal(kind, **({} if not data else {"plots": sorted(me.hand)[:2]}))


EXAMPLES: dict[str, Callable[[], str]] = {
    "wrong_phase": lambda: begin_game(4).refusal(0, "cow_removed", cell=(0, 0)),
    "plot_taken": lambda: ordinary().refusal("plot_chosen", position=0),
    "plot_not_in_hand": lambda: holding_two()[0].refusal("domino_placed", **TWO, plots=[95, 96]),
    "not_adjacent": lambda: domino((0, 0), (1, 1)),
    "outside_grid": lambda: domino((0, 4), (0, 5)),
    "blocked_cell": lambda: domino((1, 0), (2, 0)),
    "cell_taken": lambda: domino((0, 0), (0, 1), ranch={(0, 0): "C1"}),
    "not_connected": lambda: domino((2, 2), (2, 3)),
    "must_expand": lambda: ordinary(me=Holding(hand=["D1"] * 4)).refusal("expansion_declined"),
    "must_discard": lambda: full(["K1", "K2", "K2", "B1"], "expansion_declined"),
    "not_forced": lambda: holding_two()[0].refusal("plots_discarded", plots=holding_two()[1]),
    "no_cow_there": lambda: skull((0, 0)),
    "wrong_territory": lambda: skull((4, 4)),
    "wrong_cell": lambda: circle("partner_recruited", cell=(0, 1), partner="trapper", side="cowboy"),
    "must_recruit": lambda: circle("effect_declined"),
    "not_in_saloon": lambda: circle("partner_recruited", cell=(0, 0), partner="farmer", side="cowboy"),
    "no_plot_there": lambda: effect("farmer", "cowboy", "cow_moved", from_=(1, 1), to=(2, 1)),
    "corn_field": lambda: effect("farmer", "cowboy", "cow_moved", from_=(1, 1), to=(1, 0)),
    "not_next_to": lambda: effect("farmer", "cowboy", "cow_moved", from_=(1, 1), to=(0, 0)),
    "own_seat": lambda: effect("cattle_thief", SPECIALIST, "cow_stolen", seat=1, cell=(1, 1)),
    "no_such_seat": lambda: effect("cattle_thief", SPECIALIST, "cow_stolen", seat=3, cell=(1, 1)),
    "plot_not_in_storage": lambda: effect(
        "desperado", SPECIALIST, "plots_swapped", give="mine", seat=0, take=1
    ),
    "cow_protected": lambda: effect("cattle_thief", SPECIALIST, "cow_stolen", seat=0, cell=(0, 0)),
    "tile_taken": lambda: bonus(tile=1, side="desert", cell=(2, 1)),
    "wrong_side": lambda: bonus(tile=2, side="desert", cell=(2, 1)),
    "wrong_count": lambda: chance("saloon_filled", partners=["farmer"]),
    "token_not_left": lambda: chance("saloon_filled", partners=["farmer"] * 5),
    "plot_not_left": deal_twice,
    "wrong_seats": lambda: chance("rancheros_drawn", seats=[0, 1, 2, 2]),
}


def test_every_code_has_an_example():
    assert set(EXAMPLES) == set(RULESET.codes)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_refusal_names_the_rule_broken(code):
    assert EXAMPLES[code]() == code


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_code_is_explained_by_a_sentence(code):
    sentence = RULESET.codes[code]

    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert code not in CORE_CODES
