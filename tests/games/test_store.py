"""Store: appends continue the log atomically and update heads and results."""

import orjson
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from engine.core import SYSTEM, ForfeitReason, LoggedEvent, hash_event, serialize_event
from games.errors import BrokenChain, ConcurrencyConflict, GameIsOver, UnknownGame
from games.event_store import Appending
from games.event_store.store import chunk_append
from games.models import Event, Game, GameStatus, GameVerdict
from games.queries import logged_events
from tests.games.factories import (
    finished_game,
    game_append,
    kept_seed,
    log_of,
    running_game,
    scheduled_game,
    scheduled_games,
)

pytestmark = pytest.mark.django_db


def following(game: Game, kind: str, payload: str, actor: int = SYSTEM) -> LoggedEvent:
    """An event that continues the game's chain, whatever the rules say."""
    seq = game.head_seq + 1
    head = hash_event(bytes(game.head_hash), serialize_event(seq, actor, kind, payload))
    return LoggedEvent(seq, actor, kind, payload, head, None)


def test_a_whole_game_is_read_as_it_was_appended():
    game = scheduled_game(seats=4, seed=kept_seed(1))
    log = log_of(game)

    game_append(game_id=game.pk, expected_seq=0, events=log)

    assert logged_events(game.pk) == log


def test_appending_moves_the_head_and_the_status():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)

    first = game_append(game_id=game.pk, expected_seq=0, events=log[:5])
    game.refresh_from_db()
    assert (first.before, first.status, first.head_seq) == (GameStatus.SCHEDULED, GameStatus.RUNNING, 5)
    assert (game.status, game.head_seq, bytes(game.head_hash)) == ("running", 5, log[4].chain)
    assert game.started_at is not None
    assert game.finished_at is None

    last = game_append(game_id=game.pk, expected_seq=5, events=log[5:])
    game.refresh_from_db()
    assert (last.before, last.status) == (GameStatus.RUNNING, GameStatus.FINISHED)
    assert (game.status, game.head_seq, bytes(game.head_hash)) == ("finished", len(log), log[-1].chain)
    assert game.termination == "completed"
    assert game.finished_at is not None


def test_seats_of_a_finished_game_get_the_result_of_its_last_event():
    game = finished_game(seats=3)

    result = orjson.loads(logged_events(game.pk)[-1].payload)
    stored = [
        {"parts": seat.parts, "place": seat.place, "score": seat.score, "ties": seat.ties}
        for seat in game.seating.order_by("number")
    ]
    assert stored == result["seats"]


def test_a_forfeit_is_stored_with_its_seat():
    game = finished_game(forfeit=ForfeitReason.TIMEOUT)

    assert [seat.forfeit for seat in game.seating.order_by("number")] == ["timeout", ""]
    assert game.termination == "abandoned"


def test_appending_events_one_by_one_or_all_together_gives_the_same_rows():
    seed = kept_seed(1)
    one, other = scheduled_games(2, seed=seed)
    log = log_of(one)

    game_append(game_id=one.pk, expected_seq=0, events=log)
    for event in log:
        game_append(game_id=other.pk, expected_seq=event.seq - 1, events=[event])

    assert logged_events(one.pk) == logged_events(other.pk)
    for field in ("status", "termination", "head_seq", "head_hash"):
        assert getattr(Game.objects.get(pk=one.pk), field) == getattr(Game.objects.get(pk=other.pk), field)
    assert list(one.seating.values_list("score", "place")) == list(
        other.seating.values_list("score", "place")
    )


def test_a_writer_that_is_behind_is_refused():
    game = running_game(10)

    with pytest.raises(ConcurrencyConflict) as caught:
        game_append(
            game_id=game.pk, expected_seq=9, events=[following(game, "game_voided", '{"reason":"late"}')]
        )

    assert (caught.value.game_id, caught.value.expected_seq, caught.value.head_seq) == (game.pk, 9, 10)


def test_a_writer_that_is_ahead_is_refused():
    game = scheduled_game(seed=kept_seed(1))

    with pytest.raises(ConcurrencyConflict):
        game_append(game_id=game.pk, expected_seq=5, events=log_of(game)[5:])


def test_the_unique_key_refuses_events_already_written_past_the_head():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)
    game_append(game_id=game.pk, expected_seq=0, events=log[:3])
    Game.objects.filter(pk=game.pk).update(head_seq=2, head_hash=log[1].chain)

    with pytest.raises(ConcurrencyConflict) as caught, transaction.atomic():
        game_append(game_id=game.pk, expected_seq=2, events=log[2:])

    assert (caught.value.game_id, caught.value.head_seq) == (game.pk, 3)
    assert len(logged_events(game.pk)) == 3


def test_a_gap_in_the_sequence_is_refused():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)

    with pytest.raises(BrokenChain) as caught:
        game_append(game_id=game.pk, expected_seq=0, events=[log[0], log[2], log[3]])

    assert caught.value.seq == 2
    assert not Event.objects.exists()


@pytest.mark.parametrize("position", [0, -1])
@pytest.mark.parametrize("field", ["seq", "actor", "kind", "payload", "chain"])
def test_a_first_or_last_event_with_a_wrong_hash_is_refused(field, position):
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)[:20]
    changed = {"seq": 80, "actor": 3, "kind": "taken", "payload": "{}", "chain": bytes(32)}
    log[position] = log[position]._replace(**{field: changed[field]})

    with pytest.raises(BrokenChain):
        game_append(game_id=game.pk, expected_seq=0, events=log)

    assert not Event.objects.exists()


