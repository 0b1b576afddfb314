"""Scenes of single steps: sentence, numbered changes, panels, what comes next."""

from xml.etree import ElementTree

import pytest

from engine.core import CHANCE, SYSTEM, Effect, Event
from frontend.replay import Html, drawing
from frontend.replay.drawing import StepFacts
from frontend.replay.symbols import symbol_names
from tests.frontend.replay.positions import cell, occupied, plot, position, ranch, territory

NAMES = ("hayloft 3", "coyote 1.4", "old-faithful 7", "dust-devil 5")
FARMS = [occupied("a2", "B1", cows=1), occupied("a3", "B2", cows=1), occupied("a4", "B2", cows=1)]
DOMINO = Event(
    144, 2, "domino_placed", {"cells": [cell("b4"), cell("c4")], "plots": [plot("B2"), plot("F3")]}
)
EFFECTS = [
    Effect(
        "territory_changed",
        2,
        {
            "landscape": "farm",
            "cells": [cell("a4"), cell("b4")],
            "before": [3, 3],
            "after": [4, 4],
            "merged": 1,
            "points": [9, 16],
        },
    ),
    Effect(
        "territory_changed",
        2,
        {
            "landscape": "forest",
            "cells": [cell("c4")],
            "before": None,
            "after": [1, 0],
            "merged": 0,
            "points": [0, 0],
        },
    ),
    Effect(
        "points_changed",
        2,
        {"before": 32, "after": 41, "parts": {"territories": [9, 16], "resources": [3, 5]}},
    ),
    Effect("supply_changed", None, {"cows": [13, 12]}),
]


def table(third, **changes):
    return position([ranch(0), ranch(1), third, ranch(3)], **changes)


def domino_scene(names=NAMES, **facts):
    before = table(
        ranch(
            2,
            FARMS,
            hand=[plot("B2"), plot("F3")],
            score={"territories": 9, "resources": 3},
            territories=[territory("farm", "a2 a3 a4", 3)],
        )
    )
    after = table(
        ranch(
            2,
            [*FARMS, occupied("b4", "B2", cows=1), occupied("c4", "F3")],
            score={"territories": 16, "resources": 5},
            territories=[territory("farm", "a2 a3 a4 b4", 4), territory("forest", "c4", 0)],
        )
    )
    step = StepFacts(seq=144, total=190, event=DOMINO, names=names, **facts)
    return drawing("moon-river@1").scene(after, before, EFFECTS, step)


def scene_of(event, before=None, after=None, effects=(), names=NAMES, **facts):
    before, after = before or position(), after or position()
    step = StepFacts(seq=event.seq, total=190, event=event, names=names, **facts)
    return drawing("moon-river@1").scene(after, before, effects, step)


def test_the_headline_names_seat_action_and_points():
    headline = domino_scene().headline

    assert str(headline) == "C places a farm and a forest: +9 points"
    assert headline.named == "old-faithful 7 places a farm and a forest: +9 points"
    assert headline.letter == "C"


def test_changes_are_numbered_as_the_discs_are():
    scene = domino_scene()

    assert [str(change) for change in scene.changes] == [
        "farm 3×3 → 4×4 +7",
        "new forest 1×0",
        "resources +2",
        "1 cow from the supply",
    ]
    assert [change.mark for change in scene.changes] == [1, 2, None, None]
    assert scene.panels[2].drawing.count('class="tm"') == 2
    assert 'class="tm"' not in scene.panels[0].drawing


def test_a_panel_has_player_points_gain_and_parts():
    panel = domino_scene().panels[2]

    assert (panel.letter, panel.css, panel.player) == ("C", "seat-c", "old-faithful 7")
    assert (panel.score, panel.gain, panel.gain_text) == (21, 9, "+9")
    assert [(part.title, part.points, part.gain) for part in panel.parts] == [
        ("Territories", 16, 7),
        ("Resources", 5, 2),
        ("Partners", 0, 0),
    ]
    assert panel.is_mover
    assert panel.has_changed
    assert not domino_scene().panels[0].has_changed


