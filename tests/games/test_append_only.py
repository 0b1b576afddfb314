"""The database refuses every UPDATE, DELETE and TRUNCATE of events."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from games.models import Event, Game
from tests.games.factories import finished_game, scheduled_game

pytestmark = pytest.mark.django_db


def refused(statement: str, *values: int) -> str:
    with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)
    return str(caught.value)


@pytest.mark.parametrize(
    "column", ["game_id", "seq", "actor", "kind", "payload", "chain", "digest", "thinking_ms"]
)
def test_no_column_of_an_event_can_be_updated(column):
    game = finished_game()

    said = refused(f"UPDATE games_event SET {column} = {column} WHERE game_id = %s", game.pk)

    assert "events are append-only: UPDATE on games_event is refused" in said


def test_an_event_cannot_be_deleted():
    game = finished_game()

    assert "DELETE on games_event" in refused("DELETE FROM games_event WHERE game_id = %s", game.pk)
    assert Event.objects.filter(game=game).count() == game.head_seq


def test_a_statement_that_matches_no_event_is_refused():
    assert "append-only" in refused("DELETE FROM games_event WHERE game_id = -1")


def test_events_cannot_be_truncated_even_by_a_cascade_from_games():
    finished_game()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # as a commit would, so that only our triggers refuse

    assert "TRUNCATE on games_event" in refused("TRUNCATE games_event")
    assert "TRUNCATE on games_game" in refused("TRUNCATE games_game CASCADE")


def test_an_upsert_cannot_change_an_event():
    game = finished_game()

    said = refused(
        "INSERT INTO games_event SELECT * FROM games_event WHERE game_id = %s AND seq = 1 "
        "ON CONFLICT (game_id, seq) DO UPDATE SET payload = '{}'",
        game.pk,
    )

    assert "UPDATE on games_event" in said


def test_the_owner_of_the_table_is_refused():
    game = finished_game()
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE log_owner")
        cursor.execute("GRANT USAGE ON SCHEMA public TO log_owner")
        cursor.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO log_owner")
        cursor.execute("ALTER TABLE games_event OWNER TO log_owner")
        cursor.execute("SET LOCAL ROLE log_owner")

    assert "append-only" in refused("UPDATE games_event SET seq = seq WHERE game_id = %s", game.pk)
    assert "append-only" in refused("TRUNCATE games_event")


def test_a_game_with_events_cannot_be_deleted():
    game = finished_game()

    assert f"game {game.pk} has events" in refused("DELETE FROM games_seat; DELETE FROM games_game")
    with pytest.raises(ProtectedError):
        game.delete()


def test_a_game_without_events_can_be_deleted():
    game = scheduled_game()

    game.delete()

    assert not Game.objects.exists()


def test_the_orm_cannot_change_an_event_either():
    game = finished_game()
    event = Event.objects.get(pk=(game.pk, 1))
    event.payload = "{}"

    with pytest.raises(DatabaseError), transaction.atomic():
        event.save()
