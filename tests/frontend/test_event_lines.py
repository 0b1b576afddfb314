"""The list of events as markup."""

import re

from frontend.viewer.event_lines import list_categories, mark_lines, write_lines
from tests.frontend.stories import line, story


def test_each_event_is_a_link_to_its_step():
    lines = write_lines(story(line(1), line(2)))

    assert [re.findall(r'href="([^"]*)"', text) for text in lines] == [["?step=1"], ["?step=2"]]


def test_a_heading_stands_above_the_first_line_of_each_turn_only():
    lines = write_lines(story(line(1, turn="one"), line(2, turn="one"), line(3, turn="two")))

    assert [re.findall(r'class="turn">(.*?)<', text) for text in lines] == [["one"], [], ["two"]]


def test_two_turns_of_the_same_name_in_a_row_have_a_heading_each():
    lines = write_lines(story(line(1, turn="ann"), line(2, turn="ann"), line(3, turn="ann"), turns=(1, 3)))

    assert [text.count('class="turn"') for text in lines] == [1, 0, 1]


def test_the_line_with_which_a_turn_begins_is_marked_for_the_script():
    lines = write_lines(story(line(1), line(2), turns=(2,)))

    assert [" data-turn" in text for text in lines] == [False, True]


def test_names_and_texts_are_escaped():
    (text,) = write_lines(story(line(1, turn="turn of <b>", text='takes "it" & <script>')))

    assert "<script>" not in text
    assert "turn of &lt;b&gt;" in text
    assert "takes &quot;it&quot; &amp; &lt;script&gt;" in text


def test_gains_are_green_and_losses_red_and_nothing_is_not_written():
    gained, lost, neither = write_lines(story(line(1, gain=4), line(2, gain=-2), line(3)))

    assert '<span class="up">+4</span>' in gained
    assert '<span class="down">−2</span>' in lost
    assert 'class="up"' not in neither
    assert 'class="down"' not in neither


def test_one_line_is_current_and_the_later_ones_are_faint():
    lines = write_lines(story(line(1), line(2), line(3)))

    html = mark_lines(lines, 2)

    assert html.count('aria-current="step"') == 1
    assert 'aria-current="step" data-step="2"' in html
    assert re.findall(r'class="ev later" href="\?step=(\d)"', html) == ["3"]


def test_before_the_first_event_no_line_is_current():
    html = mark_lines(write_lines(story(line(1), line(2))), 0)

    assert "aria-current" not in html
    assert html.count("ev later") == 2


def test_categories_are_named_once_in_the_order_of_the_game():
    drawn_story = story(line(1, category="box"), line(2, category="cows"), line(3, category="box"))

    assert list_categories(drawn_story) == ("box", "cows")
