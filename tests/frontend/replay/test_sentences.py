"""Sentences about every event: in the list, in the headline, and announced as the next one."""

import pytest

from engine.core import CHANCE, SYSTEM, Effect, Event
from frontend.replay import ENGLISH, letter
from frontend.replay.moon_river.event_context import EventContext, find_seat
from frontend.replay.moon_river.sentences import (
    announce_event,
    describe_event,
    describe_for_headline,
    name_category,
)
from frontend.replay.translation import PLAYER, fill
from tests.frontend.replay.positions import BOX, cell, plot, position, ranch

NAMES = ("hayloft 3", "coyote 1.4", "old-faithful 7", "dust-devil 5")


def context(actor, kind, data, effects=(), **positions):
    before = positions.get("previous") or position()
    after = positions.get("position") or position()
    return EventContext(ENGLISH, Event(7, actor, kind, data), effects, after, before, NAMES, BOX.plots)


def sentence(given, describe=describe_event):
    """Return the sentence about an event with the seat named by its letter."""
    seat = find_seat(given.event)
    text = describe(given)
    return text if seat is None else fill(text, PLAYER, letter(seat))


def headline(given):
    return sentence(given, describe_for_headline)


def finished(*results, reason="completed"):
    seats = [
        {"parts": {}, "place": place, "score": score, "ties": list(ties)} for place, score, ties in results
    ]
    return {"reason": reason, "seats": seats}


def grown(landscape, before, after, merged=1):
    data = {"landscape": landscape, "cells": [[0, 0]], "before": before, "after": after, "merged": merged}
    return Effect("territory_changed", 2, {**data, "points": [0, 0]})


DOMINO = {"cells": [cell("c4"), cell("b4")], "plots": [plot("F3"), plot("B2")]}
RECRUIT = {"cell": cell("b4"), "partner": "cattle_thief", "side": "specialist"}
COWBOY = {"cell": cell("b2"), "partner": "desperado", "side": "cowboy"}
SWAP = {"give": plot("D1"), "seat": 1, "take": plot("K2")}
BONUS = {"cell": cell("c10"), "side": "canyon", "tile": 2}


@pytest.mark.parametrize(
    ("actor", "kind", "data", "line"),
    [
        (CHANCE, "scenario_drawn", {"scenario": "gold_rush"}, "Scenario: Gold rush"),
        (
            CHANCE,
            "saloon_filled",
            {"partners": ["gold_digger", "desperado"]},
            "To the saloon: gold digger, desperado",
        ),
        (
            CHANCE,
            "column_dealt",
            {"plots": [plot("B1"), plot("D1"), plot("K1"), plot("F1")]},
            "New column: desert, forest, corn field, farm",
        ),
        (CHANCE, "rancheros_drawn", {"seats": [2, 0, 3, 1]}, "Rancheros drawn: C, A, D, B"),
        (2, "plot_chosen", {"position": 1}, "C chooses forest (2 beaver), place 2"),
        (2, "domino_placed", DOMINO, "C places c4 forest, b4 farm"),
        (2, "expansion_declined", {}, "C keeps its plots"),
        (
            2,
            "plots_discarded",
            {"plots": [plot("D1"), plot("K1")]},
            "C must discard a desert and a corn field (4 corn)",
        ),
        (2, "cow_removed", {"cell": cell("b2")}, "C loses a cow at b2 to a skull"),
        (2, "partner_recruited", RECRUIT, "C recruits a cattle thief at b4"),
        (2, "partner_recruited", COWBOY, "C recruits a cowboy at b2 (desperado turned over)"),
        (2, "cow_moved", {"from": cell("c3"), "to": cell("c4")}, "C moves a cow c3 → c4"),
        (2, "plots_swapped", SWAP, "C swaps desert for B's corn field (5 corn)"),
        (2, "cow_stolen", {"cell": cell("a4"), "seat": 3}, "C steals a cow from D at a4"),
        (2, "bonus_tile_placed", BONUS, "C places the bonus tile canyon at c10"),
        (
            SYSTEM,
            "seat_forfeited",
            {"seat": 1, "reason": "timeout"},
            "B forfeits: ran out of time; the house plays on for it",
        ),
        (
            SYSTEM,
            "game_voided",
            {"reason": "power cut"},
            "The game is voided and counts for nothing: power cut",
        ),
    ],
)
def test_every_event_has_a_line(actor, kind, data, line):
    assert sentence(context(actor, kind, data)) == line


def test_a_line_says_how_territories_changed():
    effects = [grown("forest", None, [1, 0]), grown("farm", [3, 3], [4, 4])]

    assert sentence(context(2, "domino_placed", DOMINO, effects)) == (
        "C places c4 forest, b4 farm: new forest 1×0; farm 3×3 → 4×4"
    )


@pytest.mark.parametrize(
    ("phase", "line"),
    [("move_cow", "C moves no more cows"), ("swap", "C swaps no plot"), ("steal", "C steals no cow")],
)
def test_a_declined_effect_is_named_by_what_it_would_have_done(phase, line):
    assert sentence(context(2, "effect_declined", {}, previous=position(phase=phase))) == line


