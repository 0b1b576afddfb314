"""Points by part as bars."""

from xml.etree import ElementTree

from frontend.replay import Html, Panel, Part, part_bars, part_key


def panel(seat, player, *points):
    titles = ("Territories", "Resources", "Partners", "Scenario")
    parts = tuple(Part(title.lower(), title, value) for title, value in zip(titles, points, strict=False))
    return Panel(
        seat=seat,
        player=player,
        score=sum(points),
        gain=0,
        is_mover=False,
        is_due=False,
        has_forfeited=False,
        has_changed=False,
        facts=(),
        drawing=Html(""),
        listing=Html(""),
        parts=parts,
        chips=(),
    )


def test_the_best_seat_stands_first_and_fills_the_width():
    markup = part_bars([panel(0, "hayloft", 10, 10), panel(1, "coyote", 20, 20)])

    assert markup.index(">B<") < markup.index(">A<")
    assert 'x="50.00%" y="1" width="50.00%"' in markup
    assert 'x="25.00%" y="1" width="25.00%"' in markup


def test_parts_differ_by_pattern_and_are_listed_in_the_label():
    markup = part_bars([panel(0, "hayloft", 1, 2, 3, 4)])

    assert [f"url(#part-{number})" in markup for number in (2, 3, 4)] == [True, True, True]
    assert 'aria-label="Territories 1, Resources 2, Partners 3, Scenario 4"' in markup
    assert "Scenario" in part_key([panel(0, "hayloft", 1, 2, 3, 4)])


def test_parts_without_points_take_no_room():
    assert part_bars([panel(0, "hayloft", 0, 5)]).count("<rect") == 2
    assert "<rect" not in part_bars([panel(0, "hayloft", 0, 0)])


def test_players_names_are_escaped():
    markup = part_bars([panel(0, "<img src=x onerror=alert(1)>", 1)])

    assert "<img" not in markup
    ElementTree.fromstring(f"<x>{markup}</x>")
