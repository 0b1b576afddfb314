"""The picture of a ranch: grid, plots, river, bridges, storage, and what a step changed."""

import re
from xml.etree import ElementTree

import pytest

from frontend.replay import ENGLISH
from frontend.replay.moon_river.ranch import Disc, Marks, compute_ratio, draw_ranch, read_contents
from tests.frontend.replay.positions import BOX, bonus, occupied, plot, ranch

SVG = "{http://www.w3.org/2000/svg}"


def drawn(given, marks=None):
    return draw_ranch(ENGLISH, given, read_contents(given), BOX.plots, *([marks] if marks else []))


def tree(markup):
    return ElementTree.fromstring(markup.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def test_an_empty_ranch_shows_every_cell_but_the_board():
    assert drawn(ranch(0)).count('width="90" height="90"') == 24
    assert drawn(ranch(0, rows=10)).count('width="90" height="90"') == 49


def test_cells_are_named_by_column_letters_and_row_numbers():
    names = [
        text.text for text in tree(drawn(ranch(0, rows=10))).iter(f"{SVG}text") if text.get("class") == "co"
    ]

    assert names == [*"abcde", *map(str, range(1, 11))]


def test_a_plot_lies_in_its_column_and_row_counted_from_the_river():
    markup = drawn(ranch(0, [occupied("c4", "F3")]))

    assert '<g transform="translate(192 96)"><title>c4: forest (2 beaver)</title>' in markup
    assert '<use href="#land-forest" width="96" height="96"/>' in markup


def test_row_ten_is_the_highest():
    assert '<g transform="translate(0 0)"><title>a10: ' in drawn(ranch(0, [occupied("a10", "F3")], rows=10))


@pytest.mark.parametrize(
    ("kind", "landscape"),
    [
        ("D1", "desert"),
        ("C1", "canyon"),
        ("M1", "meadow"),
        ("F1", "forest"),
        ("B1", "farm"),
        ("K1", "corn_field"),
    ],
)
def test_each_landscape_has_a_picture_of_its_own(kind, landscape):
    assert f'href="#land-{landscape}"' in drawn(ranch(0, [occupied("a1", kind)]))


def test_resources_show_their_number_from_two_on():
    one = drawn(ranch(0, [occupied("a1", "D2")]))
    five = drawn(ranch(0, [occupied("a1", "K2")]))

    assert 'href="#gold"' in one
    assert 'class="tn"' not in one
    assert 'href="#corn"' in five
    assert 'class="tn">5</text>' in five


def test_two_or_more_cows_have_a_badge():
    one = drawn(ranch(0, [occupied("a1", "B1", cows=1)]))
    two = drawn(ranch(0, [occupied("a1", "B1", cows=2)]))

    assert 'href="#cow" x="40"' in one
    assert 'class="tn"' not in one
    assert 'class="tn">2</text>' in two


def test_a_plot_without_its_cow_shows_none():
    assert 'href="#cow" x="40"' not in drawn(ranch(0, [occupied("a1", "B1", cows=0)]))


def test_skulls_and_open_circles_are_seen():
    markup = drawn(ranch(0, [occupied("a1", "D3"), occupied("b1", "C6")]))

    assert 'href="#skull"' in markup
    assert 'href="#circle"' in markup


def test_a_partner_covers_its_circle():
    markup = drawn(ranch(0, [occupied("a1", "B2", partner="cattle_thief")]))

    assert 'href="#partner-cattle_thief"' in markup
    assert 'href="#circle"' not in markup


def test_the_cowboy_side_looks_different_from_every_specialist():
    markup = drawn(ranch(0, [occupied("a1", "B2", partner="cowboy")]))

    assert 'href="#partner-cowboy"' in markup
    assert 'href="#partner-desperado"' not in markup


def test_a_bonus_tile_has_a_star():
    markup = drawn(ranch(0, [bonus("c10", "canyon", partner="farmer")], rows=10))

    assert 'href="#star"' in markup
    assert "c10: canyon, bonus tile, farmer" in markup


def test_lines_are_thin_inside_a_territory_and_thick_around_it():
    markup = drawn(ranch(0, [occupied("a1", "B1"), occupied("b1", "B1"), occupied("a2", "D1")]))
    thin, thick = re.findall(r'<path d="([^"]*)" stroke="var\(--print\)" stroke-width="(?:1.5|6)"', markup)

    assert thin == "M96 384v96"
    assert "M0 384h96" in thick
    assert "M96 384v96" not in thick


@pytest.mark.parametrize(
    ("board", "bridges", "name"),
    [
        ("camp", [(24, 474), (408, 474), (216, 378)], None),
        ("mary", [(216, 378)], "Mary"),
        ("wesley", [(120, 474), (312, 474)], "Wesley"),
        ("calamity", [(24, 474), (408, 474)], "Calamity"),
        ("big_jo", [(24, 474), (408, 474), (216, 378)], "Big Jo"),
    ],
)
def test_each_board_has_its_bridges_and_its_name(board, bridges, name):
    markup = drawn(ranch(0, board=board))

    found = re.findall(r'href="#bridge" x="(\d+)" y="(\d+)"', markup)
    assert sorted((int(x), int(y)) for x, y in found) == sorted(bridges)
    assert (f'class="tk">{name}</text>' in markup) is (name is not None)


@pytest.mark.parametrize(("board", "spaces"), [("camp", 3), ("mary", 4), ("wesley", 3), ("big_jo", 2)])
def test_free_storage_spaces_are_seen(board, spaces):
    given = ranch(0, board=board, hand=[plot("D1")])

    assert drawn(given).count('stroke-dasharray="7 5"') == spaces - 1
    assert "<title>In hand: desert</title>" in drawn(given)


def test_a_hand_beyond_the_storage_stays_on_the_board_and_clear_of_the_cows():
    given = ranch(0, board="mary", hand=[plot(kind) for kind in ("D1", "M1", "B2", "K1", "C3")])

    corners = re.findall(
        r'<g transform="translate\(([\d.]+) [\d.]+\) scale\(([\d.]+)\)"><title>In hand', drawn(given)
    )
    assert len(corners) == 5
    assert max(float(x) + 96 * float(scale) for x, scale in corners) < 374


def test_cows_in_storage_have_not_acted_yet():
    markup = drawn(ranch(0, hand=[plot("B1")]))

    assert 'href="#cow-printed"' in markup


def test_the_ranch_says_how_many_cows_it_has():
    markup = drawn(ranch(0, [occupied("a1", "B1", cows=2), occupied("b1", "B1", cows=1)]))

    assert 'class="tk">3</text>' in markup


def test_many_cows_keep_their_number_on_the_board():
    markup = drawn(ranch(0, [occupied("a1", "B1", cows=17)]))

    assert '<text x="420" y="569" font-size="42" class="tk">17</text>' in markup


def test_title_and_description_describe_the_ranch():
    markup = drawn(ranch(1, [occupied("a1", "B1", cows=1)], board="calamity", hand=[plot("D1")]))

    root = tree(markup)
    assert root.get("aria-labelledby") == "ranch-b-title ranch-b-text"
    assert root.find(f"{SVG}title").text == "Ranch of B"
    assert root.find(f"{SVG}desc").text.startswith(
        "Calamity board, bridges at a1, e1; 1 plot, 1 cow; 1 plot in hand, 3 storage spaces."
    )


def test_seats_differ_by_letter_class_and_pattern():
    drawings = [drawn(ranch(seat)) for seat in range(4)]

    for seat, name in enumerate("abcd"):
        assert f'class="seat-{name}"' in drawings[seat]
        assert f'class="tl">{name.upper()}</text>' in drawings[seat]
    assert ["url(#pat-" in drawing for drawing in drawings] == [False, True, True, False]


def test_a_placed_domino_has_one_outline_and_its_territories_wear_discs():
    marks = Marks(came=((1, 3), (2, 3)), discs=(Disc((1, 3), 1), Disc((2, 3), 2)))
    markup = drawn(ranch(2, [occupied("b4", "B2"), occupied("c4", "F3")]), marks)

    assert markup.count('x="96" y="96" width="192" height="96" fill="none" stroke="#a3341f"') == 1
    assert re.findall(r'class="tm">(\d)</text>', markup) == ["1", "2"]


def test_a_moved_cow_leaves_a_broken_outline_and_an_arrow():
    marks = Marks(came=((1, 0),), left=((0, 0),), path=((0, 0), (1, 0)))
    markup = drawn(ranch(0, [occupied("a1", "B1"), occupied("b1", "B1", cows=2)]), marks)

    assert 'stroke="#a3341f" stroke-width="6" stroke-dasharray="14 9"' in markup
    assert '<path d="M58 424L106 424" stroke="#a3341f"' in markup


def test_a_plot_new_in_the_hand_is_outlined():
    fresh = drawn(ranch(0, hand=[plot("D1")]), Marks(plots_came=frozenset((plot("D1"),))))

    assert 'class="fresh"' in fresh
    assert 'class="fresh"' not in drawn(ranch(0, hand=[plot("D1")]))


@pytest.mark.parametrize("rows", [5, 10])
@pytest.mark.parametrize("board", ["camp", "big_jo"])
def test_the_ratio_is_that_of_the_picture(rows, board):
    given = ranch(0, rows=rows, board=board)

    _, _, width, height = map(int, tree(drawn(given)).get("viewBox").split())
    assert compute_ratio(given) == width / height


def test_no_picture_needs_inline_styles():
    markup = drawn(ranch(1, [occupied("a1", "B2", cows=2)], board="mary", hand=[plot("D1")]))

    assert "style" not in markup
    assert "script" not in markup
