"""Playing live games: they begin when full, each action is one transaction, and they verify like any other game."""

import json

import pytest

from engine.core import IllegalAction, MalformedEvent, VerdictStatus
from games.db import Cache
from games.errors import (
    GameIsOver,
    GameNotLive,
    GameNotStarted,
    NotYourSeat,
    NotYourTurn,
    RequestInvalid,
    SeatForfeited,
    StaleSequence,
    UnknownGame,
)
from games.live import live_act, live_resign, live_turns
from games.live.positions import LivePosition, position_cache
from games.models import Event, ForfeitReason, Game, GameOrigin, GameStatus, Termination
from games.queries import game_events, logged_events
from games.verification import verify_game
from tests.games.factories import kept_seed, running_game
from tests.games.live_games import (
    GOLDGRAEBER,
    acted,
    between,
    is_owed,
    opened,
    played_out,
    turn_in,
    user_of,
)

pytestmark = pytest.mark.django_db


def events_of(game: Game) -> list[tuple[int, str]]:
    return [(event.actor, event.kind) for event in logged_events(game.pk)]


def snapshot(game: Game) -> list[object]:
    """Return all that a refused request must not change."""
    return [Game.objects.filter(pk=game.pk).values().get(), logged_events(game.pk), vars(live_of(game))]


def live_of(game: Game):
    live = Game.objects.get(pk=game.pk).live
    del live._state
    return live


def test_a_full_game_begins_with_its_own_seed_and_stops_at_the_first_decision():
    game, other = between("ann", "ben"), between("ann", "ben")

    assert game.status == GameStatus.RUNNING
    assert game.origin == GameOrigin.LIVE
    assert [seat.player for seat in game.seating.all()] == ["ann", "ben"]
    assert game.seed_id != other.seed_id
    assert game.commitment == game.seed.commitment
    assert {actor for actor, _ in events_of(game)} == {-1}
    assert len(turn_in(game).legal) > 1


@pytest.mark.parametrize("seats", [("ann", "ben"), ("greedy", "ann", "rancher", "random")])
@pytest.mark.sampled(1)
def test_a_game_is_played_to_its_end_and_verified(seats):
    game = played_out(between(*seats))

    assert (game.status, game.termination) == (GameStatus.FINISHED, Termination.COMPLETED)
    assert game.seed.revealed_at is not None
    assert verify_game(game.pk).status is VerdictStatus.EXACT
    assert sorted(seat.place for seat in game.seating.all())[0] == 1
    live = live_of(game)
    assert (live.due_seat, live.deadline) == (None, None)
    assert not is_owed(game)


def test_the_response_to_an_action_has_the_events_that_followed():
    game = between("ann", "random")
    turn = turn_in(game)

    played = acted(turn)

    own, *others = played.events
    assert (own.seq, own.actor, own.kind) == (turn.expected_seq + 1, 0, turn.legal[0][0])
    game.refresh_from_db()
    assert (others or [own])[-1].seq == game.head_seq
    assert turn_in(game).seat == 0


def test_thinking_time_is_stored_for_decisions_and_not_for_chance():
    game = between("ann", "ben")
    acted(turn_in(game))

    times = dict(Event.objects.filter(game=game).values_list("kind", "thinking_ms"))

    assert times["plot_chosen"] is not None
    assert times["column_dealt"] is None


def test_an_action_from_a_stale_position_is_refused_and_nothing_changes():
    game = between("ann", "ben")
    first = turn_in(game)
    acted(first)
    before = snapshot(game)
    second = turn_in(game)

    with pytest.raises(StaleSequence):
        acted(second, expected_seq=first.expected_seq)
    with pytest.raises(StaleSequence):
        acted(second, expected_seq=second.expected_seq + 1)

    assert snapshot(game) == before


