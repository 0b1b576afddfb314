"""Serializers of a live game's clock, banks and open seats."""

from rest_framework import serializers

from games.models import LiveGame

__all__ = ["LiveSerializer"]


class SecondsField(serializers.IntegerField):
    """A number of milliseconds, as whole seconds."""

    def to_representation(self, value: int) -> int:
        """Return the seconds."""
        return value // 1000


class LiveClockSerializer(serializers.Serializer[LiveGame]):
    """The time of each seat."""

    move_seconds = SecondsField(source="move_ms")
    bank_seconds = SecondsField(source="bank_ms")
    increment_seconds = SecondsField(source="increment_ms")


class LiveSerializer(serializers.Serializer[LiveGame]):
    """What only a live game has."""

    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)
    open_seats = serializers.SerializerMethodField(
        help_text="Seats that any user can take; the game starts when none is open."
    )
    expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When the game is voided if a seat is still open."
    )
    clock = LiveClockSerializer(source="*")
    banks_ms = serializers.ListField(
        source="banks", child=serializers.IntegerField(), help_text="Milliseconds left in each seat's bank."
    )
    due_seat = serializers.IntegerField(allow_null=True, help_text="The seat whose remote bot must act.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="When that seat runs out of time.")

    def get_open_seats(self, live: LiveGame) -> list[int]:
        """Return the numbers of the open seats."""
        return [seat.number for seat in live.game.seating.all() if seat.bot_id is None]