def test_chips_are_the_territories_that_score():
    chips = domino_scene().panels[2].chips

    assert [(chip.symbol, chip.text, chip.is_changed) for chip in chips] == [("land-farm", "4×4", True)]


def test_the_scenario_is_a_part_of_its_own_in_legends():
    scene = scene_of(
        Event(5, CHANCE, "scenario_drawn", {"scenario": "outlaws"}), after=position(scenario="outlaws")
    )

    assert [part.name for part in scene.panels[0].parts] == [
        "territories",
        "resources",
        "partners",
        "scenario",
    ]


def test_the_ranch_is_listed_for_screen_readers():
    listing = domino_scene().panels[2].listing

    assert '<tr><th scope="row">b4</th><td>farm (circle), 1 cow</td></tr>' in listing
    assert "<caption>Ranch of C</caption>" in listing


def test_players_names_stay_plain_text_and_never_enter_markup():
    evil = '<script>alert("x")</script>'
    scene = domino_scene(names=(evil, evil, evil, evil))

    assert scene.panels[2].player == evil
    assert not isinstance(scene.panels[2].player, Html)
    assert not isinstance(scene.headline.named, Html)
    markup = [panel.drawing + panel.listing for panel in scene.panels] + [
        piece.drawing for piece in scene.table
    ]
    assert not any("script" in piece for piece in markup)


def test_the_following_event_is_announced():
    following = Event(
        145, 2, "partner_recruited", {"cell": cell("b4"), "partner": "trapper", "side": "specialist"}
    )

    assert domino_scene(following=following).following == "Next: C recruits a trapper at b4"


def test_the_following_choice_names_the_plot():
    assert domino_scene(following=Event(145, 2, "plot_chosen", {"position": 1})).following == (
        "Next: C chooses forest (2 beaver), place 2"
    )


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("expand", "Next: C may place a domino"),
        ("choose", "Next: C chooses a plot of the next column"),
        ("recruit", "Next: C recruits a partner"),
        ("steal", "Next: C may steal a cow"),
    ],
)
def test_a_game_being_played_names_the_decision_that_is_due(phase, said):
    event = Event(9, 2, "expansion_declined", {})

    assert scene_of(event, after=position(phase=phase)).following == said


def test_a_forced_seat_must_place():
    forced = table(ranch(2, hand=[plot("D1")] * 4, forced=True))
    scene = scene_of(Event(9, 1, "plot_chosen", {"position": 0}), after=forced)

    assert scene.following == "Next: C must place a domino"
    assert scene.panels[2].facts == ("must place",)


def test_facts_name_board_remark_and_forfeit():
    after = table(ranch(2, board="big_jo", forfeited=True), actor=0, forfeits=[2])
    scene = scene_of(
        Event(9, SYSTEM, "seat_forfeited", {"seat": 2, "reason": "crash"}),
        after=after,
        notes=["", "", "3.0 s", ""],
    )

    assert scene.panels[2].facts == ("3.0 s", "Big Jo", "forfeited, house plays")
    assert scene.panels[2].has_forfeited
    assert str(scene.headline) == "C forfeits: its bot crashed; the house plays on for it"


def test_the_house_is_named_when_it_plays():
    before = position(forfeits=[2])
    scene = scene_of(Event(9, 2, "cow_removed", {"cell": cell("a1")}), before=before, after=before)

    assert str(scene.headline) == "C loses a cow at a1 to a skull (house play)"


def test_collected_plots_are_listed_and_outlined():
    event = Event(9, 1, "plot_chosen", {"position": 0})
    after = table(ranch(2, hand=[plot("K2")]))
    scene = scene_of(event, after=after, effects=[Effect("plot_collected", 2, {"plot": plot("K2")})])

    assert [str(change) for change in scene.changes] == ["C collects a corn field (5 corn)"]
    assert 'class="fresh"' in scene.panels[2].drawing


