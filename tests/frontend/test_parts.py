"""The parts of a step as markup."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from frontend.replay import Change, Chip, Headline, Html, Panel, Part, Scene, TablePiece
from frontend.viewer.parts import render_parts

PANEL = Panel(
    seat=1,
    player="ben",
    score=47,
    gain=15,
    is_mover=True,
    is_due=False,
    has_forfeited=False,
    has_changed=True,
    facts=("2.2 s", "to move"),
    drawing=Html("<svg></svg>"),
    listing=Html("<table></table>"),
    parts=(Part("territories", "Territories", 22), Part("resources", "Resources", 11)),
    chips=(Chip("land-farm", "farm", "4×4", is_changed=True),),
)
SCENE = Scene(
    seq=144,
    total=190,
    headline=Headline(1, "ben", "{player} places a farm: +15 points"),
    changes=(Change("farm 3×3 → {result}", "4×4", 7, mark=1), Change("1 cow from the supply")),
    following="Next: B recruits a farmer",
    panels=(PANEL,),
    table=(TablePiece("saloon", "Saloon", "2 farmers", Html("<svg></svg>")),),
    round_text="Round 18 of 24",
    mover=1,
)


@pytest.mark.parametrize("name", ["now", "table", "scores", "round", "bars", "panel-1"])
def test_every_part_is_well_formed(name):
    ElementTree.fromstring(f"<div>{render_parts(SCENE)[name]}</div>")


def test_a_step_is_rendered_with_its_number_its_changes_and_what_comes_next():
    now = render_parts(SCENE)["now"]

    assert '<p class="step num">144<small>of 190</small></p>' in now
    assert '<b class="seat seat-b">B</b> ben places a farm: +15 points' in now
    assert '<span class="mark">1</span>farm 3×3 → <b>4×4</b> <span class="up">+7</span>' in now
    assert "<li>1 cow from the supply</li>" in now
    assert "Next: B recruits a farmer" in now


def test_a_step_of_no_seat_has_no_badge():
    scene = replace(SCENE, headline=Headline(None, "", "A new column is dealt"), changes=(), following="")

    now = render_parts(scene)["now"]

    assert "<h2>A new column is dealt</h2>" in now
    assert "<ol>" not in now
    assert "next" not in now


def test_the_seat_that_moved_is_marked_in_panel_and_scores():
    moved = render_parts(SCENE)
    rested = render_parts(replace(SCENE, panels=(replace(PANEL, is_mover=False),)))

    assert 'class="ranch on"' in moved["panel-1"]
    assert 'class="on"' in moved["scores"]
    assert 'class="ranch"' in rested["panel-1"]
    assert 'class="on"' not in rested["scores"]


def test_losses_differ_from_gains():
    lost = render_parts(replace(SCENE, panels=(replace(PANEL, gain=-3),)))["panel-1"]

    assert '<span class="gain loss">−3</span>47' in lost
    assert '<span class="gain">+15</span>47' in render_parts(SCENE)["panel-1"]


def test_what_changed_among_the_counters_is_marked():
    assert '<li class="new">' in render_parts(SCENE)["panel-1"]


def test_names_and_words_are_escaped():
    evil = '<script>"'
    scene = replace(
        SCENE,
        headline=Headline(1, evil, evil),
        changes=(Change(evil, evil),),
        following=evil,
        round_text=evil,
        panels=(replace(PANEL, player=evil, facts=(evil,)),),
        table=(replace(SCENE.table[0], note=evil),),
    )

    for name, html in render_parts(scene).items():
        assert "<script>" not in html, name
        ElementTree.fromstring(f"<div>{html}</div>")
