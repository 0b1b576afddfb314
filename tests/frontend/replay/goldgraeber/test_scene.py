"""Scenes of single steps of Goldgräber: sentence, numbered changes, die, board, panels, what comes next."""

from frontend.replay import Html, number
from frontend.replay.goldgraeber.geometry import fit_window
from tests.engine.goldgraeber.positions import HOUSES, LOCOMOTIVE, RAIL, gold, hoard, table
from tests.frontend.replay.goldgraeber.drawn import (
    board_of,
    die_of,
    flipped,
    opening,
    rolled,
    step,
    system_step,
    words_of,
)

#: A dig site with plain land around, and the field two to its east.
SITE, BESIDE = (4, -10), (6, -10)


def test_a_roll_says_who_moves_how_far():
    scene = rolled(table(turn_seat=1), 4)

    assert str(scene.headline) == "B rolls 4"
    assert '<use href="#die-4"/>' in die_of(scene)
    assert "moves exactly <b>4 fields</b>" in die_of(scene)
    assert scene.panels[1].facts == ("to move 4 fields",)
    assert scene.following == "Next: B moves its digger"


def test_a_move_shows_its_path_and_its_goal():
    position = table(diggers={0: BESIDE})
    rolled(position, 2)

    scene = step(position, "digger_moved", to=SITE)

    assert str(scene.headline) == "A moves 2 fields to a dig site"
    assert 'stroke-dasharray="1 7.5"' in board_of(scene)
    assert scene.following == "Next: the chip is flipped"


def test_gold_is_an_open_find_at_risk():
    scene = flipped(moved_onto_site(finds={0: gold(2)}), gold=5)

    assert str(scene.headline) == "A finds gold 5"
    assert words_of(scene) == ["open finds 2 → 7"]
    assert "7 at risk" in scene.panels[0].drawing
    assert '<b class="up">+5</b>' in scene.panels[0].drawing
    assert scene.panels[0].score == 0
    assert 'aria-label="gold 5"' in die_of(scene)


def moved_onto_site(**changes):
    """Return a position in which seat 0 has just come to a dig site with a face-down chip."""
    position = table(diggers={0: BESIDE}, **changes)
    position.roll(2)
    position.move(*SITE)
    return position


def test_a_robber_that_wakes_is_drawn_with_its_strength_and_what_to_beat():
    scene = flipped(moved_onto_site(finds={0: gold(2)}), robber=4)

    assert str(scene.headline) == "A wakes robber 4"
    assert words_of(scene) == ["a robber fight against 4"]
    assert "<title>robber 4 at 4, −10</title>" in board_of(scene)
    assert scene.following == "Next: A rolls against the robber"


def robber_fight(**changes):
    """Return a position in which seat 0 fights robber 3, which keeps gold 5."""
    position = table(diggers={0: BESIDE}, robbers={SITE: (3, gold(5))}, **changes)
    position.roll(2)
    position.move(*SITE)
    return position


def test_what_a_robber_keeps_lies_under_it_and_beside_the_die():
    scene = opening(robber_fight())

    assert "<title>robber 3 at 4, −10; beneath it gold 5</title>" in board_of(scene)
    assert "must roll more than <b>3</b>" in die_of(scene)
    assert 'Beneath it <span class="in"><svg viewBox="0 0 64 64" role="img" aria-label="gold 5">' in die_of(
        scene
    )


def test_a_lost_robber_fight_costs_all_open_finds_and_moves_the_digger_away():
    scene = rolled(robber_fight(finds={0: hoard([2, 1], [1])}), 2)

    assert str(scene.headline) == "A rolls 2 against robber 3: 5 points of finds lost"
    assert words_of(scene) == [
        "robber 3 keeps gold 2, gold 1 and robber 1",
        "open finds 5 → 0",
        "A must move away exactly 2 fields",
    ]
    assert '<span class="num">&lt;</span>' in die_of(scene)
    assert "Nothing in the open" in scene.panels[0].drawing
    assert '<b class="down">−5</b>' in scene.panels[0].drawing


def test_a_captured_robber_brings_its_pile():
    scene = rolled(robber_fight(), 5)

    assert str(scene.headline) == "A captures robber 3 with 5 and 5 points beneath it"
    assert words_of(scene) == ["robber 3 is an open find, and gold 5 from beneath it", "open finds 0 → 7"]


def test_an_equal_roll_against_a_robber_is_rolled_again():
    scene = rolled(robber_fight(), 3)

    assert str(scene.headline) == "A rolls 3 against robber 3: again"
    assert '<span class="num">=</span>' in die_of(scene)


def digger_fight():
    """Return a position in which seat 0 attacks seat 1, which has gold 4."""
    position = table(diggers={0: (8, -10), 1: BESIDE}, finds={1: gold(4)})
    position.roll(2)
    return position


def test_an_attack_says_what_is_at_stake():
    scene = step(digger_fight(), "digger_moved", to=BESIDE)

    assert str(scene.headline) == "A moves 2 fields and attacks B"
    assert words_of(scene) == ["B has 4 points of finds to lose"]
    assert scene.following == "Next: A rolls to attack"