def test_in_the_set_up_plots_are_chosen_from_the_first_column():
    column = position()["columns"]["current"]
    before = position(phase="setup", round=0, columns={"current": [], "next": column})

    assert sentence(context(0, "plot_chosen", {"position": 2}, previous=before)) == (
        "A chooses corn field (5 corn), place 3"
    )


def test_joined_territories_are_counted():
    effects = [grown("farm", [3, 3], [6, 4], merged=2)]

    assert sentence(context(2, "domino_placed", DOMINO, effects)).endswith(": 2 farms joined, 3×3 → 6×4")


@pytest.mark.parametrize(
    ("actor", "kind", "data", "expected"),
    [
        (2, "domino_placed", DOMINO, "C places a forest and a farm"),
        (
            2,
            "domino_placed",
            {"cells": [cell("a1"), cell("a2")], "plots": [plot("D1"), plot("D3")]},
            "C places two deserts",
        ),
        (2, "plot_chosen", {"position": 1}, "C chooses a forest (2 beaver)"),
        (2, "partner_recruited", RECRUIT, "C recruits a cattle thief"),
        (2, "cow_moved", {"from": cell("c3"), "to": cell("c4")}, "C moves a cow from c3 to c4"),
        (2, "cow_stolen", {"cell": cell("a4"), "seat": 3}, "C steals a cow from D"),
        (CHANCE, "saloon_filled", {"partners": ["farmer"]}, "The saloon is filled: farmer"),
    ],
)
def test_the_headline_leaves_cells_to_the_picture(actor, kind, data, expected):
    assert headline(context(actor, kind, data)) == expected


def test_a_declined_expansion_says_what_is_kept():
    after = position([ranch(0), ranch(1), ranch(2, hand=[plot("D1"), plot("K1")]), ranch(3)])

    assert headline(context(2, "expansion_declined", {}, position=after)) == ("C keeps its 2 plots")


@pytest.mark.parametrize(
    ("results", "line"),
    [
        (
            [(1, 89, (7, 10)), (2, 61, (5, 5)), (3, 50, (5, 5)), (4, 10, (1, 1))],
            "Game over: A hayloft 3 wins with 89 points",
        ),
        (
            [(2, 61, (7, 10)), (1, 61, (9, 3)), (3, 50, (5, 5)), (4, 10, (1, 1))],
            "Game over: B coyote 1.4 wins with 61 points, level with A, by the larger territory (9 to 7)",
        ),
        (
            [(2, 61, (9, 3)), (1, 61, (9, 4)), (3, 50, (5, 5)), (4, 10, (1, 1))],
            "Game over: B coyote 1.4 wins with 61 points, level with A, by more cows (4 to 3)",
        ),
        (
            [(1, 61, (9, 4)), (1, 61, (9, 4)), (3, 50, (5, 5)), (4, 1, (1, 1))],
            "Game over: A hayloft 3 and B coyote 1.4 share the win with 61 points",
        ),
    ],
)
def test_the_end_names_the_winner_and_what_decided(results, line):
    assert sentence(context(SYSTEM, "game_finished", finished(*results))) == line


def test_a_forfeited_seat_with_more_points_is_explained():
    results = finished((2, 70, (1, 1)), (1, 61, (1, 1)), reason="abandoned")

    assert sentence(context(SYSTEM, "game_finished", results, position=position(forfeits=[0]))) == (
        "Game abandoned after forfeits: B coyote 1.4 wins with 61 points; A forfeited"
    )


def test_the_next_event_is_announced_without_its_changes():
    assert announce_event(context(2, "partner_recruited", RECRUIT)) == "Next: C recruits a cattle thief at b4"


@pytest.mark.parametrize(
    ("actor", "kind", "data", "said"),
    [
        (CHANCE, "column_dealt", {"plots": [1, 2, 3, 4]}, "Next: a new column is dealt"),
        (CHANCE, "saloon_filled", {"partners": ["farmer"]}, "Next: the saloon is filled"),
        (CHANCE, "scenario_drawn", {"scenario": "outlaws"}, "Next: the scenario is drawn"),
        (CHANCE, "rancheros_drawn", {"seats": [1, 0]}, "Next: the rancheros are drawn"),
        (SYSTEM, "seat_forfeited", {"seat": 1, "reason": "crash"}, "Next: B forfeits"),
        (SYSTEM, "game_voided", {"reason": "x"}, "Next: the game is voided"),
    ],
)
def test_chance_keeps_its_secret_until_it_happens(actor, kind, data, said):
    assert announce_event(context(actor, kind, data)) == said


@pytest.mark.parametrize(
    ("actor", "kind", "expected"),
    [
        (CHANCE, "column_dealt", "box"),
        (SYSTEM, "game_voided", "system"),
        (0, "cow_stolen", "cows"),
        (0, "partner_recruited", "partners"),
        (0, "domino_placed", "dominoes"),
        (0, "plot_chosen", "choices"),
    ],
)
def test_events_have_categories(actor, kind, expected):
    assert name_category(ENGLISH, Event(1, actor, kind, {})) == expected
