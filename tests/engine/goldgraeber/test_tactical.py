"""Rule 5: the tactical variant, in which a seat may peek secretly at the chips next to its digger."""

from tests.engine.goldgraeber.positions import (
    HOUSES,
    Position,
    find_effect,
    gold,
    hoard,
    kinds_of,
    plain,
    table,
)

TACTICAL = {"tactical": True}
#: A field with the dig sites (-8, -2) and (-7, -2) next to it, and one field from (-7, -2).
BESIDE, SITES = (-8, -1), [(-8, -2), (-7, -2)]
SEEN = {(-8, -2): {"gold": 5}, (-7, -2): {"robber": 2}}


def choosing(**more) -> Position:
    """Return seat 0 about to choose, its digger next to two chips."""
    return table(options=TACTICAL, diggers={0: BESIDE, **more.pop("diggers", {})}, **more)


def peek_chips(position: Position) -> None:
    position.do("peek_chosen")
    position.do("chips_peeked", chips=[{"chip": chip, "field": list(field)} for field, chip in SEEN.items()])


def test_a_seat_chooses_to_roll_or_to_peek():
    position = choosing()

    assert (position.seat, position.phase) == (0, "choose")
    assert position.choices() == [("roll_chosen", {}), ("peek_chosen", {})]


def test_without_the_variant_no_seat_chooses():
    assert table(diggers={0: BESIDE}).purpose() == "move"


def test_a_seat_that_rolls_moves_as_usual():
    position = choosing()
    position.do("roll_chosen")
    assert position.purpose() == "move"
    position.roll(2)
    position.move(-6, -2)

    assert (position.turn_seat, position.seat, position.phase) == (1, 1, "choose")


def test_a_peek_shows_all_face_down_chips_on_the_six_fields_around():
    position = choosing()
    position.do("peek_chosen")

    assert position.due == {"kind": "chips_peeked", "fields": [list(site) for site in SITES]}


def test_the_turn_ends_with_the_peek():
    position = choosing()
    peek_chips(position)

    assert (position.turn_seat, position.seat, position.phase) == (1, 1, "choose")
    assert position.look()["turn"] == 1
    assert position.digger(0) == BESIDE


def test_flipped_chips_are_not_shown_again():
    position = choosing(robbers={(-8, -2): (3, hoard())})
    position.do("peek_chosen")

    assert position.due["fields"] == [[-7, -2]]


def test_a_peek_ignores_what_lies_between():
    """From a raft over the water's edge, from a rail field, over other diggers."""
    raft = table(options=TACTICAL, diggers={0: (4, 3)}, rafts={2: (4, 3)})
    assert raft.kinds() == ["roll_chosen", "peek_chosen"]
    raft.do("peek_chosen")
    assert raft.due["fields"] == [[4, 4]]

    crowded = choosing(diggers={1: (-8, -2), 2: (-7, -2)})
    crowded.do("peek_chosen")
    assert crowded.due["fields"] == [[-8, -2], [-7, -2]]


def test_the_chip_under_the_digger_is_not_next_to_it():
    position = table(options=TACTICAL, diggers={0: (-8, -2)}, face_down=[(-8, -2), (-7, -2), (8, 1), (8, 2)])
    position.do("peek_chosen")

    assert position.due["fields"] == [[-7, -2]]


def test_known_chips_are_shown_too_in_the_order_of_their_fields():
    position = choosing(peeks={0: {(-8, -2): {"gold": 5}}})
    position.do("peek_chosen")

    assert position.due["fields"] == [[-8, -2], [-7, -2]]
    effects = position.do(
        "chips_peeked",
        chips=[{"chip": chip, "field": list(field)} for field, chip in SEEN.items()],
    )
    assert find_effect(effects, "chips_seen") == {"fields": [[-8, -2], [-7, -2]]}


def test_a_peek_needs_a_chip_that_the_seat_has_not_peeked_at_before():
    position = choosing(peeks={0: SEEN})

    assert position.choices() == [("roll_chosen", {})]
    assert position.refusal("peek_chosen") == "nothing_new"


def test_what_another_seat_has_seen_is_new_to_this_one():
    position = choosing(peeks={1: SEEN})

    assert position.kinds() == ["roll_chosen", "peek_chosen"]


def test_without_a_chip_next_to_the_digger_there_is_no_peek():
    position = table(options=TACTICAL)

    assert position.digger(0) == HOUSES[0]
    assert position.choices() == [("roll_chosen", {})]


def test_only_the_peeking_seat_learns_the_chips():
    position = choosing()
    peek_chips(position)

    def chips(seat):
        return [peek["chip"] for peek in position.look(seat)["diggers"][0]["peeks"]]

    assert chips(0) == [{"gold": 5}, {"robber": 2}]
    assert chips(1) == chips(2) == chips(None) == [None, None]


def test_all_viewers_see_where_a_seat_has_peeked():
    position = choosing()
    peek_chips(position)

    for seat in (None, 0, 1, 2):
        fields = [peek["field"] for peek in position.look(seat)["diggers"][0]["peeks"]]
        assert fields == [[-8, -2], [-7, -2]]


def test_no_effect_reveals_a_chip():
    position = choosing()
    position.do("peek_chosen")
    effects = position.do(
        "chips_peeked", **plain({"chips": [{"chip": c, "field": list(f)} for f, c in SEEN.items()]})
    )

    assert kinds_of(effects) == ["chips_seen", "turn_began"]
    assert "gold" not in str(effects)
    assert "robber" not in str(effects)


def test_they_are_shown_to_all_when_the_game_is_over():
    position = choosing(rail=16, peeks={0: SEEN})
    position.do("roll_chosen")
    position.roll("locomotive")

    for seat in (None, 0, 1, 2):
        shown = [peek["chip"] for peek in position.look(seat)["diggers"][0]["peeks"]]
        assert shown == [{"gold": 5}, {"robber": 2}]


def test_they_are_shown_to_all_when_the_game_is_abandoned():
    position = choosing(peeks={1: SEEN})
    position.state.forfeit(2)
    hidden = [peek["chip"] for peek in position.look(0)["diggers"][1]["peeks"]]
    position.state.forfeit(0)
    shown = [peek["chip"] for peek in position.look(None)["diggers"][1]["peeks"]]

    assert hidden == [None, None]
    assert shown == [{"gold": 5}, {"robber": 2}]


def test_chips_never_flipped_nor_peeked_at_stay_unknown():
    position = table(rail=16)
    position.roll("locomotive")

    assert "gold" not in str(position.look()["face_down"])
    assert all(digger["peeks"] == [] for digger in position.look()["diggers"])


def test_a_peeked_chip_that_is_flipped_is_what_was_seen():
    position = choosing(diggers={1: (-8, 0)}, peeks={1: SEEN}, turn_seat=1)
    position.do("roll_chosen")
    position.roll(2)
    position.move(-8, -2)

    refused = position.refusal("chip_flipped", chip={"gold": 4}, field=(-8, -2))
    assert refused == "chip_changed"
    position.flip(gold=5)

    assert position.finds(1) == gold(5)
    assert [peek["field"] for peek in position.look(1)["diggers"][1]["peeks"]] == [[-7, -2]]
