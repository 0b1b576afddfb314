"""Every ruleset has a drawing, and every drawing has sentences for every event."""

import pytest

from engine.rulesets.registry import all_rulesets
from frontend.replay import UnknownDrawing, drawing, drawn_rulesets
from frontend.replay.moon_river import sentences
from frontend.replay.moon_river.step_changes import _OTHER_EFFECTS
from frontend.replay.symbols import symbol_names

SYSTEM_KINDS = ("seat_forfeited", "game_finished", "game_voided")


def test_every_ruleset_is_drawn():
    assert {ruleset.key for ruleset in all_rulesets()} <= set(drawn_rulesets())


def test_an_unknown_ruleset_is_refused_by_name():
    with pytest.raises(UnknownDrawing) as refused:
        drawing("croquet@1")

    assert refused.value.ruleset == "croquet@1"


@pytest.mark.parametrize("key", drawn_rulesets())
def test_a_drawing_names_only_symbols_of_the_sprite(key):
    assert drawing(key).symbols <= symbol_names()


def test_moon_river_has_sentences_for_every_kind_of_event():
    (ruleset,) = (ruleset for ruleset in all_rulesets() if ruleset.key == "moon-river@1")

    assert set(sentences._SENTENCES) == {*ruleset.seat_kinds, *ruleset.chance_kinds, *SYSTEM_KINDS}
    assert set(sentences._COMING) == {*ruleset.chance_kinds, *SYSTEM_KINDS}
    assert set(sentences._CATEGORIES) == set(ruleset.seat_kinds)


def test_moon_river_shows_every_kind_of_effect():
    (ruleset,) = (ruleset for ruleset in all_rulesets() if ruleset.key == "moon-river@1")

    # the change of the supply shows cows that were placed
    assert {*_OTHER_EFFECTS, "territory_changed", "points_changed", "cows_placed"} == set(
        ruleset.effect_kinds
    )
