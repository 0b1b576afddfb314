"""Tampering with stored games, as a superuser with disabled triggers could."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from games.models import Game, GameSeed, Seat


@contextmanager
def triggers_disabled() -> Iterator[None]:
    """Switch the triggers on events off for the length of the block."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
        try:
            yield
        finally:
            cursor.execute("ALTER TABLE games_event ENABLE TRIGGER USER")


def change_event(game_id: int, seq: int, column: str, expression: str, *values: Any) -> None:
    """Set one column of one event to an SQL expression."""
    with triggers_disabled(), connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_event SET {column} = {expression} WHERE game_id = %s AND seq = %s",
            [*values, game_id, seq],
        )
        assert cursor.rowcount == 1, "there is such an event"


def flip_bit(game_id: int, seq: int, column: str) -> None:
    """Change one bit of an event's hash or digest."""
    change_event(game_id, seq, column, f"set_byte({column}, 7, get_byte({column}, 7) # 1)")


def step_of(game: Game, *, first: int, **fields: Any) -> int:
    """Return the number of the first event from ``first`` on that has those fields."""
    found = game.events.filter(seq__gte=first, **fields).order_by("seq").values_list("seq", flat=True).first()
    assert found is not None, "there is such an event"
    return found


def remove_events(game_id: int, first: int) -> None:
    """Delete a game's events from one number on."""
    with triggers_disabled(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_event WHERE game_id = %s AND seq >= %s", [game_id, first])


def change_game(game_id: int, column: str, value: Any) -> None:
    """Set one column of a game's row."""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_game SET {column} = %s WHERE id = %s", [value, game_id])


def forget_games() -> None:
    """Empty the tables of games."""
    with triggers_disabled(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_event")
    Seat.objects.all().delete()
    Game.earlier_seeds.through.objects.all().delete()
    Game.objects.update(parent=None)
    Game.objects.all().delete()
    GameSeed.objects.all().delete()
