"""Markup is a type of its own; coordinates are short."""

import pytest

from frontend.replay import Change, Headline, Html, escaped, number
from frontend.replay.drawing import signed


def test_templates_know_markup_by_its_html_method():
    markup = Html("<b>x</b>")

    assert markup.__html__() is markup
    assert not hasattr("<b>x</b>", "__html__")


def test_text_from_outside_is_escaped():
    assert escaped("""<a href="x" id='y'>&""") == "&lt;a href=&quot;x&quot; id=&#x27;y&#x27;&gt;&amp;"


@pytest.mark.parametrize(
    ("value", "text"), [(3, "3"), (3.0, "3"), (2.5, "2.5"), (0.6875, "0.69"), (-8, "-8")]
)
def test_coordinates_are_short(value, text):
    assert number(value) == text


@pytest.mark.parametrize(("points", "text"), [(7, "+7"), (-2, "−2"), (0, "")])
def test_changes_of_points_have_a_sign(points, text):
    assert signed(points) == text


def test_a_change_reads_as_one_line():
    assert str(Change("farm 3×3 → {result}", "4×4", 7, 1)) == "farm 3×3 → 4×4 +7"
    assert str(Change("1 cow from the supply")) == "1 cow from the supply"


def test_a_headline_names_the_letter_or_the_player():
    headline = Headline(2, "old-faithful 7", "{player} places a farm")

    assert str(headline) == "C places a farm"
    assert headline.named == "old-faithful 7 places a farm"
    assert str(Headline(None, "", "The saloon is filled")) == "The saloon is filled"