def test_a_repeated_action_is_recognised_after_the_game_has_continued():
    game = between("ann", "ben")
    turn = turn_in(game)
    once = acted(turn, 1)
    acted(turn_in(game))
    before = snapshot(game)

    again = acted(turn, 1)

    assert again.is_repeated
    assert list(again.events[: len(once.events)]) == list(once.events)
    assert snapshot(game) == before


def test_the_same_action_of_another_player_is_not_a_repeat():
    game = between("ann", "ben")
    turn = turn_in(game)
    acted(turn, 1)

    with pytest.raises(StaleSequence):
        acted(turn, 1, by="ben" if turn.bot == "ann" else "ann")


@pytest.mark.parametrize(
    ("who", "refusal"), [("cleo", NotYourSeat), ("other", NotYourTurn), ("nobody", NotYourSeat)]
)
def test_only_the_owner_of_the_seat_that_is_due_can_act(who, refusal):
    game = between("ann", "ben")
    turn = turn_in(game)
    before = snapshot(game)

    with pytest.raises(refusal):
        acted(turn, by={"other": "ben" if turn.bot == "ann" else "ann"}.get(who, who))

    assert snapshot(game) == before


@pytest.mark.parametrize(
    ("kind", "data", "error", "code"),
    [
        ("plot_chosen", {"position": 99}, MalformedEvent, "malformed_event"),
        ("plot_chosen", {}, MalformedEvent, "malformed_event"),
        ("no_such_kind", {}, MalformedEvent, "unknown_kind"),
        ("column_dealt", {"plots": [1, 2, 3, 4]}, MalformedEvent, "wrong_actor"),
        ("expansion_declined", {}, IllegalAction, "wrong_phase"),
    ],
)
def test_an_action_against_the_rules_is_refused_with_their_code(kind, data, error, code):
    game = between("ann", "ben")
    turn = turn_in(game)
    before = snapshot(game)

    with pytest.raises(error) as raised:
        live_act(
            game_id=game.pk,
            user_id=user_of(turn.bot).pk,
            expected_seq=turn.expected_seq,
            kind=kind,
            data=data,
        )

    assert raised.value.code == code
    assert snapshot(game) == before


def test_games_that_are_not_played_over_rest_accept_no_action():
    user_id = user_of("ann").pk
    waiting = opened("ann", None)

    def act(game_id: int) -> None:
        live_act(game_id=game_id, user_id=user_id, expected_seq=0, kind="plot_chosen", data={"position": 0})

    with pytest.raises(UnknownGame):
        act(10**9)
    with pytest.raises(GameNotLive):
        act(running_game(10, seed=kept_seed()).pk)
    with pytest.raises(GameNotStarted):
        act(waiting.pk)


def test_a_game_that_is_over_accepts_no_action_and_no_resignation():
    game = between("ann", "random")
    live_resign(game_id=game.pk, user_id=user_of("ann").pk)
    game.refresh_from_db()

    with pytest.raises(GameIsOver):
        live_act(
            game_id=game.pk,
            user_id=user_of("ann").pk,
            expected_seq=game.head_seq,
            kind="plot_chosen",
            data={"position": 0},
        )
    with pytest.raises(GameIsOver):
        live_resign(game_id=game.pk, user_id=user_of("ann").pk)


def test_the_house_plays_for_a_seat_that_resigned_and_the_others_continue():
    game = between("ann", "ben", "cleo")
    acted(turn_in(game))
    waiting = turn_in(game)
    other = next(name for name in ("ann", "ben", "cleo") if name != waiting.bot)
    before = live_of(game)

    live_resign(game_id=game.pk, user_id=user_of(other).pk)
    game.refresh_from_db()

    assert {seat.player: seat.forfeit for seat in game.seating.all()}[other] == ForfeitReason.RESIGNED
    turn = turn_in(game)
    assert turn.bot == waiting.bot
    assert live_of(game).deadline == before.deadline
    with pytest.raises(SeatForfeited):
        live_resign(game_id=game.pk, user_id=user_of(other).pk)
    with pytest.raises(SeatForfeited):
        acted(turn, by=other)
    assert not verify_game(game.pk).code


