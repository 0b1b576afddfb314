"""The shape of what a live game has beyond others."""

from rest_framework import serializers

from games.models import LiveGame

__all__ = ["LiveSerializer"]


class LiveClockSerializer(serializers.Serializer[LiveGame]):
    """How much time the seats have."""

    move_seconds = serializers.SerializerMethodField()
    bank_seconds = serializers.SerializerMethodField()
    increment_seconds = serializers.SerializerMethodField()

    def get_move_seconds(self, live: LiveGame) -> int:
        """Return the time of a decision."""
        return live.move_ms // 1000

    def get_bank_seconds(self, live: LiveGame) -> int:
        """Return what each bank starts with."""
        return live.bank_ms // 1000

    def get_increment_seconds(self, live: LiveGame) -> int:
        """Return what a decision adds."""
        return live.increment_ms // 1000


class LiveSerializer(serializers.Serializer[LiveGame]):
    """What a live game has beyond others."""

    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)
    open_seats = serializers.SerializerMethodField(
        help_text="Seats anyone may take; the game begins without any."
    )
    expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When the game is given up if a seat is still open."
    )
    clock = LiveClockSerializer(source="*")
    banks_ms = serializers.ListField(
        source="banks", child=serializers.IntegerField(), help_text="What is left of each seat's bank."
    )
    due_seat = serializers.IntegerField(allow_null=True, help_text="The seat whose remote bot must act.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="When that seat's time has run out.")

    def get_open_seats(self, live: LiveGame) -> list[int]:
        """Return the numbers of the seats nobody sits in."""
        return [seat.number for seat in live.game.seating.all() if seat.bot_id is None]