def test_a_digger_fight_shows_both_dice_and_who_takes_what():
    position = digger_fight()
    position.move(*BESIDE)

    attack = rolled(position, 5)
    defence = rolled(position, LOCOMOTIVE)

    assert str(attack.headline) == "A attacks B with 5"
    assert str(defence.headline) == "B rolls 1 against A's 5: loses 4 points of finds"
    assert "A takes gold 4 from B" in words_of(defence)
    assert "A: open finds 0 → 4" in words_of(defence)
    assert '<use href="#die-5"/>' in die_of(defence)
    assert '<use href="#die-locomotive"/>' in die_of(defence)
    assert defence.mover == 1


def test_coming_home_banks_the_finds():
    position = table(diggers={0: (0, 0)}, finds={0: hoard([3, 3], [2])}, bank={0: gold(1)})
    position.roll(2)

    scene = step(position, "digger_moved", to=HOUSES[0])

    assert str(scene.headline) == "A comes home and banks its finds: +8 points"
    assert words_of(scene) == ["2 × gold 3 and robber 2: in the bank 1 → 9 +8"]
    assert scene.panels[0].score == 9
    assert scene.panels[0].unit == "banked"
    assert {part.name: part.gain for part in scene.panels[0].parts} == {"gold": 6, "robbers": 2}
    assert "Bank: " in scene.panels[0].drawing


def test_the_locomotive_takes_finds_and_pushes_diggers():
    position = table(rail=3, diggers={1: RAIL[4]}, finds={1: gold(5)})

    scene = rolled(position, LOCOMOTIVE)

    assert str(scene.headline) == "A rolls the locomotive: 13 fields to the station"
    assert words_of(scene) == [
        "the locomotive runs to rail field 4 of 17",
        "A takes gold 5 from B",
        "B is put back behind the locomotive",
        "open finds 0 → 5",
        "B: open finds 5 → 0",
    ]
    assert "The locomotive runs: <b>13</b> to go." in die_of(scene)


def test_the_locomotive_in_the_station_ends_the_game():
    scene = rolled(table(rail=16, bank={0: gold(5), 2: gold(4)}), LOCOMOTIVE)

    assert "the locomotive is in the station: the game is over" in words_of(scene)
    assert [panel.place for panel in scene.panels] == [1, 3, 2]
    assert scene.following == "The game is over."


def test_a_ride_names_its_lake():
    position = table(diggers={0: (1, -2)})
    position.roll(2)
    boarded = step(position, "digger_moved", to=(1, -4))

    ridden = step(position, "raft_ridden", to=(0, -6))

    assert str(boarded.headline) == "A moves 2 fields onto a raft"
    assert words_of(boarded) == ["on a raft of the northern lake"]
    assert str(ridden.headline) == "A rides a raft over the northern lake"


def test_numbers_say_how_near_the_end_is():
    counts = next(piece.drawing for piece in opening(table(rail=12)).table if piece.key == "counts")

    assert "<dt>Locomotive</dt><dd>12 / 17</dd>" in counts
    assert "<dt>Chips counted</dt><dd>64</dd>" in counts
    assert "<dd>≤ 3 chips</dd>" in counts


def test_what_lies_face_down_is_counted_by_kind():
    left = next(piece for piece in opening(table()).table if piece.key == "left")

    assert left.note == "64 chips"
    assert left.drawing.count("<li") == 10


def test_the_board_says_that_it_is_a_reconstruction():
    board = opening(table()).table[0]

    assert board.note == "2026-1, a reconstruction"


def test_the_close_up_shows_the_same_board_around_what_happened():
    scene = flipped(moved_onto_site(finds={0: gold(2)}), gold=1)

    assert '<use href="#board"/>' in board_of(scene)
    assert f'<svg viewBox="{" ".join(map(number, fit_window([SITE])))}"' in board_of(scene)
    assert board_of(scene).count('id="board"') == 1


def test_diggers_on_one_field_stand_beside_each_other():
    scene = opening(table(diggers={0: (0, 0), 1: (0, 0), 2: (0, 0)}))

    places = [part.split('x="')[1].split('"')[0] for part in board_of(scene).split('href="#digger')[1:]]
    assert len(set(places)) == 3


def test_every_seat_has_letter_colour_and_a_pattern_of_its_own():
    board = board_of(opening(table(6)))

    for name in "abcdef":
        assert f'<g class="seat-{name}">' in board
    for name in "bcdef":
        assert f'href="#digger-{name}"' in board


def test_forfeits_and_void_games_have_sentences():
    position = table()

    forfeit = system_step(position, "seat_forfeited", seat=1, reason="timeout")
    void = system_step(position, "game_voided", reason="<b>power cut</b>")

    assert str(forfeit.headline) == "B forfeits: ran out of time; the house plays on for it"
    assert str(void.headline) == "The game is voided and counts for nothing: <b>power cut</b>"
    assert not isinstance(str(void.headline), Html)


def test_names_of_players_are_in_no_drawing():
    evil = '<script>alert(1)</script>"'
    scene = opening(table(), names=(evil, evil, evil))

    drawn = "".join(panel.drawing + panel.listing for panel in scene.panels)
    assert evil not in drawn + "".join(piece.drawing for piece in scene.table)
    assert scene.panels[0].player == evil