def test_resigning_against_one_opponent_ends_the_game():
    game = between("ann", "ben")

    live_resign(game_id=game.pk, user_id=user_of("ben").pk)

    game.refresh_from_db()
    assert (game.status, game.termination) == (GameStatus.FINISHED, Termination.ABANDONED)
    assert [seat.place for seat in game.seating.all()] == [1, 2]
    assert not live_turns(user_of("ann").pk)


def test_a_user_of_two_seats_must_name_the_one_that_resigns():
    game = between("ann", "ann", "ben")
    ann = user_of("ann").pk

    with pytest.raises(RequestInvalid):
        live_resign(game_id=game.pk, user_id=ann)
    with pytest.raises(NotYourSeat):
        live_resign(game_id=game.pk, user_id=ann, seat=2)
    live_resign(game_id=game.pk, user_id=ann, seat=1)
    game.refresh_from_db()

    assert [seat.forfeit for seat in game.seating.all()] == ["", ForfeitReason.RESIGNED, ""]


def test_a_position_out_of_the_cache_is_replayed_and_an_old_one_catches_up(django_assert_num_queries):
    game = between("ann", "ben")
    position_cache.clear()
    replayed = turn_in(game)
    early = position_cache.get(game.pk)
    acted(replayed)
    acted(turn_in(game))
    assert early is not None
    position_cache.clear()
    position_cache.put(game.pk, early)

    caught_up = turn_in(game)
    position_cache.clear()

    assert caught_up.legal == turn_in(game).legal
    assert dict(caught_up.observation) == dict(turn_in(game).observation)


def test_a_cached_position_of_another_log_is_not_used():
    game, other = between("ann", "ben"), between("ann", "ben")
    expected = turn_in(game).observation
    wrong = position_cache.get(other.pk)
    turn_in(other)
    wrong = position_cache.get(other.pk)
    assert wrong is not None
    position_cache.put(game.pk, wrong)

    assert dict(turn_in(game).observation) == dict(expected)


def test_the_cache_of_positions_has_a_maximum_size(monkeypatch):
    few = Cache[int, LivePosition](2)
    monkeypatch.setattr("games.live.positions.position_cache", few)

    for _ in range(4):
        turn_in(between("ann", "ben"))

    assert len(few) == 2


def peeked(game: Game):
    """Play until a seat has peeked; return what its action was answered with."""
    while True:
        turn = turn_in(game)
        kinds = [kind for kind, _ in turn.legal]
        choice = kinds.index("peek_chosen") if "peek_chosen" in kinds else turn.expected_seq % len(kinds)
        played = acted(turn, choice)
        if any(event.kind == "chips_peeked" for event in played.events):
            return played


def test_a_seat_sees_only_its_own_peeks():
    game = between("ann", "ben", "cleo", ruleset=GOLDGRAEBER)

    played = peeked(game)

    seen = next(event for event in played.events if event.kind == "chips_peeked")
    assert seen.payload is not None
    assert json.loads(seen.payload)["chips"]
    for viewer in (None, 0, 1, 2):
        returned = {line.seq: line.payload for line in game_events(game.pk, viewer=viewer)}[seen.seq]
        assert returned == (seen.payload if viewer == played.seat else None)


def test_the_response_to_a_repeated_action_hides_later_peeks_of_others():
    game = between("ann", "ben", "cleo", ruleset=GOLDGRAEBER)
    turn = turn_in(game)
    acted(turn)
    peek = peeked(game)
    while peek.seat == turn.seat:
        peek = peeked(game)
    seen = next(event.seq for event in peek.events if event.kind == "chips_peeked")

    again = acted(turn)

    assert again.is_repeated
    assert {event.seq: event.payload for event in again.events}[seen] is None
