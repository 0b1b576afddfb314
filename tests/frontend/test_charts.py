"""Points over time as SVG."""

import re
from xml.etree import ElementTree

from frontend.replay.drawing import Mark
from frontend.viewer import charts
from tests.frontend.stories import line, story

STORY = story(
    line(1),
    line(2),
    line(3),
    line(4),
    points=((0, 0, 5, 5, 40), (0, 3, 3, 3, 3)),
    rounds=(1, 3),
    marks=(Mark(seq=3, symbol="partner-farmer", text="a farmer"),),
)


def parsed(content: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{content}</svg>")


def test_chart_cursor_and_track_are_well_formed_and_carry_no_inline_style():
    for drawn in (charts.draw_chart(STORY), charts.draw_cursor(STORY, 2), charts.draw_track(STORY)):
        parsed(drawn)

        assert "style=" not in drawn


def test_a_line_is_a_staircase_of_the_steps_at_which_points_change():
    drawn = charts.draw_chart(STORY)

    assert 'class="line ln-a" d="M0 100H2V87.5H4V0H4"' in drawn
    assert 'class="line ln-b" d="M0 100H1V92.5H4"' in drawn


def test_labels_of_rounds_do_not_cover_each_other():
    drawn_story = story(*map(line, range(1, 41)), points=((0,) * 41,), rounds=(1, 3, 4, 8, 20, 39))

    drawn = charts.draw_chart(drawn_story)

    assert re.findall(r">(round 1|[2-6])</text>", drawn) == ["round 1", "4", "5", "6"]
    assert drawn.count('class="tick"') == 6


def test_the_cursor_stands_at_the_share_of_the_game_played():
    assert 'x1="50%" x2="50%"' in charts.draw_cursor(STORY, 2)
    assert 'x1="0%" x2="0%"' in charts.draw_cursor(STORY, 0)
    assert 'x1="100%" x2="100%"' in charts.draw_cursor(STORY, 4)


def test_what_comes_after_the_cursor_is_veiled():
    assert '<rect x="25%" width="75%" height="100%" class="veil"/>' in charts.draw_cursor(STORY, 1)


def test_labels_of_equal_scores_do_not_cover_each_other():
    heights = [float(y) for y in re.findall(r'<svg x="0%" y="([\d.]+)%"', charts.draw_cursor(STORY, 0))]

    assert len(heights) == 2
    assert heights[1] - heights[0] > 11
    assert max(heights) <= 100


def test_points_below_zero_stay_inside_the_chart():
    drawn_story = story(line(1), points=((0, -3), (0, 2)))

    drawn = charts.draw_cursor(drawn_story, 1)

    assert all(0 <= float(y) <= 100 for y in re.findall(r'cy="([\d.-]+)%"', drawn))
    assert ">-3<" in drawn


def test_the_chart_says_its_end_for_those_who_cannot_see_it():
    whole = charts.draw_chart_at(STORY, charts.draw_chart(STORY), charts.draw_cursor(STORY, 2))

    assert (
        parsed(whole)[0].get("aria-label") == "Points after every step; after the last step A ann 40, B bob 3"
    )


def test_names_in_the_chart_are_escaped():
    drawn_story = story(line(1), names=('"><script>', "bob"))

    assert "<script>" not in charts.draw_chart_at(
        drawn_story, charts.draw_chart(drawn_story), charts.draw_cursor(drawn_story, 1)
    )


def test_a_live_chart_is_replaced_as_a_whole():
    drawn, cursor = charts.draw_chart(STORY), charts.draw_cursor(STORY, 2)

    assert "data-part" not in charts.draw_chart_at(STORY, drawn, cursor, live=True)
    assert 'data-part="cursor"' in charts.draw_chart_at(STORY, drawn, cursor)


def test_a_game_without_events_has_no_chart_but_a_track():
    drawn_story = story(points=((0,), (0,)))

    assert charts.draw_chart(drawn_story) == charts.draw_cursor(drawn_story, 0) == ""
    assert "Nothing has happened yet." in charts.draw_chart_at(
        drawn_story, charts.draw_chart(drawn_story), charts.draw_cursor(drawn_story, 0)
    )
    parsed(charts.draw_track(drawn_story))


def test_the_track_shows_rounds_and_what_stands_out():
    drawn = charts.draw_track(STORY)

    assert drawn.startswith('<svg aria-hidden="true">')
    assert drawn.count('class="tick"') == 2
    assert '<svg x="75%" y="28" overflow="visible"><use href="#partner-farmer"' in drawn