def test_a_theft_marks_both_ranches():
    thief = [occupied("a1", "B2", cows=1, partner="cattle_thief")]
    before = position([ranch(0, thief), ranch(1, [occupied("c3", "B1", cows=1)])], phase="steal", actor=0)
    fatter = [occupied("a1", "B2", cows=2, partner="cattle_thief")]
    after = position([ranch(0, fatter), ranch(1, [occupied("c3", "B1", cows=0)])], actor=0)
    lost = Effect(
        "territory_changed",
        1,
        {
            "landscape": "farm",
            "cells": [cell("c3")],
            "before": [1, 1],
            "after": [1, 0],
            "merged": 1,
            "points": [1, 0],
        },
    )
    scene = scene_of(
        Event(9, 0, "cow_stolen", {"cell": cell("c3"), "seat": 1}), before, after, [lost], names=NAMES[:2]
    )

    assert [str(change) for change in scene.changes] == ["B: farm 1×1 → 1×0 −1"]
    assert 'x="0" y="384" width="96" height="96" fill="none" stroke="#a3341f" stroke-width="8"' in (
        scene.panels[0].drawing
    )
    assert 'x="192" y="192" width="96" height="96" fill="none" stroke="#a3341f" stroke-width="6"' in (
        scene.panels[1].drawing
    )


def test_swapped_plots_are_outlined_in_both_hands():
    swap = {"give": plot("D1"), "seat": 1, "take": plot("K2")}
    after = position([ranch(0, hand=[plot("K2")]), ranch(1, hand=[plot("D1")])], actor=0)
    scene = scene_of(Event(9, 0, "plots_swapped", swap), after=after, before=after, names=NAMES[:2])

    assert ['class="fresh"' in panel.drawing for panel in scene.panels] == [True, True]


def test_places_are_known_when_the_game_is_over():
    ranches = [
        ranch(0, score={"territories": 5}),
        ranch(1, score={"territories": 9}),
        ranch(2, score={"territories": 9}, ties=[1, 0]),
        ranch(3, score={"territories": 20}, forfeited=True),
    ]
    after = position(ranches, over=True, actor=None, phase="over", forfeits=[3])
    results = {
        "reason": "completed",
        "seats": [
            {"place": place, "score": score, "ties": ties, "parts": {}}
            for place, score, ties in [(3, 5, [0, 0]), (2, 9, [0, 0]), (1, 9, [1, 0]), (4, 20, [0, 0])]
        ],
    }
    scene = scene_of(Event(190, SYSTEM, "game_finished", results), after=after, before=after)

    assert [panel.place for panel in scene.panels] == [3, 2, 1, 4]
    assert scene.panels[2].facts == ("place 1",)
    assert scene.panels[3].facts == ("place 4", "forfeited")
    assert scene.following == ""
    assert str(scene.headline).startswith("Game over: C old-faithful 7 wins with 9 points")


def test_step_zero_is_the_table_before_the_first_event():
    step = StepFacts(0, 190, None, NAMES, following=Event(1, CHANCE, "saloon_filled", {"partners": []}))
    before = position(phase="chance", actor="chance", round=0, columns={"current": [], "next": []}, saloon=[])
    scene = drawing("moon-river@1").scene(before, None, (), step)

    assert str(scene.headline) == "Before the first event"
    assert scene.following == "Next: the saloon is filled"
    assert scene.round_text == "Set-up"
    assert scene.changes == ()


def test_the_symbols_named_are_in_the_sprite_and_complete():
    scene = domino_scene()

    assert {"land-farm", "land-forest", "cow", "bridge", "beaver", "ranchero", "ranchero-b"} <= scene.symbols
    assert scene.symbols <= symbol_names()
    assert "hex-lake" not in scene.symbols


def test_every_drawing_is_well_formed_and_ids_are_unique_on_the_page():
    scene = domino_scene()
    markup = "".join(
        [panel.drawing + panel.listing for panel in scene.panels] + [piece.drawing for piece in scene.table]
    )

    root = ElementTree.fromstring(f"<page>{markup}</page>")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) == 8