def test_the_hash_of_a_single_event_is_checked():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)
    game_append(game_id=game.pk, expected_seq=0, events=log[:9])

    with pytest.raises(BrokenChain) as caught:
        game_append(game_id=game.pk, expected_seq=9, events=[log[9]._replace(payload="{}")])

    assert caught.value.seq == 10


def test_numbers_out_of_order_are_refused():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)

    with pytest.raises(BrokenChain) as caught:
        game_append(game_id=game.pk, expected_seq=0, events=[log[0], log[2], log[1], log[3]])

    assert caught.value.seq == 2


def test_the_first_event_must_follow_the_header():
    one = scheduled_game(seed=kept_seed(1))
    other = scheduled_game(seed=kept_seed(2))

    with pytest.raises(BrokenChain) as caught:
        game_append(game_id=other.pk, expected_seq=0, events=log_of(one))

    assert caught.value.seq == 1


def test_only_a_voiding_can_follow_a_finished_game():
    game = finished_game()

    with pytest.raises(GameIsOver):
        game_append(
            game_id=game.pk,
            expected_seq=game.head_seq,
            events=[following(game, "seat_forfeited", '{"reason":"crash","seat":0}')],
        )
    game_append(
        game_id=game.pk,
        expected_seq=game.head_seq,
        events=[following(game, "game_voided", '{"reason":"wrong bot"}')],
    )

    game.refresh_from_db()
    assert game.status == GameStatus.VOIDED
    with pytest.raises(GameIsOver):
        game_append(
            game_id=game.pk,
            expected_seq=game.head_seq,
            events=[following(game, "game_voided", '{"reason":"again"}')],
        )


def test_a_voided_game_has_no_results():
    game = finished_game()
    ended = game.finished_at

    game_append(
        game_id=game.pk,
        expected_seq=game.head_seq,
        events=[following(game, "game_voided", '{"reason":"wrong bot"}')],
    )

    game.refresh_from_db()
    assert set(game.seating.values_list("score", "place", "parts", "ties")) == {(None, None, None, None)}
    assert game.termination == ""
    assert game.finished_at == ended


def test_an_unknown_game_is_an_error():
    with pytest.raises(UnknownGame) as caught:
        game_append(
            game_id=404, expected_seq=0, events=[LoggedEvent(1, SYSTEM, "game_voided", "{}", bytes(32), None)]
        )

    assert caught.value.game_id == 404


def test_a_chunk_is_written_whole_or_not_at_all():
    seed = kept_seed(1)
    games = scheduled_games(3, seed=seed)
    log = log_of(games[0])
    broken = [*log[:-1], log[-1]._replace(chain=bytes(32))]

    with pytest.raises(BrokenChain):
        chunk_append(
            chunk=[
                Appending(games[0].pk, 0, log),
                Appending(games[1].pk, 0, log),
                Appending(games[2].pk, 0, broken),
            ]
        )

    assert not Event.objects.exists()
    assert set(Game.objects.values_list("status", "head_seq")) == {("scheduled", 0)}


def test_a_chunk_holds_whole_games_and_parts_of_games():
    seed = kept_seed(1)
    games = scheduled_games(3, seed=seed)
    log = log_of(games[0])
    game_append(game_id=games[1].pk, expected_seq=0, events=log[:20])

    appended = chunk_append(
        chunk=[
            Appending(games[0].pk, 0, log),
            Appending(games[1].pk, 20, log[20:]),
            Appending(games[2].pk, 0, log[:30]),
        ]
    )

    assert [each.status.value for each in appended] == ["finished", "finished", "running"]
    assert [logged_events(game.pk) for game in games] == [log, log, log[:30]]


def test_a_chunk_takes_the_same_few_statements_for_any_number_of_games():
    seed = kept_seed(1)
    log = log_of(scheduled_game(seed=seed))

    def statements(amount: int) -> int:
        games = scheduled_games(amount, seed=seed)
        with CaptureQueriesContext(connection) as queries:
            chunk_append(chunk=[Appending(game.pk, 0, log) for game in games])
        return len(queries)

    assert statements(12) == statements(1) <= 10


def test_text_with_special_characters_of_copy_is_stored_unchanged():
    game = scheduled_game()
    reason = 'back\\slash, "quotes", tab\t, line\nfeed, \\N, \\., nul \x00, grün, 🤠'
    payload = orjson.dumps({"reason": reason}).decode()
    event = following(game, "game_voided", payload)

    game_append(game_id=game.pk, expected_seq=0, events=[event])

    assert logged_events(game.pk) == [event]
    assert orjson.loads(logged_events(game.pk)[0].payload) == {"reason": reason}


def test_thinking_times_are_stored():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)[:4]

    game_append(game_id=game.pk, expected_seq=0, events=log, thinking_ms=[None, None, 0, 125])

    assert list(Event.objects.order_by("seq").values_list("thinking_ms", flat=True)) == [None, None, 0, 125]


def test_the_database_sets_the_time_of_an_event():
    game = running_game(1)

    assert Event.objects.get(game=game).recorded_at is not None


def test_an_append_resets_the_verdict():
    game = running_game(10)
    Game.objects.filter(pk=game.pk).update(verdict=GameVerdict.EXACT, verified_at=game.created_at)

    game_append(
        game_id=game.pk, expected_seq=10, events=[following(game, "game_voided", '{"reason":"power cut"}')]
    )

    game.refresh_from_db()
    assert (game.verdict, game.verified_at) == (GameVerdict.UNVERIFIED, None)


def test_an_empty_chunk_appends_nothing():
    assert chunk_append(chunk=[]) == []
