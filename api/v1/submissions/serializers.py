"""Serializers of the requests of submissions and receipts."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from api.receipts import Receipt
from api.validation import (
    BooleanParameter,
    QuerySerializer,
    RowIdParameter,
    StrictCharField,
    StrictIntegerField,
    StrictSerializer,
)
from engine.core import UnreadableRecord, read_object

__all__ = ["ReceiptSerializer", "SubmissionQuery"]


class BotNamesParameter(serializers.CharField):
    """A JSON object of texts."""

    default_error_messages = {
        "invalid": "a JSON object: names of bots by names of players",
        "null_characters_not_allowed": "names of bots without the character U+0000",
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return the names of bots by names of players."""
        try:
            names = read_object(data.encode())
        except (UnreadableRecord, UnicodeEncodeError):
            self.fail("invalid")
        if not all(isinstance(name, str) for name in names.values()):
            self.fail("invalid")
        if any("\x00" in name for name in names.values()):
            self.fail("null_characters_not_allowed")
        return names


class SubmissionQuery(QuerySerializer):
    """How to judge records, and what to do with the games."""

    dry_run = BooleanParameter(help_text="`true`: verify the records, store nothing.")
    bots = BotNamesParameter(
        required=False,
        help_text="JSON object: name of a bot of yours by name of a player. A player with the name of a bot of yours "
        "is that bot.",
    )
    tournament = RowIdParameter(
        help_text="Id of a running tournament to enter the games in, if it counts submitted games."
    )


class ReceiptSerializer(StrictSerializer):
    """A receipt to verify."""

    receipt = StrictIntegerField(min_value=1, max_value=1, help_text="Number of this format.")
    game = StrictIntegerField(min_value=1, max_value=10**18 - 1, help_text="Id of the game.")
    head = StrictCharField(min_length=64, max_length=64, help_text="Hash of the log's last event.")
    time = StrictCharField(max_length=20, help_text="When it was signed, UTC.")
    signature = StrictCharField(
        min_length=64, max_length=64, help_text="HMAC-SHA-256 over the canonical JSON of the rest, in hex."
    )

    @classmethod
    def parse_receipt(cls, request: Request) -> Receipt:
        """Return the receipt in the body."""
        return Receipt(**cls.parse_body(request))

    def validate_head(self, head: str) -> str:
        """Refuse a text that is no hash."""
        if not set(head) <= set("0123456789abcdef"):
            raise serializers.ValidationError("64 lower-case hexadecimal digits", "bad_character")
        return head
