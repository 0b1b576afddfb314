"""Hidden chips: no picture and no sentence shows a chip before it is flipped, except to the seat that has seen it."""

from tests.engine.goldgraeber.positions import table
from tests.frontend.replay.goldgraeber.drawn import board_of, opening, step, words_of

TACTICAL = {"tactical": True}
#: A dig site, and a field next to it.
SITE, BESIDE = (4, -10), (5, -10)


def peeking():
    """Return a position in which seat 0 has chosen to look at the chips around it."""
    position = table(options=TACTICAL, diggers={0: BESIDE})
    position.do("peek_chosen")
    return position


def chips(position, *robbers):
    """Return what a peek shows: gold 4 everywhere, or these robbers."""
    fields = position.due["fields"]
    return [
        {"chip": {"robber": robbers[0]} if robbers else {"gold": 4}, "field": list(field)} for field in fields
    ]


def everything(scene):
    """Return all that a page shows of a scene."""
    drawn = "".join(panel.drawing + panel.listing for panel in scene.panels)
    return (
        drawn + "".join(piece.drawing for piece in scene.table) + str(scene.headline) + str(words_of(scene))
    )


def test_to_a_spectator_a_peek_looks_the_same_whatever_the_chips_are():
    one, other = peeking(), peeking()

    gold = step(one, "chips_peeked", chips=chips(one))
    robbers = step(other, "chips_peeked", chips=chips(other, 3))

    assert everything(gold) == everything(robbers)


def test_a_peek_reads_the_same_without_its_data():
    one, other = peeking(), peeking()

    shown = step(one, "chips_peeked", chips=chips(one))
    hidden = step(other, "chips_peeked", is_hidden=True, chips=chips(other))

    assert everything(shown) == everything(hidden)


def test_that_a_seat_has_looked_everybody_sees():
    position = peeking()
    scene = step(position, "chips_peeked", chips=chips(position))

    assert str(scene.headline) == "A looks at 2 chips next to it"
    assert words_of(scene) == ["only A knows what they are"]
    assert "<title>seen by A</title>" in board_of(scene)
    assert scene.panels[0].facts == ("knows 2 chips",)
    assert "face down at" not in board_of(scene)


def test_other_seats_see_no_more_than_a_spectator():
    position = peeking()
    scene = step(position, "chips_peeked", seen_by=1, chips=chips(position))

    assert words_of(scene) == ["only A knows what they are"]
    assert "face down at" not in board_of(scene)


def test_the_view_of_a_seat_shows_its_peeks_in_drawing_and_text():
    position = peeking()
    scene = step(position, "chips_peeked", seen_by=0, chips=chips(position))

    assert words_of(scene)[0].startswith("gold 4 at ")
    assert board_of(scene).count("<title>gold 4, face down at") == 2


def test_the_chip_under_a_peek_is_drawn_to_nobody_else_later():
    position = table(options=TACTICAL, peeks={0: {SITE: {"robber": 5}}})

    assert "robber 5, face down at 4, −10" in board_of(opening(position, seat=0))
    assert "face down at" not in board_of(opening(position, seat=1))
    assert "face down at" not in board_of(opening(position))


def test_when_the_game_is_over_all_peeks_are_shown():
    position = table(options=TACTICAL, rail=16, peeks={0: {SITE: {"robber": 5}}})
    position.do("roll_chosen")
    scene = step(position, "die_rolled", face="locomotive", purpose="move")

    assert "robber 5, face down at 4, −10" in board_of(scene)
